import { addDays, addMonths, dateOf, formatDate, LAST_YEAR, parseDate, toDays, weekdayName } from '#src/lib/dates.ts'
import { badge, date, defineTool, number, ToolError, table, text } from '#src/sdk/index.ts'

const DAYS_TO_BIRTH = 280
const USUAL_CYCLE = 28
const LONGEST_DAYS = 44 * 7

/** ACOG Committee Opinion 579 (terms); trimesters as ACOG counts them. */
const MILESTONES = [
  { weeks: 2, milestone: 'Conception, about' },
  { weeks: 14, milestone: 'Second trimester begins' },
  { weeks: 28, milestone: 'Third trimester begins' },
  { weeks: 37, milestone: 'Early term begins' },
  { weeks: 39, milestone: 'Full term begins' },
  { weeks: 40, milestone: 'Due date' },
  { weeks: 41, milestone: 'Late term begins' },
  { weeks: 42, milestone: 'Post-term begins' },
] as const

const trimesterOf = (weeks: number): string => (weeks < 14 ? 'First' : weeks < 28 ? 'Second' : 'Third')

const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

function inWords(days: number, left: number): string {
  const age = `${plural(Math.floor(days / 7), 'week')} and ${plural(days % 7, 'day')}`
  return left >= 0 ? `${age}, ${plural(left, 'day')} to go` : `${age}, ${plural(-left, 'day')} past the due date`
}

/** On which day of the pregnancy `today` lies, counted from a period two weeks before ovulation. */
function progress(start: number, today: number) {
  // In a long cycle the last period lies before the day that weeks are counted from.
  const days = Math.max(0, today - start)
  const weeks = Math.floor(days / 7)
  const daysRemaining = start + DAYS_TO_BIRTH - today
  return {
    gestationalWeeks: weeks,
    gestationalExtraDays: days % 7,
    daysRemaining,
    summary: inWords(days, daysRemaining),
    trimester: trimesterOf(weeks),
  }
}

export const dueDateCalculator = defineTool({
  slug: 'due-date-calculator',
  title: 'Due Date Calculator',
  description: 'Estimates the date of birth from the last period and the cycle, and how far the pregnancy is.',
  category: 'health',
  tags: ['pregnancy', 'date', 'birth'],
  keywords: [
    'pregnancy calculator',
    'EDD',
    'estimated date of delivery',
    'last menstrual period',
    'LMP',
    'gestational age',
    'Naegele',
    'how many weeks pregnant',
    'trimester',
    'conception date',
  ],
  notice:
    'Not medical advice. 280 days from the last period (ACOG): an early ultrasound is more exact, and few children are born on the day.',
  needs: ['clock'],
  input: [
    date('lastPeriod', { label: 'First day of the last period', required: true }),
    number('cycleDays', {
      label: 'Length of the cycle',
      help: 'From the first day of a period to the day before the next.',
      unit: 'days',
      integer: true,
      step: 1,
      min: 20,
      max: 45,
      default: USUAL_CYCLE,
    }),
    date('onDate', { label: 'How far on', help: 'Today (UTC) when empty.', emptyIsNow: true }),
  ],
  output: {
    dueDate: badge('Due date', { type: 'string', primary: true }),
    weekday: text('It is a'),
    summary: text('How far'),
    gestationalWeeks: badge('Weeks'),
    gestationalExtraDays: badge('and days'),
    daysRemaining: badge('Days remaining', { help: 'Negative once the date has passed.' }),
    trimester: text('Trimester'),
    naegele: text('Due date by Naegele’s rule', { help: 'The last period plus nine months and seven days.' }),
    milestones: table('On the way', {
      columns: [
        { name: 'milestone', label: 'Milestone' },
        { name: 'weeks', label: 'Weeks', type: 'number' },
        { name: 'date', label: 'Date' },
      ],
    }),
  },
  run: ({ lastPeriod, cycleDays, onDate }, { now }) => {
    const first = parseDate(lastPeriod)
    if (first.year >= LAST_YEAR) throw new ToolError(`Last period must be before ${LAST_YEAR}`, { field: 'lastPeriod' })
    const today = toDays(onDate === undefined ? dateOf(now) : parseDate(onDate))
    if (onDate !== undefined && today < toDays(first))
      throw new ToolError('This date must not be before the last period', { field: 'onDate' })
    const longer = cycleDays - USUAL_CYCLE
    const start = addDays(first, longer)
    const isOver = onDate === undefined && today > toDays(start) + LONGEST_DAYS
    const due = addDays(start, DAYS_TO_BIRTH)
    return {
      dueDate: formatDate(due),
      weekday: weekdayName(toDays(due)),
      ...(today >= toDays(first) && !isOver && progress(toDays(start), today)),
      naegele: formatDate(addDays(addMonths(first, 9), 7 + longer)),
      milestones: MILESTONES.map(({ weeks, milestone }) => ({
        milestone,
        weeks,
        date: formatDate(addDays(start, weeks * 7)),
      })),
    }
  },
  examples: [
    {
      title: 'The last period began on 1 January',
      input: { lastPeriod: '2026-01-01', onDate: '2026-03-01' },
      output: { dueDate: '2026-10-08', gestationalWeeks: 8, gestationalExtraDays: 3, daysRemaining: 221 },
      source:
        'ACOG Committee Opinion 700 (2017): 280 days after the first day of the last period; day 281 of a common year is 8 October, and 31 + 28 days are 8 weeks and 3 days',
    },
    {
      title: 'By Naegele’s rule',
      input: { lastPeriod: '2001-03-14', onDate: '2001-03-14' },
      output: { naegele: '2001-12-21', dueDate: '2001-12-19', daysRemaining: 280 },
      source:
        'Ayush Health, Expected date of delivery: 14 March 2001 gives 21 December 2001 by Naegele; + 280 days by ACOG',
    },
    {
      title: 'A cycle of 35 days, by Naegele’s rule',
      input: { lastPeriod: '2021-04-15', cycleDays: 35, onDate: '2021-04-22' },
      output: { naegele: '2022-01-29', dueDate: '2022-01-27', gestationalWeeks: 0, gestationalExtraDays: 0 },
      source:
        'Dr. Oracle, Estimated due date calculation: LMP 15 April 2021, Naegele 22 January 2022, + 7 days for 35-day cycles = 29 January 2022',
    },
    {
      title: 'Over a leap day, and past the due date',
      input: { lastPeriod: '2023-06-01', onDate: '2024-03-17' },
      output: { dueDate: '2024-03-07', gestationalWeeks: 41, gestationalExtraDays: 3, daysRemaining: -10 },
      source: 'ACOG Committee Opinion 700 (2017): + 280 days; 1 June 2023 to 7 March 2024 has 29 February in it',
      isOurs: true,
    },
  ],
  method: {
    formula:
      'due date = first day of the last period + 280 days + (cycle − 28 days); the age of the pregnancy counts to 280 on that day',
    rounding: 'Whole days; weeks are rounded down and the days left over given beside them.',
    notes:
      'Naegele’s rule adds nine months and seven days instead, which gives 280 to 283 days depending on the months; a day that the month does not have becomes its last. Terms are those of ACOG Committee Opinion 579. A cycle other than 28 days moves ovulation, and with it everything else. How far it is today is left out after 44 weeks.',
  },
  sources: [
    {
      title: 'ACOG Committee Opinion 700, Methods for Estimating the Due Date, Obstet Gynecol 2017;129:e150–e154',
      url: 'https://doi.org/10.1097/AOG.0000000000002046',
    },
    {
      title: 'ACOG Committee Opinion 579, Definition of Term Pregnancy, Obstet Gynecol 2013;122:1139–1140',
      url: 'https://doi.org/10.1097/01.AOG.0000437385.88715.4a',
    },
    {
      title: 'Ayush Health, Expected date of delivery',
      url: 'http://www.ayushhealth.com/health_tool/exp_date_delivery.jsp',
    },
    {
      title: 'Dr. Oracle, Estimated due date calculation',
      url: 'https://www.droracle.ai/articles/556292/what-is-the-best-estimate-of-the-due-date',
    },
  ],
})
