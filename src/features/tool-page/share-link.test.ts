import { expect, test } from 'vitest'
import type { Json } from '#src/sdk/json.ts'
import { fromHash, MAX_INPUT_BYTES, toHash } from './share-link.ts'

test('the hash is the base64url of the JSON (RFC 4648, section 5)', () => {
  expect(toHash({ bill: 84.5 })).toBe('#in=eyJiaWxsIjo4NC41fQ')
  expect(toHash({ a: '~~~' })).toBe('#in=eyJhIjoifn5-In0')
})

const SHARED: Record<string, Json>[] = [
  {},
  { bill: 84.5, people: 3, tipOnTax: true },
  { text: 'naïve – 日本語 👩‍🔬 "quotes" \n\t <b>&' },
  { flags: ['g', 'i'] },
  { __proto__x: 'y', constructor: 'z' },
]
test.each(SHARED.map((inputs) => [inputs] as const))('inputs come back as they went: %j', (inputs) => {
  expect(fromHash(toHash(inputs) ?? '')).toEqual(inputs)
})

test.each(['', '#', '#top', '#input'])('no such link: %j', (hash) => {
  expect(fromHash(hash)).toBeUndefined()
})

test.each(['#in=', '#in=%%%', '#in=AAAA', '#in=W10', '#in=bnVsbA', '#in=_w', '#in=eyJiaWxsIjo4NC4'])(
  'a damaged link is known as such: %j',
  (hash) => {
    expect(fromHash(hash)).toBe('damaged')
  },
)

test('what is more than 50 kB has no link', () => {
  const around = '{"t":""}'.length
  expect(toHash({ t: 'x'.repeat(MAX_INPUT_BYTES - around) })).toBeDefined()
  expect(toHash({ t: 'x'.repeat(MAX_INPUT_BYTES - around + 1) })).toBeUndefined()
  expect(toHash({ t: 'ü'.repeat(MAX_INPUT_BYTES / 2) })).toBeUndefined()
})
