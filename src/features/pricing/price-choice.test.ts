import { expect, test } from 'vitest'
import { choiceOf, priceProblem, pricingOf, splitOf } from './price-choice.ts'

test.each([
  ['0.98', 'Minimum price is $0.99'],
  ['0.99', undefined],
  ['10000', undefined],
  ['10000.01', 'Maximum price is $10,000'],
  ['nine', 'Enter a price in dollars, such as 9.99'],
])('what is wrong with %o', (text, problem) => {
  expect(priceProblem(text)).toBe(problem)
})

test('each choice is sent as the shop knows it, and read back as that choice', () => {
  const sent = (['free', 'pro', 'one_time'] as const).map((choice) => pricingOf(choice, '9.99'))
  expect(sent).toEqual([
    { pricingModel: 'free', price: 0, licenseType: 'personal', accessTier: 'free' },
    { pricingModel: 'subscription', price: 0, licenseType: 'personal', accessTier: 'pro' },
    { pricingModel: 'one_time', price: 999, licenseType: 'personal', accessTier: 'free' },
  ])
  expect(sent.map(choiceOf)).toEqual(['free', 'pro', 'one_time'])
})

test.each([
  [999, { creator: 700, platform: 299, fee: 59, left: 240 }],
  [99, { creator: 70, platform: 29, fee: 33, left: -4 }],
  [1000, { creator: 700, platform: 300, fee: 59, left: 241 }],
])('a sale of %i cents is split, and the fee comes out of our share', (price, split) => {
  expect(splitOf(price)).toEqual(split)
})
