import { expect, test } from 'vitest'
import { runTool } from '#src/sdk/run-tool.ts'
import { depreciationCalculator } from './depreciation-calculator.tool.ts'

const run = (input: Record<string, unknown>) => {
  const outcome = runTool(depreciationCalculator, input)
  return outcome.ok ? outcome.outputs : outcome.error.details
}

// Microsoft Excel, DDB and SYD functions.
test.each([
  ['=DDB(2400, 300, 120, 1, 2)', { method: 'double-declining', cost: 2400, salvage: 300, life: 120, period: 1 }, 40],
  ['=DDB(2400, 300, 10, 1, 2)', { method: 'double-declining', cost: 2400, salvage: 300, life: 10, period: 1 }, 480],
  ['=SYD(30000, 7500, 10, 10)', { method: 'sum-of-years', cost: 30_000, salvage: 7500, life: 10, period: 10 }, 409.09],
])('%s', (_, input, depreciation) => {
  expect(run(input)).toMatchObject({ depreciation })
})

test('the whole life in a table', () => {
  expect(run({ method: 'sum-of-years', cost: 700, salvage: 100, life: 3, period: 2 })).toMatchObject({
    depreciation: 200,
    accumulated: 500,
    bookValue: 200,
    periods: [
      { period: 1, depreciation: 300, accumulated: 300, bookValue: 400 },
      { period: 2, depreciation: 200, accumulated: 500, bookValue: 200 },
      { period: 3, depreciation: 100, accumulated: 600, bookValue: 100 },
    ],
  })
})

test('a factor above the life writes all off at once', () => {
  const input = { method: 'double-declining', cost: 100, life: 1, factor: 5 }
  expect(run(input)).toMatchObject({ depreciation: 100, bookValue: 0 })
})

test('thirds of a cent do not get lost', () => {
  expect(run({ cost: 100, life: 3, period: 3 })).toMatchObject({ perPeriod: 33.33, accumulated: 100, bookValue: 0 })
})

test.each([
  [{ cost: 5, salvage: 6, life: 2 }, 'salvage', 'Salvage value must be at most the cost'],
  [{ cost: 5, life: 2, period: 3 }, 'period', 'Period must be at most 2, the life'],
  [{ cost: 5, life: 0 }, 'life', 'Life must be at least 1'],
  [{ cost: 5, life: 1.5 }, 'life', 'Life must be a whole number'],
])('%j is refused', (input, field, message) => {
  expect(run(input)).toEqual([{ field, message }])
})

test('a sixth of 600.03 is 100.005, which is rounded away from zero', () => {
  const input = { method: 'double-declining', cost: 600.03, salvage: 0, life: 9, factor: 1.5 }
  expect(run(input)).toMatchObject({ depreciation: 100.01, bookValue: 500.03 })
})
