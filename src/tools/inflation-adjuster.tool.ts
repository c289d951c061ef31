import { nearestCent, toPercent } from '#src/lib/finance/rates.ts'
import { divide, fromNumber, subtract, toNumber } from '#src/lib/rational.ts'
import { badge, defineTool, number, radio, ToolError, table } from '#src/sdk/index.ts'

const LARGEST_AMOUNT = 1_000_000_000_000
const LARGEST_FACTOR = 1e100
const SMALLEST_INDEX = 0.000001
const LARGEST_INDEX = 1_000_000_000
const MOST_ROWS = 100

interface Change {
  readonly indexFrom: number | undefined
  readonly indexTo: number | undefined
  readonly ratePercent: number
  readonly years: number
}

/** Throws ToolError where an index is missing. */
function required(value: number | undefined, field: string, label: string): number {
  if (value !== undefined) return value
  throw new ToolError(`${label} is required`, { field })
}

/** Prices at the end / prices at the start, and the change in per cent. Throws ToolError. */
function changeOf(method: 'rate' | 'index', { indexFrom, indexTo, ratePercent, years }: Change) {
  if (method === 'index') {
    const from = fromNumber(required(indexFrom, 'indexFrom', 'Index at the start'))
    const to = fromNumber(required(indexTo, 'indexTo', 'Index at the end'))
    return { factor: toNumber(divide(to, from)), change: toNumber(divide(subtract(to, from), from)) }
  }
  const growth = Math.log1p(ratePercent / 100) * years
  const factor = Math.exp(growth)
  if (factor <= LARGEST_FACTOR && factor >= 1 / LARGEST_FACTOR) return { factor, change: Math.expm1(growth) }
  throw new ToolError('Years must be fewer at a rate as far from 0 as this', { field: 'years' })
}

function yearByYear(amount: number, factor: number, years: number) {
  const rows = Math.min(MOST_ROWS, Math.floor(years))
  const step = Math.ceil(years / MOST_ROWS)
  return Array.from({ length: rows }, (_, index) => (index + 1) * step)
    .filter((year) => year <= years)
    .map((year) => {
      const soFar = factor ** (year / years)
      return {
        year,
        price: nearestCent(amount * soFar),
        buysWhat: nearestCent(amount / soFar),
      }
    })
}

export const inflationAdjuster = defineTool({
  slug: 'inflation-adjuster',
  title: 'Inflation Calculator',
  description: 'Works out what an amount comes to after inflation, from a yearly rate or two values of a price index.',
  category: 'finance',
  tags: ['inflation', 'money', 'prices'],
  keywords: [
    'CPI',
    'consumer price index',
    'purchasing power',
    'real value',
    'cost of living',
    'escalation',
    'deflation',
    'value of money',
  ],
  input: [
    number('amount', { label: 'Amount', min: 0, max: LARGEST_AMOUNT, default: 100 }),
    radio('method', {
      label: 'From',
      default: 'rate',
      options: { rate: 'A rate per year', index: 'Two values of a price index' },
      aliases: { cpi: 'index' },
    }),
    number('ratePercent', {
      label: 'Inflation per year',
      help: 'Negative: prices fall.',
      unit: '%',
      min: -99,
      max: 1_000_000,
      default: 2,
      presets: [2, 3, 5],
      showIf: { field: 'method', in: ['rate'] },
    }),
    number('years', { label: 'Years', min: 0, max: 1000, default: 10, showIf: { field: 'method', in: ['rate'] } }),
    number('indexFrom', {
      label: 'Index at the start',
      help: 'Such as the consumer price index of that month.',
      min: SMALLEST_INDEX,
      max: LARGEST_INDEX,
      placeholder: '129.9',
      showIf: { field: 'method', in: ['index'] },
    }),
    number('indexTo', {
      label: 'Index at the end',
      min: SMALLEST_INDEX,
      max: LARGEST_INDEX,
      placeholder: '136.0',
      showIf: { field: 'method', in: ['index'] },
    }),
  ],
  output: {
    adjusted: badge('As much as then', {
      format: 'money',
      primary: true,
      help: 'What buys at the end what the amount bought at the start.',
    }),
    purchasingPower: badge('Purchasing power left', {
      format: 'money',
      help: 'What the amount, kept as cash, buys at the end, in prices of the start.',
    }),
    changePercent: badge('Change of prices', { format: 'percent' }),
    factor: badge('Prices at the end / at the start'),
    years: table('Year by year', {
      columns: [
        { name: 'year', label: 'After years', type: 'number' },
        { name: 'price', label: 'As much as then', type: 'money' },
        { name: 'buysWhat', label: 'Purchasing power', type: 'money' },
      ],
    }),
  },
  run: ({ amount, method, ...values }) => {
    const { factor, change } = changeOf(method, values)
    return {
      adjusted: nearestCent(amount * factor),
      purchasingPower: nearestCent(amount / factor),
      changePercent: toPercent(change, 1),
      factor: Number(factor.toPrecision(12)),
      years: method === 'rate' ? yearByYear(amount, factor, values.years) : undefined,
    }
  },
  examples: [
    {
      title: 'The index rises from 129.9 to 136.0',
      input: { method: 'index', indexFrom: 129.9, indexTo: 136 },
      output: { changePercent: 4.7 },
      source: 'U.S. Bureau of Labor Statistics, calculating index changes: 6.1 / 129.9 = 0.047, or 4.7 percent',
    },
    {
      title: 'From 113.8 to 118.5',
      input: { method: 'index', indexFrom: 113.8, indexTo: 118.5 },
      output: { changePercent: 4.1 },
      source:
        'U.S. Bureau of Labor Statistics, Using the Consumer Price Index for Escalation (January 1989), page 5: 4.7 / 113.8 = 0.041, or 4.1 percent',
    },
    {
      title: 'Anchorage, 2011 to 2012',
      input: { method: 'index', indexFrom: 201.427, indexTo: 205.916 },
      output: { changePercent: 2.2 },
      source: 'Alaska Department of Labor, Calculating Index Changes: 4.489 / 201.427 × 100 = 2.2',
    },
    {
      title: '10 % in each of two years',
      input: { amount: 100, method: 'rate', ratePercent: 10, years: 2 },
      output: { adjusted: 121, changePercent: 21 },
      source: 'By definition: 100 × 1.1 × 1.1 = 121',
      isOurs: true,
    },
    {
      title: 'No inflation',
      input: { amount: 49.99, method: 'rate', ratePercent: 0, years: 30 },
      output: { adjusted: 49.99, purchasingPower: 49.99, changePercent: 0 },
      source: 'By definition: 49.99 × 1^30 = 49.99',
      isOurs: true,
    },
  ],
  method: {
    formula:
      'factor = index at the end / index at the start, or (1 + rate)^years; as much as then = amount × factor; purchasing power = amount / factor',
    rounding:
      'Amounts are rounded to the cent, halves away from zero; the change to 1 decimal, as statistical offices publish it; the factor to 12 digits.',
    notes: 'A rate compounds once a year. Both values of an index must have the same base and describe the same goods.',
  },
  sources: [
    {
      title: 'U.S. Bureau of Labor Statistics, Calculating index changes',
      url: 'https://www.bls.gov/cpi/factsheets/calculating-percent-changes.htm',
    },
    {
      title: 'Alaska Department of Labor and Workforce Development, Calculating Index Changes',
      url: 'http://labor.alaska.gov/research/cpi/calcindexchg.htm',
    },
  ],
})
