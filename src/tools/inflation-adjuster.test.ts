import { expect, test } from 'vitest'
import { runTool } from '#src/sdk/run-tool.ts'
import { inflationAdjuster } from './inflation-adjuster.tool.ts'

const run = (input: Record<string, unknown>) => {
  const outcome = runTool(inflationAdjuster, input)
  return outcome.ok ? outcome.outputs : outcome.error.details
}

test('an amount by the ratio of an index, and what it still buys', () => {
  const input = { amount: 1000, method: 'index', indexFrom: 80, indexTo: 100 }
  expect(run(input)).toEqual({ adjusted: 1250, purchasingPower: 800, changePercent: 25, factor: 1.25 })
})

test('a rate year by year', () => {
  expect(run({ amount: 100, ratePercent: 25, years: 2 })).toMatchObject({
    adjusted: 156.25,
    purchasingPower: 64,
    years: [
      { year: 1, price: 125, buysWhat: 80 },
      { year: 2, price: 156.25, buysWhat: 64 },
    ],
  })
})

test('falling prices, and no time at all', () => {
  expect(run({ amount: 100, ratePercent: -50, years: 1 })).toMatchObject({ adjusted: 50, purchasingPower: 200 })
  expect(run({ amount: 100, ratePercent: 5, years: 0 })).toMatchObject({ adjusted: 100, years: [] })
})

test('a thousand years have a hundred rows', () => {
  const { years } = run({ ratePercent: 1, years: 1000 }) as { years: unknown[] }
  expect(years).toHaveLength(100)
  expect(years.at(-1)).toMatchObject({ year: 1000 })
})

test.each([
  [{ method: 'index', indexTo: 5 }, 'indexFrom', 'Index at the start is required'],
  [{ method: 'cpi', indexFrom: 5 }, 'indexTo', 'Index at the end is required'],
  [{ method: 'index', indexFrom: 0, indexTo: 5 }, 'indexFrom', 'Index at the start must be at least 0.000001'],
  [{ ratePercent: 1000, years: 1000 }, 'years', 'Years must be fewer at a rate as far from 0 as this'],
])('%j is refused', (input, field, message) => {
  expect(run(input)).toEqual([{ field, message }])
})

test.each([
  [100, 101.15],
  [200, 202.3],
])('a change of exactly 1.15 per cent is rounded away from zero: %d to %d', (indexFrom, indexTo) => {
  expect(run({ method: 'index', indexFrom, indexTo })).toMatchObject({ changePercent: 1.2 })
})

// By definition, as ROUND(3*1.005, 2) of spreadsheets has it: 3.015 is 3.02.
test.each([
  [3, 0.5, 3.02],
  [7, 1.5, 7.11],
  [5, 1.5, 5.08],
])('half a cent is rounded away from zero: %d at %d per cent is %d', (amount, percent, adjusted) => {
  expect(run({ amount, method: 'index', indexFrom: 100, indexTo: 100 + percent })).toMatchObject({ adjusted })
  expect(run({ amount, ratePercent: percent, years: 1 })).toMatchObject({ adjusted, years: [{ price: adjusted }] })
})
