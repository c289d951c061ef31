import { expect, test } from 'vitest'
import { messageWithoutInputs, shapeOf } from './failure-sample.ts'

const source = [
  'function run({ unit, secret }) {',
  "  if (unit === 'mile') throw new RangeError(`No factor for \x24{unit} yet`)",
  '  if (!unit) throw new Error("Rate must be positive")',
  "  throw new Error('Unknown unit: ' + unit)",
  '}',
].join('\n')

test.each([
  ['Rate must be positive', {}, 'Rate must be positive'],
  ['Unknown unit: parsec', { unit: 'parsec' }, 'Unknown unit: …'],
  ['RangeError: No factor for mile yet', { unit: 'mile' }, 'RangeError: No factor for … yet'],
  // In disguise, and as a whole message.
  ['Unknown unit: cHdkIGh1bnRlcjI=', { secret: 'pwd hunter2' }, 'Unknown unit: …'],
  ['hunter2', { secret: 'hunter2' }, '…'],
  ['mile', { unit: 'mile' }, '…'],
  ['unknown unit', { unit: 'unit' }, '…'],
  ['Unknown unit: x', { unit: 'UNIT' }, 'Unknown …: …'],
  ["TypeError: cannot read property 'hunter2' of undefined", {}, "TypeError: cannot read property '…' of undefined"],
  ['ReferenceError: nope is not defined', {}, 'ReferenceError: … is not defined'],
  ['TypeError: not a function', { n: 1 }, 'TypeError: not a function'],
])('of code, %j with %j is %j', (message, input, expected) => {
  expect(messageWithoutInputs({ message, input, program: { source } })).toBe(expected)
})

test.each([
  [
    'total: input has no field "rate" (at character 7). It has: area.',
    { area: 3 },
    'total: input has no field "rate" (at character 7). It has: area.',
  ],
  [
    'total: "Ada Lovelace" is no number (at character 3).',
    { who: 'ada lovelace' },
    'total: "…" is no number (at character 3).',
  ],
  ['total: "ADA" is no number', { who: 'ada', list: [{ deep: 'number' }] }, 'total: "…" is no …'],
  ['total: 4711 is not among 12', { n: 4711 }, 'total: … is not among 12'],
])('of expressions, %j with %j is %j', (message, input, expected) => {
  const program = { outputs: { total: 'input.rate * 12 + input["rate"]' } }
  expect(messageWithoutInputs({ message, input, program })).toBe(expected)
})

test('of inputs there are names, kinds and sizes, and of a secret no size', () => {
  const input = { text: 'hunter2', n: 42, yes: true, list: [1, 2], object: { a: 1 }, none: null, password: 'x' }
  expect(shapeOf(input, (name) => name === 'password')).toEqual([
    { name: 'text', type: 'text', size: 7 },
    { name: 'n', type: 'number', size: null },
    { name: 'yes', type: 'boolean', size: null },
    { name: 'list', type: 'list', size: 2 },
    { name: 'object', type: 'object', size: 1 },
    { name: 'none', type: 'nothing', size: null },
    { name: 'password', type: 'text', size: null },
  ])
})

test('a long source of quotes without an end is read at once', () => {
  const began = performance.now()
  for (const sign of ['\\"', "\\'", '\\`', '"', '`', '\\'])
    messageWithoutInputs({ message: 'x', input: {}, program: { source: sign.repeat(100_000 / sign.length) } })
  expect(performance.now() - began).toBeLessThan(2000)
})
