import fc from 'fast-check'
import { expect, test } from 'vitest'
import { taxDue, taxed, taxPart } from './tax.ts'

const rates = new Map([
  ['DE', 19_000],
  ['US', 8875],
  ['CH', 8100],
])

test.each([
  [999, 'DE', { amount: 1189, tax: 190, taxRate: 'DE 19 %' }],
  // 999 × 8.875 % = 88.66…
  [999, 'US', { amount: 1088, tax: 89, taxRate: 'US 8.875 %' }],
  // 50 × 19 % = 9.5: half a cent is rounded up.
  [50, 'DE', { amount: 60, tax: 10, taxRate: 'DE 19 %' }],
  [999, 'FR', { amount: 999, tax: 0, taxRate: '' }],
  [999, null, { amount: 999, tax: 0, taxRate: '' }],
  [0, 'DE', { amount: 0, tax: 0, taxRate: '' }],
])('%s cents in %s', (price, country, expected) => {
  expect(taxed(price, country, rates)).toEqual(expected)
})

test('a full refund gives all of the tax back, however it is split', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 50, max: 1_000_000 }),
      fc.constantFrom('DE', 'US', 'CH'),
      fc.array(fc.integer({ min: 1, max: 400_000 }), { maxLength: 8 }),
      (price, country, wanted) => {
        const { amount, tax } = taxed(price, country, rates)
        let claimed = 0
        let back = 0
        for (const more of [...wanted, amount]) {
          const part = taxPart({ amount, tax, claimed }, Math.min(more, amount - claimed))
          claimed += Math.min(more, amount - claimed)
          back += part
        }
        expect(back).toBe(tax)
        expect(taxDue({ amount, tax, claimed: amount + 1 })).toBe(tax)
      },
    ),
  )
})
