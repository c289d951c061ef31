import { annuity, type Loan } from '#src/lib/finance/annuity.ts'
import { dueDate } from '#src/lib/finance/due-dates.ts'
import { toPercent } from '#src/lib/finance/rates.ts'
import { balancePoints, byYear, type Instalment, schedule, sumOf } from '#src/lib/finance/schedule.ts'
import { fromCents, toCents } from '#src/lib/money.ts'
import { divide, fromNumber, multiply, rational, toNumber } from '#src/lib/rational.ts'
import { badge, chart, date, defineTool, number, ToolError, table, text } from '#src/sdk/index.ts'

const LARGEST_AMOUNT = 1_000_000_000_000
const LONGEST_TERM = 50
const MONTHS = 12
/** Mortgage insurance is paid while more than this share of the price is owed. */
const INSURED_ABOVE_PERCENT = 80n

const perMonth = (amountPerYear: number): bigint => toCents(divide(fromNumber(amountPerYear), rational(12n)))
const percentOf = (cents: bigint, percent: number, parts = 1n): bigint =>
  toCents(divide(multiply(rational(cents, 100n), fromNumber(percent)), rational(100n * parts)))

interface Deposit {
  readonly downPayment: number | undefined
  readonly downPaymentPercent: number | undefined
}

/** What has to be borrowed, in cents. Throws ToolError. */
function borrowed(price: bigint, { downPayment, downPaymentPercent }: Deposit): bigint {
  if (downPayment !== undefined && downPaymentPercent !== undefined)
    throw new ToolError('Down payment in per cent must be empty when the amount is given', {
      field: 'downPaymentPercent',
    })
  const down = downPayment === undefined ? percentOf(price, downPaymentPercent ?? 0) : toCents(fromNumber(downPayment))
  if (down < price) return price - down
  throw new ToolError('Down payment must be less than the price', {
    field: downPayment === undefined ? 'downPaymentPercent' : 'downPayment',
  })
}

/** How many months begin with so much owed that the loan has to be insured. */
function insuredMonths(price: bigint, loan: bigint, plan: readonly Instalment[]): number {
  const isInsured = (owed: bigint) => owed * 100n > price * INSURED_ABOVE_PERCENT
  return [loan, ...plan.map((row) => row.balance)].findIndex((owed) => !isInsured(owed))
}

const limits = { min: 0, max: LARGEST_AMOUNT }

export const mortgageCalculator = defineTool({
  slug: 'mortgage-calculator',
  title: 'Mortgage Calculator',
  description: 'Works out the monthly cost of a home: loan, property tax, insurance and fees, with the plan by year.',
  category: 'finance',
  tags: ['mortgage', 'loan', 'home'],
  keywords: [
    'home loan',
    'house payment',
    'PITI',
    'PMI',
    'property tax',
    'down payment',
    'mortgage insurance',
    'HOA',
    'extra payments',
  ],
  input: [
    number('homePrice', { label: 'Price of the home', required: true, min: 0.01, max: LARGEST_AMOUNT }),
    number('downPayment', { label: 'Down payment', ...limits }),
    number('downPaymentPercent', {
      label: 'Down payment in per cent',
      help: 'Instead of the amount.',
      unit: '%',
      min: 0,
      max: 100,
      presets: [5, 10, 20],
    }),
    number('annualRatePercent', {
      label: 'Interest rate per year',
      help: 'Nominal: a twelfth of it is the rate of a month.',
      unit: '%',
      required: true,
      min: 0,
      max: 100,
    }),
    number('years', {
      label: 'Term',
      unit: 'years',
      integer: true,
      step: 1,
      min: 1,
      max: LONGEST_TERM,
      default: 30,
      presets: [10, 15, 20, 30],
    }),
    number('propertyTaxPerYear', { label: 'Property tax per year', ...limits, default: 0 }),
    number('insurancePerYear', { label: 'Home insurance per year', ...limits, default: 0 }),
    number('feesPerMonth', {
      label: 'Fees per month',
      help: 'Such as those of an owners’ association.',
      ...limits,
      default: 0,
    }),
    number('mortgageInsurancePercent', {
      label: 'Mortgage insurance',
      help: 'Per cent of the loan per year, while more than 80 % of the price is owed.',
      unit: '%',
      min: 0,
      max: 100,
      default: 0,
    }),
    number('extraPayment', { label: 'Extra every month', ...limits, default: 0 }),
    date('startDate', { label: 'First payment on' }),
  ],
  output: {
    monthlyPayment: badge('Per month', { format: 'money', primary: true, help: 'All parts, in the first month.' }),
    principalAndInterest: badge('Principal and interest', { format: 'money' }),
    loanAmount: badge('Loan', { format: 'money' }),
    loanToValuePercent: badge('Loan to value', { format: 'percent' }),
    totalInterest: badge('Total interest', { format: 'money' }),
    totalPaid: badge('Total paid on the loan', { format: 'money' }),
    payments: badge('Number of payments'),
    paidOff: text('Last payment on'),
    insuredMonths: badge('Months with mortgage insurance'),
    parts: table('Parts of the first month', {
      columns: [
        { name: 'part', label: 'Part' },
        { name: 'amount', label: 'Amount', type: 'money' },
      ],
    }),
    balance: chart('Balance', {
      columns: [
        { name: 'number', label: 'Month', type: 'number' },
        { name: 'balance', label: 'Balance', type: 'money' },
      ],
    }),
    years: table('By year', {
      columns: [
        { name: 'year', label: 'Year', type: 'number' },
        { name: 'payment', label: 'Payments', type: 'money' },
        { name: 'interest', label: 'Interest', type: 'money' },
        { name: 'principal', label: 'Principal', type: 'money' },
        { name: 'balance', label: 'Balance', type: 'money' },
      ],
    }),
  },
  run: ({ homePrice, annualRatePercent, years, startDate, ...more }) => {
    const price = toCents(fromNumber(homePrice))
    const amount = borrowed(price, more)
    const loan: Loan = {
      principal: rational(amount, 100n),
      rate: divide(fromNumber(annualRatePercent), rational(1200n)),
      payments: years * MONTHS,
    }
    const extra = toCents(fromNumber(more.extraPayment))
    const plan = schedule(loan, () => extra)
    const level = toCents(annuity(loan, { first: 1, last: 1 }).payment)
    const insured = more.mortgageInsurancePercent > 0 ? insuredMonths(price, amount, plan) : 0
    const parts = [
      { part: 'Principal and interest', cents: level },
      { part: 'Property tax', cents: perMonth(more.propertyTaxPerYear) },
      { part: 'Home insurance', cents: perMonth(more.insurancePerYear) },
      { part: 'Fees', cents: toCents(fromNumber(more.feesPerMonth)) },
      {
        part: 'Mortgage insurance',
        cents: insured > 0 ? percentOf(amount, more.mortgageInsurancePercent, 12n) : 0n,
      },
      { part: 'Extra', cents: extra },
    ]
    return {
      monthlyPayment: fromCents(parts.reduce((sum, { cents }) => sum + cents, 0n)),
      principalAndInterest: fromCents(level),
      loanAmount: fromCents(amount),
      loanToValuePercent: toPercent(toNumber(rational(amount, price))),
      totalInterest: fromCents(sumOf(plan, 'interest')),
      totalPaid: fromCents(sumOf(plan, 'payment')),
      payments: plan.length,
      paidOff: startDate === undefined ? undefined : dueDate(startDate, plan.length - 1, 'monthly'),
      insuredMonths: insured,
      parts: parts.map(({ part, cents }) => ({ part, amount: fromCents(cents) })),
      balance: balancePoints(amount, plan),
      years: byYear(plan, MONTHS),
    }
  },
  examples: [
    {
      title: '200,000 at 6.5 % over 30 years',
      input: { homePrice: 200_000, annualRatePercent: 6.5, years: 30 },
      output: { principalAndInterest: 1264.14, monthlyPayment: 1264.14, payments: 360 },
      source: 'Wikipedia, Mortgage calculator, “Monthly payment formula”, example: $1,264.14',
    },
    {
      title: '150,000 at 4.75 % over 25 years',
      input: { homePrice: 187_500, downPaymentPercent: 20, annualRatePercent: 4.75, years: 25 },
      output: { loanAmount: 150_000, loanToValuePercent: 80, principalAndInterest: 855.18 },
      source: 'Adobe LiveCycle Designer, FormCalc Pmt: Pmt(150000, 4.75/1200, 25*12) is 855.17604207164',
    },
    {
      title: 'With tax and insurance',
      input: {
        homePrice: 1200,
        annualRatePercent: 0,
        years: 1,
        propertyTaxPerYear: 240,
        insurancePerYear: 120,
        feesPerMonth: 5,
      },
      output: { principalAndInterest: 100, monthlyPayment: 135 },
      source: 'By definition: 1200 / 12 + 240 / 12 + 120 / 12 + 5 = 135',
      isOurs: true,
    },
    {
      title: 'Mortgage insurance until four fifths are left',
      input: {
        homePrice: 12_000,
        downPayment: 0,
        annualRatePercent: 0,
        years: 10,
        mortgageInsurancePercent: 1.2,
        startDate: '2026-01-31',
      },
      output: { monthlyPayment: 112, insuredMonths: 24, paidOff: '2035-12-31' },
      source: 'By definition: 12,000 × 1.2 % / 12 = 12; after 24 payments of 100 there are 9,600 left, 80 % of 12,000',
      isOurs: true,
    },
  ],
  method: {
    formula:
      'r = yearly rate / 12; principal and interest = P · r / (1 − (1 + r)^−n), without interest P / n; tax and insurance a twelfth of the year',
    rounding:
      'Every part of a month is rounded to the cent, halves up. The plan is in whole cents and its last payment closes the balance to 0.00; totals are sums of its rows.',
    notes:
      'Interest compounds monthly, at the end of each month. Canadian mortgages compound twice a year and differ. Mortgage insurance ends when at most 80 % of the price is owed; lenders may need to be asked for that.',
  },
  sources: [
    { title: 'Wikipedia, Mortgage calculator', url: 'https://en.wikipedia.org/wiki/Mortgage_calculator' },
    {
      title: 'Microsoft Excel, PMT function',
      url: 'https://support.microsoft.com/en-us/office/pmt-function-0214da64-9a63-4996-bc20-214433fa6441',
    },
  ],
})
