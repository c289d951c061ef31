import { DECIMAL_CHOICES, nearestCent, percentWith } from '#src/lib/finance/rates.ts'
import { divide, fromNumber, subtract, toNumber } from '#src/lib/rational.ts'
import { badge, defineTool, number, select, ToolError, table } from '#src/sdk/index.ts'

const SMALLEST = 0.000001
const LARGEST = 1_000_000_000_000_000
const MOST_YEARS = 1000
const MOST_ROWS = 100

/** What growing evenly would have come to after each full year, and at the end. */
function evenGrowth(begin: number, multiple: number, years: number) {
  const step = Math.ceil(years / MOST_ROWS)
  const full = Array.from({ length: Math.floor(years / step) }, (_, index) => (index + 1) * step)
  const ends = full.at(-1) === years ? full : [...full, years]
  return [0, ...ends].map((year) => ({
    year,
    value: nearestCent(begin * multiple ** (year / years)),
  }))
}

export const cagrCalculator = defineTool({
  slug: 'cagr-calculator',
  title: 'CAGR Calculator',
  description: 'Works out the compound annual growth rate between a first and a last value.',
  category: 'finance',
  tags: ['investment', 'growth', 'rate'],
  keywords: [
    'compound annual growth rate',
    'annualized return',
    'average growth',
    'growth per year',
    'revenue growth',
    'RRI',
  ],
  input: [
    number('begin', { label: 'First value', required: true, min: SMALLEST, max: LARGEST, placeholder: '10000' }),
    number('end', { label: 'Last value', required: true, min: 0, max: LARGEST, placeholder: '19000' }),
    number('years', {
      label: 'Years',
      help: 'Parts of years are possible: 2.5.',
      required: true,
      min: 0.001,
      max: MOST_YEARS,
      presets: [1, 3, 5, 10],
    }),
    select('decimals', { label: 'Decimals', default: 'exact', options: DECIMAL_CHOICES }),
  ],
  output: {
    cagrPercent: badge('Growth per year', { format: 'percent', primary: true }),
    totalPercent: badge('Growth in total', { format: 'percent' }),
    multiple: badge('Last value / first value'),
    doublingYears: badge('Years to double', { help: 'At this growth.' }),
    values: table('Even growth', {
      columns: [
        { name: 'year', label: 'After years', type: 'number' },
        { name: 'value', label: 'Value', type: 'money' },
      ],
    }),
  },
  run: ({ begin, end, years, decimals }) => {
    const growth = Math.log(end / begin) / years
    const cagr = Math.expm1(growth)
    if (!Number.isFinite(cagr))
      throw new ToolError('Years must be more for a growth as large as this', { field: 'years' })
    const multiple = divide(fromNumber(end), fromNumber(begin))
    return {
      cagrPercent: percentWith(cagr, decimals),
      totalPercent: percentWith(toNumber(subtract(multiple, fromNumber(1))), decimals),
      multiple: toNumber(multiple),
      doublingYears: growth > 0 ? Number((Math.LN2 / growth).toPrecision(6)) : undefined,
      // So small an end is nothing of the beginning: it has no even way there.
      values: Number.isFinite(growth) ? evenGrowth(begin, end / begin, years) : [],
    }
  },
  examples: [
    {
      title: '10,000 to 19,000 in three years',
      input: { begin: 10_000, end: 19_000, years: 3, decimals: '2' },
      output: { cagrPercent: 23.86, totalPercent: 90 },
      source: 'Investopedia, Compound Annual Growth Rate, example: 23.86%',
    },
    {
      title: '10,000 to 11,000 in 96 periods',
      input: { begin: 10_000, end: 11_000, years: 96, decimals: '5' },
      output: { cagrPercent: 0.09933 },
      source: 'Microsoft Excel, RRI function, example: =RRI(96, 10000, 11000) is 0.0009933',
    },
    {
      title: 'Half is lost in a year',
      input: { begin: 200, end: 100, years: 1 },
      output: { cagrPercent: -50, totalPercent: -50, multiple: 0.5 },
      source: 'By definition: 200 × 0.5 = 100',
      isOurs: true,
    },
    {
      title: 'All is lost',
      input: { begin: 5000, end: 0, years: 4 },
      output: { cagrPercent: -100 },
      source: 'By definition: 5000 × 0⁴ = 0',
      isOurs: true,
    },
  ],
  method: {
    formula: 'growth per year = (last / first)^(1 / years) − 1',
    rounding:
      'Double precision. “exact” gives percentages with 11 decimals, else they are rounded to the chosen ones; values are rounded to the cent.',
    notes: 'Growth compounds once a year. What happened between the first and the last value has no influence.',
  },
  sources: [
    {
      title: 'Microsoft Excel, RRI function',
      url: 'https://support.microsoft.com/en-us/office/rri-function-6f5822d8-7ef1-4233-944c-79e8172930f4',
    },
    { title: 'Investopedia, Compound Annual Growth Rate', url: 'https://www.investopedia.com/terms/c/cagr.asp' },
  ],
})
