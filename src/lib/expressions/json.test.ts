import { expect, test } from 'vitest'
import { createExpressions } from './expressions.ts'
import { matchesLinearly } from './linear-regexp.node.ts'

const expressions = createExpressions({ matches: matchesLinearly })
const evaluate = (source: string) => expressions.compile(source).evaluate({ trigger: { a: 1 } })

test.each([
  ['9007199254740991', 9007199254740991],
  ['-9007199254740991', -9007199254740991],
  ['uint(3)', 3],
  ['b"hello"', 'aGVsbG8='],
  ['trigger.?a', 1],
  ['trigger.?b', null],
  ['{"a": [1.5, duration("1s")], 2: true}', { a: [1.5, 1], '2': true }],
  ['[timestamp(1), null]', ['1970-01-01T00:00:01.000Z', null]],
])('%s becomes JSON', (source, result) => {
  expect(evaluate(source)).toEqual(result)
})

test.each([
  ['9007199254740992', 'The integer 9007199254740992 is outside ±2^53'],
  ['1.0 / 0', 'The result is not a finite number'],
  ['[double("nan")]', 'The result is not a finite number'],
  ['type(1)', 'The result is a type or a function'],
  ['math', 'The result is a type or a function'],
])('%s has no JSON form', (source, message) => {
  expect(() => evaluate(source)).toThrow(expect.objectContaining({ code: 'RESULT_NOT_JSON' }))
  expect(() => evaluate(source)).toThrow(message)
})
