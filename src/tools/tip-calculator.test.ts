import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runTool } from '#src/sdk/run-tool.ts'
import { tipCalculator } from './tip-calculator.tool.ts'

interface Share {
  readonly tip: number
  readonly total: number
}
const run = (input: Record<string, unknown>) => {
  const outcome = runTool(tipCalculator, input)
  if (!outcome.ok) throw new Error(outcome.error.message)
  const { tip, tax, total, tipPerPerson, totalPerPerson, shares } = outcome.outputs
  return { tip, tax, total, tipPerPerson, totalPerPerson, shares: shares as unknown as Share[] }
}
const problem = (input: Record<string, unknown>) => {
  const outcome = runTool(tipCalculator, input)
  return outcome.ok ? undefined : outcome.error.details
}
const cents = (amount: unknown) => Math.round(Number(amount) * 100)

test('the last person takes the remainder', () => {
  expect(run({ bill: 84.5, tipPercent: 20, people: 3 }).shares).toEqual([
    { person: 1, tip: 5.63, total: 33.8 },
    { person: 2, tip: 5.63, total: 33.8 },
    { person: 3, tip: 5.64, total: 33.8 },
  ])
})

test('the tip is on the bill before tax unless the box is ticked', () => {
  expect(run({ bill: 100, tipPercent: 20, taxPercent: 10 })).toMatchObject({ tax: 10, tip: 20, total: 130 })
  expect(run({ bill: 100, tipPercent: 20, taxPercent: 10, tipOnTax: true })).toMatchObject({ tip: 22, total: 132 })
})

test.each([
  ['none', { tip: 16.9, total: 101.4, totalPerPerson: 33.8 }],
  ['tip', { tip: 17, total: 101.5, totalPerPerson: 33.83 }],
  ['total', { tip: 17.5, total: 102, totalPerPerson: 34 }],
  ['per-person', { tip: 17.5, total: 102, totalPerPerson: 34 }],
])('rounding %s', (rounding, outputs) => {
  expect(run({ bill: 84.5, tipPercent: 20, people: 3, rounding })).toMatchObject(outputs)
})

test('half a cent goes up where binary fractions would go down', () => {
  expect(run({ bill: 1.005, tipPercent: 0 }).total).toBe(1.01)
  expect(run({ bill: 10.5, tipPercent: 15 }).tip).toBe(1.58)
})

test.each([
  [{}, 'bill', 'Bill is required'],
  [{ bill: -0.01 }, 'bill', 'Bill must be at least 0'],
  [{ bill: 1, people: 0 }, 'people', 'People must be at least 1'],
  [{ bill: 1, people: 101 }, 'people', 'People must be at most 100'],
  [{ bill: 1, people: 1.5 }, 'people', 'People must be a whole number'],
  [{ bill: 1, taxPercent: 101 }, 'taxPercent', 'Tax must be at most 100'],
  [{ bill: 1, tipPercent: -1 }, 'tipPercent', 'Tip must be at least 0'],
])('%j is refused at %s', (input, field, message) => {
  expect(problem(input)).toEqual([{ field, message }])
})

test('shares sum to the totals, and rounding never lowers the tip', () => {
  const input = fc.record({
    bill: fc.integer({ min: 0, max: 10 ** 9 }).map((value) => value / 100),
    tipPercent: fc.integer({ min: 0, max: 100 }),
    taxPercent: fc.integer({ min: 0, max: 1000 }).map((value) => value / 10),
    tipOnTax: fc.boolean(),
    people: fc.integer({ min: 1, max: 100 }),
    rounding: fc.constantFrom('none', 'tip', 'total', 'per-person'),
  })
  fc.assert(
    fc.property(input, (values) => {
      const result = run(values)
      expect(result.shares.reduce((sum, share) => sum + cents(share.total), 0)).toBe(cents(result.total))
      expect(result.shares.reduce((sum, share) => sum + cents(share.tip), 0)).toBe(cents(result.tip))
      expect(cents(values.bill) + cents(result.tax) + cents(result.tip)).toBe(cents(result.total))
      expect(result.tip).toBeGreaterThanOrEqual(Number(run({ ...values, rounding: 'none' }).tip))
      if (values.rounding === 'per-person') expect(cents(result.totalPerPerson) % 100).toBe(0)
    }),
  )
})
