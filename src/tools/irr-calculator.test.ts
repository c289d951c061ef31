import { expect, test } from 'vitest'
import { runTool } from '#src/sdk/run-tool.ts'
import { irrCalculator } from './irr-calculator.tool.ts'

const run = (cashflows: unknown, more = {}) => {
  const outcome = runTool(irrCalculator, { cashflows, ...more })
  if (!outcome.ok) throw new Error(outcome.error.message)
  return outcome.outputs
}
const problem = (cashflows: unknown) => {
  const outcome = runTool(irrCalculator, { cashflows })
  return outcome.ok ? undefined : outcome.error.details
}

// Microsoft Excel, IRR function: 8.7 %, -2.1 %, and -44.4 % with a guess of -10 %.
test.each([
  [[-70_000, 12_000, 15_000, 18_000, 21_000, 26_000], 0.0866309480365],
  [[-70_000, 12_000, 15_000, 18_000, 21_000], -0.0212448482734],
  [[-70_000, 12_000, 15_000], -0.4435069413347],
  // SS user guide, IRR: -700, 750, 900, 600 and 850 give 1.0462142.
  [[-700, 750, 900, 600, 850], 1.0462142],
])('the rate of %j', (cashflows, irr) => {
  expect(run(cashflows).irr).toBeCloseTo(irr, irr === 1.0462142 ? 7 : 12)
})

test('text is split at commas and lines', () => {
  expect(run('-100, 0\n121')).toMatchObject({ irr: 0.1, irrPercent: 10, total: 21 })
})

test('of several rates the one nearest to the expected rate is the answer, and all are listed', () => {
  const pump = [-1600, 10_000, -10_000]
  expect(run(pump)).toMatchObject({ irr: 0.25, rates: [{ percent: 25 }, { percent: 400 }] })
  expect(run(pump, { guessPercent: 300 })).toMatchObject({ irr: 4, irrPercent: 400 })
  expect(run(pump).verdict).toMatch(/^2 rates/)
  expect(run([-100, 110]).verdict).toMatch(/^This is the only rate/)
})

test('nothing gained is exactly 0', () => expect(run([-100, 50, 50]).irr).toBe(0))

test.each([
  [[100, 200], 'Cash flows must have at least one payment (negative) and one income (positive)'],
  [[-100, -5], 'Cash flows must have at least one payment (negative) and one income (positive)'],
  [[0], 'Cash flows must have at least one payment (negative) and one income (positive)'],
  [[100, -200, 150], 'Cash flows have no internal rate of return: no rate makes their present value 0'],
  [['-100', 'x'], 'Cash flows: number 2, “x”, is not a number'],
  [[], 'Cash flows is required'],
  [
    Array.from({ length: 60 }, (_, period) => (period % 2 ? 1 : -1)),
    'Cash flows must change their sign at most 50 times',
  ],
])('%j is refused', (cashflows, message) => {
  expect(problem(cashflows)).toEqual([{ field: 'cashflows', message }])
})
