import { divide, fromNumber, negate, type Rational, rational, toDecimal, toFixed, toNumber } from '#src/lib/rational.ts'
import { badge, defineTool, number, string, ToolError, table, text } from '#src/sdk/index.ts'
import { readDuration } from './duration-converter/read-duration.ts'

const LARGEST_SECONDS = 1e15
const MOST_DECIMALS = 15
const TOTALS = [
  { unit: 'weeks', seconds: 604_800n },
  { unit: 'days', seconds: 86_400n },
  { unit: 'hours', seconds: 3600n },
  { unit: 'minutes', seconds: 60n },
  { unit: 'seconds', seconds: 1n },
  { unit: 'milliseconds', seconds: undefined },
]

const two = (value: bigint): string => String(value).padStart(2, '0')

/** Whole seconds, and the text of what is left of one: "" or ".5". */
function parts(magnitude: Rational) {
  const whole = magnitude.numerator / magnitude.denominator
  const rest = rational(magnitude.numerator % magnitude.denominator, magnitude.denominator)
  const fraction = rest.numerator === 0n ? '' : (toDecimal(rest) ?? toFixed(rest, MOST_DECIMALS)).slice(1)
  return { whole, fraction }
}

const clockText = ({ whole, fraction }: ReturnType<typeof parts>): string =>
  `${two(whole / 3600n)}:${two((whole / 60n) % 60n)}:${two(whole % 60n)}${fraction}`

/** "P1DT2H3M4.5S": only the parts that are not 0. */
function isoText({ whole, fraction }: ReturnType<typeof parts>): string {
  const some = (value: bigint, letter: string, rest = '') => (value > 0n || rest ? `${value}${rest}${letter}` : '')
  const days = some(whole / 86_400n, 'D')
  const time = `${some((whole / 3600n) % 24n, 'H')}${some((whole / 60n) % 60n, 'M')}${some(whole % 60n, 'S', fraction)}`
  return days || time ? `P${days}${time && `T${time}`}` : 'PT0S'
}

function wordsText({ whole, fraction }: ReturnType<typeof parts>): string {
  const some = (value: string, noun: string) => (value === '0' ? [] : [`${value} ${noun}${value === '1' ? '' : 's'}`])
  const words = [
    ...some(String(whole / 86_400n), 'day'),
    ...some(String((whole / 3600n) % 24n), 'hour'),
    ...some(String((whole / 60n) % 60n), 'minute'),
    ...some(`${whole % 60n}${fraction}`, 'second'),
  ]
  return words.length === 0 ? '0 seconds' : words.join(', ')
}

function givenSeconds(seconds: number | undefined, hms: string | undefined): Rational {
  if (seconds !== undefined && hms !== undefined)
    throw new ToolError('Time must be empty where seconds are given: fill in one of the two', { field: 'hms' })
  if (hms !== undefined) return readDuration(hms)
  if (seconds === undefined) throw new ToolError('Seconds is required, unless a time is given', { field: 'seconds' })
  return fromNumber(seconds)
}

export const durationConverter = defineTool({
  slug: 'duration-converter',
  title: 'Duration Converter',
  description: 'Converts a duration between seconds, hours:minutes:seconds, decimal hours and ISO 8601.',
  category: 'converter',
  tags: ['time', 'duration', 'hours'],
  keywords: [
    'seconds to hours',
    'seconds to time',
    'time to decimal',
    'decimal hours',
    'hh:mm:ss',
    'minutes to hours',
    'iso 8601 duration',
    'timesheet',
    'pt1h30m',
  ],
  input: [
    number('seconds', { label: 'Seconds', min: -LARGEST_SECONDS, max: LARGEST_SECONDS, placeholder: '3661' }),
    string('hms', {
      label: 'Time',
      help: 'Instead of seconds: 1:30:00, 1:30 (hours and minutes), PT1H30M or 1h 30min.',
      placeholder: '1:30:00',
      maxLength: 100,
    }),
    number('decimals', {
      label: 'Decimals',
      help: 'Of the decimal hours; leave empty for the exact value.',
      integer: true,
      step: 1,
      min: 0,
      max: MOST_DECIMALS,
    }),
  ],
  output: {
    hms: text('Hours:minutes:seconds', { primary: true }),
    decimalHours: badge('Decimal hours'),
    seconds: badge('Seconds'),
    iso: text('ISO 8601', { format: 'code' }),
    words: text('In words'),
    totals: table('The whole duration in one unit', {
      columns: [
        { name: 'unit', label: 'Unit' },
        { name: 'value', label: 'Value', type: 'number' },
      ],
    }),
  },
  run: ({ seconds, hms, decimals }) => {
    const total = givenSeconds(seconds, hms)
    const negative = total.numerator < 0n
    const magnitude = parts(negative ? negate(total) : total)
    const signed = (written: string) => (negative ? `-${written}` : written)
    const inUnits = (size: bigint | undefined) =>
      divide(total, size === undefined ? rational(1n, 1000n) : rational(size))
    const hours = inUnits(3600n)
    return {
      hms: signed(clockText(magnitude)),
      decimalHours: decimals === undefined ? toNumber(hours) : Number(toFixed(hours, decimals)),
      seconds: toNumber(total),
      iso: signed(isoText(magnitude)),
      words: `${negative ? 'minus ' : ''}${wordsText(magnitude)}`,
      totals: TOTALS.map(({ unit, seconds: size }) => ({ unit, value: toNumber(inUnits(size)) })),
    }
  },
  examples: [
    {
      title: 'Seconds as a time',
      input: { seconds: 3661 },
      output: { hms: '01:01:01' },
      source: 'omni-tools, convert seconds to time tests: 3661 is 01:01:01',
    },
    {
      title: 'A time in decimal hours',
      input: { hms: '31:23:59', decimals: 6 },
      output: { decimalHours: 31.399722 },
      source: 'omni-tools, convert time to decimal tests: 31:23:59 is 31.399722',
    },
    {
      title: 'Hours and minutes',
      input: { hms: '13:25', decimals: 6 },
      output: { decimalHours: 13.416667 },
      source: 'omni-tools, convert time to decimal tests: 13:25 is 13.416667',
    },
    {
      title: 'An ISO 8601 duration of days',
      input: { hms: 'P15DT5H0M20S' },
      output: { seconds: 1314020, words: '15 days, 5 hours, 20 seconds' },
      source: 'RFC 5545, section 3.3.6: a duration of 15 days, 5 hours, and 20 seconds',
    },
    {
      title: 'Nothing',
      input: { seconds: 0 },
      output: { hms: '00:00:00', decimalHours: 0, iso: 'PT0S' },
      source: 'omni-tools, convert seconds to time tests: 0 is 00:00:00; Java SE, Duration.toString: PT0S',
    },
  ],
  method: {
    formula: 'seconds = hours × 3600 + minutes × 60 + seconds; decimal hours = seconds / 3600',
    rounding:
      'Computed with exact fractions. Without decimals the answer is the number nearest to the exact value; with them halves go away from zero. Fractions of a second are kept.',
    notes:
      'A day is 24 hours and a week 7 days. Hours are not cut at 24. Two numbers, as in 1:30, are hours and minutes.',
  },
  sources: [
    { title: 'ISO 8601-1:2019, section 5.5.2 (duration)' },
    { title: 'RFC 5545, section 3.3.6: Duration', url: 'https://www.rfc-editor.org/rfc/rfc5545#section-3.3.6' },
    { title: 'omni-tools, time tools', url: 'https://github.com/iib0011/omni-tools' },
  ],
})
