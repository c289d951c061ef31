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
  const moved = moveUp(chain, 'c')
  expect(topologicalOrder(moved).map((node) => node.key)).toEqual(['a', 'c', 'b', 'd'])
  expect(wiring(moved)).toEqual(['a c', 'b d', 'c b'])
  expect(wiring(moveDown(chain, 'c'))).toEqual(['a b', 'b d', 'd c'])
  expect(moveDown(chain, 'd')).toBe(chain)
  // What starts the workflow stays first.
  expect(moveUp(chain, 'b')).toBe(chain)
  expect(moveDown(chain, 'a')).toBe(chain)
})

test('a step does not move past a fork, and takes the place of the one before it behind one', () => {
  expect(moveUp(fork, 'yes')).toBe(fork)
  expect(moveDown(fork, 'if')).toBe(fork)
  const longer = graphOf(['a', 'if', 'yes', 'then'], ['a if', 'if.true yes', 'yes then'])
  expect(wiring(moveUp(longer, 'then'))).toEqual(['a if', 'if.true then', 'then yes'])
})

test('moving up and down again changes nothing', () => {
  const there = moveUp(chain, 'd')
  expect(there).not.toBe(chain)
  expect(wiring(moveDown(there, 'd'))).toEqual(wiring(chain))
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
