import { expect, test } from 'vitest'
import { centsIn, dollars, priceText } from './price-text.ts'

test.each([
  [999, '$9.99'],
  [99, '$0.99'],
  [5, '$0.05'],
  [0, '$0.00'],
  [1_000_000, '$10000.00'],
  [-120, '−$1.20'],
])('%i cents are %s', (cents, text) => {
  expect(dollars(cents)).toBe(text)
})

test.each([
  ['free', 'free', 0, 'Free'],
  ['free', 'one_time', 999, '$9.99'],
  ['pro', 'subscription', 900, '$9.00/mo'],
  ['pro', 'subscription', 0, undefined],
] as const)('a %s tool that is %s at %i cents says %s', (accessTier, pricingModel, price, text) => {
  expect(priceText({ accessTier, pricing: { pricingModel, price } })).toBe(text)
})

test.each([
  ['9.99', 999],
  [' $9.99 ', 999],
  ['9,5', 950],
  ['10', 1000],
  ['0.05', 5],
  ['9.999', undefined],
  ['-1', undefined],
  ['free', undefined],
  ['', undefined],
  ['1e3', undefined],
])('%o is %o cents', (text, cents) => {
  expect(centsIn(text)).toBe(cents)
})
