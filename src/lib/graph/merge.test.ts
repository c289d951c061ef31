import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isSameJson } from '../same-json.ts'
import { type Act, act, acts, counter } from './acts.fixture.ts'
import { connect } from './connect.ts'
import { addFree, moveBy, removeSteps, rename } from './edit.ts'
import { edge, graphOf, kinds, step, wiring } from './graph.fixture.ts'
import type { Graph } from './graph.schema.ts'
import { isSound } from './history.ts'
import { mergeGraphs } from './merge.ts'
import { edgeKey } from './patch.ts'

const base = graphOf(['a', 'b', 'c', 'd'], ['a b', 'b c', 'c d'])
const merge = (mine: Graph, theirs: Graph) => mergeGraphs({ base, mine, theirs })
function merged(mine: Graph, theirs: Graph): Graph {
  const result = merge(mine, theirs)
  if (!result.ok) throw new Error(JSON.stringify(result.clash))
  return result.graph
}

test('changes of different steps come together', () => {
  const graph = merged(rename(base, 'a', 'Mine'), rename(base, 'b', 'Theirs'))
  expect(graph.nodes.map(({ name }) => name)).toEqual(['Mine', 'Theirs', 'c', 'd'])
  const grown = merged(addFree(base, step('x'), { x: 0, y: 0 }), removeSteps(base, ['d'], { heal: true }))
  expect(grown.nodes.map(({ id }) => id)).toEqual(['a', 'b', 'c', 'x'])
  expect(wiring(grown)).toEqual(['a b', 'b c'])
  const set = merged({ ...base, settings: { timeSavedSeconds: 5 } }, rename(base, 'b', 'Theirs'))
  expect(set.settings).toEqual({ timeSavedSeconds: 5 })
})

test('steps that both called the same get keys of their own, also where ours is named', () => {
  const both = (id: string) => {
    const grown = addFree(base, step(id, { key: 'set' }), { x: 0, y: 0 })
    return addFree(grown, step(`${id}2`, { config: { text: '{{ steps.set.x }}' } }), { x: 0, y: 0 })
  }
  const graph = merged(both('m'), both('t'))
  expect(graph.nodes.slice(4).map(({ id, key, config }) => [id, key, config.text])).toEqual(
    expect.arrayContaining([
      ['t', 'set', undefined],
      ['t2', 't2', '{{ steps.set.x }}'],
      ['m', 'set_2', undefined],
      ['m2', 'm2', '{{ steps.set_2.x }}'],
    ]),
  )
})

test.each([
  ['the same step', rename(base, 'a', 'Mine'), rename(base, 'a', 'Theirs'), ['a'], false],
  ['a step that is gone', rename(base, 'a', 'Mine'), removeSteps(base, ['a'], { heal: false }), ['a'], false],
  [
    'a connection to a step that is gone',
    connect(base, edge('a d'), kinds).graph,
    removeSteps(base, ['d'], { heal: false }),
    ['d'],
    false,
  ],
  ['the settings', { ...base, settings: { timeoutMs: 1 } }, { ...base, settings: { timeoutMs: 2 } }, [], true],
  [
    'a circle that neither has drawn alone',
    connect({ ...base, edges: base.edges.slice(0, 1) }, edge('d a'), kinds).graph,
    connect(base, edge('a d'), kinds).graph,
    [],
    true,
  ],
])('both have touched %s', (_, mine, theirs, nodeIds, whole) => {
  expect(merge(mine, theirs)).toEqual({ ok: false, clash: { nodeIds, whole } })
})

test('who changed nothing takes what is there, and the same change on both sides is one', () => {
  const theirs = rename(base, 'a', 'Theirs')
  expect(merged(base, theirs)).toBe(theirs)
  expect(merged(rename(base, 'a', 'Theirs'), theirs)).toBe(theirs)
})

/** What is in a graph, steps by id. */
const namesIn = ({ nodes, edges }: Graph) => new Set([...nodes.map(({ id }) => id), ...edges.map(edgeKey)])

const acted = (graph: Graph, some: readonly Act[], makeId: () => string) =>
  some.reduce((at, one) => act(at, one, makeId), graph)

test('whatever two people do, a merge is whole and has all that each of them did, or it says what clashes', () => {
  let merges = 0
  fc.assert(
    fc.property(acts, acts, acts, (first, ours, others) => {
      const start = acted(graphOf([step('start', { type: 'start' }), 'a', 'b'], ['start a', 'a b']), first, counter())
      const ids = counter()
      const mine = acted(start, ours.slice(0, 3), () => `mine_${ids()}`)
      const theirs = acted(start, others.slice(0, 3), () => `theirs_${ids()}`)
      const result = mergeGraphs({ base: start, mine, theirs })
      if (isSameJson(mine, theirs)) return
      if (!result.ok) {
        expect(result.clash.whole || result.clash.nodeIds.length > 0).toBe(true)
        return
      }
      merges += 1
      expect(isSound(result.graph)).toBe(true)
      for (const side of [mine, theirs]) {
        const [had, has, got] = [namesIn(start), namesIn(side), namesIn(result.graph)]
        expect([...has].filter((name) => !had.has(name) && !got.has(name))).toEqual([])
        expect([...had].filter((name) => !has.has(name) && got.has(name))).toEqual([])
      }
    }),
    { numRuns: 300 },
  )
  expect(merges).toBeGreaterThan(20)
})

test('a move and a new name of one step clash: they are one step', () => {
  expect(merge(moveBy(base, ['a'], { x: 8, y: 0 }), rename(base, 'a', 'x')).ok).toBe(false)
})
