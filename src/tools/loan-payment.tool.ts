import { annuity, type Loan } from '#src/lib/finance/annuity.ts'
import { dueDate, FREQUENCIES, MOST_PAYMENTS, PER_YEAR } from '#src/lib/finance/due-dates.ts'
import { balancePoints, type Instalment, inUnits, schedule, sumOf } from '#src/lib/finance/schedule.ts'
import { fromCents, toCents } from '#src/lib/money.ts'
import { divide, fromNumber, rational } from '#src/lib/rational.ts'
import { badge, chart, date, defineTool, number, select, table, text } from '#src/sdk/index.ts'
import { type Period, paymentsOf, periodOf } from './loan-payment/term.ts'

const LARGEST_PRINCIPAL = 1_000_000_000_000

/** With extra payments there is no closed formula: the plan itself has the figures. */
function figuresOfPlan(rows: readonly Instalment[], { first, last }: Period) {
  const chosen = rows.slice(first - 1, last)
  return {
    totalPaid: fromCents(sumOf(rows, 'payment')),
    totalInterest: fromCents(sumOf(rows, 'interest')),
    interestInPeriod: fromCents(sumOf(chosen, 'interest')),
    principalInPeriod: fromCents(sumOf(chosen, 'principal')),
  }
}

function figures(loan: Loan, rows: readonly Instalment[], { period, extra }: { period: Period; extra: bigint }) {
  const level = annuity(loan, period)
  const payment = fromCents(toCents(level.payment))
  if (extra > 0n) return { payment, ...figuresOfPlan(rows, period) }
  return {
    payment,
    totalPaid: fromCents(toCents(level.totalPaid)),
    totalInterest: fromCents(toCents(level.totalInterest)),
    interestInPeriod: fromCents(toCents(level.interest)),
    principalInPeriod: fromCents(toCents(level.principal)),
  }
}

export const loanPayment = defineTool({
  slug: 'loan-payment',
  title: 'Loan Payment Calculator',
  description: 'Works out the payment of a loan, its interest and principal, and a repayment plan to the cent.',
  category: 'finance',
  tags: ['loan', 'mortgage', 'interest'],
  keywords: [
    'mortgage',
    'amortisation',
    'amortization',
    'PMT',
    'IPMT',
    'PPMT',
    'CUMIPMT',
    'car loan',
    'instalment',
    'repayment',
  ],
  input: [
    number('principal', { label: 'Loan amount', required: true, min: 0.01, max: LARGEST_PRINCIPAL }),
    number('annualRatePercent', {
      label: 'Interest rate per year',
      help: 'Nominal: the rate per payment is this divided by the payments per year.',
      unit: '%',
      required: true,
      min: 0,
      max: 100,
    }),
    number('term', { label: 'Term', min: 0.01, max: MOST_PAYMENTS, default: 30 }),
    select('termUnit', { label: 'Term in', options: ['years', 'months', 'payments'], default: 'years' }),
    select('frequency', { label: 'Payments', default: 'monthly', options: FREQUENCIES }),
    number('numberOfPayments', {
      label: 'Number of payments',
      help: 'Instead of the term.',
      integer: true,
      step: 1,
      min: 1,
      max: MOST_PAYMENTS,
    }),
    number('period', {
      label: 'Payment number',
      help: 'Whose interest and principal to show.',
      integer: true,
      step: 1,
      min: 1,
      max: MOST_PAYMENTS,
      default: 1,
    }),
    number('periodTo', {
      label: 'To payment number',
      help: 'For several payments in a row, the last of them.',
      integer: true,
      step: 1,
      min: 1,
      max: MOST_PAYMENTS,
    }),
    number('extraPayment', {
      label: 'Extra with every payment',
      min: 0,
      max: LARGEST_PRINCIPAL,
      default: 0,
    }),
    date('startDate', { label: 'First payment on' }),
  ],
  output: {
    payment: badge('Payment', { format: 'money', primary: true }),
    totalPaid: badge('Total paid', { format: 'money' }),
    totalInterest: badge('Total interest', { format: 'money' }),
    interestInPeriod: badge('Interest in this payment', { format: 'money' }),
    principalInPeriod: badge('Principal in this payment', { format: 'money' }),
    payments: badge('Number of payments'),
    paidOff: text('Last payment on'),
    scheduleTotal: badge('Total of the plan', {
      format: 'money',
      help: 'Differs by the rounding of each payment to cents.',
    }),
    balance: chart('Balance', {
      columns: [
        { name: 'number', label: 'Payment', type: 'number' },
        { name: 'balance', label: 'Balance', type: 'money' },
      ],
    }),
    schedule: table('Repayment plan', {
      columns: [
        { name: 'number', label: 'No.', type: 'number' },
        { name: 'date', label: 'Date' },
        { name: 'payment', label: 'Payment', type: 'money' },
        { name: 'interest', label: 'Interest', type: 'money' },
        { name: 'principal', label: 'Principal', type: 'money' },
        { name: 'balance', label: 'Balance', type: 'money' },
      ],
    }),
  },
  isLarge: true,
  run: ({ principal, annualRatePercent, term, termUnit, frequency, numberOfPayments, period, periodTo, ...more }) => {
    const payments = numberOfPayments ?? paymentsOf(term, termUnit, frequency)
    const amount = rational(toCents(fromNumber(principal)), 100n)
    const rate = divide(fromNumber(annualRatePercent), rational(BigInt(100 * PER_YEAR[frequency])))
    const loan: Loan = { principal: amount, rate, payments }
    const extra = toCents(fromNumber(more.extraPayment))
    const range = periodOf(period, periodTo ?? period, payments)
    const rows = schedule(loan, () => extra)
    const dateOf = (index: number) =>
      more.startDate === undefined ? undefined : dueDate(more.startDate, index, frequency)
    return {
      ...figures(loan, rows, { period: range, extra }),
      payments: rows.length,
      paidOff: dateOf(rows.length - 1),
      scheduleTotal: fromCents(sumOf(rows, 'payment')),
      balance: balancePoints(toCents(amount), rows),
      schedule: rows.map((row, index) => ({
        number: index + 1,
        ...(more.startDate !== undefined && { date: dateOf(index) }),
        ...inUnits(row),
      })),
    }
  },
  examples: [
    {
      title: 'A car for 21,000 in four years',
      input: { principal: 21_000, annualRatePercent: 6.9, term: 48, termUnit: 'months' },
      output: { payment: 501.9, payments: 48 },
      source: 'Claris FileMaker Pro Help, PMT, example 1',
    },
    {
      title: '10,000 at 8 % in ten monthly payments',
      input: { principal: 10_000, annualRatePercent: 8, numberOfPayments: 10 },
      output: { payment: 1037.03 },
      source: 'Microsoft Excel, PMT function, first example: =PMT(8%/12, 10, 10000)',
    },
    {
      title: 'The second year of a mortgage',
      input: { principal: 125_000, annualRatePercent: 9, term: 30, termUnit: 'years', period: 13, periodTo: 24 },
      output: { interestInPeriod: 11_135.23, principalInPeriod: 934.11 },
      source: 'Microsoft Excel, CUMIPMT and CUMPRINC functions, examples: periods 13 to 24',
    },
    {
      title: 'The first month of the same mortgage',
      input: { principal: 125_000, annualRatePercent: 9, term: 30, termUnit: 'years', period: 1 },
      output: { interestInPeriod: 937.5, principalInPeriod: 68.28 },
      source: 'Microsoft Excel, CUMIPMT and CUMPRINC functions, examples: period 1',
    },
    {
      title: 'Without interest',
      input: { principal: 1200, annualRatePercent: 0, term: 1, termUnit: 'years' },
      output: { payment: 100, totalPaid: 1200, totalInterest: 0, interestInPeriod: 0, principalInPeriod: 100 },
      source: 'By definition: 1200 / 12 = 100',
      isOurs: true,
    },
  ],
  method: {
    formula:
      'r = yearly rate / payments per year; payment = P · r / (1 − (1 + r)^−n), without interest P / n; interest of a payment = balance before it × r',
    rounding:
      'Payment, totals, interest and principal come from the unrounded payment, as in a spreadsheet, each rounded to the cent at the end, halves up. The plan is what can be paid: whole cents in every row, and the last payment closes the balance to 0.00; its own total is shown beside it.',
    notes:
      'Interest compounds with every payment, at the end of each period. With an extra payment the totals are those of the plan. Canadian mortgages compound twice a year and differ. A term that is no whole number of payments is rounded to the nearest one.',
  },
  sources: [
    { title: 'Microsoft Excel, PMT function', url: 'https://support.microsoft.com/en-US/excel/functions/pmt-function' },
    { title: 'Microsoft Excel, CUMIPMT function', url: 'https://support.microsoft.com/en-us/Excel/cumipmt-function' },
    {
      title: 'Microsoft Excel, CUMPRINC function',
      url: 'https://support.microsoft.com/en-US/Excel/functions/cumprinc-function',
    },
    { title: 'Claris FileMaker Pro Help, PMT', url: 'https://help.claris.com/en/pro-help/content/pmt.html' },
  ],
})
