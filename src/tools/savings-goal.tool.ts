import { contributionFor, futureValue, isCountable, periodsUntil, type Saving } from '#src/lib/finance/growth.ts'
import { fromCents, roundedToCents, toCents } from '#src/lib/money.ts'
import { add, divide, fromNumber, multiply, type Rational, rational, roundHalfUp, subtract } from '#src/lib/rational.ts'
import { badge, checkbox, defineTool, number, radio, select, ToolError, table, text } from '#src/sdk/index.ts'

const LARGEST_AMOUNT = 1_000_000_000_000
const MOST_YEARS = 200
const PERIODS = {
  1: 'year',
  2: 'half-year',
  4: 'quarter',
  12: 'month',
  26: 'two weeks',
  52: 'week',
  365: 'day',
} as const
type PeriodsPerYear = keyof typeof PERIODS
const PERIOD_CHOICES = {
  1: 'Yearly',
  2: 'Twice a year',
  4: 'Quarterly',
  12: 'Monthly',
  26: 'Every two weeks',
  52: 'Weekly',
  365: 'Daily',
} satisfies Record<PeriodsPerYear, string>

const periodName = (perYear: number): string => PERIODS[perYear as PeriodsPerYear]

// A whole number of periods that the logarithm just missed is not one more.
const ROUNDING_ERROR = 1e-9

/** Throws ToolError where the goal is never reached. */
function periodsToGoal(goal: number, saving: Saving, perYear: number): number {
  const periods = periodsUntil(goal, saving)
  if (periods <= MOST_YEARS * perYear) return periods
  throw new ToolError(`Contribution must be higher: the goal is not reached within ${MOST_YEARS} years`, {
    field: 'contribution',
  })
}

/** To the cent, and 0 where the principal alone is enough. */
function neededContribution(goal: number, saving: Saving, periods: number): Rational {
  const cents = toCents(contributionFor(fromNumber(goal), saving, fromNumber(periods)))
  return rational(cents > 0n ? cents : 0n, 100n)
}

/** Throws ToolError. */
function wholePeriods(years: number, perYear: number): number {
  const periods = Number(roundHalfUp(multiply(fromNumber(years), fromNumber(perYear))))
  if (periods >= 1) return periods
  throw new ToolError(`Years must come to at least one ${periodName(perYear)}`, { field: 'years' })
}

function byYear(saving: Saving, periods: number, perYear: number) {
  const ends = Array.from({ length: Math.ceil(periods / perYear) }, (_, index) =>
    Math.min((index + 1) * perYear, periods),
  )
  return ends.map((end) => {
    const balance = futureValue(saving, fromNumber(end))
    const invested = add(saving.principal, multiply(saving.contribution, fromNumber(end)))
    return {
      year: Number((end / perYear).toFixed(4)),
      invested: roundedToCents(invested),
      interest: roundedToCents(subtract(balance, invested)),
      balance: roundedToCents(balance),
    }
  })
}

const plural = (count: number, name: string): string => {
  if (name === 'two weeks') return `${count} × ${name}`
  return count === 1 ? `1 ${name}` : `${count} ${name}s`
}

function timeText(periods: number, perYear: number): string {
  const text = plural(periods, periodName(perYear))
  return perYear === 1 ? text : `${text}: ${plural(Number((periods / perYear).toFixed(2)), 'year')}`
}

export const savingsGoal = defineTool({
  slug: 'savings-goal',
  title: 'Savings Goal Calculator',
  description: 'Works out what to save regularly to reach a goal in time, or how long it takes with what you save.',
  category: 'finance',
  tags: ['savings', 'goal', 'interest'],
  keywords: ['save up', 'saving plan', 'target', 'monthly savings', 'how long to save', 'deposit', 'NPER', 'PMT'],
  input: [
    radio('action', {
      label: 'Find',
      default: 'contribution',
      options: { contribution: 'What to save', time: 'How long it takes' },
    }),
    number('goal', { label: 'Goal', required: true, min: 0.01, max: LARGEST_AMOUNT, placeholder: '50000' }),
    number('principal', { label: 'Saved already', min: 0, max: LARGEST_AMOUNT, default: 0 }),
    number('annualRatePercent', {
      label: 'Interest rate per year',
      help: 'Nominal: the rate per period is this divided by the periods per year.',
      unit: '%',
      min: 0,
      max: 100,
      default: 0,
    }),
    select('compoundsPerYear', { label: 'Save and add interest', default: '12', options: PERIOD_CHOICES }),
    number('years', {
      label: 'Years',
      min: 0.01,
      max: MOST_YEARS,
      default: 5,
      showIf: { field: 'action', in: ['contribution'] },
    }),
    number('contribution', {
      label: 'Contribution',
      help: 'In every period.',
      min: 0,
      max: LARGEST_AMOUNT,
      default: 100,
      showIf: { field: 'action', in: ['time'] },
    }),
    checkbox('contributionAtStart', { label: 'Saved at the start of each period', help: 'Off: at its end.' }),
  ],
  output: {
    answer: text('Answer', { primary: true }),
    contribution: badge('Contribution per period', { format: 'money' }),
    periods: badge('Periods', { help: 'Before rounding up to whole periods.' }),
    wholePeriods: badge('Whole periods'),
    finalBalance: badge('Balance at the end', { format: 'money' }),
    totalContributions: badge('Contributions in total', { format: 'money' }),
    interest: badge('Interest', { format: 'money' }),
    years: table('Year by year', {
      columns: [
        { name: 'year', label: 'After years', type: 'number' },
        { name: 'invested', label: 'Paid in', type: 'money' },
        { name: 'interest', label: 'Interest', type: 'money' },
        { name: 'balance', label: 'Balance', type: 'money' },
      ],
    }),
  },
  run: ({ action, goal, principal, annualRatePercent, compoundsPerYear, years, contribution, contributionAtStart }) => {
    const perYear = Number(compoundsPerYear)
    const start: Saving = {
      principal: fromNumber(principal),
      contribution: fromNumber(contribution),
      rate: divide(fromNumber(annualRatePercent), rational(BigInt(100 * perYear))),
      atStart: contributionAtStart,
    }
    const periods = action === 'time' ? periodsToGoal(goal, start, perYear) : wholePeriods(years, perYear)
    const whole = Math.max(0, Math.ceil(periods - ROUNDING_ERROR))
    if (!isCountable(annualRatePercent / 100 / perYear, whole))
      throw new ToolError('Interest rate per year is too high for so long a time', { field: 'annualRatePercent' })
    const saving = action === 'time' ? start : { ...start, contribution: neededContribution(goal, start, whole) }
    const balance = futureValue(saving, fromNumber(whole))
    const added = multiply(saving.contribution, fromNumber(whole))
    const perPeriod = roundedToCents(saving.contribution)
    return {
      answer: action === 'time' ? timeText(whole, perYear) : `${perPeriod.toFixed(2)} every ${periodName(perYear)}`,
      contribution: perPeriod,
      periods: Number(periods.toPrecision(12)),
      wholePeriods: whole,
      finalBalance: roundedToCents(balance),
      totalContributions: fromCents(toCents(added)),
      interest: roundedToCents(subtract(subtract(balance, added), saving.principal)),
      years: byYear(saving, whole, perYear),
    }
  },
  examples: [
    {
      title: '50,000 in 18 years',
      input: { goal: 50_000, annualRatePercent: 6, compoundsPerYear: '12', years: 18 },
      output: { contribution: 129.08, wholePeriods: 216 },
      source: 'Microsoft Excel, PMT function, last example: =PMT(6%/12, 18*12, 0, 50000)',
    },
    {
      title: 'From 1,000 to 10,000 with 100 at the start of each month',
      input: {
        action: 'time',
        goal: 10_000,
        principal: 1000,
        annualRatePercent: 12,
        contribution: 100,
        contributionAtStart: true,
      },
      output: { wholePeriods: 60, contribution: 100 },
      source: 'Microsoft Excel, NPER function, example 1: 59.6738657 periods',
    },
    {
      title: 'The same at the end of each month',
      input: { action: 'time', goal: 10_000, principal: 1000, annualRatePercent: 12, contribution: 100 },
      output: { wholePeriods: 61 },
      source: 'Microsoft Excel, NPER function, example 2: 60.0821229 periods',
    },
    {
      title: 'Without interest',
      input: { goal: 1200, years: 1 },
      output: { answer: '100.00 every month', finalBalance: 1200, interest: 0 },
      source: 'By definition: 1200 / 12 = 100',
      isOurs: true,
    },
    {
      title: 'Saved already',
      input: { action: 'time', goal: 500, principal: 500, annualRatePercent: 3 },
      output: { periods: 0, wholePeriods: 0, finalBalance: 500 },
      source: 'By definition: the goal is reached before the first period',
      isOurs: true,
    },
  ],
  method: {
    formula:
      'r = yearly rate / periods per year; contribution = (goal − P · (1 + r)^n) · r / ((1 + r)^n − 1), divided by 1 + r when saved at the start; n = ln((c + goal · r) / (c + P · r)) / ln(1 + r), with c × (1 + r) when saved at the start',
    rounding:
      'The contribution is rounded to the nearest cent, halves up, so each can be half a cent off, and the balance at the end, which is computed with it, misses the goal by that much for every period and the interest on it. Periods are exact to 12 digits and rounded up to whole ones. Years are rounded to whole periods.',
    notes: 'Interest is added, and something is saved, once in every period.',
  },
  sources: [
    {
      title: 'Microsoft Excel, PMT function',
      url: 'https://support.microsoft.com/en-us/office/pmt-function-0214da64-9a63-4996-bc20-214433fa6441',
    },
    {
      title: 'Microsoft Excel, NPER function',
      url: 'https://support.microsoft.com/en-us/office/nper-function-240535b5-6653-4d2d-bfcf-b6a38151d815',
    },
  ],
})
