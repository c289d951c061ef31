import { expect, test } from 'vitest'
import { runTool } from '#src/sdk/run-tool.ts'
import { dateInfo } from './date-info.tool.ts'

const run = (input: Record<string, unknown>) => {
  const outcome = runTool(dateInfo, input)
  if (!outcome.ok) throw new Error(outcome.error.message)
  return outcome.outputs
}

// Wikipedia, "Julian day": 1 January 2000 at noon is 2451545; POSIX: the epoch is 1970-01-01.
test('day numbers', () => {
  expect(run({ date: '2000-01-01' })).toMatchObject({ julianDay: 2_451_545, unixTime: 946_684_800 })
  expect(run({ date: '1970-01-01' })).toMatchObject({ unixTime: 0, weekday: 'Thursday', isoWeekDate: '1970-W01-4' })
})

test('quarters and the end of a leap year', () => {
  expect(['2024-03-31', '2024-04-01', '2024-12-31'].map((date) => run({ date }).quarter)).toEqual([1, 2, 4])
  expect(run({ date: '2024-12-31' })).toMatchObject({ dayOfYear: 366, daysLeft: 0, daysInYear: 366 })
})

test('the year that is asked for decides about the leap year', () => {
  expect(run({ date: '2005-01-01', year: 2004 })).toMatchObject({ isoWeekDate: '2004-W53-6', leap: true, year: '2004' })
  expect(run({ year: 2004 })).toEqual({ year: '2004', leap: true, daysInYear: 366, weeksInYear: 53 })
})

test('without both the date is asked for', () => {
  expect(runTool(dateInfo, {})).toMatchObject({ ok: false, error: { details: [{ field: 'date' }] } })
})
