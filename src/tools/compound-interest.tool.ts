import { futureValue, isCountable, type Saving } from '#src/lib/finance/growth.ts'
import { roundedToCents } from '#src/lib/money.ts'
import { add, divide, fromNumber, multiply, type Rational, rational, subtract, toNumber } from '#src/lib/rational.ts'
import { badge, chart, checkbox, defineTool, number, ToolError, table } from '#src/sdk/index.ts'

const LARGEST_AMOUNT = 1_000_000_000_000
const MOST_YEARS = 1000
const SECONDS_PER_YEAR = 31_536_000

interface Term {
  readonly years: number | undefined
  readonly numberOfPayments: number | undefined
  readonly compoundsPerYear: number
  readonly contribution: number
}

/** How many periods interest is added for. Throws ToolError. */
function periodsOf({ years, numberOfPayments, compoundsPerYear, contribution }: Term): Rational {
  if (numberOfPayments !== undefined) {
    if (numberOfPayments <= MOST_YEARS * compoundsPerYear) return fromNumber(numberOfPayments)
    throw new ToolError(`Number of periods must come to at most ${MOST_YEARS} years`, { field: 'numberOfPayments' })
  }
  if (years === undefined) throw new ToolError('Years is required, or a number of periods instead', { field: 'years' })
  const periods = multiply(fromNumber(years), fromNumber(compoundsPerYear))
  if (contribution === 0 || periods.denominator === 1n) return periods
  throw new ToolError(
    `Years must come to a whole number of periods when something is added in each, not ${toNumber(periods)}`,
    { field: 'years' },
  )
}

/** The ends of all full years, and of the term. */
function yearEnds(periods: Rational, compoundsPerYear: number): Rational[] {
  const full = Math.floor(toNumber(periods) / compoundsPerYear)
  const ends = Array.from({ length: full }, (_, index) => fromNumber((index + 1) * compoundsPerYear))
  const isWhole = toNumber(periods) === full * compoundsPerYear
  return isWhole ? ends : [...ends, periods]
}

function stateAt(saving: Saving, periods: Rational) {
  const value = futureValue(saving, periods)
  const invested = add(saving.principal, multiply(saving.contribution, periods))
  return {
    invested: roundedToCents(invested),
    interest: roundedToCents(subtract(value, invested)),
    balance: roundedToCents(value),
  }
}

export const compoundInterest = defineTool({
  slug: 'compound-interest',
  title: 'Compound Interest Calculator',
  description: 'Works out what savings grow to with compound interest and regular contributions, year by year.',
  category: 'finance',
  tags: ['savings', 'interest', 'investment'],
  keywords: [
    'future value',
    'compounding',
    'savings calculator',
    'investment growth',
    'annuity',
    'regular deposits',
    'interest on interest',
    'Excel FV',
  ],
  input: [
    number('principal', { label: 'Initial amount', min: 0, max: LARGEST_AMOUNT, placeholder: '1000' }),
    number('annualRatePercent', {
      label: 'Interest rate per year',
      help: 'Nominal: the rate per period is this divided by the periods per year.',
      unit: '%',
      required: true,
      min: -99,
      max: 1000,
    }),
    number('compoundsPerYear', {
      label: 'Periods per year',
      help: 'How often interest is added: 1 yearly, 4 quarterly, 12 monthly, 365 daily.',
      integer: true,
      step: 1,
      min: 1,
      max: SECONDS_PER_YEAR,
      default: 12,
      presets: [1, 2, 4, 12, 52, 365],
    }),
    number('years', { label: 'Years', min: 0, max: MOST_YEARS, placeholder: '10' }),
    number('numberOfPayments', {
      label: 'Number of periods',
      help: 'Instead of years.',
      integer: true,
      step: 1,
      min: 0,
    }),
    number('contribution', { label: 'Added in every period', min: 0, max: LARGEST_AMOUNT, placeholder: '100' }),
    checkbox('contributionAtStart', {
      label: 'Added at the start of each period',
      help: 'Off: at its end.',
    }),
  ],
  output: {
    futureValue: badge('Future value', { format: 'money', primary: true }),
    interest: badge('Interest', { format: 'money' }),
    invested: badge('Paid in', { format: 'money', help: 'The initial amount and all contributions.' }),
    growth: chart('Growth', {
      columns: [
        { name: 'year', label: 'Year', type: 'number' },
        { name: 'balance', label: 'Balance', type: 'money' },
      ],
    }),
    years: table('Year by year', {
      columns: [
        { name: 'year', label: 'After years', type: 'number' },
        { name: 'invested', label: 'Paid in', type: 'money' },
        { name: 'interest', label: 'Interest', type: 'money' },
        { name: 'balance', label: 'Balance', type: 'money' },
      ],
    }),
  },
  run: ({ principal = 0, annualRatePercent, compoundsPerYear, contribution = 0, contributionAtStart, ...term }) => {
    const periods = periodsOf({ ...term, compoundsPerYear, contribution })
    if (!isCountable(annualRatePercent / 100 / compoundsPerYear, toNumber(periods)))
      throw new ToolError('Interest rate per year is too high for so long a time', { field: 'annualRatePercent' })
    const saving: Saving = {
      principal: fromNumber(principal),
      contribution: fromNumber(contribution),
      rate: divide(fromNumber(annualRatePercent), rational(BigInt(100 * compoundsPerYear))),
      atStart: contributionAtStart,
    }
    const rows = yearEnds(periods, compoundsPerYear).map((end) => ({
      year: Number((toNumber(end) / compoundsPerYear).toFixed(4)),
      ...stateAt(saving, end),
    }))
    const { balance, interest, invested } = stateAt(saving, periods)
    const start = { year: 0, balance: roundedToCents(saving.principal) }
    return {
      futureValue: balance,
      interest,
      invested,
      growth: [start, ...rows.map((row) => ({ year: row.year, balance: row.balance }))],
      years: rows,
    }
  },
  examples: [
    {
      title: '1,000 at the end of each of twelve months',
      input: { annualRatePercent: 12, compoundsPerYear: 12, years: 1, contribution: 1000 },
      output: { futureValue: 12_682.5, invested: 12_000, interest: 682.5 },
      source: 'Microsoft Excel, FV function, example 2: =FV(12%/12, 12, -1000)',
    },
    {
      title: '500, and 200 at the start of each of ten months',
      input: {
        principal: 500,
        annualRatePercent: 6,
        compoundsPerYear: 12,
        numberOfPayments: 10,
        contribution: 200,
        contributionAtStart: true,
      },
      output: { futureValue: 2581.4 },
      source: 'Microsoft Excel, FV function, example 1: =FV(6%/12, 10, -200, -500, 1)',
    },
    {
      title: '2,000 at the start of each of 35 months',
      input: {
        annualRatePercent: 11,
        compoundsPerYear: 12,
        numberOfPayments: 35,
        contribution: 2000,
        contributionAtStart: true,
      },
      output: { futureValue: 82_846.25 },
      source: 'Microsoft Excel, FV function, example 3: =FV(11%/12, 35, -2000, , 1)',
    },
    {
      title: '1,000, and 100 at the start of each month of a year',
      input: {
        principal: 1000,
        annualRatePercent: 6,
        compoundsPerYear: 12,
        years: 1,
        contribution: 100,
        contributionAtStart: true,
      },
      output: { futureValue: 2301.4 },
      source: 'Microsoft Excel, FV function, example 4: =FV(6%/12, 12, -100, -1000, 1)',
    },
    {
      title: 'Without interest',
      input: { principal: 100, annualRatePercent: 0, compoundsPerYear: 12, years: 1, contribution: 10 },
      output: { futureValue: 220, interest: 0, invested: 220 },
      source: 'By definition: 100 + 12 × 10 = 220',
      isOurs: true,
    },
  ],
  method: {
    formula:
      'r = yearly rate / periods per year; future value = P · (1 + r)^n + c · ((1 + r)^n − 1) / r, the second part × (1 + r) for contributions at the start; without interest P + c · n',
    rounding:
      'Computed with 80 decimals; every amount is rounded to the cent once, at the end, halves away from zero. A bank that rounds each interest payment can differ by some cents.',
    notes:
      'Interest is added, and contributions are made, once in every period. Years that are no whole number of periods are possible without contributions: n is then a fraction.',
  },
  sources: [
    {
      title: 'Microsoft Excel, FV function',
      url: 'https://support.microsoft.com/en-us/office/fv-function-2eef9f44-a084-4c61-bdd8-4fe4bb1b71b3',
    },
  ],
})
