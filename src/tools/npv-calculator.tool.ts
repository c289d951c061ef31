import { centsOf, fixed, ONE, over, power, times } from '#src/lib/fixed-point.ts'
import { fromCents, toCents } from '#src/lib/money.ts'
import { add, divide, fromNumber, rational } from '#src/lib/rational.ts'
import { badge, defineTool, list, number, numbersOf, ToolError, table } from '#src/sdk/index.ts'

const MOST_FLOWS = 1000
const LARGEST_FLOW = 1_000_000_000_000
const FACTOR_DIGITS = 10

function discounted(flows: readonly number[], ratePercent: number, firstPeriod: number) {
  const rate = fixed(divide(fromNumber(ratePercent), rational(100n)))
  const perPeriod = over(ONE, ONE + rate)
  let factor = power(perPeriod, firstPeriod)
  return flows.map((amount, index) => {
    const row = { period: firstPeriod + index, amount, value: times(fixed(fromNumber(amount)), factor) }
    factor = times(factor, perPeriod)
    return row
  })
}

/** Throws ToolError where a rate near −100 % makes a late flow worth more than a number can say. */
function finite(value: number): number {
  if (Number.isFinite(value)) return value
  throw new ToolError('Discount rate is too near to −100 % for so many periods', { field: 'ratePercent' })
}

const inUnits = (value: bigint): number => finite(fromCents(centsOf(value)))
const factorOf = (ratePercent: number, period: number): number =>
  Number(finite((1 + ratePercent / 100) ** -period).toPrecision(FACTOR_DIGITS))

export const npvCalculator = defineTool({
  slug: 'npv-calculator',
  title: 'NPV Calculator',
  description: 'Works out the net present value of equally spaced cash flows at a discount rate, flow by flow.',
  category: 'finance',
  tags: ['investment', 'npv', 'cash flow'],
  keywords: [
    'net present value',
    'discounted cash flow',
    'DCF',
    'present value',
    'discount rate',
    'capital budgeting',
    'investment appraisal',
    'Excel NPV',
  ],
  input: [
    number('ratePercent', {
      label: 'Discount rate per period',
      unit: '%',
      required: true,
      min: -99.99,
      max: 10_000,
      presets: [5, 8, 10, 12],
    }),
    list('cashflows', {
      label: 'Cash flows',
      help: 'Payments are negative, income is positive: one per line or parted by commas, in the order of the periods.',
      placeholder: '-10000, 3000, 4200, 6800',
      required: true,
    }),
    number('firstFlowAtPeriod', {
      label: 'First flow at period',
      help: '0: today, as in textbooks. 1: at the end of the first period, as in the NPV function of spreadsheets.',
      integer: true,
      step: 1,
      min: 0,
      max: MOST_FLOWS,
      default: 1,
      presets: [0, 1],
    }),
  ],
  output: {
    npv: badge('Net present value', { format: 'money', primary: true }),
    total: badge('Sum of the flows', { format: 'money', help: 'Without discounting.' }),
    presentIncome: badge('Present value of income', { format: 'money' }),
    presentPayments: badge('Present value of payments', { format: 'money' }),
    flows: table('Flow by flow', {
      columns: [
        { name: 'period', label: 'Period', type: 'number' },
        { name: 'cashflow', label: 'Cash flow', type: 'money' },
        { name: 'factor', label: 'Discount factor', type: 'number' },
        { name: 'presentValue', label: 'Present value', type: 'money' },
      ],
    }),
  },
  run: ({ ratePercent, cashflows, firstFlowAtPeriod }) => {
    const limits = { field: 'cashflows', label: 'Cash flows', most: MOST_FLOWS, largest: LARGEST_FLOW }
    const flows = numbersOf(cashflows, limits)
    const rows = discounted(flows, ratePercent, firstFlowAtPeriod)
    const sum = (wanted: (value: bigint) => boolean) =>
      inUnits(rows.reduce((all, { value }) => (wanted(value) ? all + value : all), 0n))
    return {
      npv: sum(() => true),
      total: fromCents(toCents(flows.map(fromNumber).reduce(add, rational(0n)))),
      presentIncome: sum((value) => value > 0n),
      presentPayments: sum((value) => value < 0n),
      flows: rows.map(({ period, amount, value }) => ({
        period,
        cashflow: amount,
        factor: factorOf(ratePercent, period),
        presentValue: inUnits(value),
      })),
    }
  },
  examples: [
    {
      title: 'An investment of 10,000 a year from now',
      input: { ratePercent: 10, cashflows: ['-10000', '3000', '4200', '6800'] },
      output: { npv: 1188.44 },
      source: 'Microsoft Excel, NPV function, example 1',
    },
    {
      title: 'An investment of 40,000 today',
      input: { ratePercent: 8, cashflows: ['-40000', '8000', '9200', '10000', '12000', '14500'], firstFlowAtPeriod: 0 },
      output: { npv: 1922.06 },
      source: 'Microsoft Excel, NPV function, example 2',
    },
    {
      title: 'The same with a loss of 9,000 in the sixth year',
      input: {
        ratePercent: 8,
        cashflows: ['-40000', '8000', '9200', '10000', '12000', '14500', '-9000'],
        firstFlowAtPeriod: 0,
      },
      output: { npv: -3749.47 },
      source: 'Microsoft Excel, NPV function, example 2, second formula',
    },
    {
      title: 'At 0 % the value is the sum',
      input: { ratePercent: 0, cashflows: ['-100', '60', '60'] },
      output: { npv: 20, total: 20 },
      source: 'By definition: −100 + 60 + 60 = 20',
      isOurs: true,
    },
  ],
  method: {
    formula: 'NPV = Σ flow / (1 + r)^period, with the periods counted from “First flow at period”',
    rounding:
      'Computed with 80 decimals; the sums and each row are rounded to the cent at the end, halves away from zero, so rows may differ from the sum by a cent.',
    notes: 'The rate compounds once per period: for monthly flows give the rate of a month.',
  },
  sources: [
    {
      title: 'Microsoft Excel, NPV function',
      url: 'https://support.microsoft.com/en-us/office/npv-function-8672cb67-2576-4d07-b67b-ac28acf2a568',
    },
  ],
})
