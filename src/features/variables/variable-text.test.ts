import { expect, test } from 'vitest'
import { readVariable, variableText } from './variable-text.ts'

test.each([
  ['string', ' a ', { kind: 'string', value: ' a ' }],
  ['number', ' -1.5e3 ', { kind: 'number', value: -1500 }],
  ['number', '', 'This is not a number'],
  ['number', '1,5', 'This is not a number'],
  ['number', 'Infinity', 'This is not a number'],
  ['boolean', 'true', { kind: 'boolean', value: true }],
  ['boolean', 'false', { kind: 'boolean', value: false }],
  ['json', '{"a": [1]}', { kind: 'json', value: { a: [1] } }],
] as const)('%s %j is %j', (kind, text, expected) => {
  expect(readVariable(kind, text)).toEqual(expected)
})

test('what is no JSON is told why', () => {
  expect(readVariable('json', '{a}')).toMatch(/^The value must be JSON: /)
})

test('a value is written as it is read', () => {
  for (const value of [{ a: [1, null] }, 'x', true])
    expect(readVariable('json', variableText('json', value))).toEqual({ kind: 'json', value })
  expect(variableText('number', 0.1)).toBe('0.1')
})
