import { annuity, type Loan } from '#src/lib/finance/annuity.ts'
import { balancePoints, type Instalment, inUnits, schedule, sumOf } from '#src/lib/finance/schedule.ts'
import { fromCents, toCents } from '#src/lib/money.ts'
import { divide, fromNumber, multiply, type Rational, rational, toNumber } from '#src/lib/rational.ts'
import { badge, chart, checkbox, defineTool, number, radio, ToolError, table, text } from '#src/sdk/index.ts'

const LARGEST_AMOUNT = 1_000_000_000
const MOST_MONTHS = 1200

const smaller = (a: bigint, b: bigint): bigint => (a < b ? a : b)
const hundredths = (cents: bigint): Rational => rational(cents, 100n)
const percentOf = (cents: bigint, percent: number): bigint =>
  toCents(divide(multiply(hundredths(cents), fromNumber(percent)), rational(100n)))

/** What is paid, in cents, for what is owed with this month's interest. */
type Pay = (owed: bigint, interest: bigint) => bigint

/** Month by month until nothing is owed. Throws ToolError at `field` where that does not come. */
function payOff(balance: bigint, rate: Rational, { pay, field }: { pay: Pay; field: string }): Instalment[] {
  const rows: Instalment[] = []
  let owed = balance
  while (owed > 0n) {
    const interest = toCents(multiply(hundredths(owed), rate))
    const payment = smaller(pay(owed + interest, interest), owed + interest)
    if (payment <= interest)
      throw new ToolError(`Payment must be more than the interest of a month, ${fromCents(interest).toFixed(2)}`, {
        field,
      })
    if (rows.length === MOST_MONTHS)
      throw new ToolError(`Payment must be higher: it takes more than ${MOST_MONTHS / 12} years`, { field })
    owed -= payment - interest
    rows.push({ payment, interest, principal: payment - interest, balance: owed })
  }
  return rows
}

interface Wishes {
  readonly action: 'time' | 'payment' | 'minimum'
  readonly payment: number
  readonly months: number
  readonly minimumPercent: number
  readonly minimumAmount: number
  readonly plusInterest: boolean
}

/** Throws ToolError. */
function planOf(balance: bigint, rate: Rational, wishes: Wishes): Instalment[] {
  switch (wishes.action) {
    case 'time': {
      const payment = toCents(fromNumber(wishes.payment))
      return payOff(balance, rate, { pay: () => payment, field: 'payment' })
    }
    case 'payment': {
      const loan: Loan = { principal: hundredths(balance), rate, payments: wishes.months }
      // Rounded down, a payment over many years may be the interest of the first month, which pays nothing off.
      const least = toCents(multiply(hundredths(balance), rate)) + 1n
      const level = toCents(annuity(loan, { first: 1, last: 1 }).payment)
      return schedule(loan, () => (level < least ? least - level : 0n))
    }
    case 'minimum': {
      const floor = toCents(fromNumber(wishes.minimumAmount))
      const pay: Pay = (owed, interest) => {
        const share = percentOf(owed, wishes.minimumPercent) + (wishes.plusInterest ? interest : 0n)
        return share > floor ? share : floor
      }
      return payOff(balance, rate, { pay, field: 'minimumPercent' })
    }
  }
}

/** As it is paid: to the cent. */
const paymentOf = (payment: number): number => fromCents(toCents(fromNumber(payment)))

/** The months before rounding up, of payments that are all the same. */
function exactMonths(balance: number, payment: number, ratePerMonth: number): number {
  const months =
    ratePerMonth === 0 ? balance / payment : -Math.log1p((-balance * ratePerMonth) / payment) / Math.log1p(ratePerMonth)
  return Number(months.toPrecision(10))
}

function inWords(months: number): string {
  const years = Math.floor(months / 12)
  const rest = months % 12
  const parts = [
    years > 0 ? `${years} ${years === 1 ? 'year' : 'years'}` : '',
    rest > 0 ? `${rest} ${rest === 1 ? 'month' : 'months'}` : '',
  ]
  return parts.filter((part) => part !== '').join(' and ')
}

export const creditCardPayoff = defineTool({
  slug: 'credit-card-payoff',
  title: 'Credit Card Payoff Calculator',
  description: 'Works out how long a credit card takes to pay off, what to pay to be done in time, and what it costs.',
  category: 'finance',
  tags: ['debt', 'credit card', 'interest'],
  keywords: ['pay off debt', 'minimum payment', 'APR', 'balance', 'debt free', 'revolving credit', 'NPER', 'months'],
  input: [
    number('balance', { label: 'Balance', required: true, min: 0.01, max: LARGEST_AMOUNT, placeholder: '10000' }),
    number('annualRatePercent', {
      label: 'Interest rate per year',
      help: 'The APR of the card; each month bears a twelfth of it.',
      unit: '%',
      required: true,
      min: 0,
      max: 1000,
      placeholder: '10',
    }),
    radio('action', {
      label: 'Find',
      default: 'time',
      options: { time: 'How long it takes', payment: 'What to pay', minimum: 'How long with minimum payments' },
    }),
    number('payment', {
      label: 'Payment per month',
      min: 0.01,
      max: LARGEST_AMOUNT,
      default: 250,
      showIf: { field: 'action', in: ['time'] },
    }),
    number('months', {
      label: 'Months',
      integer: true,
      step: 1,
      min: 1,
      max: MOST_MONTHS,
      default: 36,
      presets: [12, 24, 36],
      showIf: { field: 'action', in: ['payment'] },
    }),
    number('minimumPercent', {
      label: 'Minimum payment',
      help: 'Per cent of what is owed.',
      unit: '%',
      min: 0,
      max: 100,
      default: 2,
      showIf: { field: 'action', in: ['minimum'] },
    }),
    number('minimumAmount', {
      label: 'But at least',
      min: 0,
      max: LARGEST_AMOUNT,
      default: 20,
      showIf: { field: 'action', in: ['minimum'] },
    }),
    checkbox('plusInterest', {
      label: 'Plus the interest of the month',
      showIf: { field: 'action', in: ['minimum'] },
    }),
  ],
  output: {
    months: badge('Months', { primary: true }),
    time: text('Time'),
    payment: badge('First payment', { format: 'money' }),
    lastPayment: badge('Last payment', { format: 'money' }),
    totalPaid: badge('Total paid', { format: 'money' }),
    totalInterest: badge('Total interest', { format: 'money' }),
    exactMonths: badge('Months before rounding up'),
    balances: chart('Balance', {
      columns: [
        { name: 'number', label: 'Month', type: 'number' },
        { name: 'balance', label: 'Balance', type: 'money' },
      ],
    }),
    plan: table('Month by month', {
      columns: [
        { name: 'month', label: 'Month', type: 'number' },
        { name: 'payment', label: 'Payment', type: 'money' },
        { name: 'interest', label: 'Interest', type: 'money' },
        { name: 'principal', label: 'Principal', type: 'money' },
        { name: 'balance', label: 'Balance', type: 'money' },
      ],
    }),
  },
  run: ({ balance, annualRatePercent, ...wishes }) => {
    const rate = divide(fromNumber(annualRatePercent), rational(1200n))
    const owed = toCents(fromNumber(balance))
    const rows = planOf(owed, rate, wishes)
    return {
      months: rows.length,
      time: inWords(rows.length),
      payment: fromCents(rows[0]?.payment ?? 0n),
      lastPayment: fromCents(rows.at(-1)?.payment ?? 0n),
      totalPaid: fromCents(sumOf(rows, 'payment')),
      totalInterest: fromCents(sumOf(rows, 'interest')),
      exactMonths:
        wishes.action === 'time' ? exactMonths(fromCents(owed), paymentOf(wishes.payment), toNumber(rate)) : undefined,
      balances: balancePoints(owed, rows),
      plan: rows.map((row, index) => ({ month: index + 1, ...inUnits(row) })),
    }
  },
  examples: [
    {
      title: '93.22 a month for 5,000 at 4.5 %',
      input: { balance: 5000, annualRatePercent: 4.5, payment: 93.22 },
      output: { months: 60, time: '5 years' },
      source: 'Exceljet, Calculate payment periods for loan: NPER of 4.5%/12, 93.22 and 5,000 is 60',
    },
    {
      title: '10,000 at 8 %, done in ten months',
      input: { balance: 10_000, annualRatePercent: 8, action: 'payment', months: 10 },
      output: { payment: 1037.03, months: 10 },
      source: 'Microsoft Excel, PMT function, first example: =PMT(8%/12, 10, 10000)',
    },
    {
      title: 'Without interest',
      input: { balance: 1000, annualRatePercent: 0, payment: 300 },
      output: { months: 4, lastPayment: 100, totalPaid: 1000, totalInterest: 0, exactMonths: 3.333333333 },
      source: 'By definition: 1000 = 3 × 300 + 100',
      isOurs: true,
    },
    {
      title: 'Minimum payments of 50 %, but at least 20',
      input: { balance: 100, annualRatePercent: 0, action: 'minimum', minimumPercent: 50, minimumAmount: 20 },
      output: { months: 4, payment: 50, lastPayment: 5, totalPaid: 100 },
      source:
        'By definition: 50, 25, 20 and the last 5; the rule of Regulation Z, Appendix M2: a share or an amount, whichever is greater',
      isOurs: true,
    },
  ],
  method: {
    formula:
      'interest of a month = balance × APR / 12; months = −ln(1 − balance · r / payment) / ln(1 + r), rounded up; payment = balance · r / (1 − (1 + r)^−months), with r = APR / 12',
    rounding:
      'The plan is in whole cents: interest is rounded to the cent every month, halves up, and the last payment clears the balance. A payment to be found is rounded to the cent, and is a cent more than the interest at least.',
    notes:
      'Interest compounds monthly; nothing new is charged to the card and payments come at the end of each month. Cards that count days differ a little.',
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
    {
      title: 'Exceljet, Calculate payment periods for loan',
      url: 'https://exceljet.net/formulas/calculate-payment-periods-for-loan',
    },
    {
      title: 'Regulation Z (12 CFR 1026), Appendix M2',
      url: 'https://www.consumerfinance.gov/rules-policy/regulations/1026/M2/',
    },
  ],
})
