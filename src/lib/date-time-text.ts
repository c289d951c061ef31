import { type CalendarDate, daysInMonth, toDays } from './dates.ts'

/** A date with a time of day as it was written: `offset` is in seconds east of UTC, absent where none was given. */
export interface WrittenDateTime {
  readonly date: CalendarDate
  readonly hour: number
  readonly minute: number
  /** 60 is a leap second. */
  readonly second: number
  /** Nanoseconds. */
  readonly fraction: number
  readonly offset?: number
}

const SECONDS_PER_DAY = 86_400

const OFFSET = String.raw`(?<offset>z|[+-]\d{2}(?::?\d{2})?)?`
const EXTENDED = new RegExp(
  String.raw`^(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})(?:(?:t|\s+)(?<hour>\d{2}):(?<minute>\d{2})(?::(?<second>\d{2})(?:[.,](?<fraction>\d{1,30}))?)?\s*${OFFSET})?$`,
  'i',
)
const BASIC = new RegExp(
  String.raw`^(?<year>\d{4})(?<month>\d{2})(?<day>\d{2})t(?<hour>\d{2})(?<minute>\d{2})(?:(?<second>\d{2})(?:[.,](?<fraction>\d{1,30}))?)?${OFFSET}$`,
  'i',
)

/** Seconds east of UTC of "Z", "+01:00", "-0330" or "+05"; NaN where hours or minutes are none. */
export function offsetSeconds(text: string): number {
  if (/^z$/i.test(text)) return 0
  const [, sign, hours, minutes = '0'] = /^([+-])(\d{2}):?(\d{2})?$/.exec(text) ?? []
  if (Number(hours) > 23 || Number(minutes) > 59) return Number.NaN
  return (sign === '-' ? -1 : 1) * (Number(hours) * 3600 + Number(minutes) * 60)
}

/** Nanoseconds of the digits behind the point; what is smaller is cut off. */
export const nanoseconds = (fraction: string): number => Number(fraction.slice(0, 9).padEnd(9, '0'))

/** Whether it exists: 24:00:00 is the end of a day, and second 60 is left to the caller to judge. */
export function isPossible({ date, hour, minute, second, fraction, offset }: WrittenDateTime): boolean {
  const day = date.month >= 1 && date.month <= 12 && date.day >= 1 && date.day <= daysInMonth(date.year, date.month)
  const time = hour <= 23 ? minute <= 59 && second <= 60 : hour === 24 && minute + second + fraction === 0
  return day && time && !Number.isNaN(offset ?? 0)
}

/** ISO 8601 with a calendar date, RFC 3339 and SQL: "2024-02-29T12:00:00.5Z", "20240229T120000", "2024-02-29 12:00". */
export function parseIsoDateTime(text: string): WrittenDateTime | undefined {
  const parts = (EXTENDED.exec(text) ?? BASIC.exec(text))?.groups
  if (parts === undefined) return undefined
  const written = {
    date: { year: Number(parts.year), month: Number(parts.month), day: Number(parts.day) },
    hour: Number(parts.hour ?? 0),
    minute: Number(parts.minute ?? 0),
    second: Number(parts.second ?? 0),
    fraction: nanoseconds(parts.fraction ?? ''),
    ...(parts.offset !== undefined && { offset: offsetSeconds(parts.offset) }),
  }
  return isPossible(written) ? written : undefined
}

/** Seconds since 1970-01-01T00:00:00Z, without the fraction; a missing offset counts as UTC. */
export const epochSeconds = ({ date, hour, minute, second, offset = 0 }: WrittenDateTime): number =>
  toDays(date) * SECONDS_PER_DAY + hour * 3600 + minute * 60 + second - offset
