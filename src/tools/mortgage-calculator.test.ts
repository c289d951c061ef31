import { expect, test } from 'vitest'
import { runTool } from '#src/sdk/run-tool.ts'
import { mortgageCalculator } from './mortgage-calculator.tool.ts'

const run = (input: Record<string, unknown>) => {
  const outcome = runTool(mortgageCalculator, input)
  return outcome.ok ? outcome.outputs : outcome.error.details
}

test('parts of a month are each in whole cents and sum to it', () => {
  const input = { homePrice: 1000, annualRatePercent: 0, years: 1, propertyTaxPerYear: 100, insurancePerYear: 100 }
  expect(run(input)).toMatchObject({
    monthlyPayment: 99.99,
    parts: [
      { part: 'Principal and interest', amount: 83.33 },
      { part: 'Property tax', amount: 8.33 },
      { part: 'Home insurance', amount: 8.33 },
      { part: 'Fees', amount: 0 },
      { part: 'Mortgage insurance', amount: 0 },
      { part: 'Extra', amount: 0 },
    ],
  })
})

test('whoever owes at most four fifths pays no mortgage insurance', () => {
  const input = { homePrice: 100_000, annualRatePercent: 5, mortgageInsurancePercent: 1 }
  expect(run({ ...input, downPayment: 20_000 })).toMatchObject({ insuredMonths: 0, loanToValuePercent: 80 })
  expect(run({ ...input, downPayment: 19_999 })).toMatchObject({ insuredMonths: 1 })
})

test('an extra every month ends the loan early', () => {
  const input = { homePrice: 1200, annualRatePercent: 0, years: 1, extraPayment: 100, startDate: '2026-01-31' }
  expect(run(input)).toMatchObject({ monthlyPayment: 200, payments: 6, paidOff: '2026-06-30', totalPaid: 1200 })
})

test.each([
  [{ downPayment: 1000 }, 'downPayment', 'Down payment must be less than the price'],
  [{ downPaymentPercent: 100 }, 'downPaymentPercent', 'Down payment must be less than the price'],
  [
    { downPayment: 1, downPaymentPercent: 1 },
    'downPaymentPercent',
    'Down payment in per cent must be empty when the amount is given',
  ],
  [{ years: 51 }, 'years', 'Term must be at most 50'],
])('%j is refused', (input, field, message) => {
  expect(run({ homePrice: 1000, annualRatePercent: 5, ...input })).toEqual([{ field, message }])
})

test('a loan of exactly 1.005 % of the value is 1.01 %', () => {
  const input = { homePrice: 200_000, downPayment: 197_990, annualRatePercent: 5 }
  expect(run(input)).toMatchObject({ loanToValuePercent: 1.01 })
})
