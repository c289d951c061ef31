import { expect, test } from 'vitest'
import { runExpressions } from '#src/sandbox/run-expressions.ts'
import { LIMITS } from '#src/sdk/sandbox-limits.ts'
import { messageWithoutInputs, shapeOf } from './failure-sample.ts'

const OPERATOR = 'total: an operator does not work with such values (at character 1).'
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
    'total: input has no field "rate" (at character 7). It has: alice@example.com, area.',
    'total: there is no such field (at character 7).',
  ],
  [
    'total: There is no time zone ADA LOVELACE (at character 99).…hunter2 (at character 3).',
    'total: there is no such time zone.',
  ],
  ['total: There is no time zone Ada', 'total: there is no such time zone.'],
  ['total: "-" does not work between text and a number (at character 1).', OPERATOR],
  ['total: division by zero (at character 12).', 'total: division by zero (at character 12).'],
  ['total: "Ada Lovelace" is no number (at character 3).', 'total: the expression has no value (at character 3).'],
  ['somebody said 4711', 'the expression has no value.'],
])('of expressions, %j is %j', (message, expected) => {
  const program = { outputs: { total: 'input.rate * 12 + input["rate"]' } }
  expect(messageWithoutInputs({ message, input: {}, program })).toBe(expected)
})

test.each([
  ['the names in an object', { data: { 'alice@example.com': 1 } }, 'string(input.data.rate)'],
  [
    'what an expression made of it',
    { who: 'Ada Lovelace' },
    'timestamp("2026-01-01T00:00:00Z").getFullYear(input.who)',
  ],
])('the engine itself tells %s, and none of it is kept', (_, input, total) => {
  const outcome = runExpressions({ outputs: { total }, input, limits: LIMITS })
  const message = outcome.ok ? '' : outcome.error.message
  expect(message).toMatch(/alice@example.com|Ada Lovelace/)
  const kept = messageWithoutInputs({ message, input: {}, program: { outputs: { total } } })
  expect(kept).toMatch(/^total: there is no such (?:field|time zone) \(at character \d+\)\.$/)
})

test('what a database refuses is replaced, and no half of a sign is left at the end', () => {
  const program = { source: "throw new Error('odd \0 \ud83d signs \ud83d')" }
  const message = 'odd \0 \ud83d signs \ud83d'
  expect(messageWithoutInputs({ message, input: {}, program })).toBe('odd \ufffd \ufffd signs ')
  expect(shapeOf({ 'a\0\udc00b': null }, () => false)).toEqual([
    { name: 'a\ufffd\ufffdb', type: 'nothing', size: null },
  ])
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
