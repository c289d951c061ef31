import { Duration } from '@marcbachmann/cel-js/evaluator'
import { spend } from './budget.ts'
import { failure, type Register } from './register.ts'

const TIMESTAMP =
  /^(\d{4}-\d{2}-(\d{2}))T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,9})?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/
const DURATION = /^[+-]?(?:\d{1,15}(?:\.\d{1,9})?(?:ns|us|µs|ms|s|m|h)){1,7}$/
/** Taking the text apart takes some microseconds. */
const DURATION_COST = 10
const DURATION_PART = /(\d+(?:\.\d+)?)(ns|us|µs|ms|s|m|h)/g
const NANOSECONDS: Readonly<Record<string, number>> = { ns: 1, us: 1e3, µs: 1e3, ms: 1e6, s: 1e9, m: 60e9, h: 3600e9 }
const EARLIEST = Date.parse('0001-01-01T00:00:00Z')
const LATEST = Date.parse('9999-12-31T23:59:59.999Z')

export function registerTime(register: Register): void {
  const timestamp = 'google.protobuf.Timestamp'
  register(`__timestamp(string): ${timestamp}`, (text: string) => toDate(parseTime(text)))
  register(`__timestamp(int): ${timestamp}`, (seconds: bigint) => toDate(Number(seconds) * 1000))
  register(`__timestamp(${timestamp}): ${timestamp}`, (date: Date) => date)
  register('__duration(string): google.protobuf.Duration', toDuration)
  register(`${timestamp}.__getDayOfYear(): int`, (date: Date) => dayOfYear(date))
  register(`${timestamp}.__getDayOfYear(string): int`, (date: Date, zone: string) => dayOfYear(inZone(date, zone)))
  const zoned = (name: string, read: (local: Date) => number) =>
    register(`${timestamp}.__${name}(string): int`, (date: Date, zone: string) => BigInt(read(inZone(date, zone))))
  zoned('getDate', (local) => local.getUTCDate())
  zoned('getDayOfMonth', (local) => local.getUTCDate() - 1)
  zoned('getDayOfWeek', (local) => local.getUTCDay())
  zoned('getFullYear', (local) => local.getUTCFullYear())
  zoned('getHours', (local) => local.getUTCHours())
  zoned('getMinutes', (local) => local.getUTCMinutes())
  zoned('getMonth', (local) => local.getUTCMonth())
  zoned('getSeconds', (local) => local.getUTCSeconds())
}

/** Milliseconds since 1970; NaN for what is no time of RFC 3339. */
function parseTime(text: string): number {
  const [, date = '', day] = TIMESTAMP.exec(text) ?? []
  // Date.parse takes 31 days for every month and goes on counting in the next one.
  return new Date(date).getUTCDate() === Number(day) ? Date.parse(text) : Number.NaN
}

function toDate(milliseconds: number): Date {
  if (milliseconds >= EARLIEST && milliseconds <= LATEST) return new Date(milliseconds)
  throw failure('invalid_timestamp', 'timestamp() needs a time such as "2026-01-31T09:30:00Z", with Z or an offset')
}

function toDuration(text: string): Duration {
  spend(DURATION_COST)
  if (!DURATION.test(text))
    throw failure('invalid_duration', 'duration() needs a text such as "90s", "1.5h" or "2h45m"')
  let nanoseconds = 0
  for (const [, amount, unit = ''] of text.matchAll(DURATION_PART))
    nanoseconds += Number(amount) * (NANOSECONDS[unit] ?? 0)
  const signed = text.startsWith('-') ? -nanoseconds : nanoseconds
  const seconds = Math.trunc(signed / 1e9)
  return new Duration(BigInt(seconds), Math.round(signed - seconds * 1e9))
}

const DAY_MS = 86_400_000
/** Zero on the first of January, as in CEL. */
const dayOfYear = (date: Date): bigint =>
  BigInt(Math.floor((date.getTime() - Date.UTC(date.getUTCFullYear(), 0, 1)) / DAY_MS))

/** Making a formatter takes 50 µs; there are about 600 zones. */
const formatters = new Map<string, Intl.DateTimeFormat>()

/** A date whose UTC fields are the wall clock of the zone; an offset such as "+02:00" is a zone too. */
function inZone(date: Date, zone: string): Date {
  spend(20)
  const parts = formatterOf(zone).formatToParts(date)
  const part = (type: string) => Number(parts.find((one) => one.type === type)?.value)
  const local = new Date(0)
  local.setUTCFullYear(part('year'), part('month') - 1, part('day'))
  local.setUTCHours(part('hour'), part('minute'), part('second'))
  return local
}

function formatterOf(timeZone: string): Intl.DateTimeFormat {
  const known = formatters.get(timeZone)
  if (known) return known
  try {
    const formatter = new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
    if (formatters.size < 2000) formatters.set(timeZone, formatter)
    return formatter
  } catch {
    throw failure('invalid_argument', `There is no time zone ${timeZone.slice(0, 60)}`)
  }
}
