import { expect, test } from 'vitest'
import { addStepAt, nextFree } from './add.ts'
import { COLUMN, freePlace } from './boxes.ts'
import { connect, disconnect, reconnect, refusalOf, splice, targetsOf } from './connect.ts'
import { addFree, moveBy, moveSteps, removeSteps, rename, setDisabled } from './edit.ts'
import { edge, graphOf, kinds, step, wiring } from './graph.fixture.ts'
import { MAX_NODES } from './graph.schema.ts'

const graph = graphOf(
  [
    step('start', { type: 'start', name: 'Start' }),
    step('a', { name: 'A' }),
    step('loop', { type: 'loop', name: 'Loop' }),
    step('body', { name: 'Body' }),
    step('b', { name: 'B' }),
    step('end', { type: 'respond', name: 'Answer' }),
    step('note', { type: 'note', name: 'Remember' }),
    step('lone', { name: 'Lone' }),
  ],
  ['start a', 'a loop', 'loop.item body', 'loop.done b', 'b end'],
)

test.each([
  ['b nowhere', 'UNKNOWN_STEP', 'There is no step "nowhere" any more'],
  ['nowhere b', 'UNKNOWN_STEP', 'There is no step "nowhere" any more'],
  ['a a', 'ITSELF', '"A" cannot lead to itself'],
  ['a note', 'NOTE', '"Remember" is a note: it never runs, so nothing connects to it'],
  ['note a', 'NOTE', '"Remember" is a note: it never runs, so nothing connects to it'],
  ['a start', 'INTO_TRIGGER', '"Start" starts the workflow, so nothing can lead to it'],
  ['end lone', 'NO_WAY_OUT', '"Answer" ends the run, so nothing follows it'],
  ['a.true lone', 'UNKNOWN_PORT', '"A" has no way out called "true"'],
  ['b end', 'DUPLICATE', '"B" leads to "Answer" already'],
  ['b a', 'CYCLE', '"A" leads to "B", so the run would go round in a circle'],
  [
    'a body',
    'LOOP_BORDER',
    '"Body" would be in the loop "Loop", which only its own steps lead into, and "A" is none of them',
  ],
  [
    'body b',
    'LOOP_BORDER',
    '"B" would be in the loop "Loop", which only its own steps lead into, and "Loop" is none of them',
  ],
])('%s is refused: %s', (text, code, message) => {
  const outcome = connect(graph, edge(text), kinds)
  expect(outcome).toEqual({ graph, refusal: { code, message } })
  expect(outcome.graph).toBe(graph)
})

test('what may be connected is, and can be taken away again', () => {
  for (const text of ['body lone', 'a b', 'loop.item lone', 'lone b']) {
    const { graph: connected, refusal } = connect(graph, edge(text), kinds)
    expect(refusal).toBeUndefined()
    expect(wiring(connected)).toEqual([...wiring(graph), text].toSorted())
    expect(disconnect(connected, edge(text))).toEqual(graph)
  }
  expect(disconnect(graph, edge('a b'))).toBe(graph)
})

test('only what would be accepted is offered', () => {
  expect(targetsOf(graph, 'a', 'out', kinds).map(({ id }) => id)).toEqual(['b', 'end', 'lone'])
  expect(targetsOf(graph, 'end', 'out', kinds)).toEqual([])
})

test('a connection is led elsewhere, or stays as it is', () => {
  expect(wiring(reconnect(graph, edge('b end'), edge('b lone'), kinds).graph)).toContain('b lone')
  expect(reconnect(graph, edge('b end'), edge('b a'), kinds)).toMatchObject({ graph, refusal: { code: 'CYCLE' } })
  expect(reconnect(graph, edge('a end'), edge('a b'), kinds).refusal?.message).toBe('This connection is gone')
  expect(reconnect(graph, edge('b end'), edge('b end'), kinds)).toEqual({ graph })
})

test('a step is put on a connection', () => {
  expect(wiring(splice(graph, 'lone', edge('start a'), kinds).graph)).toEqual([
    'a loop',
    'b end',
    'lone a',
    'loop.done b',
    'loop.item body',
    'start lone',
  ])
  expect(splice(graph, 'end', edge('start a'), kinds).refusal?.code).toBe('NO_WAY_OUT')
  expect(splice(graph, 'b', edge('start a'), kinds).refusal?.code).toBe('CYCLE')
  expect(splice(graph, 'lone', edge('a b'), kinds).refusal?.message).toBe('This connection is gone')
})

test('a step that is added is wired to where it was added', () => {
  const add = (spot: Parameters<typeof addStepAt>[2], type = 'set') =>
    addStepAt(graph, step('x', { type, name: 'X' }), spot, kinds)
  const gained = (text: string[], lost: string[] = []) =>
    [...wiring(graph).filter((one) => !lost.includes(one)), ...text].toSorted()
  expect(wiring(add({ after: 'a' }).graph)).toEqual(gained(['a x', 'x loop'], ['a loop']))
  expect(wiring(add({ after: 'lone' }).graph)).toEqual(gained(['lone x']))
  expect(wiring(add({ on: edge('a loop') }, 'loop').graph)).toEqual(gained(['a x', 'x.done loop'], ['a loop']))
  expect(wiring(add({ at: { x: 0, y: 0 }, from: 'body', port: 'out' }, 'respond').graph)).toEqual(gained(['body x']))
  expect(wiring(add({ at: { x: 0, y: 0 }, to: 'lone' }).graph)).toEqual(gained(['x lone']))
  expect(wiring(add({ at: { x: 0, y: 0 }, to: 'lone' }, 'loop').graph)).toEqual(gained(['x.done lone']))
  expect(wiring(add({ at: { x: 0, y: 0 }, to: 'lone' }, 'start').graph)).toEqual(gained(['x lone']))
  expect(wiring(add({ after: 'a' }, 'note').graph)).toEqual(wiring(graph))
  expect(add({ at: { x: 0, y: 0 }, to: 'body' }).refusal?.code).toBe('LOOP_BORDER')
  expect(add({ at: { x: 0, y: 0 }, to: 'lone' }, 'respond').refusal?.code).toBe('NO_WAY_OUT')
  expect(add({ after: 'end' }).refusal?.code).toBe('NO_WAY_OUT')
  expect(add({ after: 'a' }, 'respond').refusal?.message).toBe('"X" ends the run, so it cannot stand between two steps')
  expect(add({ at: { x: 0, y: 0 }, from: 'body', port: 'out' }, 'start').refusal?.code).toBe('INTO_TRIGGER')
})

test('of two steps on one way out only the one that was pointed at moves behind the new step', () => {
  const fork = graphOf(['a', 'b', 'c'], ['a b', 'a c'])
  expect(wiring(addStepAt(fork, step('x'), { on: edge('a c') }, kinds).graph)).toEqual(['a b', 'a x', 'x c'])
})

test('no more steps than a workflow may have', () => {
  const full = graphOf(Array.from({ length: MAX_NODES }, (_, at) => step(`s${at}`)))
  expect(addStepAt(full, step('x'), { at: { x: 0, y: 0 } }, kinds).refusal).toEqual({
    code: 'TOO_MANY',
    message: 'A workflow has at most 1,000 steps',
  })
})

test('a new step covers no other, and a step between two pushes on what follows', () => {
  const pair = graphOf(['a', step('b', { position: { x: COLUMN, y: 0 } })], ['a b'])
  const { nodes } = addStepAt(pair, step('x'), { after: 'a' }, kinds).graph
  expect(nodes.map(({ id, position }) => [id, position.x, position.y])).toEqual([
    ['a', 0, 0],
    ['b', 2 * COLUMN, 0],
    ['x', COLUMN, 0],
  ])
  expect(freePlace(pair, { x: 3, y: 5 })).toEqual({ x: 0, y: 120 })
  expect(addFree(pair, step('x'), { x: 900, y: 44 }).nodes[2]?.position).toEqual({ x: 904, y: 48 })
  expect(nextFree(pair)).toEqual({ x: COLUMN + 240 + COLUMN / 4, y: 0 })
})

test('steps move onto the raster, together', () => {
  const moved = moveBy(graphOf(['a', step('b', { position: { x: 80, y: 16 } })]), ['a', 'b'], { x: 13, y: -3 })
  expect(moved.nodes.map(({ position }) => position)).toEqual([
    { x: 16, y: 0 },
    { x: 96, y: 16 },
  ])
  expect(moveSteps(moved, new Map([['a', { x: 15, y: 1 }]]))).toBe(moved)
})

test('a label, being passed by, and being taken out', () => {
  const pair = graphOf(['a', 'b', 'c'], ['a b', 'b c'])
  expect(rename(pair, 'b', '  Fetch ').nodes[1]).toMatchObject({ name: 'Fetch', key: 'b' })
  expect(rename(pair, 'b', ' ')).toBe(pair)
  expect(setDisabled(pair, ['a', 'c'], true).nodes.map(({ disabled }) => disabled)).toEqual([true, false, true])
  expect(setDisabled(pair, ['a'], false)).toBe(pair)
  expect(wiring(removeSteps(pair, ['b'], { heal: true }))).toEqual(['a c'])
  expect(wiring(removeSteps(pair, ['b'], { heal: false }))).toEqual([])
  expect(removeSteps(pair, ['x'], { heal: false })).toBe(pair)
  expect(refusalOf(pair, edge('c a'), kinds)?.code).toBe('CYCLE')
})
