import fc from 'fast-check'
import { expect, test } from 'vitest'
import { poolOf, shareOut } from './pro-shares.ts'

test('creators get 70 %, rounded in their favour', () => {
  expect([0, 1, 99, 900, 999].map(poolOf)).toEqual([0, 1, 70, 630, 700])
})

test('cents that are left over go to the largest remainders', () => {
  const weights = [
    { creatorId: 'a', people: 1 },
    { creatorId: 'b', people: 1 },
    { creatorId: 'c', people: 4 },
    { creatorId: 'd', people: 0 },
  ]
  expect(shareOut(100, weights)).toEqual([
    { creatorId: 'a', amount: 17 },
    { creatorId: 'b', amount: 17 },
    { creatorId: 'c', amount: 66 },
  ])
  expect(shareOut(1, weights)).toEqual([{ creatorId: 'c', amount: 1 }])
  expect(shareOut(100, [])).toEqual([])
  expect(shareOut(0, weights)).toEqual([])
})

test('shares sum to the pool, are in proportion to a cent, and do not depend on the order', () => {
  const creators = fc.uniqueArray(fc.record({ creatorId: fc.uuid(), people: fc.integer({ min: 1, max: 1_000_000 }) }), {
    selector: ({ creatorId }) => creatorId,
    minLength: 1,
    maxLength: 30,
  })
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_000_000_000 }), creators, (pool, weights) => {
      const shares = shareOut(pool, weights)
      expect(shares.reduce((sum, { amount }) => sum + amount, 0)).toBe(pool)
      const total = weights.reduce((sum, { people }) => sum + people, 0)
      for (const { creatorId, people } of weights) {
        const amount = shares.find((share) => share.creatorId === creatorId)?.amount ?? 0
        expect(Math.abs(amount - (pool * people) / total)).toBeLessThan(1.000001)
      }
      expect(shareOut(pool, weights.toReversed())).toEqual(shares)
    }),
    { numRuns: 300 },
  )
})
