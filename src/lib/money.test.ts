import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fromCents, splitCents, toCents, upToWholeUnit } from './money.ts'
import { fromNumber } from './rational.ts'

test('half a cent goes up', () => {
  expect(toCents(fromNumber(1.575))).toBe(158n)
  expect(toCents(fromNumber(1.005))).toBe(101n)
  expect(fromCents(158n)).toBe(1.58)
})

test('the next whole unit', () => {
  expect([0n, 1n, 100n, 101n].map(upToWholeUnit)).toEqual([0n, 100n, 100n, 200n])
})

test.each([
  [10_000n, 3, [3333n, 3333n, 3334n]],
  [10_000n, 6, [1667n, 1667n, 1667n, 1667n, 1667n, 1665n]],
  [5n, 10, [0n, 0n, 0n, 0n, 0n, 0n, 0n, 0n, 0n, 5n]],
  [0n, 2, [0n, 0n]],
  [7n, 1, [7n]],
])('%d cents for %d', (total, people, shares) => {
  expect(splitCents(total, people)).toEqual(shares)
})

test('shares sum to the total, nobody is paid, and all but the last are equal', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 14n }), fc.integer({ min: 1, max: 100 }), (total, people) => {
      const shares = splitCents(total, people)
      expect(shares).toHaveLength(people)
      expect(shares.reduce((sum, share) => sum + share, 0n)).toBe(total)
      expect(shares.every((share) => share >= 0n)).toBe(true)
      expect(new Set(shares.slice(0, -1)).size).toBeLessThanOrEqual(1)
    }),
  )
})
