import { expect, test } from 'vitest'
import { runTool } from '#src/sdk/run-tool.ts'
import { mirrCalculator } from './mirr-calculator.tool.ts'

const run = (cashflows: readonly number[], financeRatePercent: number, reinvestRatePercent: number) => {
  const outcome = runTool(mirrCalculator, { cashflows, financeRatePercent, reinvestRatePercent })
  return outcome.ok ? outcome.outputs : outcome.error.details
}

const BOAT = [-120_000, 39_000, 30_000, 21_000, 37_000, 46_000]
test.each([
  ['Microsoft Excel, MIRR, five years', BOAT, 10, 12, 0.126094],
  ['Microsoft Excel, MIRR, three years', BOAT.slice(0, 4), 10, 12, -0.048045],
  ['Microsoft Excel, MIRR, reinvested at 14 %', BOAT, 10, 14, 0.134759],
])('%s', (_, flows, finance, reinvest, mirr) => {
  expect(run(flows, finance, reinvest)).toMatchObject({ mirr: expect.closeTo(mirr, 6) })
})

// Crystal Reports, MIRR: 0.214, with losses in the first and the fourth year.
test('payments in the middle are discounted at the finance rate', () => {
  const flows = [-50_000, 40_000, 65_000, -60_000, 50_000, 70_000]
  expect(run(flows, 10, 6)).toMatchObject({ mirr: expect.closeTo(0.214, 3) })
})

// By definition, as ROUND(3*1.005, 2) of spreadsheets has it: 3.015 is 3.02.
test('half a cent is rounded away from zero', () => {
  expect(run([-3, 3, 0], 0, 0.5)).toMatchObject({ futureIncome: 3.02 })
  expect(run([0, -0.36, 1], 60, 0)).toMatchObject({ presentPayments: 0.23 })
  // Twelve flows whose sum has as many digits as a double.
  expect(run([-1, ...Array<number>(12).fill(999_999_999_999.99)], 0, 0)).toMatchObject({
    futureIncome: 11_999_999_999_999.88,
  })
})

test.each([
  [[1, 2], 5, 5, 'cashflows', 'Cash flows must have at least one payment (negative) and one income (positive)'],
  [
    [-1, ...Array<number>(900).fill(1)],
    5,
    1000,
    'reinvestRatePercent',
    'Reinvestment rate per period is too far from 0 for so many periods',
  ],
  [[-1, 2], -100, 5, 'financeRatePercent', 'Finance rate per period must be at least -99.99'],
])('%j at %d and %d %% is refused', (flows, finance, reinvest, field, message) => {
  expect(run(flows, finance, reinvest)).toEqual([{ field, message }])
})
