import { annuity, type Loan } from '#src/lib/finance/annuity.ts'
import {
  dueDate,
  FREQUENCIES,
  type Frequency,
  MOST_PAYMENTS,
  PER_YEAR,
  paymentsIn,
  type TermUnit,
} from '#src/lib/finance/due-dates.ts'
import { balancePoints, byYear, type Instalment, inUnits, schedule, sumOf } from '#src/lib/finance/schedule.ts'
import { fromCents, roundedToCents, toCents } from '#src/lib/money.ts'
import { divide, fromNumber, rational } from '#src/lib/rational.ts'
import { badge, chart, date, defineTool, number, select, ToolError, table, text } from '#src/sdk/index.ts'
import { PLAN_COLUMNS, YEAR_COLUMNS } from './amortization-schedule/columns.ts'

const LARGEST_PRINCIPAL = 1_000_000_000_000

/** Throws ToolError. */
function paymentsOf(term: number, unit: TermUnit, frequency: Frequency): number {
  const payments = paymentsIn(term, unit, frequency)
  if (payments >= 1 && payments <= MOST_PAYMENTS) return payments
  throw new ToolError(`Term must come to 1 to ${MOST_PAYMENTS} payments, not ${payments}`, { field: 'term' })
}

/** Throws ToolError when the loan has no such payments. */
function rangeOf(first: number, last: number | undefined, payments: number) {
  const end = last ?? payments
  if (first > payments)
    throw new ToolError(`From payment must be at most ${payments}, the number of payments`, { field: 'fromPayment' })
  if (end > payments)
    throw new ToolError(`To payment must be at most ${payments}, the number of payments`, { field: 'toPayment' })
  if (end < first) throw new ToolError(`To payment must be at least ${first}`, { field: 'toPayment' })
  return { first, last: end }
}

interface Extra {
  readonly extraPayment: number
  readonly extraOnce: number
  readonly extraOnceAt: number
}

/** What is paid beside the level payment, in cents, by the payment's number. */
function extraOf({ extraPayment, extraOnce, extraOnceAt }: Extra): (number: number) => bigint {
  const always = toCents(fromNumber(extraPayment))
  const once = toCents(fromNumber(extraOnce))
  return (number) => (number === extraOnceAt ? always + once : always)
}

/** Interest and principal of a range: of the unrounded payment, or of the plan once something extra is paid. */
function partsOf(loan: Loan, plan: readonly Instalment[], range: { first: number; last: number; isPlain: boolean }) {
  if (range.isPlain) {
    const { interest, principal } = annuity(loan, range)
    return { interestInRange: roundedToCents(interest), principalInRange: roundedToCents(principal) }
  }
  const chosen = plan.slice(range.first - 1, range.last)
  return {
    interestInRange: fromCents(sumOf(chosen, 'interest')),
    principalInRange: fromCents(sumOf(chosen, 'principal')),
  }
}

const limits = { min: 0, max: LARGEST_PRINCIPAL }
const count = { integer: true, step: 1, min: 1, max: MOST_PAYMENTS }

export const amortizationSchedule = defineTool({
  slug: 'amortization-schedule',
  title: 'Amortization Schedule',
  description: 'Draws up the repayment plan of a loan, payment by payment and by year, with extra payments.',
  category: 'finance',
  tags: ['loan', 'mortgage', 'schedule'],
  keywords: [
    'amortisation table',
    'repayment plan',
    'loan schedule',
    'extra payments',
    'early repayment',
    'interest saved',
    'CUMIPMT',
    'CUMPRINC',
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
    number('numberOfPayments', { label: 'Number of payments', help: 'Instead of the term.', ...count }),
    number('extraPayment', { label: 'Extra with every payment', ...limits, default: 0 }),
    number('extraOnce', { label: 'Extra once', ...limits, default: 0 }),
    number('extraOnceAt', { label: 'Once with payment number', ...count, default: 1 }),
    date('startDate', { label: 'First payment on' }),
    number('fromPayment', {
      label: 'From payment',
      help: 'For interest and principal of a part.',
      ...count,
      default: 1,
    }),
    number('toPayment', { label: 'To payment', help: 'Empty: the last one.', ...count }),
  ],
  output: {
    payment: badge('Payment', { format: 'money', primary: true, help: 'Without extras.' }),
    payments: badge('Number of payments'),
    totalPaid: badge('Total paid', { format: 'money' }),
    totalInterest: badge('Total interest', { format: 'money' }),
    interestSaved: badge('Interest saved by extras', { format: 'money' }),
    paymentsSaved: badge('Payments saved by extras'),
    paidOff: text('Last payment on'),
    interestInRange: badge('Interest of the chosen payments', { format: 'money' }),
    principalInRange: badge('Principal of the chosen payments', { format: 'money' }),
    balance: chart('Balance', {
      columns: [
        { name: 'number', label: 'Payment', type: 'number' },
        { name: 'balance', label: 'Balance', type: 'money' },
      ],
    }),
    years: table('By year', { columns: YEAR_COLUMNS }),
    schedule: table('Payment by payment', { columns: PLAN_COLUMNS }),
  },
  run: ({ principal, annualRatePercent, term, termUnit, frequency, numberOfPayments, startDate, ...more }) => {
    const payments = numberOfPayments ?? paymentsOf(term, termUnit, frequency)
    const amount = toCents(fromNumber(principal))
    const rate = divide(fromNumber(annualRatePercent), rational(BigInt(100 * PER_YEAR[frequency])))
    const loan: Loan = { principal: rational(amount, 100n), rate, payments }
    if (more.extraOnce > 0 && more.extraOnceAt > payments)
      throw new ToolError(`Once with payment number must be at most ${payments}, the number of payments`, {
        field: 'extraOnceAt',
      })
    const range = rangeOf(more.fromPayment, more.toPayment, payments)
    const plain = schedule(loan, () => 0n)
    const isPlain = more.extraPayment === 0 && more.extraOnce === 0
    const plan = isPlain ? plain : schedule(loan, extraOf(more))
    const dateOf = (index: number) => (startDate === undefined ? undefined : dueDate(startDate, index, frequency))
    return {
      payment: roundedToCents(annuity(loan, range).payment),
      payments: plan.length,
      totalPaid: fromCents(sumOf(plan, 'payment')),
      totalInterest: fromCents(sumOf(plan, 'interest')),
      interestSaved: fromCents(sumOf(plain, 'interest') - sumOf(plan, 'interest')),
      paymentsSaved: plain.length - plan.length,
      paidOff: dateOf(plan.length - 1),
      ...partsOf(loan, plan, { ...range, isPlain }),
      balance: balancePoints(amount, plan),
      years: byYear(plan, PER_YEAR[frequency]),
      schedule: plan.map((row, index) => ({
        number: index + 1,
        ...(startDate !== undefined && { date: dateOf(index) }),
        ...inUnits(row),
      })),
    }
  },
  examples: [
    {
      title: 'The second year of a mortgage',
      input: { principal: 125_000, annualRatePercent: 9, term: 30, fromPayment: 13, toPayment: 24 },
      output: { interestInRange: 11_135.23, principalInRange: 934.11, payments: 360 },
      source: 'Microsoft Excel, CUMIPMT and CUMPRINC functions, examples: periods 13 to 24',
    },
    {
      title: 'Its first month',
      input: { principal: 125_000, annualRatePercent: 9, term: 30, fromPayment: 1, toPayment: 1 },
      output: { interestInRange: 937.5, principalInRange: 68.28 },
      source: 'Microsoft Excel, CUMIPMT and CUMPRINC functions, examples: period 1',
    },
    {
      title: 'Ten payments at 8 %',
      input: { principal: 10_000, annualRatePercent: 8, numberOfPayments: 10 },
      output: { payment: 1037.03, payments: 10, interestSaved: 0 },
      source: 'Microsoft Excel, PMT function, first example: =PMT(8%/12, 10, 10000)',
    },
    {
      title: 'Without interest, with something extra once',
      input: {
        principal: 1200,
        annualRatePercent: 0,
        term: 1,
        extraOnce: 300,
        extraOnceAt: 2,
        startDate: '2026-01-31',
      },
      output: { payment: 100, payments: 9, totalPaid: 1200, totalInterest: 0, paymentsSaved: 3, paidOff: '2026-09-30' },
      source: 'By definition: 300 are three payments of 1200 / 12 = 100',
      isOurs: true,
    },
  ],
  method: {
    formula:
      'r = yearly rate / payments per year; payment = P · r / (1 − (1 + r)^−n), without interest P / n; interest of a payment = balance before it × r',
    rounding:
      'The plan is what can be paid: every row in whole cents, interest rounded half up, and the last payment closes the balance to 0.00; totals are sums of its rows. Interest and principal of chosen payments come from the unrounded payment, as in a spreadsheet; with extras from the plan.',
    notes:
      'Interest compounds with every payment, at the end of each period. A year is 12, 26 or 52 payments from the first. A term that is no whole number of payments is rounded to the nearest one.',
  },
  sources: [
    {
      title: 'Microsoft Excel, CUMIPMT function',
      url: 'https://support.microsoft.com/en-us/office/cumipmt-function-61067bb0-9016-427d-b95b-1a752af0e606',
    },
    {
      title: 'Microsoft Excel, CUMPRINC function',
      url: 'https://support.microsoft.com/en-us/office/cumprinc-function-94a4516d-bd65-41a1-bc16-053a6af4c04d',
    },
  ],
})
