import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fnv1a, randomBelow, seededBytes, shuffle, xorshift32 } from './random.ts'

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

test('a seed gives the same bytes again, another one others', () => {
  const [one, same, other] = [seededBytes('a'), seededBytes('a'), seededBytes('b')]
  expect([...one(8)]).toEqual([...same(8)])
  expect([...seededBytes('a')(8)]).not.toEqual([...other(8)])
})

test('numbers below a limit are drawn again where they would favour some', () => {
  // 2^32 mod 3 = 1: the one largest draw is refused.
  const draws = [0xffffffff, 5]
  const randomBytes = () => {
    const bytes = new Uint8Array(4)
    new DataView(bytes.buffer).setUint32(0, draws.shift() ?? 0)
    return bytes
  }
  expect(randomBelow(3, randomBytes)).toBe(2)
  expect(draws).toEqual([])
})

// Chi-squared with 5 degrees of freedom: 20.52 is passed by chance in 1 of 1,000 (NIST/SEMATECH e-Handbook, 1.3.6.7.4).
test('a seeded die is fair', () => {
  const bytes = seededBytes('die')
  const counts = [0, 0, 0, 0, 0, 0]
  for (let i = 0; i < 60_000; i++) {
    const face = randomBelow(6, bytes)
    counts[face] = (counts[face] ?? 0) + 1
  }
  expect(counts.reduce((sum, count) => sum + (count - 10_000) ** 2 / 10_000, 0)).toBeLessThan(20.52)
})

test.each([0, -1, Number.NaN, 2 ** 32 + 1])('below %d nothing is drawn', (limit) => {
  expect(() => randomBelow(limit, seededBytes('a'))).toThrow(RangeError)
})
