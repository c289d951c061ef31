import { isPossible, offsetSeconds, type WrittenDateTime } from '#src/lib/date-time-text.ts'
import { toDays, weekdayName } from '#src/lib/dates.ts'

export const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

const TIME = String.raw`(?<hour>\d{2}):(?<minute>\d{2})(?::(?<second>\d{2}))?`
const WEEKDAY = '(?:(?<weekday>[a-z]{3,9}),?\\s+)?'
const MONTH = '(?<month>[a-z]{3,9})'
const ZONE = String.raw`(?:\s*(?<zone>z|(?:gmt|utc)?[+-]\d{2}:?\d{2}|[a-z]{2,3}))?(?:\s+\([^)]*\))?`
const FORMS = [
  // "Sun, 06 Nov 1994 08:49:37 GMT" (RFC 9110, RFC 5322) and "Sunday, 06-Nov-94 08:49:37 GMT" (RFC 850).
  new RegExp(String.raw`^${WEEKDAY}(?<day>\d{1,2})[\s-]${MONTH}[\s-](?<year>\d{4}|\d{2})\s+${TIME}${ZONE}$`, 'i'),
  // "Sun Nov  6 08:49:37 1994" (asctime).
  new RegExp(String.raw`^${WEEKDAY}${MONTH}\s+(?<day>\d{1,2})\s+${TIME}\s+(?<year>\d{4})$`, 'i'),
  // "Sun Nov 06 1994 08:49:37 GMT+0000 (…)", as JavaScript prints a date.
  new RegExp(String.raw`^${WEEKDAY}${MONTH}\s+(?<day>\d{1,2}),?\s+(?<year>\d{4})\s+${TIME}${ZONE}$`, 'i'),
]
// RFC 5322, section 4.3.
const ZONES: Readonly<Record<string, number>> = {
  ...{ z: 0, ut: 0, utc: 0, gmt: 0 },
  ...{ edt: -4, est: -5, cdt: -5, cst: -6, mdt: -6, mst: -7, pdt: -7, pst: -8 },
}

function zoneSeconds(zone: string): number {
  const hours = ZONES[zone.toLowerCase()]
  return hours === undefined ? offsetSeconds(zone.replace(/^(gmt|utc)/i, '')) : hours * 3600
}

/** RFC 9110, section 5.6.7: what would be more than 50 years ahead is the last year that ended so. */
function fullYear(year: string, thisYear: number): number {
  if (year.length === 4) return Number(year)
  const inThisCentury = Math.floor(thisYear / 100) * 100 + Number(year)
  return inThisCentury > thisYear + 50 ? inThisCentury - 100 : inThisCentury
}

const begins = (name: string, short: string) => name.toLowerCase().startsWith(short.toLowerCase())

const isItsWeekday = ({ date }: WrittenDateTime, weekday: string | undefined): boolean =>
  weekday === undefined || begins(weekdayName(toDays(date)), weekday.slice(0, 3))

/** The dates of HTTP and mail. A weekday that is not the date's is refused, as it tells that one of them is wrong. */
export function parseHttpDate(text: string, thisYear: number): WrittenDateTime | undefined {
  const parts = FORMS.map((form) => form.exec(text)?.groups).find((groups) => groups !== undefined)
  if (parts === undefined) return undefined
  const { year = '', month = '', zone } = parts
  const written = {
    date: {
      year: fullYear(year, thisYear),
      month: MONTHS.findIndex((short) => begins(month, short)) + 1,
      day: Number(parts.day),
    },
    hour: Number(parts.hour),
    minute: Number(parts.minute),
    second: Number(parts.second ?? 0),
    fraction: 0,
    offset: zone === undefined ? 0 : zoneSeconds(zone),
  }
  return isPossible(written) && isItsWeekday(written, parts.weekday) ? written : undefined
}
