import {
  addMonths,
  type CalendarDate,
  type DateSpan,
  dateOf,
  formatDate,
  fromDays,
  parseDate,
  spanText,
  toDays,
  weekdayName,
} from '#src/lib/dates.ts'
import { badge, date, defineTool, radio, ToolError, text } from '#src/sdk/index.ts'

type LeapRule = 'march-1' | 'february-28'

/** The day on which so many months are over; where the month is too short, the rule decides. */
function monthsAfter(birth: CalendarDate, months: number, rule: LeapRule): number {
  const day = addMonths(birth, months)
  return toDays(day) + (rule === 'march-1' && day.day < birth.day ? 1 : 0)
}

function ageOn(birth: CalendarDate, on: CalendarDate, rule: LeapRule): DateSpan {
  const today = toDays(on)
  let months = (on.year - birth.year) * 12 + on.month - birth.month
  if (monthsAfter(birth, months, rule) > today) months -= 1
  return { years: Math.floor(months / 12), months: months % 12, days: today - monthsAfter(birth, months, rule) }
}

function birthdays(birth: CalendarDate, on: CalendarDate, { years, rule }: { years: number; rule: LeapRule }) {
  const today = toDays(on)
  const next = monthsAfter(birth, 12 * (years + 1), rule)
  return {
    nextBirthday: formatDate(fromDays(next)),
    nextBirthdayWeekday: weekdayName(next),
    daysToBirthday: next - today,
    isBirthday: years > 0 && monthsAfter(birth, 12 * years, rule) === today,
  }
}

export const ageCalculator = defineTool({
  slug: 'age-calculator',
  title: 'Age Calculator',
  description: 'Works out an age in years, months and days on any date, and the days to the next birthday.',
  category: 'calculator',
  tags: ['date', 'age', 'birthday'],
  keywords: [
    'how old am i',
    'birthday',
    'date of birth',
    'dob',
    'years old',
    'age in days',
    'next birthday',
    'leap day',
    'leapling',
    'chronological age',
  ],
  input: [
    date('birth', { label: 'Born on', required: true }),
    date('onDate', { label: 'Age on', help: 'Empty: today (UTC).', emptyIsNow: true }),
    radio('leapDay', {
      label: 'Born on 29 February: birthday in other years',
      help: 'Laws differ, so choose. The same rule holds for months that have no such day.',
      default: 'march-1',
      options: { 'march-1': '1 March', 'february-28': '28 February' },
    }),
  ],
  output: {
    years: badge('Age in years', { primary: true }),
    age: text('Age'),
    months: badge('Months beyond'),
    days: badge('Days beyond'),
    nextBirthday: text('Next birthday'),
    nextBirthdayWeekday: text('It is a'),
    daysToBirthday: badge('Days until then'),
    isBirthday: badge('Birthday today', { type: 'boolean' }),
    totalMonths: badge('Age in months'),
    totalWeeks: badge('Age in weeks'),
    totalDays: badge('Age in days'),
    bornOn: text('Born on a'),
  },
  needs: ['clock'],
  run: ({ birth: given, onDate, leapDay }, { now }) => {
    const birth = parseDate(given)
    const on = onDate === undefined ? dateOf(now) : parseDate(onDate)
    const totalDays = toDays(on) - toDays(birth)
    if (totalDays < 0)
      throw new ToolError(`Born on must not be after ${onDate === undefined ? 'today' : 'the date of the age'}`, {
        field: 'birth',
      })
    const span = ageOn(birth, on, leapDay)
    return {
      age: spanText(span),
      ...span,
      ...birthdays(birth, on, { years: span.years, rule: leapDay }),
      totalMonths: span.years * 12 + span.months,
      totalWeeks: Math.floor(totalDays / 7),
      totalDays,
      bornOn: weekdayName(toDays(birth)),
    }
  },
  examples: [
    {
      title: 'Years, months and days',
      input: { birth: '2009-01-01', onDate: '2010-02-02' },
      output: { years: 1, months: 1, days: 1, age: '1 year, 1 month, 1 day' },
      source: 'Jupiter Solutions, “Difference of two dates in Excel” (DATEDIF): 1 year 1 month 1 day',
    },
    {
      title: 'Born on a leap day, birthday on 1 March',
      input: { birth: '2000-02-29', onDate: '2018-02-28', leapDay: 'march-1' },
      output: { years: 17, isBirthday: false, nextBirthday: '2018-03-01', daysToBirthday: 1 },
      source:
        'Wikipedia, “Leap year”, Birthdays: in common years on 28 February or 1 March; the rule chosen is 1 March',
    },
    {
      title: 'The same person, birthday on 28 February',
      input: { birth: '1980-02-29', onDate: '1998-02-28', leapDay: 'february-28' },
      output: { years: 18, months: 0, days: 0, isBirthday: true, nextBirthday: '1999-02-28' },
      source: 'Sowetan, 13 March 2008: born on 29 February 1980, 18 years old on 28 February 1998',
    },
    {
      title: 'The day of birth',
      input: { birth: '2024-05-05', onDate: '2024-05-05' },
      output: { years: 0, totalDays: 0, isBirthday: false, nextBirthday: '2025-05-05', daysToBirthday: 365 },
      source: 'By definition: age counts from 0, and no 29 February lies between the two dates',
      isOurs: true,
    },
  ],
  method: {
    formula:
      'Whole years since the date of birth, then whole months, then days. A year or month is over on the day with the number of the day of birth.',
    rounding: 'Only what is complete counts.',
    notes:
      'Where a month has no such day (29 February in common years, or the 31st), it is over on the first of the next month, or with the other rule on its last day. Days run in UTC. East Asian age and the year of pregnancy are not counted.',
  },
  sources: [
    { title: 'Wikipedia, Leap year, section Birthdays', url: 'https://en.wikipedia.org/wiki/Leap_year#Birthdays' },
    {
      title: 'Microsoft Excel, DATEDIF function',
      url: 'https://support.microsoft.com/en-us/office/datedif-function-25dba1a4-2812-480b-84dd-8b32a451b35c',
    },
  ],
})
