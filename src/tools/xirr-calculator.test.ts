import { expect, test } from 'vitest'
import { runTool } from '#src/sdk/run-tool.ts'
import { xirrCalculator } from './xirr-calculator.tool.ts'

const EXCEL = {
  cashflows: [-10_000, 2750, 4250, 3250, 2750],
  dates: ['2008-01-01', '2008-03-01', '2008-10-30', '2009-02-15', '2009-04-01'],
}
const run = (input: Record<string, unknown>) => {
  const outcome = runTool(xirrCalculator, { ...EXCEL, ...input })
  if (!outcome.ok) throw new Error(outcome.error.message)
  return outcome.outputs
}
const problem = (input: Record<string, unknown>) => {
  const outcome = runTool(xirrCalculator, { ...EXCEL, ...input })
  return outcome.ok ? undefined : outcome.error.details
}

// Microsoft Excel prints 0.373362535, which is right to 8 digits: it stops at a residue of 1e-6.
test('the documented XIRR and XNPV', () => {
  const found = run({ ratePercent: 9 })
  expect(found.xirr).toBeCloseTo(0.373362535, 8)
  expect(found.xnpv).toBe(2086.65)
})

test('text as people paste it', () => {
  expect(run({ cashflows: '-1000\n1100', dates: '2025-01-01\n2026-01-01' }).xirr).toBe(0.1)
})

test('dates after the first may come in any order, and twice', () => {
  const dates = ['2025-01-01', '2027-01-01', '2026-01-01', '2026-01-01']
  const flows = { cashflows: [-1000, 605, 275, 275], dates }
  expect(run(flows).xirr).toBeCloseTo(0.1, 12)
})

test('a present value needs no rate of return', () => {
  const outputs = run({ action: 'xnpv', cashflows: [100, 100], dates: ['2025-01-01', '2026-01-01'], ratePercent: 25 })
  expect(outputs).toMatchObject({ xnpv: 180 })
  expect(outputs).not.toHaveProperty('xirr')
})

test('a near total loss within days', () => {
  expect(run({ cashflows: [-1000, 1], dates: ['2025-01-01', '2025-01-31'] }).xirr).toBe(-1)
})

const SIGNS = 'Cash flows must have at least one payment (negative) and one income (positive)'
// By definition: 0.36 / 1.6 = 0.225, which is 0.23.
test('half a cent is rounded away from zero', () => {
  const input = { cashflows: [0, 0.36], dates: ['2025-01-01', '2026-01-01'], action: 'xnpv', ratePercent: 60 }
  expect(run(input)).toMatchObject({ xnpv: 0.23 })
})

test.each([
  [{ cashflows: [100, 200, 1, 1, 1] }, 'cashflows', SIGNS],
  [{ cashflows: [-100, 100] }, 'dates', 'Dates must be as many as cash flows: 5 dates, 2 cash flows'],
  [
    { cashflows: [-1, 2], dates: ['2025-01-02', '2025-01-01'] },
    'dates',
    'Dates must not be before the first one: date 2 is',
  ],
  [
    { cashflows: [-1, 2], dates: ['2025-01-02', '2025-02-30'] },
    'dates',
    'Dates: date 2, “2025-02-30”, must be a date (YYYY-MM-DD)',
  ],
  [
    { cashflows: [-1, 2], dates: ['2025-01-02', '2/3/2025'] },
    'dates',
    'Dates: date 2, “2/3/2025”, must be a date (YYYY-MM-DD)',
  ],
  [
    { cashflows: [-1, 1000], dates: ['2025-01-01', '2025-01-02'] },
    'cashflows',
    'Cash flows grow too fast for a rate per year',
  ],
  [
    { cashflows: [-1, 2], dates: ['2025-01-01', '2025-01-01'] },
    'cashflows',
    'Cash flows have no such rate: none makes their present value 0',
  ],
])('%j is refused at %s', (input, field, message) => {
  expect(problem(input)).toEqual([{ field, message }])
})
