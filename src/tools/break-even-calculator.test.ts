import { expect, test } from 'vitest'
import { runTool } from '#src/sdk/run-tool.ts'
import { breakEvenCalculator } from './break-even-calculator.tool.ts'

const run = (input: Record<string, unknown>) => {
  const outcome = runTool(breakEvenCalculator, input)
  return outcome.ok ? outcome.outputs : outcome.error.details
}

test('a whole number of units is not rounded up', () => {
  // 0.3 / (0.4 − 0.3) is 3, where binary fractions give 3.0000000000000004.
  expect(run({ fixedCosts: 0.3, pricePerUnit: 0.4, variableCostPerUnit: 0.3 })).toMatchObject({
    units: 3,
    exactUnits: 3,
  })
})

test('the table leads from nothing sold to twice the units', () => {
  expect(run({ fixedCosts: 100, pricePerUnit: 30, variableCostPerUnit: 10 })).toMatchObject({
    units: 5,
    table: [
      { units: 0, revenue: 0, costs: 100, profit: -100 },
      { units: 3, revenue: 90, costs: 130, profit: -40 },
      { units: 5, revenue: 150, costs: 150, profit: 0 },
      { units: 8, revenue: 240, costs: 180, profit: 60 },
      { units: 10, revenue: 300, costs: 200, profit: 100 },
    ],
  })
})

test.each([
  [5, 5],
  [4, 5],
])('a price of %d at a cost of %d never breaks even', (pricePerUnit, variableCostPerUnit) => {
  expect(run({ fixedCosts: 1, pricePerUnit, variableCostPerUnit })).toEqual([
    {
      field: 'pricePerUnit',
      message:
        'Price per unit must be more than the variable cost per unit, or no number of units covers the fixed costs',
    },
  ])
})

test('a contribution of exactly 1.005 % is 1.01 %', () => {
  const input = { fixedCosts: 1000, pricePerUnit: 1000, variableCostPerUnit: 989.95 }
  expect(run(input)).toMatchObject({ contributionPercent: 1.01 })
})

test('more units than can be counted are refused where the price is given', () => {
  expect(run({ fixedCosts: 1000, pricePerUnit: 1e-306, variableCostPerUnit: 0 })).toEqual([
    {
      field: 'pricePerUnit',
      message: 'Price per unit must be further above the variable cost: it takes too many units to count',
    },
  ])
})
