import { addDays, addMonths, addWeeks, addYears, create } from 'temporal-polyfill/fns/PlainDate'
import {
  type CalendarDate,
  FIRST_YEAR,
  formatDate,
  formatWeekDate,
  fromDays,
  isWeekend,
  LAST_YEAR,
  parseDate,
  toDays,
  weekdayName,
} from '#src/lib/dates.ts'
import { badge, date, defineTool, list, number, select, ToolError, text } from '#src/sdk/index.ts'

const LARGEST_AMOUNT = 4_000_000
const MOST_HOLIDAYS = 1000
const FIRST_DAY = toDays({ year: FIRST_YEAR, month: 1, day: 1 })
const LAST_DAY = toDays({ year: LAST_YEAR, month: 12, day: 31 })

const outOfRange = () =>
  new ToolError(`Amount: the result must lie in the years ${FIRST_YEAR} to ${LAST_YEAR}`, { field: 'amount' })

function toHolidays(texts: readonly string[]): ReadonlySet<number> {
  if (texts.length > MOST_HOLIDAYS)
    throw new ToolError(`Holidays: at most ${MOST_HOLIDAYS} dates, not ${texts.length}`, { field: 'holidays' })
  return new Set(texts.map(toHoliday))
}

function toHoliday(day: string): number {
  try {
    return toDays(parseDate(day))
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw new ToolError(`Holidays: “${day.slice(0, 40)}” must be a date (YYYY-MM-DD)`, { field: 'holidays' })
  }
}

/** Without holidays: whole weeks at once, then single days. */
function addWeekdays(start: number, amount: number): number {
  const step = Math.sign(amount)
  let day = start
  // A weekend is as far from the next business day as the business day before it.
  while (isWeekend(day)) day -= step
  day += 7 * Math.trunc(amount / 5)
  for (let left = Math.abs(amount % 5); left > 0; ) {
    day += step
    if (!isWeekend(day)) left -= 1
  }
  return day
}

/** As WORKDAY does: the start itself is not counted, and need not be a business day. */
function addBusinessDays(start: number, amount: number, holidays: ReadonlySet<number>): number {
  if (amount === 0) return start
  const step = Math.sign(amount)
  const ahead = [...holidays].filter((day) => !isWeekend(day) && (day - start) * step > 0)
  let end = addWeekdays(start, amount)
  // In the order of the way: each one that is passed takes a day more, which may pass the next.
  for (const day of ahead.toSorted((one, other) => (one - other) * step))
    if ((end - day) * step >= 0) end = addWeekdays(end, step)
  if (end < FIRST_DAY || end > LAST_DAY) throw outOfRange()
  return end
}

const SHIFTS = { days: addDays, weeks: addWeeks, months: addMonths, years: addYears } as const

function shifted({ year, month, day }: CalendarDate, amount: number, unit: keyof typeof SHIFTS): CalendarDate {
  try {
    const to = SHIFTS[unit](create(year, month, day), amount)
    return { year: to.year, month: to.month, day: to.day }
  } catch (error) {
    // Temporal ends in the year 275760.
    if (error instanceof RangeError) throw outOfRange()
    throw error
  }
}

export const dateAdd = defineTool({
  slug: 'date-add',
  title: 'Date Calculator',
  description: 'Adds days, weeks, months, years or business days to a date, or takes them away.',
  category: 'calculator',
  tags: ['date', 'calendar', 'deadline'],
  keywords: [
    'add days to date',
    'subtract days',
    'days from now',
    'weeks from date',
    'business days',
    'working days',
    'workday',
    'edate',
    'due date',
    'deadline',
  ],
  input: [
    date('date', { label: 'Date', required: true }),
    number('amount', {
      label: 'Amount',
      help: 'Negative to go back.',
      integer: true,
      step: 1,
      min: -LARGEST_AMOUNT,
      max: LARGEST_AMOUNT,
      default: 30,
      presets: [7, 14, 30, 60, 90],
    }),
    select('unit', {
      label: 'Unit',
      default: 'days',
      options: {
        days: 'Days',
        weeks: 'Weeks',
        months: 'Months',
        years: 'Years',
        'business-days': 'Business days (Monday to Friday)',
      },
      aliases: {
        d: 'days',
        day: 'days',
        w: 'weeks',
        week: 'weeks',
        month: 'months',
        y: 'years',
        year: 'years',
        'business day': 'business-days',
        'business days': 'business-days',
        'working days': 'business-days',
        workdays: 'business-days',
      },
    }),
    list('holidays', {
      label: 'Holidays',
      help: 'Dates that are no business days, one a line: 2026-12-25.',
      showIf: { field: 'unit', in: ['business-days'] },
    }),
  ],
  output: {
    date: text('Date', { primary: true }),
    weekday: text('Day of the week'),
    isoWeekDate: text('ISO week date'),
    totalDays: badge('Calendar days away'),
  },
  isLarge: true,
  run: ({ date: start, amount, unit, holidays }) => {
    const from = parseDate(start)
    const first = toDays(from)
    const result =
      unit === 'business-days'
        ? fromDays(addBusinessDays(first, amount, toHolidays(holidays)))
        : shifted(from, amount, unit)
    const day = toDays(result)
    if (day < FIRST_DAY || day > LAST_DAY) throw outOfRange()
    return {
      date: formatDate(result),
      weekday: weekdayName(day),
      isoWeekDate: formatWeekDate(day),
      totalDays: day - first,
    }
  },
  examples: [
    {
      title: 'A month from the end of March',
      input: { date: '2007-03-31', amount: 1, unit: 'months' },
      output: { date: '2007-04-30' },
      source: 'Java SE, java.time.LocalDate.plusMonths: 2007-03-31 plus one month is 2007-04-30',
    },
    {
      title: 'A year from a leap day',
      input: { date: '2008-02-29', amount: 1, unit: 'years' },
      output: { date: '2009-02-28' },
      source: 'Java SE, java.time.LocalDate.plusYears: 2008-02-29 plus one year is 2009-02-28',
    },
    {
      title: '151 business days',
      input: { date: '2008-10-01', amount: 151, unit: 'business-days' },
      output: { date: '2009-04-30' },
      source: 'Microsoft Excel, WORKDAY function, first example',
    },
    {
      title: '151 business days with holidays',
      input: {
        date: '2008-10-01',
        amount: 151,
        unit: 'business-days',
        holidays: ['2008-11-26', '2008-12-04', '2009-01-21'],
      },
      output: { date: '2009-05-05' },
      source: 'Microsoft Excel, WORKDAY function, second example',
    },
    {
      title: 'One month back',
      input: { date: '2011-01-15', amount: -1, unit: 'months' },
      output: { date: '2010-12-15' },
      source: 'Microsoft Excel, EDATE function, second example: =EDATE("15-Jan-11", -1)',
    },
  ],
  method: {
    formula:
      'Days and weeks: by day number. Months and years: the same day of the target month, or its last day where it is shorter. Business days: days from Monday to Friday that are no holiday are counted, beginning with the day after the start.',
    rounding: 'None; whole units only.',
    notes:
      'Proleptic Gregorian calendar, years 0 to 9999. 0 business days leave the date as it is, even on a weekend. Weekends are Saturday and Sunday.',
  },
  sources: [
    {
      title: 'Microsoft Excel, WORKDAY function',
      url: 'https://support.microsoft.com/en-us/office/workday-function-f764a5b7-05fc-4494-9486-60d494efbf33',
    },
    {
      title: 'Microsoft Excel, EDATE function',
      url: 'https://support.microsoft.com/en-us/office/edate-function-3c920eb2-6e66-44e7-a1f5-753ae47ee4f5',
    },
    {
      title: 'Java SE, java.time.LocalDate',
      url: 'https://docs.oracle.com/en/java/javase/21/docs/api/java.base/java/time/LocalDate.html',
    },
  ],
})
