import { expect, test } from 'vitest'
import { passingPort, type Visited, visitOf } from './readiness.ts'

const node = (changes: Partial<Visited>): Visited => ({ isStart: false, disabled: false, incoming: [], ...changes })
const fromTrue = { from: 0, port: 'true' }
const fromOut = { from: 1, port: 'out' }

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
])('%s', (_title, visited, taken, expected) => {
  expect(visitOf(visited, taken)).toBe(expected)
})

test.each([
  [['out'], 'out'],
  [['true', 'false'], 'true'],
  [['error', 'out'], 'out'],
  [[], undefined],
])('a disabled node with the ports %j is left by %s', (ports, expected) => {
  expect(passingPort(ports)).toBe(expected)
})
