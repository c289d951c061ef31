import { expect, test } from 'vitest'
import { runTool } from '#src/sdk/run-tool.ts'
import { cagrCalculator } from './cagr-calculator.tool.ts'

const run = (input: Record<string, unknown>) => {
  const outcome = runTool(cagrCalculator, input)
  return outcome.ok ? outcome.outputs : outcome.error.details
}

// Microsoft Excel, RRI function: 0.0009933.
test('the documented rate, unrounded', () => {
  expect(run({ begin: 10_000, end: 11_000, years: 96 })).toMatchObject({
    cagrPercent: expect.closeTo(0.0993307376, 10),
  })
})

test('a doubling in a year is exactly 100 %', () => {
  expect(run({ begin: 3, end: 6, years: 1 })).toEqual({
    cagrPercent: 100,
    totalPercent: 100,
    multiple: 2,
    doublingYears: 1,
    values: [
      { year: 0, value: 3 },
      { year: 1, value: 6 },
    ],
  })
})

test('parts of years, and the end has a row of its own', () => {
  expect(run({ begin: 100, end: 121, years: 0.5 })).toMatchObject({ cagrPercent: 46.41 })
  const { values } = run({ begin: 100, end: 400, years: 2.5 }) as { values: { year: number }[] }
  expect(values.map(({ year }) => year)).toEqual([0, 1, 2, 2.5])
})

// By definition: 3 × 1.005² = 3.030075, and 3.015 in between is 3.02; the last row is the last value.
test('the rows of even growth are right to the cent', () => {
  expect(run({ begin: 3, end: 3.030075, years: 2 })).toMatchObject({ values: [{}, { value: 3.02 }, { value: 3.03 }] })
  const { values } = run({ begin: 1, end: 1e15, years: 10 }) as { values: unknown[] }
  expect(values.at(-1)).toEqual({ year: 10, value: 1e15 })
})

test('what shrinks never doubles', () => {
  expect(run({ begin: 100, end: 81, years: 2 })).toMatchObject({ cagrPercent: -10 })
  expect(run({ begin: 100, end: 81, years: 2 })).not.toHaveProperty('doublingYears')
})

test('what shrinks to nothing, or to next to nothing, has lost all and no even way there', () => {
  const gone = { cagrPercent: -100, totalPercent: -100, values: [] }
  expect(run({ begin: 5000, end: 0, years: 4 })).toMatchObject({ ...gone, multiple: 0 })
  expect(run({ begin: 5000, end: 5e-324, years: 4 })).toMatchObject(gone)
})

test('a thousand years have about a hundred rows', () => {
  const { values } = run({ begin: 1, end: 2, years: 1000 }) as { values: unknown[] }
  expect(values).toHaveLength(101)
})

test.each([
  [{ begin: 0, end: 1, years: 1 }, 'begin', 'First value must be at least 0.000001'],
  [{ begin: 1, end: -1, years: 1 }, 'end', 'Last value must be at least 0'],
  [{ begin: 1, end: 2, years: 0 }, 'years', 'Years must be at least 0.001'],
  [{ begin: 1, end: 1e15, years: 0.001 }, 'years', 'Years must be more for a growth as large as this'],
])('%j is refused', (input, field, message) => {
  expect(run(input)).toEqual([{ field, message }])
})

test('growth of exactly 1.005 % is 1.01 % with two decimals, and a large one keeps its digits', () => {
  expect(run({ begin: 200, end: 202.01, years: 1, decimals: '2' })).toMatchObject({
    cagrPercent: 1.01,
    totalPercent: 1.01,
  })
  expect(run({ begin: 1, end: 1_234_567_892.13, years: 1, decimals: '1' })).toMatchObject({
    totalPercent: 123_456_789_113,
  })
})
