import { expect, test } from 'vitest'
import { exactJson, parseExactJson } from './exact-json.ts'

// X Developer Platform, Twitter IDs (snowflake): 10765432100123456789 becomes 10765432100123458000 in JavaScript.
test.each([
  ['[10765432100123456789,-9007199254740993]', [10765432100123456789n, -9007199254740993n]],
  ['{"id":9007199254740991,"0123456789012345":1}', { id: 9007199254740991, '0123456789012345': 1 }],
  ['"10765432100123456789"', '10765432100123456789'],
  ['0.12345678901234567890', 0.12345678901234568],
])('%s keeps its whole numbers', (text, value) => {
  expect(parseExactJson(text)).toEqual({ ok: true, value })
})

test('they are written with all their digits', () => {
  expect(exactJson({ id: 10765432100123456789n, list: [1, 'a', null] })).toBe(
    '{"id":10765432100123456789,"list":[1,"a",null]}',
  )
})

// RFC 8259, section 6: a range may be set; 1E400 is its example of what is not interoperable.
test.each(['[1E400]', '-1e+309', `{"a":${'9'.repeat(400)}}`])('%s is more than a number can be', (text) => {
  expect(parseExactJson(text)).toEqual({ ok: false, problem: 'must have numbers up to 1.8e308' })
})

test('the largest double is not', () => {
  expect(parseExactJson('1.7976931348623157e308')).toEqual({ ok: true, value: Number.MAX_VALUE })
})

test('what is no JSON is told as ever', () => {
  expect(parseExactJson('[10765432100123456789')).toMatchObject({ ok: false })
})
