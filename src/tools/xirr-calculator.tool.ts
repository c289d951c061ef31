import { countSignChanges, discountRoots, type Flow } from '#src/lib/finance/discount-roots.ts'
import { nearestCent, nearestTo, tidyRate, toPercent } from '#src/lib/finance/rates.ts'
import { badge, defineTool, list, number, numbersOf, radio, ToolError, table, text } from '#src/sdk/index.ts'

const MOST_FLOWS = 1000
const MOST_SIGN_CHANGES = 50
const LARGEST_FLOW = 1_000_000_000_000
const DAYS_PER_YEAR = 365
const MS_PER_DAY = 86_400_000

const refuse = (field: 'cashflows' | 'dates' | 'ratePercent', message: string): never => {
  throw new ToolError(message, { field })
}

/** Days since 1970. */
function dayOf(text: string, position: number): number {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
  if (Number.isNaN(time) || !new Date(time).toISOString().startsWith(text))
    refuse('dates', `Dates: date ${position}, “${text.slice(0, 40)}”, must be a date (YYYY-MM-DD)`)
  return time / MS_PER_DAY
}

/** Days from the first date to each, which is never before it. */
function daysOf(dates: readonly string[], flows: number): number[] {
  if (dates.length !== flows)
    refuse('dates', `Dates must be as many as cash flows: ${dates.length} dates, ${flows} cash flows`)
  const days = dates.map((date, index) => dayOf(date, index + 1))
  return days.map((day, index) => {
    const since = day - (days[0] ?? day)
    return since < 0 ? refuse('dates', `Dates must not be before the first one: date ${index + 1} is`) : since
  })
}

/** Every rate per year, from the least. Throws ToolError where there is none. */
function ratesOf(flows: readonly Flow[]): number[] {
  if (!(flows.some(({ amount }) => amount > 0) && flows.some(({ amount }) => amount < 0)))
    refuse('cashflows', 'Cash flows must have at least one payment (negative) and one income (positive)')
  if (countSignChanges(flows) > MOST_SIGN_CHANGES)
    refuse('cashflows', `Cash flows must change their sign at most ${MOST_SIGN_CHANGES} times`)
  const rates = discountRoots(flows).map(Math.expm1)
  if (rates.length === 0) refuse('cashflows', 'Cash flows have no such rate: none makes their present value 0')
  return rates.every(Number.isFinite) ? rates : refuse('cashflows', 'Cash flows grow too fast for a rate per year')
}

/** Undefined instead of the error. */
function ratesIfAny(flows: readonly Flow[]): number[] | undefined {
  try {
    return ratesOf(flows)
  } catch (error) {
    if (error instanceof ToolError) return undefined
    throw error
  }
}

const verdict = (count: number): string =>
  count === 1
    ? 'This is the only rate at which the present value is 0.'
    : `${count} rates make the present value 0; shown is the one nearest to the expected rate.`

/** The flow in the money of the first date. */
const presentValue = ({ amount, time }: Flow, ratePercent: number): number =>
  amount * Math.exp(-time * Math.log1p(ratePercent / 100))

const toMoney = (amount: number): number =>
  Number.isFinite(amount)
    ? nearestCent(amount)
    : refuse('ratePercent', 'Discount rate is too near to −100 % for so long a time')

export const xirrCalculator = defineTool({
  slug: 'xirr-calculator',
  title: 'XIRR and XNPV Calculator',
  description: 'Finds the yearly rate of return, or the present value, of cash flows on any dates.',
  category: 'finance',
  tags: ['investment', 'xirr', 'cash flow'],
  keywords: [
    'XNPV',
    'internal rate of return',
    'irregular cash flows',
    'dates',
    'money-weighted return',
    'annualized return',
    'portfolio return',
    'Excel XIRR',
  ],
  input: [
    list('cashflows', {
      label: 'Cash flows',
      help: 'Payments are negative, income is positive: one per line or parted by commas.',
      placeholder: '-10000, 2750, 4250, 3250, 2750',
      required: true,
    }),
    list('dates', {
      label: 'Dates',
      help: 'One for each cash flow, such as 2008-03-01. The first date is the one that the others are discounted to.',
      placeholder: '2008-01-01, 2008-03-01, 2008-10-30, 2009-02-15, 2009-04-01',
      required: true,
    }),
    radio('action', {
      label: 'Find',
      default: 'xirr',
      options: { xirr: 'Rate of return (XIRR)', xnpv: 'Present value (XNPV)' },
    }),
    number('ratePercent', {
      label: 'Discount rate per year',
      help: 'For the present value.',
      unit: '%',
      min: -99.99,
      max: 10_000,
      default: 10,
      presets: [5, 8, 9, 10, 12],
    }),
    number('guessPercent', {
      label: 'Expected rate',
      help: 'Decides only where several rates of return are possible: the nearest one is the answer.',
      unit: '%',
      min: -99.99,
      max: 1_000_000,
      default: 10,
    }),
  ],
  output: {
    xirrPercent: badge('Rate of return per year', { format: 'percent', primary: true }),
    xirr: badge('As a fraction', { help: 'Not rounded to percents: 0.3734 is 37.34 %.' }),
    xnpv: badge('Present value', { format: 'money', help: 'At the discount rate.' }),
    verdict: text('Unique'),
    rates: table('All rates', { columns: [{ name: 'percent', label: 'Rate per year, %', type: 'number' }] }),
    flows: table('Flow by flow', {
      columns: [
        { name: 'date', label: 'Date' },
        { name: 'days', label: 'Days', type: 'number' },
        { name: 'cashflow', label: 'Cash flow', type: 'money' },
        { name: 'presentValue', label: 'Present value', type: 'money' },
      ],
    }),
  },
  run: ({ cashflows, dates, action, ratePercent, guessPercent }) => {
    const limits = { field: 'cashflows', label: 'Cash flows', most: MOST_FLOWS, largest: LARGEST_FLOW }
    const amounts = numbersOf(cashflows, limits)
    const days = daysOf(dates, amounts.length)
    const flows = amounts.map((amount, index): Flow => ({ amount, time: (days[index] ?? 0) / DAYS_PER_YEAR }))
    const rates = action === 'xirr' ? ratesOf(flows) : ratesIfAny(flows)
    const rate = rates && nearestTo(rates, guessPercent / 100)
    return {
      xirrPercent: rate && toPercent(rate),
      xirr: rate && tidyRate(rate),
      xnpv: toMoney(flows.reduce((sum, flow) => sum + presentValue(flow, ratePercent), 0)),
      verdict: rates && verdict(rates.length),
      rates: rates?.map((value) => ({ percent: toPercent(value, 6) })),
      flows: flows.map((flow, index) => ({
        date: dates[index],
        days: days[index],
        cashflow: flow.amount,
        presentValue: toMoney(presentValue(flow, ratePercent)),
      })),
    }
  },
  examples: [
    {
      title: 'Five flows in fifteen months',
      input: {
        cashflows: ['-10000', '2750', '4250', '3250', '2750'],
        dates: ['2008-01-01', '2008-03-01', '2008-10-30', '2009-02-15', '2009-04-01'],
      },
      output: { xirrPercent: 37.34 },
      source: 'Microsoft Excel, XIRR function, example: 0.373362535 or 37.34%',
    },
    {
      title: 'Their present value at 9 %',
      input: {
        cashflows: ['-10000', '2750', '4250', '3250', '2750'],
        dates: ['2008-01-01', '2008-03-01', '2008-10-30', '2009-02-15', '2009-04-01'],
        action: 'xnpv',
        ratePercent: 9,
      },
      output: { xnpv: 2086.65 },
      source: 'Microsoft Excel, XNPV function, example: $2,086.65',
    },
    {
      title: 'A year that is no leap year',
      input: { cashflows: ['-1000', '1100'], dates: ['2025-01-01', '2026-01-01'] },
      output: { xirrPercent: 10, xirr: 0.1 },
      source: 'By definition: 1000 × 1.1^(365/365) = 1100',
      isOurs: true,
    },
    {
      title: 'Everything comes back: 0 %',
      input: { cashflows: ['-500', '200', '300'], dates: ['2024-02-29', '2024-08-01', '2025-02-28'] },
      output: { xirrPercent: 0, xirr: 0 },
      source: 'By definition: at 0 % the present value is the sum, −500 + 200 + 300 = 0',
      isOurs: true,
    },
  ],
  method: {
    formula: 'XNPV = Σ flow / (1 + r)^(days since the first date / 365); XIRR = the r at which XNPV is 0',
    rounding:
      'Double precision; the rate as a fraction has 13 decimals, in percent 2; present values are rounded to the cent, halves away from zero.',
    notes:
      'The rate is per year of 365 days, compounded once a year, also across leap years. All rates above −100 % are found by bisection between the turning points of the present value, so none is missed and none depends on a first guess.',
  },
  sources: [
    {
      title: 'Microsoft Excel, XIRR function',
      url: 'https://support.microsoft.com/en-us/office/xirr-function-de1242ec-6477-445b-b11b-a303ad9adc9d',
    },
    {
      title: 'Microsoft Excel, XNPV function',
      url: 'https://support.microsoft.com/en-us/office/xnpv-function-1b42bbf6-370f-4532-a0eb-d67c16b664b7',
    },
  ],
})
