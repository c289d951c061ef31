import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fnv1a, shuffle, xorshift32 } from './random.ts'

// Fowler, Noll, Vo: the published test vectors of the 32-bit FNV-1a.
test.each([
  ['', 0x811c9dc5],
  ['a', 0xe40c292c],
  ['foobar', 0xbf9cf968],
])('fnv1a(%j)', (text, hash) => {
  expect(fnv1a(text)).toBe(hash)
})

// Marsaglia, Xorshift RNGs (2003), section 3: the first number after 2463534242.
test('xorshift32', () => {
  expect(xorshift32(2463534242).next().value).toBe(723471715)
})

test('a seed gives one order, another seed another', () => {
  const items = Array.from({ length: 20 }, (_, index) => index)
  expect(shuffle(items, 'a')).toEqual(shuffle(items, 'a'))
  expect(shuffle(items, 'a')).not.toEqual(shuffle(items, 'b'))
})

test('shuffling keeps every item', () => {
  fc.assert(
    fc.property(fc.array(fc.integer()), fc.string(), (items, seed) => {
      expect(shuffle(items, seed).toSorted((a, b) => a - b)).toEqual(items.toSorted((a, b) => a - b))
    }),
  )
})
