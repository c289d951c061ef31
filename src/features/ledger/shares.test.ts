import fc from 'fast-check'
import { expect, test } from 'vitest'
import { creatorDue, creatorPart, sharesOf } from './shares.ts'

test.each([
  // Rounding the platform's share half-up would leave 69 of 99, below the promise.
  { gross: 99, creator: 70, platform: 29 },
  { gross: 999, creator: 700, platform: 299 },
  { gross: 1000, creator: 700, platform: 300 },
  { gross: 111, creator: 78, platform: 33 },
])('of $gross cents the creator gets $creator', ({ gross, creator, platform }) => {
  expect(sharesOf(gross)).toEqual({ creator, platform })
})

test('a share is never below 70 %, and both parts are the whole', () => {
  fc.assert(
    fc.property(fc.integer({ min: 99, max: 1_000_000 }), (gross) => {
      const { creator, platform } = sharesOf(gross)
      return creator * 10 >= gross * 7 && creator + platform === gross && platform >= 0
    }),
  )
})

test('three refunds of a third take the whole share of the creator, not a cent less', () => {
  const sale = { amount: 999, creatorShare: 700 }
  const parts = [0, 333, 666].map((claimed) => creatorPart({ ...sale, claimed }, 333))
  expect(parts).toEqual([233, 233, 234])
})

test('333, 333 and 334 of a thousand take 650 of 650', () => {
  const sale = { amount: 1000, creatorShare: 650 }
  expect([creatorPart({ ...sale, claimed: 0 }, 333), creatorPart({ ...sale, claimed: 333 }, 333)]).toEqual([216, 216])
  expect(creatorPart({ ...sale, claimed: 666 }, 334)).toBe(218)
})

test('who claims more than was paid takes nothing more from the creator', () => {
  expect(creatorDue({ amount: 999, creatorShare: 700, claimed: 1998 })).toBe(700)
})

test('any split of a full refund gives back exactly both shares', () => {
  const splits = fc.integer({ min: 99, max: 100_000 }).chain((amount) =>
    fc.record({
      amount: fc.constant(amount),
      cuts: fc.array(fc.integer({ min: 0, max: amount }), { maxLength: 8 }),
    }),
  )
  fc.assert(
    fc.property(splits, ({ amount, cuts }) => {
      const creatorShare = sharesOf(amount).creator
      const marks = [0, ...cuts.toSorted((a, b) => a - b), amount]
      const parts = marks
        .slice(1)
        .map((to, at) => creatorPart({ amount, creatorShare, claimed: marks[at] ?? 0 }, to - (marks[at] ?? 0)))
      expect(parts.reduce((sum, part) => sum + part, 0)).toBe(creatorShare)
    }),
  )
})
