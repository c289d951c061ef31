import { expect, test } from 'vitest'
import { runTool } from '#src/sdk/run-tool.ts'
import { dateDifference } from './date-difference.tool.ts'

const run = (input: Record<string, unknown>) => {
  const outcome = runTool(dateDifference, input)
  if (!outcome.ok) throw new Error(outcome.error.message)
  return outcome.outputs
}

test('the same day is no day apart, or one when both are counted', () => {
  const day = { start: '2024-02-29', end: '2024-02-29' }
  expect(run(day)).toMatchObject({ totalDays: 0, weekdays: 0, span: '0 days', swapped: false })
  expect(run({ ...day, inclusive: true })).toMatchObject({ totalDays: 1, weekdays: 1, span: '1 day' })
})

// Microsoft Excel, NETWORKDAYS function, first example: 10/1/2012 to 3/1/2013 has 110 workdays.
test('weekdays as NETWORKDAYS counts them', () => {
  expect(run({ start: '2012-10-01', end: '2013-03-01', inclusive: true }).weekdays).toBe(110)
})

// 2024-05-31 is a Friday.
test.each([
  ['2024-05-31', '2024-06-03', 2],
  ['2024-06-01', '2024-06-02', 0],
  ['2024-06-02', '2024-06-10', 6],
])('weekdays from %s to %s: %i', (start, end, weekdays) => {
  expect(run({ start, end, inclusive: true }).weekdays).toBe(weekdays)
})

// As java.time.Period.between and Temporal.PlainDate.until count.
test.each([
  ['2010-01-15', '2011-03-18', '1 year, 2 months, 3 days'],
  ['2020-02-29', '2021-02-28', '11 months, 30 days'],
  ['2023-01-31', '2023-03-01', '1 month, 1 day'],
  ['2023-01-31', '2023-02-28', '28 days'],
  ['2024-05-05', '2024-05-05', '0 days'],
])('from %s to %s: %s', (start, end, expected) => {
  expect(run({ start, end }).span).toBe(expected)
})

// 400 Gregorian years are 146,097 days (ISO 8601; 20,871 weeks).
test('four centuries', () => {
  expect(run({ start: '1600-01-01', end: '2000-01-01' })).toMatchObject({
    totalDays: 146_097,
    years: 400,
    weeks: 20_871,
  })
})

test('the order does not matter', () => {
  const { swapped: forth, ...there } = run({ start: '2019-12-31', end: '2024-02-29' })
  const { swapped: back, ...here } = run({ start: '2024-02-29', end: '2019-12-31' })
  expect(here).toEqual(there)
  expect([forth, back]).toEqual([false, true])
})

test('the last representable days', () => {
  expect(run({ start: '9999-12-31', end: '9999-12-31', inclusive: true }).totalDays).toBe(1)
})

test('what is no date is refused at its field', () => {
  const outcome = runTool(dateDifference, { start: '2023-02-29', end: '2024-01-01' })
  expect(outcome).toMatchObject({ ok: false, error: { code: 'INVALID_INPUT', details: [{ field: 'start' }] } })
})
