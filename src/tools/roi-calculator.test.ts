import { expect, test } from 'vitest'
import { runTool } from '#src/sdk/run-tool.ts'
import { roiCalculator } from './roi-calculator.tool.ts'

const run = (input: Record<string, unknown>) => {
  const outcome = runTool(roiCalculator, input)
  return outcome.ok ? outcome.outputs : outcome.error.details
}

// Investopedia, A Guide to Calculating Return on Investment: 28.75 % in three years are 8.79 % per year.
test('the return per year', () => {
  const input = { begin: 10_000, end: 12_500, income: 500, costs: 125, years: 3, decimals: '2' }
  expect(run(input)).toMatchObject({ roiPercent: 28.75, annualizedPercent: 8.79 })
})

test('no binary noise', () => {
  expect(run({ begin: 0.1, end: 0.3 })).toMatchObject({ roiPercent: 200, gain: 0.2, multiple: 3 })
})

test('who loses more than everything has no return per year', () => {
  const outputs = run({ begin: 100, end: 0, costs: 50, years: 2 })
  expect(outputs).toMatchObject({ roiPercent: -150, gain: -150, multiple: -0.5 })
  expect(outputs).not.toHaveProperty('annualizedPercent')
})

test.each([
  [{ begin: 0, end: 5 }, 'begin', 'Invested must be at least 0.000001'],
  [{ begin: 1, end: 1e15, years: 0.001 }, 'years', 'Years must be more for a return as large as this'],
])('%j is refused', (input, field, message) => {
  expect(run(input)).toEqual([{ field, message }])
})

test('a return of exactly 1.005 % is 1.01 % with two decimals', () => {
  expect(run({ begin: 1000, end: 1010.05, decimals: '2' })).toMatchObject({ roiPercent: 1.01 })
})
