import { roundedToCents } from '#src/lib/money.ts'
import { add, divide, fromNumber, multiply, type Rational, rational, subtract, toNumber } from '#src/lib/rational.ts'
import { badge, defineTool, list, number, radio, select, ToolError, table, text } from '#src/sdk/index.ts'
import { type BARE_UNITS, type BareUnit, clockParts, parseDuration } from './duration-calculator/parse-duration.ts'

const MOST_DURATIONS = 1000
const LONGEST_TEXT = 100
const LARGEST_RATE = 1_000_000
const HOUR = rational(3600n)

const clock = (seconds: Rational): string => {
  const { isNegative, hours, minutes, seconds: rest } = clockParts(seconds)
  const [whole = '', decimals] = rest.split('.')
  const tail = decimals === undefined ? '' : `.${decimals}`
  return `${isNegative ? '-' : ''}${hours}:${String(minutes).padStart(2, '0')}:${whole.padStart(2, '0')}${tail}`
}

function inWords(seconds: Rational): string {
  const { isNegative, hours, minutes, seconds: rest } = clockParts(seconds)
  const parts = [
    ...(hours > 0n ? [`${hours} h`] : []),
    ...(minutes > 0n ? [`${minutes} min`] : []),
    ...(rest === '0' ? [] : [`${rest} s`]),
  ]
  return parts.length === 0 ? '0 s' : `${isNegative ? '−' : ''}${parts.join(' ')}`
}

function isoDuration(seconds: Rational): string {
  const { isNegative, hours, minutes, seconds: rest } = clockParts(seconds)
  const parts = [
    ...(hours > 0n ? [`${hours}H`] : []),
    ...(minutes > 0n ? [`${minutes}M`] : []),
    ...(rest === '0' ? [] : [`${rest}S`]),
  ]
  return parts.length === 0 ? 'PT0S' : `${isNegative ? '-' : ''}PT${parts.join('')}`
}

function toDurations(texts: readonly string[], bare: BareUnit): Rational[] {
  if (texts.length > MOST_DURATIONS)
    throw new ToolError(`Durations: at most ${MOST_DURATIONS}, not ${texts.length}`, { field: 'durations' })
  return texts.map((given) => {
    const duration = given.length > LONGEST_TEXT ? undefined : parseDuration(given, bare)
    if (duration !== undefined) return duration
    throw new ToolError(`Durations: “${given.slice(0, 40)}” must be like 1:30, 1:30:15, 1h 30m, 90 min or 1.5`, {
      field: 'durations',
    })
  })
}

type Operation = 'add' | 'subtract'

function totalsOf(durations: readonly Rational[], operation: Operation): Rational[] {
  const totals: Rational[] = []
  for (const duration of durations) {
    const before = totals.at(-1)
    if (before === undefined) totals.push(duration)
    else totals.push(operation === 'add' ? add(before, duration) : subtract(before, duration))
  }
  return totals
}

export const durationCalculator = defineTool({
  slug: 'duration-calculator',
  title: 'Duration Calculator',
  description: 'Adds or subtracts durations in hours, minutes and seconds, with decimal hours, average and pay.',
  category: 'calculator',
  tags: ['time', 'hours', 'sum'],
  keywords: [
    'add time',
    'sum of hours',
    'time calculator',
    'hours and minutes',
    'timesheet',
    'time card',
    'decimal hours',
    'hh:mm:ss',
    'work hours',
    'minutes to hours',
  ],
  input: [
    list('durations', {
      label: 'Durations',
      help: 'One a line: 7:45, 1:30:15, 1h 30m, 90 min or PT1H30M. 1:30 is an hour and a half.',
      placeholder: '2:45:30\n1:20:45',
      required: true,
    }),
    radio('operation', {
      label: 'Operation',
      default: 'add',
      options: { add: 'Add all', subtract: 'Subtract all others from the first' },
    }),
    select('bareUnit', {
      label: 'A number alone means',
      default: 'hours',
      options: ['hours', 'minutes', 'seconds'] satisfies readonly (typeof BARE_UNITS)[number][],
    }),
    number('hourlyRate', { label: 'Pay per hour', min: 0, max: LARGEST_RATE }),
  ],
  output: {
    total: text('Total', { primary: true }),
    words: text('In words'),
    decimalHours: badge('Decimal hours'),
    totalMinutes: badge('Minutes'),
    totalSeconds: badge('Seconds'),
    iso: text('ISO 8601'),
    average: text('Average'),
    pay: badge('Pay', { format: 'money' }),
    entries: table('One by one', {
      columns: [
        { name: 'entry', label: 'Entry' },
        { name: 'duration', label: 'Duration' },
        { name: 'decimalHours', label: 'Hours', type: 'number' },
        { name: 'total', label: 'Total so far' },
      ],
    }),
  },
  run: ({ durations: texts, operation, bareUnit, hourlyRate }) => {
    const durations = toDurations(texts, bareUnit)
    const totals = totalsOf(durations, operation)
    const total = totals.at(-1) ?? rational(0n)
    const hours = divide(total, HOUR)
    const sum = durations.reduce(add, rational(0n))
    return {
      total: clock(total),
      words: inWords(total),
      decimalHours: toNumber(hours),
      totalMinutes: toNumber(divide(total, rational(60n))),
      totalSeconds: toNumber(total),
      iso: isoDuration(total),
      average: clock(divide(sum, rational(BigInt(durations.length)))),
      pay: hourlyRate === undefined ? undefined : roundedToCents(multiply(hours, fromNumber(hourlyRate))),
      entries: durations.map((duration, index) => ({
        entry: texts[index],
        duration: clock(duration),
        decimalHours: toNumber(divide(duration, HOUR)),
        total: clock(totals[index] ?? total),
      })),
    }
  },
  examples: [
    {
      title: 'Two durations with seconds',
      input: { durations: ['11:15:49', '6:46:33'] },
      output: { total: '18:02:22', totalSeconds: 64_942 },
      source: 'Nagwa, explainer on adding times, example 2: 18 hours, 2 minutes and 22 seconds',
    },
    {
      title: 'Two working times',
      input: { durations: ['1h 45m', '1h 30m'] },
      output: { total: '3:15:00', decimalHours: 3.25 },
      source: 'calculator.city, Hours Addition Calculator: 1 h 45 min and 1 h 30 min are 3 h 15 min',
    },
    {
      title: 'One less the other',
      input: { durations: ['24m 15s', '18m 29s'], operation: 'subtract' },
      output: { total: '0:05:46', totalSeconds: 346 },
      source: 'Math Only Math, Adding and Subtracting Time, subtraction 3: 5 minutes 46 seconds',
    },
    {
      title: 'Less than nothing',
      input: { durations: ['1:00', '1:30'], operation: 'subtract' },
      output: { total: '-0:30:00', decimalHours: -0.5, iso: '-PT30M' },
      source: 'By definition: 60 min − 90 min = −30 min',
      isOurs: true,
    },
    {
      title: 'A third of an hour, paid',
      input: { durations: ['20 min'], hourlyRate: 20 },
      output: { total: '0:20:00', totalMinutes: 20, pay: 6.67, iso: 'PT20M' },
      source: 'By definition: 20 × 20 / 60 = 6.666…, rounded to the cent',
      isOurs: true,
    },
  ],
  method: {
    formula: 'seconds = hours × 3600 + minutes × 60 + seconds; total = sum, or the first minus the sum of the others',
    rounding:
      'Computed with exact fractions. Clock times are rounded to milliseconds and pay to the cent, halves up; decimal hours are the nearest double.',
    notes:
      'Two parts are hours and minutes, three also seconds, four have days in front. A day counts as 24 hours. Months and years have no fixed length and are refused. The average is that of the entries as they stand.',
  },
  sources: [
    { title: 'ISO 8601-1:2019, section 5.5.2 (durations)' },
    {
      title: 'calculator.city, Hours Addition Calculator',
      url: 'https://use.calculator.city/hours-addition-calculator',
    },
    { title: 'Nagwa, adding and subtracting times', url: 'https://www.nagwa.com/en/explainers/603137138151/' },
    {
      title: 'Math Only Math, Adding and Subtracting Time',
      url: 'https://www.math-only-math.com/adding-and-subtracting-time.html',
    },
  ],
})
