import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dueDate } from '#src/lib/finance/due-dates.ts'
import { runTool } from '#src/sdk/run-tool.ts'
import { loanPayment } from './loan-payment.tool.ts'

interface Row {
  readonly number: number
  readonly date?: string
  readonly payment: number
  readonly interest: number
  readonly principal: number
  readonly balance: number
}
const run = (input: Record<string, unknown>) => {
  const outcome = runTool(loanPayment, input)
  if (!outcome.ok) throw new Error(outcome.error.message)
  return { ...outcome.outputs, schedule: outcome.outputs.schedule as unknown as Row[] } as Record<string, unknown> & {
    schedule: Row[]
  }
}
const problem = (input: Record<string, unknown>) => {
  const outcome = runTool(loanPayment, { principal: 1000, annualRatePercent: 5, ...input })
  return outcome.ok ? undefined : outcome.error.details
}
const cents = (amount: unknown) => Math.round(Number(amount) * 100)

test.each([
  [
    'Excel PMT: 8 %/12, 10, 10000',
    { principal: 10_000, annualRatePercent: 8, numberOfPayments: 10 },
    { payment: 1037.03 },
  ],
  [
    'Excel IPMT: 10 %/12, 1, 36, 8000',
    { principal: 8000, annualRatePercent: 10, term: 3 },
    { interestInPeriod: 66.67 },
  ],
  [
    'Excel PPMT: 10 %/12, 1, 24, 2000',
    { principal: 2000, annualRatePercent: 10, term: 2 },
    { principalInPeriod: 75.62 },
  ],
  [
    'Mescius SpreadNet PMT: 6 %/12, 15, 5000',
    { principal: 5000, annualRatePercent: 6, numberOfPayments: 15 },
    { payment: 346.82 },
  ],
  [
    'Adobe LiveCycle Pmt: 150000, 4.75 %/12, 300 is 855.17604207164',
    { principal: 150_000, annualRatePercent: 4.75, term: 25 },
    { payment: 855.18, totalPaid: 256_552.81, totalInterest: 106_552.81 },
  ],
])('%s', (_, input, outputs) => {
  expect(run(input)).toMatchObject(outputs)
})

// Microsoft Excel, CUMIPMT: -11135.23213 for periods 13 to 24; CUMPRINC: -934.1071234.
test('the split of a range is that of the unrounded payment', () => {
  const input = { principal: 125_000, annualRatePercent: 9, term: 30, period: 13, periodTo: 24 }
  expect(run(input)).toMatchObject({ interestInPeriod: 11_135.23, principalInPeriod: 934.11 })
})

test('without interest every payment is principal', () => {
  const { schedule, ...outputs } = run({ principal: 100, annualRatePercent: 0, numberOfPayments: 3 })
  expect(outputs).toMatchObject({ payment: 33.33, totalPaid: 100, totalInterest: 0, principalInPeriod: 33.33 })
  expect(schedule.map((row) => row.payment)).toEqual([33.33, 33.33, 33.34])
})

test('a rate of almost nothing costs nothing', () => {
  const input = { principal: 1_000_000_000_000, annualRatePercent: 1e-90, numberOfPayments: 5200 }
  expect(run(input)).toMatchObject({ payment: 192_307_692.31, totalInterest: 0 })
  expect(run({ ...input, annualRatePercent: 1e-35 })).toMatchObject({ payment: 192_307_692.31, totalInterest: 0 })
})

test('the term in years, months or payments, at every frequency', () => {
  const payments = (term: number, termUnit: string, frequency: string) =>
    run({ principal: 1000, annualRatePercent: 5, term, termUnit, frequency }).payments
  expect(payments(2.5, 'years', 'monthly')).toBe(30)
  expect(payments(2, 'years', 'biweekly')).toBe(52)
  expect(payments(2, 'years', 'weekly')).toBe(104)
  expect(payments(6, 'months', 'biweekly')).toBe(13)
  expect(payments(1, 'months', 'weekly')).toBe(4)
  expect(payments(7, 'payments', 'weekly')).toBe(7)
})

test('the number of payments wins over the term', () => {
  expect(run({ principal: 1000, annualRatePercent: 5, numberOfPayments: 4, term: 30 }).payments).toBe(4)
})

test('an extra payment ends the loan early and the totals are those of the plan', () => {
  const loan = { principal: 10_000, annualRatePercent: 6, term: 1 }
  const plain = run(loan)
  const early = run({ ...loan, extraPayment: 1000 })
  expect(early.payment).toBe(plain.payment)
  expect(early.payments).toBe(6)
  expect(early.totalPaid).toBe(early.scheduleTotal)
  expect(cents(early.totalInterest)).toBe(cents(early.totalPaid) - 1_000_000)
  expect(Number(early.totalInterest)).toBeLessThan(Number(plain.totalInterest))
})

describe('due dates', () => {
  test.each([
    ['2024-01-31', 1, 'monthly', '2024-02-29'],
    ['2023-01-31', 1, 'monthly', '2023-02-28'],
    ['2024-01-31', 2, 'monthly', '2024-03-31'],
    ['2024-11-30', 3, 'monthly', '2025-02-28'],
    ['2024-12-25', 1, 'weekly', '2025-01-01'],
    ['2024-02-20', 1, 'biweekly', '2024-03-05'],
  ] as const)('%s and %d %s payments on: %s', (start, index, frequency, date) => {
    expect(dueDate(start, index, frequency)).toBe(date)
  })

  test('are in the plan when the first one is given', () => {
    const loan = { principal: 1000, annualRatePercent: 5, numberOfPayments: 3 }
    const dated = run({ ...loan, startDate: '2026-01-31' })
    expect(dated.schedule.map((row) => row.date)).toEqual(['2026-01-31', '2026-02-28', '2026-03-31'])
    expect(dated.paidOff).toBe('2026-03-31')
    expect(run(loan).schedule[0]).not.toHaveProperty('date')
    expect(run(loan)).not.toHaveProperty('paidOff')
  })
})

test.each([
  [{ principal: 0 }, 'principal', 'Loan amount must be at least 0.01'],
  [{ annualRatePercent: 101 }, 'annualRatePercent', 'Interest rate per year must be at most 100'],
  [{ annualRatePercent: -1 }, 'annualRatePercent', 'Interest rate per year must be at least 0'],
  [{ numberOfPayments: 0 }, 'numberOfPayments', 'Number of payments must be at least 1'],
  [{ numberOfPayments: 1.5 }, 'numberOfPayments', 'Number of payments must be a whole number'],
  [{ numberOfPayments: 12, period: 13 }, 'period', 'Payment number must be at most 12, the number of payments'],
  [{ numberOfPayments: 12, periodTo: 13 }, 'periodTo', 'To payment number must be at most 12, the number of payments'],
  [{ numberOfPayments: 12, period: 3, periodTo: 2 }, 'periodTo', 'To payment number must be at least 3'],
  [{ term: 500 }, 'term', 'Term must come to 1 to 5200 payments, not 6000'],
  [{ term: 0.01 }, 'term', 'Term must come to 1 to 5200 payments, not 0'],
  [{ frequency: 'daily' }, 'frequency', 'Payments must be one of: monthly, biweekly, weekly'],
  [{ startDate: '2026-02-30' }, 'startDate', 'First payment on must be a date (YYYY-MM-DD)'],
])('%j is refused at %s', (input, field, message) => {
  expect(problem(input)).toEqual([{ field, message }])
})

test('the chart runs from the whole loan to nothing with few points', () => {
  const points = run({ principal: 1000, annualRatePercent: 5, numberOfPayments: 1000 }).balance as { balance: number }[]
  expect(points[0]).toEqual({ number: 0, balance: 1000 })
  expect(points.at(-1)?.balance).toBe(0)
  expect(points.length).toBeLessThanOrEqual(122)
})

const anyLoan = fc.record({
  principal: fc.integer({ min: 1, max: 10 ** 9 }).map((value) => value / 100),
  annualRatePercent: fc.integer({ min: 0, max: 10_000 }).map((value) => value / 100),
  numberOfPayments: fc.integer({ min: 1, max: 600 }),
  frequency: fc.constantFrom('monthly', 'biweekly', 'weekly'),
  extraPayment: fc.constantFrom(0, 0, 12.34),
})

test('the plan closes to 0.00, row by row in whole cents', () => {
  fc.assert(
    fc.property(anyLoan, (loan) => {
      const { schedule, scheduleTotal } = run(loan)
      let owed = cents(loan.principal)
      for (const row of schedule) {
        expect(cents(row.payment)).toBe(cents(row.interest) + cents(row.principal))
        expect(row.principal).toBeGreaterThanOrEqual(0)
        owed -= cents(row.principal)
        expect(cents(row.balance)).toBe(owed)
      }
      expect(owed).toBe(0)
      expect(schedule.length).toBeLessThanOrEqual(loan.numberOfPayments)
      expect(schedule.reduce((sum, row) => sum + cents(row.payment), 0)).toBe(cents(scheduleTotal))
    }),
  )
})

test('interest and principal of all payments are the totals', () => {
  fc.assert(
    fc.property(anyLoan, (loan) => {
      const all = run({ ...loan, extraPayment: 0, period: 1, periodTo: loan.numberOfPayments })
      expect(all.interestInPeriod).toBe(all.totalInterest)
      expect(all.principalInPeriod).toBe(loan.principal)
    }),
  )
})

test('half a cent goes up in the payment as in the plan: 1,000.50 and 1 % are 1,010.505', () => {
  const input = { principal: 1000.5, annualRatePercent: 12, numberOfPayments: 1 }
  expect(run(input)).toMatchObject({ payment: 1010.51, totalInterest: 10.01 })
})
