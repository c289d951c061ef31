import { expect, test } from 'vitest'
import { addDays, formatDate, isWeekend, parseDate, toDays } from '#src/lib/dates.ts'
import { runTool } from '#src/sdk/run-tool.ts'
import { dateAdd } from './date-add.tool.ts'

const run = (input: Record<string, unknown>) => {
  const outcome = runTool(dateAdd, input)
  return outcome.ok ? outcome.outputs.date : outcome.error.details
}

test.each([
  ['2026-01-01', 90, 'days', '2026-04-01'],
  ['2024-02-28', 1, 'days', '2024-02-29'],
  ['2023-02-28', 1, 'days', '2023-03-01'],
  ['2024-12-31', 1, 'weeks', '2025-01-07'],
  ['2024-03-31', -1, 'months', '2024-02-29'],
  ['1999-12-31', 1, 'day', '2000-01-01'],
  // Microsoft Excel, EDATE function: first and third example.
  ['2011-01-15', 1, 'months', '2011-02-15'],
  ['2011-01-15', 2, 'months', '2011-03-15'],
])('%s and %i %s: %s', (date, amount, unit, expected) => {
  expect(run({ date, amount, unit })).toBe(expected)
})

// 2024-06-01 is a Saturday.
test.each([
  ['2024-06-01', 0, '2024-06-01'],
  ['2024-06-01', 1, '2024-06-03'],
  ['2024-06-01', -1, '2024-05-31'],
  ['2024-06-07', 1, '2024-06-10'],
  ['2024-06-10', -5, '2024-06-03'],
])('%s and %i business days: %s', (date, amount, expected) => {
  expect(run({ date, amount, unit: 'business-days' })).toBe(expected)
})

/** One day after the other, as one counts on a calendar. */
function counted(start: string, amount: number, holidays: readonly string[]): string {
  let day = parseDate(start)
  for (let left = Math.abs(amount); left > 0; ) {
    day = addDays(day, Math.sign(amount))
    if (!isWeekend(toDays(day)) && !holidays.includes(formatDate(day))) left -= 1
  }
  return formatDate(day)
}

test.each([
  ['none', []],
  // Beside each other, on a weekend, the first and the last of a way.
  ['some', ['2024-05-20', '2024-05-31', '2024-06-01', '2024-06-03', '2024-06-04', '2024-06-05', '2024-06-14']],
])('business days are those that one counts, holidays: %s', (_name, holidays) => {
  for (let first = 0; first < 14; first++) {
    const date = formatDate(addDays(parseDate('2024-05-27'), first))
    for (let amount = -40; amount <= 40; amount++)
      expect(run({ date, amount, unit: 'business-days', holidays }), `${date} ${amount}`).toBe(
        counted(date, amount, holidays),
      )
  }
})

// 0001-01-01 is a Monday: 520,000 weeks are 3,640,000 days, which Python's datetime.date adds to 9966-12-26.
test('millions of business days are whole weeks', () => {
  expect(run({ date: '0001-01-01', amount: 2_600_000, unit: 'business-days' })).toBe('9966-12-26')
  expect(run({ date: '9966-12-26', amount: -2_600_000, unit: 'business-days' })).toBe('0001-01-01')
  expect(run({ date: '0001-01-01', amount: 2_600_000, unit: 'business-days', holidays: ['9966-12-26'] })).toBe(
    '9966-12-27',
  )
})

// The WORKDAY function, Excel tutorial of quantunet.com: Memorial Day lies between.
test('a holiday is left out, from text as well', () => {
  expect(run({ date: '2007-05-06', amount: 30, unit: 'business days', holidays: '2007-05-28, 2007-05-28' })).toBe(
    '2007-06-18',
  )
})

test('there is an end in both directions', () => {
  const problem = [{ field: 'amount', message: 'Amount: the result must lie in the years 0 to 9999' }]
  expect(run({ date: '9999-12-31', amount: 1, unit: 'days' })).toEqual(problem)
  expect(run({ date: '0000-01-01', amount: -1, unit: 'business-days' })).toEqual(problem)
  expect(run({ date: '2024-01-01', amount: 4_000_000, unit: 'years' })).toEqual(problem)
  expect(run({ date: '0000-01-01', amount: 3_652_424, unit: 'days' })).toBe('9999-12-31')
})

test('a holiday that is no date is refused', () => {
  expect(run({ date: '2024-06-01', amount: 1, unit: 'business-days', holidays: ['2024-02-30'] })).toEqual([
    { field: 'holidays', message: 'Holidays: “2024-02-30” must be a date (YYYY-MM-DD)' },
  ])
})
