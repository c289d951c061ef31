import { dateOf, dayOfYear, formatWeekDate, toDays, weekdayName } from '#src/lib/dates.ts'
import { rational, toFixed, toNumber } from '#src/lib/rational.ts'
import { badge, defineTool, select, string, ToolError, table, text } from '#src/sdk/index.ts'
import { excelSerial } from './timestamp-converter/excel.ts'
import { MONTHS } from './timestamp-converter/http-date.ts'
import { floorDivide, readInstant, UNITS } from './timestamp-converter/read-instant.ts'

const MILLION = 1_000_000n
const DAY = 86_400_000n * MILLION
const FIRST_MILLISECOND = BigInt(Date.parse('0000-01-01T00:00:00Z'))
const LAST_MILLISECOND = BigInt(Date.parse('9999-12-31T23:59:59.999Z'))
const DAYS_FROM_1904 = 24_107
const MILLISECONDS_FROM_1601 = 11_644_473_600_000n

const two = (value: number): string => String(value).padStart(2, '0')

/** The same moment in other forms that people meet. */
function otherFormats(instant: Date, nanoseconds: bigint) {
  const date = dateOf(instant)
  const days = toDays(date)
  const weekday = weekdayName(days)
  const iso = instant.toISOString()
  const time = iso.slice(11, 19)
  const year = iso.slice(0, 4)
  const month = MONTHS[date.month - 1] ?? ''
  const formats: Record<string, string | undefined> = {
    'RFC 3339, without fraction': `${iso.slice(0, 19)}Z`,
    'ISO 8601, basic': `${iso.slice(0, 19).replace(/[-:]/g, '')}Z`,
    'ISO 8601, week date': formatWeekDate(days),
    'ISO 8601, day of the year': `${year}-${String(dayOfYear(date)).padStart(3, '0')}`,
    SQL: `${iso.slice(0, 10)} ${time}`,
    'Mail (RFC 5322)': `${weekday.slice(0, 3)}, ${two(date.day)} ${month} ${year} ${time} +0000`,
    'RFC 850': `${weekday}, ${two(date.day)}-${month}-${year.slice(2)} ${time} GMT`,
    asctime: `${weekday.slice(0, 3)} ${month} ${String(date.day).padStart(2)} ${time} ${year}`,
    'Unix time, microseconds': String(floorDivide(nanoseconds, 1000n)),
    'Unix time, nanoseconds': String(nanoseconds),
    'Excel serial number, 1904 system':
      days >= -DAYS_FROM_1904 ? String(toNumber(rational(nanoseconds + BigInt(DAYS_FROM_1904) * DAY, DAY))) : undefined,
    'Windows FILETIME': String(floorDivide(nanoseconds, 100n) + MILLISECONDS_FROM_1601 * 10_000n),
    'Julian date': toFixed(rational(nanoseconds + 2_440_587n * DAY + DAY / 2n, DAY), 5),
  }
  return Object.entries(formats).flatMap(([name, value]) => (value === undefined ? [] : [{ name, value }]))
}

export const timestampConverter = defineTool({
  slug: 'timestamp-converter',
  title: 'Timestamp Converter',
  description: 'Converts Unix timestamps, ISO 8601, HTTP and mail dates and Excel serial numbers into one another.',
  category: 'converter',
  tags: ['date', 'time', 'unix'],
  keywords: [
    'unix time',
    'epoch converter',
    'unix timestamp to date',
    'date to timestamp',
    'milliseconds',
    'iso 8601',
    'rfc 3339',
    'rfc 7231',
    'http date',
    'excel date',
    'serial number',
    'utc',
  ],
  input: [
    string('value', {
      label: 'Value',
      help: 'A number, a date with or without time, or “now”. Without an offset it is taken as UTC.',
      placeholder: '1609459200',
      required: true,
      maxLength: 100,
    }),
    select('unit', {
      label: 'Unit',
      help: 'Of a plain number. Detect goes by its size.',
      default: 'auto',
      options: UNITS,
      aliases: {
        seconds: 's',
        second: 's',
        sec: 's',
        milliseconds: 'ms',
        millis: 'ms',
        microseconds: 'us',
        micros: 'us',
        µs: 'us',
        nanoseconds: 'ns',
        nanos: 'ns',
        serial: 'excel',
      },
    }),
  ],
  output: {
    iso: text('ISO 8601', { format: 'code', primary: true }),
    unixSeconds: badge('Unix time, seconds', { help: 'Whole seconds, rounded down.' }),
    unixMillis: badge('Unix time, milliseconds'),
    rfc7231: text('HTTP date (RFC 7231)', { format: 'code' }),
    utc: text('UTC', { format: 'code' }),
    excelSerial: badge('Excel serial number'),
    weekday: text('Day of the week'),
    detected: text('Read as'),
    formats: table('Other formats', {
      columns: [
        { name: 'name', label: 'Format' },
        { name: 'value', label: 'Value' },
      ],
    }),
  },
  needs: ['clock'],
  isLarge: true,
  run: ({ value, unit }, { now }) => {
    const { nanoseconds, detected } = readInstant(value, unit, now)
    const milliseconds = floorDivide(nanoseconds, MILLION)
    if (milliseconds < FIRST_MILLISECOND || milliseconds > LAST_MILLISECOND)
      throw new ToolError('Value must lie in the years 0 to 9999', { field: 'value' })
    const instant = new Date(Number(milliseconds))
    return {
      iso: instant.toISOString(),
      unixSeconds: Number(floorDivide(nanoseconds, 1000n * MILLION)),
      unixMillis: Number(milliseconds),
      rfc7231: instant.toUTCString(),
      utc: instant.toUTCString(),
      excelSerial: excelSerial(rational(nanoseconds, DAY)),
      weekday: weekdayName(toDays(dateOf(instant))),
      detected,
      formats: otherFormats(instant, nanoseconds),
    }
  },
  examples: [
    {
      title: 'A Unix time in seconds',
      input: { value: '784111777' },
      output: { rfc7231: 'Sun, 06 Nov 1994 08:49:37 GMT', iso: '1994-11-06T08:49:37.000Z' },
      source: 'RFC 7231, section 7.1.1.1: Sun, 06 Nov 1994 08:49:37 GMT',
    },
    {
      title: 'A time with an offset',
      input: { value: '1996-12-19T16:39:57-08:00' },
      output: { iso: '1996-12-20T00:39:57.000Z' },
      source: 'RFC 3339, section 5.8: equivalent to 1996-12-20T00:39:57Z',
    },
    {
      title: 'A leap second',
      input: { value: '1990-12-31T23:59:60Z' },
      output: { unixSeconds: 662688000, detected: 'ISO 8601, leap second' },
      source: 'RFC 3339, section 5.8; POSIX.1, 4.16 Seconds Since the Epoch: the same number as the next second',
    },
    {
      title: 'The serial number of a day in Excel',
      input: { value: '2008-01-01' },
      output: { excelSerial: 39448 },
      source: 'Microsoft Excel, DATE function: January 1, 2008 is serial number 39448',
    },
    {
      title: 'The first day that Excel knows',
      input: { value: '1', unit: 'excel' },
      output: { iso: '1900-01-01T00:00:00.000Z', excelSerial: 1 },
      source: 'Microsoft Excel, DATE function: January 1, 1900 is serial number 1',
    },
  ],
  method: {
    formula:
      'Unix time = days since 1970-01-01 × 86,400 + seconds of the day in UTC. Excel’s serial number = days since 1899-12-30, one less before March 1900.',
    rounding:
      'Seconds and milliseconds are rounded down. Fractions are kept to the nanosecond; the serial number is the nearest one to the exact value.',
    notes:
      'Proleptic Gregorian calendar, years 0 to 9999. Unix time has no leap seconds: one has the number of the second behind it. Excel counts 29 February 1900, which never was, as 60; days before 1900 have no number in Excel, here they count on from 1899-12-30 = 0 as in ISO/IEC 29500, so that 1899-12-31 has none. Two digits of a year that would lie more than 50 years ahead are of the past.',
  },
  sources: [
    { title: 'RFC 3339, Date and Time on the Internet: Timestamps', url: 'https://www.rfc-editor.org/rfc/rfc3339' },
    {
      title: 'RFC 7231, section 7.1.1.1: Date/Time Formats',
      url: 'https://www.rfc-editor.org/rfc/rfc7231#section-7.1.1.1',
    },
    { title: 'POSIX.1-2017, Base Definitions, 4.16 Seconds Since the Epoch' },
    {
      title: 'Microsoft Excel, DATE function',
      url: 'https://support.microsoft.com/en-us/office/date-function-e36c0c8c-4104-49da-ab83-82328b832349',
    },
  ],
})
