import {
  dayOfYear,
  daysInMonth,
  daysInYear,
  FIRST_YEAR,
  formatWeekDate,
  isLeapYear,
  isoWeek,
  LAST_YEAR,
  parseDate,
  toDays,
  weekdayName,
  weeksInYear,
} from '#src/lib/dates.ts'
import { badge, date, defineTool, number, ToolError, text } from '#src/sdk/index.ts'

const JULIAN_DAY_OF_1970 = 2_440_588
const SECONDS_PER_DAY = 86_400

function ofDate(given: string) {
  const day = parseDate(given)
  const days = toDays(day)
  return {
    isoWeekDate: formatWeekDate(days),
    weekday: weekdayName(days),
    week: isoWeek(days).week,
    dayOfYear: dayOfYear(day),
    daysLeft: daysInYear(day.year) - dayOfYear(day),
    quarter: Math.ceil(day.month / 3),
    daysInMonth: daysInMonth(day.year, day.month),
    julianDay: days + JULIAN_DAY_OF_1970,
    unixTime: days * SECONDS_PER_DAY,
  }
}

const ofYear = (year: number) => ({
  year,
  leap: isLeapYear(year),
  daysInYear: daysInYear(year),
  weeksInYear: weeksInYear(year),
})

export const dateInfo = defineTool({
  slug: 'date-info',
  title: 'Date Information',
  description:
    'Tells the ISO week, weekday, day of the year and quarter of a date, and whether its year is a leap year.',
  category: 'calculator',
  tags: ['date', 'calendar', 'week'],
  keywords: [
    'week number',
    'calendar week',
    'iso week',
    'iso 8601',
    'day of week',
    'what day is it',
    'day of year',
    'leap year',
    'quarter',
    'julian day',
  ],
  input: [
    date('date', { label: 'Date' }),
    number('year', {
      label: 'Year',
      help: 'Only to ask about a whole year; else that of the date.',
      integer: true,
      step: 1,
      min: FIRST_YEAR,
      max: LAST_YEAR,
    }),
  ],
  output: {
    isoWeekDate: text('ISO week date', { primary: true }),
    leap: badge('Leap year', { type: 'boolean' }),
    year: text('Year'),
    weekday: text('Day of the week'),
    week: badge('ISO week'),
    dayOfYear: badge('Day of the year'),
    daysLeft: badge('Days left in the year'),
    quarter: badge('Quarter'),
    daysInMonth: badge('Days in the month'),
    daysInYear: badge('Days in the year'),
    weeksInYear: badge('ISO weeks in the year'),
    julianDay: badge('Julian day number', { help: 'At noon UTC.' }),
    unixTime: badge('Unix time', { help: 'Seconds, at midnight UTC.' }),
  },
  run: ({ date: given, year }) => {
    if (given === undefined && year === undefined)
      throw new ToolError('Date is required, unless a year is given', { field: 'date' })
    const { year: asked, ...facts } = ofYear(year ?? parseDate(given ?? '').year)
    return { ...(given !== undefined && ofDate(given)), ...facts, year: String(asked) }
  },
  examples: [
    {
      title: 'New Year’s Day in the last week of the old year',
      input: { date: '2005-01-01' },
      output: { isoWeekDate: '2004-W53-6', weekday: 'Saturday', week: 53, dayOfYear: 1, leap: false },
      source: 'ISO 8601, week dates; the first example of Wikipedia, “ISO week date”',
    },
    {
      title: 'The end of December in week 1',
      input: { date: '2008-12-29' },
      output: { isoWeekDate: '2009-W01-1', leap: true },
      source: 'Wikipedia, “ISO week date”, examples around New Year’s Day; 2008 is divisible by 4',
    },
    {
      title: 'The last Sunday of 2006',
      input: { date: '2006-12-31' },
      output: { isoWeekDate: '2006-W52-7', weekday: 'Sunday', dayOfYear: 365, daysLeft: 0 },
      source: 'The ISO Week Date Calendar (clndr.org): 31 December 2006 is 2006-W52-7',
    },
    {
      title: 'A century that is no leap year',
      input: { year: 1900 },
      output: { leap: false, daysInYear: 365 },
      source: 'RFC 3339, appendix C: a year divisible by 100 is a leap year only if 400 divides it',
    },
    {
      title: 'A century that is one',
      input: { year: 2000 },
      output: { leap: true, daysInYear: 366 },
      source: 'RFC 3339, appendix C: a year divisible by 400 is a leap year',
    },
  ],
  method: {
    formula:
      'Weeks run from Monday to Sunday and belong to the year of their Thursday, so week 1 holds 4 January. Leap years are divisible by 4, but of the centuries only those divisible by 400.',
    rounding: 'None.',
    notes:
      'Proleptic Gregorian calendar, year 0 is 1 BC. With both fields filled, leap year and the numbers of the year are those of the field “Year”.',
  },
  sources: [
    { title: 'ISO 8601-1:2019, Date and time representations, section 4.2.2 (calendar and week)' },
    { title: 'RFC 3339, appendix C: Leap Years', url: 'https://www.rfc-editor.org/rfc/rfc3339#appendix-C' },
    { title: 'Wikipedia, ISO week date', url: 'https://en.wikipedia.org/wiki/ISO_week_date' },
  ],
})
