import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sharesOf } from '#src/features/ledger/shares.ts'
import { isTooLittle, priceAfter } from './coupon-price.ts'

const percent = (of: number) => ({ percent: of, centsOff: null })
const centsOff = (of: number) => ({ percent: null, centsOff: of })

test.each([
  [999, percent(20), 799],
  [999, percent(1), 989],
  [999, percent(50), 499],
  [999, percent(100), 0],
  [999, centsOff(300), 699],
  [999, centsOff(999), 0],
  [999, centsOff(5000), 0],
])('%i cents with %o leave %i', (price, off, left) => expect(priceAfter(price, off)).toBe(left))

test('from 1 to 49 cents nothing can be charged', () => {
  expect([0, 1, 49, 50].map(isTooLittle)).toEqual([false, true, true, false])
})

test('no price and no coupon makes more than the price, less than nothing, or a creator less than 70 % of what is paid', () => {
  const off = fc.oneof(
    fc.integer({ min: 1, max: 100 }).map(percent),
    fc.integer({ min: 1, max: 1_000_000 }).map(centsOff),
  )
  fc.assert(
    fc.property(fc.integer({ min: 99, max: 1_000_000 }), off, (price, coupon) => {
      const left = priceAfter(price, coupon)
      expect(left).toBeGreaterThanOrEqual(0)
      expect(left).toBeLessThan(price)
      // The buyer saves at least what was promised.
      if (coupon.percent !== null) expect((price - left) * 100).toBeGreaterThanOrEqual(price * coupon.percent)
      const { creator, platform } = sharesOf(left)
      expect(creator + platform).toBe(left)
      expect(creator * 10).toBeGreaterThanOrEqual(left * 7)
    }),
  )
})
