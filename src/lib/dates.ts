/** A day of the proleptic Gregorian calendar; month and day count from 1, year 0 is 1 BC. */
export interface CalendarDate {
  readonly year: number
  readonly month: number
  readonly day: number
}

/** A difference of two dates, as people say it. */
export interface DateSpan {
  readonly years: number
  readonly months: number
  readonly days: number
}

export const FIRST_YEAR = 0
export const LAST_YEAR = 9999
export const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const

const DAYS_BEFORE_1970 = 719_528
const THURSDAY = 4
const MONTH_LENGTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const

export const isLeapYear = (year: number): boolean => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
export const daysInYear = (year: number): number => (isLeapYear(year) ? 366 : 365)
export const daysInMonth = (year: number, month: number): number =>
  month === 2 && isLeapYear(year) ? 29 : (MONTH_LENGTHS[month - 1] ?? 0)

/** Leap days from year 0 to before `year`. */
const leapDaysBefore = (year: number): number =>
  Math.floor((year + 3) / 4) - Math.floor((year + 99) / 100) + Math.floor((year + 399) / 400)

/** From 1 on 1 January. */
export const dayOfYear = ({ year, month, day }: CalendarDate): number =>
  MONTH_LENGTHS.slice(0, month - 1).reduce<number>((sum, length) => sum + length, day) +
  (month > 2 && isLeapYear(year) ? 1 : 0)

/** Days since 1970-01-01. */
export const toDays = (date: CalendarDate): number =>
  365 * date.year + leapDaysBefore(date.year) + dayOfYear(date) - 1 - DAYS_BEFORE_1970

/** The date this many days after 1970-01-01. */
export function fromDays(days: number): CalendarDate {
  // The mean year is 365.2425 days long, so the guess is right or one too large.
  const guess = Math.floor((days + DAYS_BEFORE_1970) / 365.2425) + 1
  const year = [guess, guess - 1].find((one) => toDays({ year: one, month: 1, day: 1 }) <= days) ?? guess - 2
  let [month, rest] = [1, days - toDays({ year, month: 1, day: 1 })]
  for (; rest >= daysInMonth(year, month); month++) rest -= daysInMonth(year, month)
  return { year, month, day: rest + 1 }
}

/** The date of a checked date field, such as "2024-02-29". Throws RangeError for other text. */
export function parseDate(text: string): CalendarDate {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? []
  const date = { year: Number(year), month: Number(month), day: Number(day) }
  if (!(date.month >= 1 && date.day >= 1 && date.day <= daysInMonth(date.year, date.month)))
    throw new RangeError(`Not a date: ${text}`)
  return date
}

const padded = (value: number, length: number): string =>
  `${value < 0 ? '-' : ''}${String(Math.abs(value)).padStart(length, '0')}`

/** ISO 8601, such as "2024-02-29". */
export const formatDate = ({ year, month, day }: CalendarDate): string =>
  `${padded(year, 4)}-${padded(month, 2)}-${padded(day, 2)}`

/** The date in UTC of an instant. */
export const dateOf = (instant: Date): CalendarDate => ({
  year: instant.getUTCFullYear(),
  month: instant.getUTCMonth() + 1,
  day: instant.getUTCDate(),
})

/** From 1 for Monday to 7 for Sunday. */
export const isoWeekday = (days: number): number => ((((days + THURSDAY - 1) % 7) + 7) % 7) + 1
export const isWeekend = (days: number): boolean => isoWeekday(days) > 5
export const weekdayName = (days: number): string => WEEKDAYS[isoWeekday(days) - 1] ?? ''

export interface IsoWeek {
  /** The year that most of the week lies in. */
  readonly year: number
  readonly week: number
}

/** The week by ISO 8601: it belongs to the year of its Thursday. */
export function isoWeek(days: number): IsoWeek {
  const thursday = fromDays(days - isoWeekday(days) + THURSDAY)
  return { year: thursday.year, week: Math.floor((dayOfYear(thursday) - 1) / 7) + 1 }
}

/** 52 or 53: 28 December is always in the last week. */
export const weeksInYear = (year: number): number => isoWeek(toDays({ year, month: 12, day: 28 })).week

/** Such as "2004-W53-6". */
export function formatWeekDate(days: number): string {
  const { year, week } = isoWeek(days)
  return `${padded(year, 4)}-W${padded(week, 2)}-${isoWeekday(days)}`
}

/** The same day of another month; where that month is too short, its last day. */
export function addMonths({ year, month, day }: CalendarDate, months: number): CalendarDate {
  const total = year * 12 + month - 1 + months
  const target = { year: Math.floor(total / 12), month: (((total % 12) + 12) % 12) + 1 }
  return { ...target, day: Math.min(day, daysInMonth(target.year, target.month)) }
}

export const addDays = (date: CalendarDate, days: number): CalendarDate => fromDays(toDays(date) + days)

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

/** "1 year, 2 months, 3 days", without the parts that are 0. */
export function spanText({ years, months, days }: DateSpan): string {
  const parts = [
    ...(years > 0 ? [counted(years, 'year')] : []),
    ...(months > 0 ? [counted(months, 'month')] : []),
    ...(days > 0 ? [counted(days, 'day')] : []),
  ]
  return parts.length === 0 ? '0 days' : parts.join(', ')
}
