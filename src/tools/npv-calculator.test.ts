import { expect, test } from 'vitest'
import { runTool } from '#src/sdk/run-tool.ts'
import { npvCalculator } from './npv-calculator.tool.ts'

const run = (input: Record<string, unknown>) => {
  const outcome = runTool(npvCalculator, input)
  return outcome.ok ? outcome.outputs : outcome.error.details
}

// LibreOffice Help, NPV: 8.75 % of 10, 20 and 30 is 49.43; with an outlay of -40 at the start 9.43.
test('flows from the end of the first period, and from today', () => {
  expect(run({ ratePercent: 8.75, cashflows: [10, 20, 30] })).toMatchObject({ npv: 49.43 })
  expect(run({ ratePercent: 8.75, cashflows: [-40, 10, 20, 30], firstFlowAtPeriod: 0 })).toMatchObject({ npv: 9.43 })
})

test('each flow has its factor', () => {
  expect(run({ ratePercent: 25, cashflows: '-100, 125', firstFlowAtPeriod: 0 })).toEqual({
    npv: 0,
    total: 25,
    presentIncome: 100,
    presentPayments: -100,
    flows: [
      { period: 0, cashflow: -100, factor: 1, presentValue: -100 },
      { period: 1, cashflow: 125, factor: 0.8, presentValue: 100 },
    ],
  })
})

test('half a cent goes away from zero', () => {
  expect(run({ ratePercent: 0, cashflows: [0.005] })).toMatchObject({ npv: 0.01 })
  expect(run({ ratePercent: 0, cashflows: [-1.005] })).toMatchObject({ npv: -1.01 })
})

test('a rate below nothing makes later flows worth more', () => {
  expect(run({ ratePercent: -50, cashflows: [1, 1] })).toMatchObject({ npv: 6 })
})

test.each([
  [{ ratePercent: -100, cashflows: [1] }, 'ratePercent', 'Discount rate per period must be at least -99.99'],
  [
    { ratePercent: -99, cashflows: Array(200).fill(1) },
    'ratePercent',
    'Discount rate is too near to −100 % for so many periods',
  ],
  [{ ratePercent: 5, cashflows: ['a'] }, 'cashflows', 'Cash flows: number 1, “a”, is not a number'],
])('%j is refused', (input, field, message) => {
  expect(run(input)).toEqual([{ field, message }])
})

test.each([
  [20, '1200.03', 1000.03],
  [20, '600.15', 500.13],
  [10, '1100.0055', 1000.01],
])(
  'at %d %% %s is worth exactly half a cent more than is written, and is rounded away from zero',
  (ratePercent, flow, npv) => {
    expect(run({ ratePercent, cashflows: [flow] })).toMatchObject({ npv })
  },
)
