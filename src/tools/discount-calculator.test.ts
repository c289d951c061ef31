import { expect, test } from 'vitest'
import { runTool } from '#src/sdk/run-tool.ts'
import { discountCalculator } from './discount-calculator.tool.ts'

const run = (input: Record<string, unknown>) => {
  const outcome = runTool(discountCalculator, input)
  if (!outcome.ok) throw new Error(outcome.error.message)
  return outcome.outputs
}

test('half a cent goes up where binary fractions would go down', () => {
  expect(run({ price: 10.05, discountPercent: 10 })).toMatchObject({ saved: 1.01, finalPrice: 9.04 })
  expect(run({ price: 1.005, discountPercent: 0 }).finalPrice).toBe(1.01)
})

test('a coupon takes off no more than there is', () => {
  expect(run({ price: 10, discountPercent: 50, coupon: 7, taxPercent: 20 })).toMatchObject({
    finalPrice: 0,
    saved: 10,
    savedPercent: 100,
  })
})

test('every step is told, and the last is what is paid', () => {
  const input = { price: 200, discountPercent: 25, secondPercent: 10, coupon: 5, taxPercent: 10, quantity: 2 }
  expect(run(input)).toMatchObject({
    finalPrice: 291.5,
    steps: [
      { step: 'Price', amount: 400, price: 400 },
      { step: 'Discount', amount: -100, price: 300 },
      { step: 'Second discount', amount: -30, price: 270 },
      { step: 'Coupon', amount: -5, price: 265 },
      { step: 'Tax', amount: 26.5, price: 291.5 },
    ],
  })
})

test('what costs nothing saves nothing', () => {
  expect(run({ price: 0 })).toMatchObject({ finalPrice: 0, saved: 0, savedPercent: 0 })
})

test.each([
  [{}, 'Price is required'],
  [{ price: -1 }, 'Price must be at least 0'],
  [{ price: 1, discountPercent: 101 }, 'Discount must be at most 100'],
])('%j is refused', (input, message) => {
  expect(runTool(discountCalculator, input)).toMatchObject({ ok: false, error: { message } })
})
