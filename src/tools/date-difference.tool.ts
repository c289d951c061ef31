import {
  addDays,
  compare,
  create,
  dayOfWeek,
  diff,
  diffDays,
  type Record as PlainDate,
} from 'temporal-polyfill/fns/PlainDate'
import { parseDate, spanText } from '#src/lib/dates.ts'
import { roundTo } from '#src/lib/round.ts'
import { badge, checkbox, date, defineTool, table, text } from '#src/sdk/index.ts'

const HOURS = 24
const MINUTES = 60 * HOURS
const SECONDS = 60 * MINUTES

function plainDate(text: string): PlainDate {
  const { year, month, day } = parseDate(text)
  return create(year, month, day)
}

/** Days from Monday to Friday among `count` days, of which the first is a day of the week from 1 for Monday to 7. */
function weekdaysAmong(first: number, count: number): number {
  const weeks = Math.floor(count / 7)
  const rest = Array.from({ length: count % 7 }, (_, index) => ((first - 1 + index) % 7) + 1)
  return weeks * 5 + rest.filter((day) => day <= 5).length
}

function difference(start: PlainDate, end: PlainDate, isInclusive: boolean) {
  const behind = isInclusive ? addDays(end, 1) : end
  const totalDays = diffDays(start, behind)
  const weekdays = weekdaysAmong(dayOfWeek(start), totalDays)
  const { years, months, days } = diff(start, behind, { largestUnit: 'years' })
  const span = { years, months, days }
  return {
    totalDays,
    span: spanText(span),
    ...span,
    weeks: Math.floor(totalDays / 7),
    weekdays,
    weekendDays: totalDays - weekdays,
    units: [
      { unit: 'Months (whole)', value: span.years * 12 + span.months },
      { unit: 'Weeks', value: roundTo(totalDays / 7, 4) },
      { unit: 'Days', value: totalDays },
      { unit: 'Hours', value: totalDays * HOURS },
      { unit: 'Minutes', value: totalDays * MINUTES },
      { unit: 'Seconds', value: totalDays * SECONDS },
    ],
  }
}

export const dateDifference = defineTool({
  slug: 'date-difference',
  title: 'Date Difference',
  description: 'Counts the days, weekdays, weeks, months and years between two dates, in either order.',
  category: 'calculator',
  tags: ['date', 'calendar', 'days'],
  keywords: [
    'days between dates',
    'how many days',
    'weeks between',
    'months between',
    'time between',
    'datediff',
    'datedif',
    'working days',
    'networkdays',
    'countdown',
  ],
  input: [
    date('start', { label: 'From', required: true }),
    date('end', { label: 'To', required: true, swapWith: 'start' }),
    checkbox('inclusive', {
      label: 'Count both days',
      help: 'As for holidays or rent: from Monday to Friday is 5 days.',
    }),
  ],
  output: {
    totalDays: badge('Days', { primary: true }),
    span: text('In years, months and days'),
    years: badge('Years'),
    months: badge('Months'),
    days: badge('Days beyond them'),
    weeks: badge('Whole weeks'),
    weekdays: badge('Weekdays', { help: 'Monday to Friday, the first day among them.' }),
    weekendDays: badge('Weekend days'),
    swapped: badge('Dates exchanged', { type: 'boolean', help: 'Yes when the first date was the later one.' }),
    units: table('In one unit', {
      columns: [
        { name: 'unit', label: 'Unit' },
        { name: 'value', label: 'Value', type: 'number' },
      ],
    }),
  },
  isLarge: true,
  run: ({ start, end, inclusive }) => {
    const [one, other] = [plainDate(start), plainDate(end)]
    const swapped = compare(one, other) > 0
    return { ...(swapped ? difference(other, one, inclusive) : difference(one, other, inclusive)), swapped }
  },
  examples: [
    {
      title: 'Years, months and days',
      input: { start: '2009-01-01', end: '2010-02-02' },
      output: { years: 1, months: 1, days: 1, totalDays: 397, swapped: false },
      source: 'Jupiter Solutions, “Difference of two dates in Excel” (DATEDIF): 1 year 1 month 1 day; 365 + 32 days',
    },
    {
      title: 'Days from June to August of the next year',
      input: { start: '2001-06-01', end: '2002-08-15' },
      output: { totalDays: 440 },
      source: 'Microsoft Excel, DATEDIF function, examples: =DATEDIF("6/1/2001","8/15/2002","D") is 440',
    },
    {
      title: 'Weekdays, both days counted',
      input: { start: '2014-01-15', end: '2014-06-30', inclusive: true },
      output: { weekdays: 119 },
      source: 'Excel 2013 tutorial, NETWORKDAYS("1/15/14", "6/30/14") is 119',
    },
    {
      title: 'The later date first, over a leap day',
      input: { start: '2024-03-01', end: '2024-02-28' },
      output: { totalDays: 2, years: 0, months: 0, days: 2, swapped: true },
      source: 'ISO 8601: 2024 is a leap year, so 29 February lies between',
      isOurs: true,
    },
    {
      title: 'From the end of a month',
      input: { start: '2023-01-31', end: '2023-03-01' },
      output: { years: 0, months: 1, days: 1, totalDays: 29 },
      source: 'The rule of Java SE, java.time.Period.between: a month counts when its day is reached',
      isOurs: true,
    },
  ],
  method: {
    formula:
      'Days: difference of the day numbers. Years, months, days: whole months from the first date until the day of the month would be passed, then the days that are left.',
    rounding: 'None; only weeks in the table have 4 decimals, halves up.',
    notes:
      'Proleptic Gregorian calendar, no times and time zones: a day has 24 hours. From 31 January the day is not passed in February: to its last day it is 28 or 29 days, to 1 March a month and a day. “Count both days” adds one day. Weekdays are counted from the first day up to the day before the last, or with it when both are counted, as in NETWORKDAYS; public holidays are not known.',
  },
  sources: [
    { title: 'ISO 8601-1:2019, Date and time representations' },
    {
      title: 'Microsoft Excel, DATEDIF function',
      url: 'https://support.microsoft.com/en-us/office/datedif-function-25dba1a4-2812-480b-84dd-8b32a451b35c',
    },
    {
      title: 'Java SE, java.time.Period',
      url: 'https://docs.oracle.com/en/java/javase/21/docs/api/java.base/java/time/Period.html',
    },
  ],
})
