import { countSignChanges, discountRoots } from '#src/lib/finance/discount-roots.ts'
import { nearestTo, tidyRate, toPercent } from '#src/lib/finance/rates.ts'
import { roundedToCents } from '#src/lib/money.ts'
import { add, fromNumber, rational } from '#src/lib/rational.ts'
import { badge, defineTool, list, number, numbersOf, ToolError, table, text } from '#src/sdk/index.ts'

const MOST_FLOWS = 1000
const MOST_SIGN_CHANGES = 50
const LARGEST_FLOW = 1_000_000_000_000

const refuse = (problem: string): never => {
  throw new ToolError(`Cash flows ${problem}`, { field: 'cashflows' })
}

/** Every rate, from the least. Throws ToolError where there is none. */
function ratesOf(amounts: readonly number[]): number[] {
  if (!(amounts.some((amount) => amount > 0) && amounts.some((amount) => amount < 0)))
    refuse('must have at least one payment (negative) and one income (positive)')
  const flows = amounts.map((amount, time) => ({ amount, time }))
  if (countSignChanges(flows) > MOST_SIGN_CHANGES) refuse(`must change their sign at most ${MOST_SIGN_CHANGES} times`)
  const rates = discountRoots(flows).map(Math.expm1)
  return rates.length > 0 ? rates : refuse('have no internal rate of return: no rate makes their present value 0')
}

const verdict = (count: number): string =>
  count === 1
    ? 'This is the only rate at which the present value is 0.'
    : `${count} rates make the present value 0; shown is the one nearest to the expected rate. Judge such flows by their net present value or MIRR instead.`

export const irrCalculator = defineTool({
  slug: 'irr-calculator',
  title: 'IRR Calculator',
  description:
    'Finds the internal rate of return of equally spaced cash flows, and says when there are several or none.',
  category: 'finance',
  tags: ['investment', 'irr', 'cash flow'],
  keywords: [
    'internal rate of return',
    'return on investment',
    'yield',
    'discount rate',
    'capital budgeting',
    'multiple IRR',
    'Excel IRR',
  ],
  input: [
    list('cashflows', {
      label: 'Cash flows',
      help: 'Payments are negative, income is positive: one per line or parted by commas, a period apart.',
      placeholder: '-70000, 12000, 15000, 18000, 21000, 26000',
      required: true,
    }),
    number('guessPercent', {
      label: 'Expected rate',
      help: 'Decides only where several rates are possible: the nearest one is the answer.',
      unit: '%',
      min: -99.99,
      max: 1_000_000,
      default: 10,
    }),
  ],
  output: {
    irrPercent: badge('Internal rate of return', { format: 'percent', primary: true, help: 'Per period.' }),
    irr: badge('As a fraction', { help: 'Not rounded to percents: 0.0866… is 8.66 %.' }),
    verdict: text('Unique'),
    total: badge('Sum of the flows', { format: 'money' }),
    rates: table('All rates', { columns: [{ name: 'percent', label: 'Rate per period, %', type: 'number' }] }),
  },
  run: ({ cashflows, guessPercent }) => {
    const limits = { field: 'cashflows', label: 'Cash flows', most: MOST_FLOWS, largest: LARGEST_FLOW }
    const amounts = numbersOf(cashflows, limits)
    const rates = ratesOf(amounts)
    const irr = nearestTo(rates, guessPercent / 100)
    return {
      irrPercent: toPercent(irr),
      irr: tidyRate(irr),
      verdict: verdict(rates.length),
      total: roundedToCents(amounts.map(fromNumber).reduce(add, rational(0n))),
      rates: rates.map((rate) => ({ percent: toPercent(rate, 6) })),
    }
  },
  examples: [
    {
      title: 'A business after five years',
      input: { cashflows: ['-70000', '12000', '15000', '18000', '21000', '26000'] },
      output: { irrPercent: 8.66 },
      source: 'Microsoft Excel 97 Help, IRR worksheet function: 8.66 percent (later editions print 8.7%)',
    },
    {
      title: 'The same after four years',
      input: { cashflows: ['-70000', '12000', '15000', '18000', '21000'] },
      output: { irrPercent: -2.12 },
      source: 'Microsoft Excel 97 Help, IRR worksheet function: -2.12 percent (later editions print -2.1%)',
    },
    {
      title: 'The same after two years, which others need a guess for',
      input: { cashflows: ['-70000', '12000', '15000'] },
      output: { irrPercent: -44.35 },
      source:
        'Microsoft Excel 97 Help, IRR worksheet function with guess -10%: -44.35 percent (later editions: -44.4%)',
    },
    {
      title: 'Two rates: 25 % and 400 %',
      input: { cashflows: ['-1600', '10000', '-10000'] },
      output: { irrPercent: 25, rates: [{ percent: 25 }, { percent: 400 }] },
      source: 'Lorie and Savage, Three Problems in Rationing Capital, Journal of Business 28 (1955): the oil pump',
    },
  ],
  method: {
    formula: 'the r with Σ flow / (1 + r)^period = 0',
    rounding:
      'The rate is found to 13 decimals of the fraction; in percent it is rounded to 2 decimals, in the list to 6.',
    notes:
      'All rates above −100 % are found by bisection between the turning points of the present value, so none is missed and none depends on a first guess. The rate is per period and compounds once per period: for monthly flows it is a rate per month.',
  },
  sources: [
    {
      title: 'Microsoft Excel, IRR function',
      url: 'https://support.microsoft.com/en-us/office/irr-function-64925eaa-9988-495b-b290-3ad0c163c1bc',
    },
    {
      title:
        'J. H. Lorie and L. J. Savage, Three Problems in Rationing Capital, Journal of Business 28 (1955), 229–239',
    },
  ],
})
