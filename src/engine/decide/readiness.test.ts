import { expect, test } from 'vitest'
import { arrivalsOf, passingPort, type Visited, visitOf } from './readiness.ts'

const node = (changes: Partial<Visited>): Visited => ({
  ...{ isStart: false, disabled: false, join: 'any', incoming: [] },
  ...changes,
})
const fromTrue = { from: 0, port: 'true' }
const fromOut = { from: 1, port: 'out' }
const three = [{ from: 0, port: 'out' }, fromOut, { from: 2, port: 'out' }]

test.each([
  ['a start runs', node({ isStart: true }), [], 'run'],
  ['a disabled start is passed', node({ isStart: true, disabled: true }), [], 'pass'],
  ['nothing leads here', node({}), [], 'skip'],
  ['the port was taken', node({ incoming: [fromTrue] }), ['true'], 'run'],
  ['the other port was taken', node({ incoming: [fromTrue] }), ['false'], 'skip'],
  ['the source was skipped', node({ incoming: [fromTrue] }), [undefined], 'skip'],
  ['one of two was taken', node({ incoming: [fromTrue, fromOut] }), ['false', 'out'], 'run'],
  ['none of two was taken', node({ incoming: [fromTrue, fromOut] }), ['false', undefined], 'skip'],
  ['a disabled node that is reached', node({ disabled: true, incoming: [fromOut] }), ['true', 'out'], 'pass'],
  ['a disabled node that is not reached', node({ disabled: true, incoming: [fromOut] }), ['true', undefined], 'skip'],
  ['all of three', node({ join: 'all', incoming: three }), ['out', 'out', 'out'], 'run'],
  ['two of three where all are needed', node({ join: 'all', incoming: three }), ['out', 'out', undefined], 'skip'],
  ['two of three where two are needed', node({ join: 2, incoming: three }), ['out', undefined, 'out'], 'run'],
  ['one of three where two are needed', node({ join: 2, incoming: three }), ['out', 'error', undefined], 'skip'],
  ['more needed than there are', node({ join: 4, incoming: three }), ['out', 'out', 'out'], 'skip'],
  ['none needed is one needed', node({ join: 0, incoming: three }), [undefined, undefined, undefined], 'skip'],
  [
    'both ways of one source count once',
    node({ join: 'all', incoming: [fromTrue, { from: 0, port: 'false' }] }),
    ['true'],
    'run',
  ],
  ['one edge twice counts once', node({ join: 2, incoming: [fromOut, fromOut] }), [undefined, 'out'], 'skip'],
  ['all of none', node({ join: 'all' }), [], 'skip'],
  ['a start waits for nobody', node({ isStart: true, join: 'all', incoming: three }), [], 'run'],
  ['a disabled node waits for nobody', node({ disabled: true, join: 'all', incoming: three }), ['out'], 'pass'],
] as const)('%s', (_title, visited, taken, expected) => {
  expect(visitOf(visited, taken)).toBe(expected)
})

test.each([
  [['out'], 'out'],
  [['true', 'false'], 'true'],
  [['error', 'out'], 'out'],
  [['a', 'otherwise'], 'otherwise'],
  [[], undefined],
])('a disabled node with the ports %j is left by %s', (ports, expected) => {
  expect(passingPort(ports)).toBe(expected)
})

test('those that led here are named once each, in their order', () => {
  const incoming = [{ from: 2, port: 'out' }, fromOut, { from: 2, port: 'out' }, fromTrue]
  expect(arrivalsOf({ incoming }, ['false', 'out', 'out'])).toEqual([1, 2])
})
