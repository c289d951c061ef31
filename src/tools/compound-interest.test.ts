import { expect, test } from 'vitest'
import { runTool } from '#src/sdk/run-tool.ts'
import { compoundInterest } from './compound-interest.tool.ts'

const run = (input: Record<string, unknown>) => {
  const outcome = runTool(compoundInterest, input)
  return outcome.ok ? outcome.outputs : outcome.error.details
}

// 100 · e = 271.828182…: interest every second comes within a hundred-thousandth of it.
test('interest every second for a year', () => {
  const input = { principal: 100, annualRatePercent: 100, compoundsPerYear: 31_536_000, years: 1 }
  expect(run(input)).toMatchObject({ futureValue: 271.83 })
})

test('years that end within a period grow by its part', () => {
  // 100 · 1.21^0.5 = 110
  expect(run({ principal: 100, annualRatePercent: 21, compoundsPerYear: 1, years: 0.5 })).toMatchObject({
    futureValue: 110,
    interest: 10,
    years: [{ year: 0.5, invested: 100, interest: 10, balance: 110 }],
  })
})

test('each year and the unfinished one have a row', () => {
  expect(run({ principal: 1000, annualRatePercent: 10, compoundsPerYear: 2, numberOfPayments: 5 })).toMatchObject({
    futureValue: 1276.28,
    years: [
      { year: 1, balance: 1102.5 },
      { year: 2, balance: 1215.51 },
      { year: 2.5, balance: 1276.28 },
    ],
  })
})

test('at once and below nothing', () => {
  expect(run({ principal: 12.34, annualRatePercent: 5, years: 0 })).toMatchObject({ futureValue: 12.34, interest: 0 })
  expect(run({ principal: 100, annualRatePercent: -10, compoundsPerYear: 1, years: 2 })).toMatchObject({
    futureValue: 81,
    interest: -19,
  })
})

test('the number of periods wins over years', () => {
  const input = { principal: 100, annualRatePercent: 10, compoundsPerYear: 1, years: 9, numberOfPayments: 1 }
  expect(run(input)).toMatchObject({ futureValue: 110 })
})

test.each([
  [{ annualRatePercent: 5 }, 'years', 'Years is required, or a number of periods instead'],
  [
    { annualRatePercent: 5, years: 0.1, contribution: 1 },
    'years',
    'Years must come to a whole number of periods when something is added in each, not 1.2',
  ],
  [
    { principal: 1, annualRatePercent: 1000, compoundsPerYear: 1, years: 1000 },
    'annualRatePercent',
    'Interest rate per year is too high for so long a time',
  ],
  [
    { annualRatePercent: 5, numberOfPayments: 12_001 },
    'numberOfPayments',
    'Number of periods must come to at most 1000 years',
  ],
  [{ annualRatePercent: 5, compoundsPerYear: 0, years: 1 }, 'compoundsPerYear', 'Periods per year must be at least 1'],
])('%j is refused', (input, field, message) => {
  expect(run(input)).toEqual([{ field, message }])
})
