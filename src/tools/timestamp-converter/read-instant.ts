import { epochSeconds, parseIsoDateTime, type WrittenDateTime } from '#src/lib/date-time-text.ts'
import { fromDays } from '#src/lib/dates.ts'
import { multiply, parseDecimal, rational, roundHalfUp } from '#src/lib/rational.ts'
import { ToolError } from '#src/sdk/index.ts'
import { fromExcelSerial } from './excel.ts'
import { parseHttpDate } from './http-date.ts'

export const UNITS = {
  auto: 'Detect',
  s: 'Seconds',
  ms: 'Milliseconds',
  us: 'Microseconds',
  ns: 'Nanoseconds',
  excel: 'Excel serial number',
} as const
export type TimestampUnit = keyof typeof UNITS
type NumberUnit = Exclude<TimestampUnit, 'auto'>

export interface Instant {
  /** Nanoseconds since 1970-01-01T00:00:00Z, without leap seconds. */
  readonly nanoseconds: bigint
  /** What the value was read as. */
  readonly detected: string
}

const NANOSECONDS_PER_DAY = 86_400_000_000_000n
const NANOSECONDS = { s: 1_000_000_000n, ms: 1_000_000n, us: 1000n, ns: 1n } as const
const NUMBER = /^[-+]?\d{1,40}(\.\d{1,40})?$/

const refused = (problem: string) => new ToolError(`Value ${problem}`, { field: 'value' })

/** Rounds down, before 1970 as well. */
export const floorDivide = (a: bigint, b: bigint): bigint => (a - (((a % b) + b) % b)) / b

/** By size: seconds until the year 5138, milliseconds of the same time, and so on. */
function unitBySize(number: string): NumberUnit {
  const size = Math.abs(Number(number))
  if (size < 1e11) return 's'
  if (size < 1e14) return 'ms'
  return size < 1e17 ? 'us' : 'ns'
}

function fromNumber(text: string, unit: NumberUnit): Instant {
  const value = parseDecimal(text)
  if (unit !== 'excel') {
    const { numerator, denominator } = multiply(value, rational(NANOSECONDS[unit]))
    const nanoseconds = floorDivide(numerator, denominator)
    return { nanoseconds, detected: `Unix time in ${UNITS[unit].toLowerCase()}` }
  }
  const days = fromExcelSerial(value)
  if (days === undefined) throw refused('must be another serial number: 60 is 29 February 1900, which never was')
  return { nanoseconds: roundHalfUp(multiply(days, rational(NANOSECONDS_PER_DAY))), detected: UNITS.excel }
}

/** Leap seconds are the last ones of June or December in UTC; the first was in 1972. */
function isLeapSecond(written: WrittenDateTime): boolean {
  const next = epochSeconds(written)
  const { year, month, day } = fromDays(next / 86_400)
  return next % 86_400 === 0 && year > 1971 && day === 1 && (month === 1 || month === 7)
}

function fromText(written: WrittenDateTime, detected: string): Instant {
  if (written.second === 60 && !isLeapSecond(written))
    throw refused('must be a time that exists: leap seconds end 30 June or 31 December at 23:59:60 UTC')
  const nanoseconds = BigInt(epochSeconds(written)) * NANOSECONDS.s + BigInt(written.fraction)
  return { nanoseconds, detected: written.second === 60 ? `${detected}, leap second` : detected }
}

/** Throws ToolError at the field "value". */
export function readInstant(value: string, unit: TimestampUnit, now: Date): Instant {
  const text = value.trim().replace('−', '-')
  if (NUMBER.test(text)) return fromNumber(text, unit === 'auto' ? unitBySize(text) : unit)
  if (unit !== 'auto') throw refused(`must be a number: ${UNITS[unit].toLowerCase()}`)
  if (text.toLowerCase() === 'now') return { nanoseconds: BigInt(now.getTime()) * NANOSECONDS.ms, detected: 'Now' }
  const iso = parseIsoDateTime(text)
  if (iso !== undefined) return fromText(iso, 'ISO 8601')
  const http = parseHttpDate(text, now.getUTCFullYear())
  if (http !== undefined) return fromText(http, 'Date of HTTP or mail')
  throw refused('must be a Unix time, or a date that exists, such as 2024-02-29T12:00:00Z')
}
