import { expect, test } from 'vitest'
import { runTool } from '#src/sdk/run-tool.ts'
import { effectiveRate } from './effective-rate.tool.ts'

const run = (input: Record<string, unknown>) => {
  const outcome = runTool(effectiveRate, input)
  return outcome.ok ? outcome.outputs : outcome.error.details
}

// Microsoft Excel, EFFECT: 0.0535427; NOMINAL: 0.05250032.
test('the documented rates', () => {
  expect(run({ nominalPercent: 5.25, compoundsPerYear: 4 })).toMatchObject({ effective: expect.closeTo(0.0535427, 7) })
  expect(run({ effectivePercent: 5.3543, compoundsPerYear: 4 })).toMatchObject({
    nominal: expect.closeTo(0.05250032, 8),
  })
})

test('100 % comes to e − 1 when compounded without end', () => {
  expect(run({ nominalPercent: 100, compoundsPerYear: 1 })).toMatchObject({
    effective: 1,
    table: expect.arrayContaining([
      { compounding: 'Twice a year', effectivePercent: 125 },
      { compounding: 'Continuously', effectivePercent: 171.8282 },
    ]),
  })
})

test('small rates and many periods lose no digits', () => {
  expect(run({ nominalPercent: 0.0001, compoundsPerYear: 365 })).toMatchObject({ effective: 0.0000010000005 })
})

test.each([
  [{}, 'nominalPercent', 'Nominal rate is required, or the effective rate instead'],
  [
    { nominalPercent: 5, effectivePercent: 5 },
    'effectivePercent',
    'Effective rate must be empty when the nominal rate is given',
  ],
  [{ nominalPercent: -1 }, 'nominalPercent', 'Nominal rate per year must be at least 0'],
  [{ nominalPercent: 5, compoundsPerYear: 4.5 }, 'compoundsPerYear', 'Periods per year must be a whole number'],
])('%j is refused', (input, field, message) => {
  expect(run(input)).toEqual([{ field, message }])
})

test('a half in the last decimal of a percentage goes away from zero', () => {
  expect(run({ nominalPercent: 4.00005, compoundsPerYear: 1 })).toMatchObject({ effectivePercent: 4.0001 })
})
