import { nearestCent, tidyRate, toPercent } from '#src/lib/finance/rates.ts'
import { badge, defineTool, list, number, numbersOf, ToolError } from '#src/sdk/index.ts'

const MOST_FLOWS = 1000
const LARGEST_FLOW = 1_000_000_000_000

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

/** What all income has grown to at the last flow, reinvested at this rate. */
const futureOfIncome = (flows: readonly number[], rate: number): number =>
  sum(flows.map((flow, period) => Math.max(flow, 0) * (1 + rate) ** (flows.length - 1 - period)))

/** What all payments are worth at the first flow, financed at this rate; positive. */
const presentOfPayments = (flows: readonly number[], rate: number): number =>
  sum(flows.map((flow, period) => Math.max(-flow, 0) / (1 + rate) ** period))

/** Throws ToolError where a number cannot hold the amount. */
function inRange(amount: number, field: string, label: string): number {
  if (Number.isFinite(amount) && amount > 0) return amount
  throw new ToolError(`${label} is too far from 0 for so many periods`, { field })
}

export const mirrCalculator = defineTool({
  slug: 'mirr-calculator',
  title: 'MIRR Calculator',
  description: 'Works out the modified internal rate of return, with one rate for financing and one for reinvesting.',
  category: 'finance',
  tags: ['investment', 'mirr', 'cash flow'],
  keywords: [
    'modified internal rate of return',
    'reinvestment rate',
    'finance rate',
    'return on investment',
    'capital budgeting',
    'Excel MIRR',
  ],
  input: [
    list('cashflows', {
      label: 'Cash flows',
      help: 'Payments are negative, income is positive: one per line or parted by commas, a period apart.',
      placeholder: '-120000, 39000, 30000, 21000, 37000, 46000',
      required: true,
    }),
    number('financeRatePercent', {
      label: 'Finance rate per period',
      help: 'What the money for the payments costs.',
      unit: '%',
      required: true,
      min: -99.99,
      max: 1000,
    }),
    number('reinvestRatePercent', {
      label: 'Reinvestment rate per period',
      help: 'What the income earns until the end.',
      unit: '%',
      required: true,
      min: -99.99,
      max: 1000,
    }),
  ],
  output: {
    mirrPercent: badge('Modified internal rate of return', { format: 'percent', primary: true, help: 'Per period.' }),
    mirr: badge('As a fraction', { help: 'Not rounded to percents: 0.126 is 12.6 %.' }),
    futureIncome: badge('Income at the end, reinvested', { format: 'money' }),
    presentPayments: badge('Payments at the start, discounted', { format: 'money' }),
    periods: badge('Periods'),
  },
  run: ({ cashflows, financeRatePercent, reinvestRatePercent }) => {
    const limits = { field: 'cashflows', label: 'Cash flows', most: MOST_FLOWS, largest: LARGEST_FLOW }
    const flows = numbersOf(cashflows, limits)
    if (!(flows.some((flow) => flow > 0) && flows.some((flow) => flow < 0)))
      throw new ToolError('Cash flows must have at least one payment (negative) and one income (positive)', {
        field: 'cashflows',
      })
    const income = inRange(
      futureOfIncome(flows, reinvestRatePercent / 100),
      'reinvestRatePercent',
      'Reinvestment rate per period',
    )
    const payments = inRange(
      presentOfPayments(flows, financeRatePercent / 100),
      'financeRatePercent',
      'Finance rate per period',
    )
    const periods = flows.length - 1
    const mirr = Math.expm1((Math.log(income) - Math.log(payments)) / periods)
    return {
      mirrPercent: toPercent(mirr),
      mirr: tidyRate(mirr),
      futureIncome: nearestCent(income),
      presentPayments: nearestCent(payments),
      periods,
    }
  },
  examples: [
    {
      title: 'A fishing boat after five years',
      input: {
        cashflows: ['-120000', '39000', '30000', '21000', '37000', '46000'],
        financeRatePercent: 10,
        reinvestRatePercent: 12,
      },
      output: { mirrPercent: 12.61 },
      source: 'Microsoft Excel 97 Help, MIRR worksheet function: 12.61 percent (later editions print 13%)',
    },
    {
      title: 'The same after three years',
      input: { cashflows: ['-120000', '39000', '30000', '21000'], financeRatePercent: 10, reinvestRatePercent: 12 },
      output: { mirrPercent: -4.8 },
      source: 'Microsoft Excel 97 Help, MIRR worksheet function: -4.80 percent (later editions print -5%)',
    },
    {
      title: 'After five years, reinvested at 14 %',
      input: {
        cashflows: ['-120000', '39000', '30000', '21000', '37000', '46000'],
        financeRatePercent: 10,
        reinvestRatePercent: 14,
      },
      output: { mirrPercent: 13.48 },
      source: 'Microsoft Excel 97 Help, MIRR worksheet function: 13.48 percent (later editions print 13%)',
    },
    {
      title: 'Nothing to reinvest: the plain rate',
      input: { cashflows: ['-100', '0', '121'], financeRatePercent: 5, reinvestRatePercent: 50 },
      output: { mirrPercent: 10, mirr: 0.1, periods: 2 },
      source: 'By definition: 100 × 1.1² = 121',
      isOurs: true,
    },
  ],
  method: {
    formula:
      'MIRR = (income grown to the last period at the reinvestment rate / payments discounted to the first at the finance rate)^(1/periods) − 1',
    rounding:
      'Double precision; the fraction has 13 decimals, the percentage 2, amounts are rounded to the cent, halves away from zero.',
    notes: 'Rates compound once per period. Periods are one less than flows; flows of 0 count.',
  },
  sources: [
    {
      title: 'Microsoft Excel, MIRR function',
      url: 'https://support.microsoft.com/en-us/office/mirr-function-b020f038-7492-4fb4-93c1-35c345b53524',
    },
  ],
})
