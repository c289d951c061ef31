import { expect, test } from 'vitest'
import {
  addMonths,
  formatDate,
  formatWeekDate,
  fromDays,
  isLeapYear,
  isoWeekday,
  parseDate,
  toDays,
  weeksInYear,
} from './dates.ts'

const MS_PER_DAY = 86_400_000

// ECMA-262, "Time Values and Time Range": time is counted in the proleptic Gregorian calendar.
test('every day from 0000 to 9999 is the day that Date has, and goes there and back', () => {
  const first = Date.UTC(2000, 0, 1) / MS_PER_DAY - 730_485
  expect(formatDate(fromDays(first))).toBe('0000-01-01')
  const last = toDays({ year: 9999, month: 12, day: 31 })
  for (let days = first; days <= last; days += 1) {
    const date = fromDays(days)
    if (toDays(date) !== days) throw new Error(`day ${days} does not come back`)
    if (days % 997 !== 0) continue
    const instant = new Date(days * MS_PER_DAY)
    expect(formatDate(date)).toBe(instant.toISOString().slice(0, 10))
    expect(isoWeekday(days) % 7).toBe(instant.getUTCDay())
  }
})

// ISO 8601, and RFC 3339 appendix C: centuries are leap years only when 400 divides them.
test.each([
  [2000, true],
  [1900, false],
  [2100, false],
  [2024, true],
  [2023, false],
  [0, true],
])('%i is a leap year: %s', (year, leap) => {
  expect(isLeapYear(year)).toBe(leap)
})

// Wikipedia, "ISO week date", examples of contemporary dates around New Year's Day.
test.each([
  ['1977-01-01', '1976-W53-6'],
  ['1977-01-02', '1976-W53-7'],
  ['1977-12-31', '1977-W52-6'],
  ['1978-01-01', '1977-W52-7'],
  ['1978-01-02', '1978-W01-1'],
  ['1978-12-31', '1978-W52-7'],
  ['1979-01-01', '1979-W01-1'],
  ['1979-12-30', '1979-W52-7'],
  ['1979-12-31', '1980-W01-1'],
  ['1980-12-28', '1980-W52-7'],
  ['1980-12-29', '1981-W01-1'],
  ['1981-12-31', '1981-W53-4'],
  ['1982-01-03', '1981-W53-7'],
  ['2005-01-01', '2004-W53-6'],
  ['2008-12-29', '2009-W01-1'],
  ['2010-01-03', '2009-W53-7'],
])('%s is %s', (date, week) => {
  expect(formatWeekDate(toDays(parseDate(date)))).toBe(week)
})

test('71 of 400 years have 53 weeks', () => {
  const years = Array.from({ length: 400 }, (_, index) => 1601 + index)
  expect(years.filter((year) => weeksInYear(year) === 53)).toHaveLength(71)
})

// Java SE, java.time.LocalDate.plusMonths and plusYears.
test.each([
  ['2007-03-31', 1, '2007-04-30'],
  ['2008-02-29', 12, '2009-02-28'],
  ['2024-03-31', -1, '2024-02-29'],
  ['2024-01-15', -13, '2022-12-15'],
])('%s and %i months: %s', (date, months, expected) => {
  expect(formatDate(addMonths(parseDate(date), months))).toBe(expected)
})

test.each(['2023-02-29', '2023-13-01', '2023-00-10', '2023-01-00', '23-01-01', 'today'])('%s is no date', (text) => {
  expect(() => parseDate(text)).toThrow(RangeError)
})
