import { DECIMAL_CHOICES, percentWith } from '#src/lib/finance/rates.ts'
import { roundedToCents } from '#src/lib/money.ts'
import { add, divide, fromNumber, subtract, toNumber } from '#src/lib/rational.ts'
import { badge, defineTool, number, select, ToolError } from '#src/sdk/index.ts'

const SMALLEST = 0.000001
const LARGEST = 1_000_000_000_000_000

/** (1 + roi)^(1/years) − 1; undefined where more than everything is lost. Throws ToolError. */
function perYear(roi: number, years: number): number | undefined {
  if (roi < -1) return undefined
  const rate = Math.expm1(Math.log1p(roi) / years)
  if (Number.isFinite(rate)) return rate
  throw new ToolError('Years must be more for a return as large as this', { field: 'years' })
}

export const roiCalculator = defineTool({
  slug: 'roi-calculator',
  title: 'ROI Calculator',
  description: 'Works out the return on an investment, in total and per year, with income and costs on the way.',
  category: 'finance',
  tags: ['investment', 'return', 'profit'],
  keywords: ['return on investment', 'annualized return', 'gain', 'loss', 'profit', 'dividends', 'yield'],
  input: [
    number('begin', { label: 'Invested', required: true, min: SMALLEST, max: LARGEST, placeholder: '1000' }),
    number('end', { label: 'Value at the end', required: true, min: 0, max: LARGEST, placeholder: '1200' }),
    number('income', { label: 'Income on the way', help: 'Dividends, rent.', min: 0, max: LARGEST, default: 0 }),
    number('costs', { label: 'Costs on the way', help: 'Fees, repairs.', min: 0, max: LARGEST, default: 0 }),
    number('years', { label: 'Years', help: 'For the return per year.', min: 0.001, max: 1000 }),
    select('decimals', { label: 'Decimals', default: 'exact', options: DECIMAL_CHOICES }),
  ],
  output: {
    roiPercent: badge('Return on investment', { format: 'percent', primary: true }),
    annualizedPercent: badge('Return per year', { format: 'percent', help: 'Compounded once a year.' }),
    gain: badge('Gain', { format: 'money', help: 'Negative: a loss.' }),
    multiple: badge('Back for each unit invested'),
  },
  run: ({ begin, end, income, costs, years, decimals }) => {
    const invested = fromNumber(begin)
    const back = subtract(add(fromNumber(end), fromNumber(income)), fromNumber(costs))
    const gain = subtract(back, invested)
    const roi = toNumber(divide(gain, invested))
    const annual = years === undefined ? undefined : perYear(roi, years)
    return {
      roiPercent: percentWith(roi, decimals),
      annualizedPercent: annual === undefined ? undefined : percentWith(annual, decimals),
      gain: roundedToCents(gain),
      multiple: toNumber(divide(back, invested)),
    }
  },
  examples: [
    {
      title: '1,000 becomes 1,200',
      input: { begin: 1000, end: 1200 },
      output: { roiPercent: 20, gain: 200 },
      source: 'Investopedia, Return on Investment, example: 200 / 1,000 = 20%',
    },
    {
      title: '50 % in five years',
      input: { begin: 1000, end: 1500, years: 5, decimals: '2' },
      output: { roiPercent: 50, annualizedPercent: 8.45 },
      source: 'Investopedia, Guide to Calculating Return on Investment, annualized ROI: 50% over five years is 8.45%',
    },
    {
      title: 'With dividends and fees',
      input: { begin: 10_000, end: 12_500, income: 500, costs: 125 },
      output: { gain: 2875, roiPercent: 28.75 },
      source:
        'Investopedia, Guide to Calculating Return on Investment: 1,000 shares bought at 10 and sold at 12.50, dividends 500, commissions 125: 28.75%',
    },
    {
      title: 'All is lost',
      input: { begin: 400, end: 0, years: 2 },
      output: { roiPercent: -100, annualizedPercent: -100, gain: -400, multiple: 0 },
      source: 'By definition: (0 − 400) / 400 = −100 %',
      isOurs: true,
    },
  ],
  method: {
    formula:
      'gain = value at the end + income − costs − invested; ROI = gain / invested; per year = (1 + ROI)^(1 / years) − 1',
    rounding:
      'The gain is rounded to the cent, halves away from zero. “exact” gives percentages with 11 decimals, else they are rounded to the chosen ones.',
    notes:
      'The return per year compounds once a year and takes income as received at the end; for dated income use XIRR.',
  },
  sources: [
    { title: 'Investopedia, Return on Investment', url: 'https://www.investopedia.com/terms/r/returnoninvestment.asp' },
    {
      title: 'Investopedia, A Guide to Calculating Return on Investment',
      url: 'https://www.investopedia.com/articles/basics/10/guide-to-calculating-roi.asp',
    },
  ],
})
