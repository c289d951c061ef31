import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Act, act, acts, counter } from './acts.fixture.ts'
import { connect } from './connect.ts'
import { addFree, moveBy, moveUp, removeSteps, rename, setDisabled } from './edit.ts'
import { anyGraph, edge, graphOf, kinds, step } from './graph.fixture.ts'
import { Graph } from './graph.schema.ts'
import { BURST_MS, continued, type History, MAX_STEPS, NO_HISTORY, noted, recorded, redone, undone } from './history.ts'
import { applyPatch, inverse, patchBetween } from './patch.ts'

interface Desk {
  readonly graph: Graph
  readonly history: History
}
const begin = (graph: Graph): Desk => ({ graph, history: NO_HISTORY })
const made = ({ graph, history }: Desk, after: Graph, at = 0, group?: string): Desk => ({
  graph: after,
  history: recorded(history, { before: graph, after, at, group }),
})
const labels = ({ history }: Desk) => history.past.map(({ label }) => label)
function all(desk: Desk, go: typeof undone): Desk {
  let at = desk
  for (let next = go(at); next !== undefined; next = go(at)) at = next
  return at
}

test('between any two graphs there is a way there and back', () => {
  fc.assert(
    fc.property(anyGraph, anyGraph, (before, after) => {
      const patch = patchBetween(before, after)
      expect(patch === undefined ? before : applyPatch(before, patch)).toEqual(after)
      expect(patch === undefined ? after : applyPatch(after, inverse(patch))).toEqual(before)
    }),
  )
})

test('five hundred random edits: undo of all is the start, redo of all the end, through JSON and in between', () => {
  const five: Act[] = fc.sample(fc.tuple(acts), { seed: 7, numRuns: 60 }).flatMap(([some]) => some)
  const start = Graph.parse({ nodes: [step('start', { type: 'start' })] })
  const makeId = counter()
  let desk = begin(start)
  let at = 0
  const passed = [start]
  while (desk.history.past.length < 500) {
    const next = act(desk.graph, five[at++ % five.length] as Act, makeId)
    desk = made(desk, next, at * BURST_MS * 2)
    if (desk.history.past.length === passed.length) passed.push(next)
  }
  expect(desk.graph.nodes.length).toBeGreaterThan(5)
  let back: Desk = { ...desk, history: JSON.parse(JSON.stringify(desk.history)) }
  for (const before of passed.slice(0, -1).toReversed()) {
    back = undone(back) ?? back
    expect(back.graph).toEqual(before)
  }
  expect(undone(back)).toBeUndefined()
  const forth = all(back, redone)
  expect(forth.graph).toEqual(desk.graph)
  expect(forth.history).toEqual(desk.history)
})

const chain = graphOf(['a', 'b', 'c'], ['a b', 'b c'])

test('typing in one field is one step, as long as nobody stops', () => {
  let desk = begin(chain)
  for (const [at, name] of ['F', 'Fe', 'Fet'].entries()) desk = made(desk, rename(desk.graph, 'b', name), at * BURST_MS)
  expect(labels(desk)).toEqual(['Rename “Fet”'])
  desk = made(desk, rename(desk.graph, 'b', 'Fetch'), 3 * BURST_MS + 1)
  expect(labels(desk)).toEqual(['Rename “Fet”', 'Rename “Fetch”'])
  desk = made(desk, rename(desk.graph, 'c', 'Done'), 3 * BURST_MS + 2)
  expect(labels(desk)).toHaveLength(3)
  expect(all(desk, undone).graph).toEqual(chain)
})

test('typing that ends where it began leaves no step', () => {
  const typed = made(begin(chain), rename(chain, 'b', 'x'))
  expect(made(typed, rename(typed.graph, 'b', 'b')).history).toEqual(NO_HISTORY)
})

test('moves are steps of their own unless they belong to one drag', () => {
  const drag = (desk: Desk, group?: string) => made(desk, moveBy(desk.graph, ['a', 'b'], { x: 8, y: 0 }), 0, group)
  expect(labels(drag(drag(begin(chain))))).toEqual(['Move 2 steps', 'Move 2 steps'])
  const dragged = drag(drag(begin(chain), 'drag 1'), 'drag 1')
  expect(labels(dragged)).toEqual(['Move 2 steps'])
  expect(undone(dragged)?.graph).toEqual(chain)
})

test.each([
  ['Add “x”', addFree(chain, step('x'), { x: 0, y: 0 })],
  ['Remove “b”', removeSteps(chain, ['b'], { heal: true })],
  ['Remove 2 steps', removeSteps(chain, ['a', 'b'], { heal: false })],
  ['Move “a”', moveBy(chain, ['a'], { x: 8, y: 0 })],
  ['Disable 2 steps', setDisabled(chain, ['a', 'b'], true)],
  ['Connect steps', connect(chain, edge('a c'), kinds).graph],
  ['Connect steps anew', moveUp(chain, 'c').graph],
  ['Disconnect steps', { ...chain, edges: [] }],
  ['Change “a”', { ...chain, nodes: [step('a', { config: { x: 1 } }), ...chain.nodes.slice(1)] }],
  ['Change settings', { ...chain, settings: { timeSavedSeconds: 5 } }],
  ['Replace steps', graphOf(['x'])],
])('what is undone is called: %s', (label, after) => {
  expect(labels(made(begin(chain), after))).toEqual([label])
})

test('a new change ends what could be done again, and the oldest of too many is let go', () => {
  const back = undone(made(begin(chain), rename(chain, 'a', 'x'))) ?? begin(chain)
  expect(back.history.future).toHaveLength(1)
  expect(made(back, rename(chain, 'b', 'y')).history.future).toEqual([])
  let desk = begin(chain)
  for (let at = 0; at < MAX_STEPS + 3; at++) desk = made(desk, moveBy(desk.graph, ['a'], { x: 8, y: 0 }))
  expect(desk.history.past).toHaveLength(MAX_STEPS)
})

test('what others did in between stays when ours is undone', () => {
  const mine = made(begin(chain), rename(chain, 'b', 'Mine'))
  const theirs = moveBy(rename(mine.graph, 'a', 'Theirs'), ['b'], { x: 80, y: 0 })
  const back = undone({ ...mine, graph: theirs })
  expect(back?.graph.nodes.map(({ name, position }) => [name, position.x])).toEqual([
    ['Theirs', 0],
    ['b', 80],
    ['c', 0],
  ])
})

test('what would connect a step that others took away is not undone', () => {
  const mine = made(begin(chain), { ...chain, edges: chain.edges.slice(0, 1) })
  expect(undone({ ...mine, graph: removeSteps(mine.graph, ['c'], { heal: false }) })).toBeUndefined()
})

const big = (at: number) => ({
  ...{ label: 'Pin “a”', at },
  beside: { kind: 'pin', nodeId: 'a', before: null, after: { output: 'x'.repeat(250_000), port: 'out' } } as const,
})

test('steps beside the graph that hold too much push out what is older, and nothing else does', () => {
  let { history } = made(begin(graphOf([step('a')], [])), graphOf([step('a'), step('b')], []))
  for (let at = 1; at <= 7; at += 1) history = noted(history, big(at))
  expect(history.past).toHaveLength(8)
  history = noted(history, big(8))
  expect(history.past.map(({ at }) => at)).toEqual([2, 3, 4, 5, 6, 7, 8])
})

test('what was done before and what has been done since hold no more together than one history does', () => {
  const before = [1, 2, 3, 4, 5].reduce((history: History, at) => noted(history, big(at)), NO_HISTORY)
  const since = [6, 7, 8, 9].reduce((history: History, at) => noted(history, big(at)), NO_HISTORY)
  expect(continued(before, since).past.map(({ at }) => at)).toEqual([3, 4, 5, 6, 7, 8, 9])
})
