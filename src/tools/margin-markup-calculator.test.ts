import { expect, test } from 'vitest'
import { runTool } from '#src/sdk/run-tool.ts'
import { marginMarkupCalculator } from './margin-markup-calculator.tool.ts'

const run = (input: Record<string, unknown>) => {
  const outcome = runTool(marginMarkupCalculator, input)
  return outcome.ok ? outcome.outputs : outcome.error.details
}

test.each([
  [{ cost: 80, price: 100 }],
  [{ cost: 80, marginPercent: 20 }],
  [{ cost: 80, markupPercent: 25 }],
  [{ price: 100, marginPercent: 20 }],
  [{ price: 100, markupPercent: 25 }],
])('from %j everything else', (input) => {
  expect(run(input)).toMatchObject({ cost: 80, price: 100, profit: 20, marginPercent: 20, markupPercent: 25 })
})

test('thirds as exact as a number can be', () => {
  expect(run({ cost: 75, price: 100 })).toMatchObject({ markupPercent: 33.33333333333 })
})

test('a gift has no margin, and nothing that cost nothing a markup', () => {
  expect(run({ cost: 5, price: 0 })).toMatchObject({ profit: -5, markupPercent: -100 })
  expect(run({ cost: 5, price: 0 })).not.toHaveProperty('marginPercent')
  expect(run({ cost: 0, price: 5 })).toMatchObject({ profit: 5, marginPercent: 100 })
  expect(run({ cost: 0, price: 5 })).not.toHaveProperty('markupPercent')
})

test.each([
  [{}, 'cost', 'Cost is required, or the price instead'],
  [{ cost: 5 }, 'price', 'Price is required, or cost or price with margin or markup'],
  [{ cost: 5, marginPercent: 100 }, 'marginPercent', 'Margin must be less than 100 %'],
  [{ cost: 5, price: 6, marginPercent: 10 }, 'price', 'Price must be empty when cost and margin or markup are given'],
  [{ cost: 5, marginPercent: 5, markupPercent: 6 }, 'markupPercent', 'Markup must be empty when the margin is given'],
  [{ cost: -5, price: 6 }, 'cost', 'Cost must be at least 0'],
  [{ cost: 1e12, price: 1e-300 }, 'price', 'Price must be 0 or at least 0.000001'],
  [{ cost: 1e-300, price: 1 }, 'cost', 'Cost must be 0 or at least 0.000001'],
])('%j is refused', (input, field, message) => {
  expect(run(input)).toEqual([{ field, message }])
})

test('a margin of exactly 1.005 % is 1.01 % with two decimals', () => {
  expect(run({ cost: 989.95, price: 1000, decimals: '2' })).toMatchObject({ marginPercent: 1.01 })
})
