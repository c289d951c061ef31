import fc from 'fast-check'
import { expect, test } from 'vitest'
import { appendStep, insertAfter, moveDown, moveUp, removeStep } from './edit.ts'
import { acyclicGraph, graphOf, step, wiring } from './graph.fixture.ts'
import { cycleIn, reachableFrom, topologicalOrder } from './order.ts'

const chain = graphOf(['a', 'b', 'c', 'd'], ['a b', 'b c', 'c d'])
const fork = graphOf(['a', 'if', 'yes', 'no'], ['a if', 'if.true yes', 'if.false no'])

test('a step is added at the end', () => {
  expect(wiring(appendStep(graphOf([]), step('a')))).toEqual([])
  expect(wiring(appendStep(chain, step('e')))).toEqual(['a b', 'b c', 'c d', 'd e'])
  expect(wiring(appendStep(graphOf(['if']), step('e'), { port: 'true' }))).toEqual(['if.true e'])
})

test('a step is put between two', () => {
  expect(wiring(insertAfter(chain, 'b', step('x')))).toEqual(['a b', 'b x', 'c d', 'x c'])
  expect(wiring(insertAfter(chain, 'b', step('x'), { onward: 'true' }))).toEqual(['a b', 'b x', 'c d', 'x.true c'])
  expect(wiring(insertAfter(fork, 'if', step('x'), { port: 'false' }))).toEqual([
    'a if',
    'if.false x',
    'if.true yes',
    'x no',
  ])
  expect(insertAfter(chain, 'nowhere', step('x'))).toBe(chain)
  expect(insertAfter(chain, 'a', step('b'))).toBe(chain)
})

test('removing a step joins what it held together', () => {
  expect(wiring(removeStep(chain, 'b'))).toEqual(['a c', 'c d'])
  expect(wiring(removeStep(chain, 'a'))).toEqual(['b c', 'c d'])
  expect(wiring(removeStep(chain, 'd'))).toEqual(['a b', 'b c'])
  expect(wiring(removeStep(fork, 'if'))).toEqual(['a yes'])
  expect(wiring(removeStep(graphOf(['a', 'b'], ['a b', 'b b', 'b a']), 'b'))).toEqual(['a a'])
  expect(removeStep(chain, 'nowhere')).toBe(chain)
})

test('a step moves up and down within a chain', () => {
  const moved = moveUp(chain, 'c').graph
  expect(topologicalOrder(moved).map((node) => node.key)).toEqual(['a', 'c', 'b', 'd'])
  expect(wiring(moved)).toEqual(['a c', 'b d', 'c b'])
  expect(wiring(moveDown(chain, 'c').graph)).toEqual(['a b', 'b d', 'd c'])
})

test('a step does not move past a fork, and takes the place of the one before it behind one', () => {
  const longer = graphOf(['a', 'if', 'yes', 'then'], ['a if', 'if.true yes', 'yes then'])
  expect(wiring(moveUp(longer, 'then').graph)).toEqual(['a if', 'if.true then', 'then yes'])
})

test('moving up and down again changes nothing', () => {
  const there = moveUp(chain, 'd').graph
  expect(there).not.toBe(chain)
  expect(wiring(moveDown(there, 'd').graph)).toEqual(wiring(chain))
})

const join = graphOf(['a', 'b', 'c', 'd'], ['a b', 'a c', 'b d', 'c d'])
test.each([
  ['up', 'past the first one', chain, 'b', '"a" comes first and stays there'],
  ['down', 'from the first place', chain, 'a', '"a" comes first and stays there'],
  ['up', 'where it is first', chain, 'a', 'Nothing leads to "a", so there is no swapping'],
  ['down', 'where it is last', chain, 'd', 'Nothing follows "d"'],
  ['up', 'past a fork', fork, 'yes', 'Several ways leave "if", so it cannot change places'],
  ['down', 'as a fork', fork, 'if', 'Several ways leave "if", so it cannot change places'],
  ['up', 'as a join', join, 'd', 'Several ways meet at "d", so it cannot change places'],
  ['down', 'into a join', join, 'b', 'Several ways meet at "d", so it cannot change places'],
  ['down', 'when it is gone', chain, 'gone', 'Nothing follows "gone"'],
] as const)('a step that cannot move %s says why: %s', (way, _, graph, id, message) => {
  const outcome = (way === 'up' ? moveUp : moveDown)(graph, id)
  expect([outcome.graph, outcome.refusal?.message]).toEqual([graph, message])
})

test('whatever is removed, what was reached by its ordinary way out stays reachable and no cycle appears', () => {
  fc.assert(
    fc.property(acyclicGraph, fc.nat(), (graph, pick) => {
      const node = graph.nodes[pick % Math.max(graph.nodes.length, 1)]
      fc.pre(node !== undefined)
      const healed = removeStep(graph, node.id)
      expect(cycleIn(healed)).toBeUndefined()
      expect(healed.nodes).toHaveLength(graph.nodes.length - 1)
      for (const other of healed.nodes) {
        const before = reachableFrom(graph, [other.id])
        before.delete(node.id)
        expect(reachableFrom(healed, [other.id])).toEqual(before)
      }
    }),
  )
})
