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

test('what is no JSON is told as ever', () => {
  expect(parseExactJson('[10765432100123456789')).toMatchObject({ ok: false })
})
