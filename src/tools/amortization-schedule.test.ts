import { expect, test } from 'vitest'
import { runTool } from '#src/sdk/run-tool.ts'
import { amortizationSchedule } from './amortization-schedule.tool.ts'

const run = (input: Record<string, unknown>) => {
  const outcome = runTool(amortizationSchedule, input)
  return outcome.ok ? outcome.outputs : outcome.error.details
}

test('three payments to the cent, with their dates', () => {
  const input = { principal: 100, annualRatePercent: 12, numberOfPayments: 3, startDate: '2024-01-31' }
  expect(run(input)).toMatchObject({
    payment: 34,
    paidOff: '2024-03-31',
    totalPaid: 102.01,
    totalInterest: 2.01,
    years: [{ year: 1, payment: 102.01, interest: 2.01, principal: 100, balance: 0 }],
    schedule: [
      { number: 1, date: '2024-01-31', payment: 34, interest: 1, principal: 33, balance: 67 },
      { number: 2, date: '2024-02-29', payment: 34, interest: 0.67, principal: 33.33, balance: 33.67 },
      { number: 3, date: '2024-03-31', payment: 34.01, interest: 0.34, principal: 33.67, balance: 0 },
    ],
  })
})

test('extras save interest and payments, and the parts are then those of the plan', () => {
  const loan = { principal: 1000, annualRatePercent: 12, numberOfPayments: 12 }
  const plain = run(loan) as Record<string, number>
  const early = run({ ...loan, extraPayment: 100, extraOnce: 200, extraOnceAt: 3 }) as Record<string, number>
  expect(early.payment).toBe(plain.payment)
  expect(Number(early.payments) + Number(early.paymentsSaved)).toBe(12)
  expect(Number(early.totalInterest) + Number(early.interestSaved)).toBeCloseTo(Number(plain.totalInterest), 8)
  expect(run({ ...loan, extraPayment: 100, fromPayment: 1, toPayment: 1 })).toMatchObject({
    interestInRange: 10,
    principalInRange: 178.85,
  })
})

test('years are as many payments as the frequency has', () => {
  const { years } = run({ principal: 1000, annualRatePercent: 5, term: 2, frequency: 'biweekly' }) as {
    years: unknown[]
  }
  expect(years).toHaveLength(2)
})

test.each([
  [{ term: 500 }, 'term', 'Term must come to 1 to 5200 payments, not 6000'],
  [{ numberOfPayments: 5, fromPayment: 6 }, 'fromPayment', 'From payment must be at most 5, the number of payments'],
  [{ numberOfPayments: 5, toPayment: 6 }, 'toPayment', 'To payment must be at most 5, the number of payments'],
  [{ numberOfPayments: 5, fromPayment: 3, toPayment: 2 }, 'toPayment', 'To payment must be at least 3'],
  [{ principal: 0 }, 'principal', 'Loan amount must be at least 0.01'],
])('%j is refused', (input, field, message) => {
  expect(run({ principal: 1000, annualRatePercent: 5, ...input })).toEqual([{ field, message }])
})

test('an extra with a payment that there is not is refused, and says how many there are', () => {
  const loan = { principal: 1000, annualRatePercent: 12, numberOfPayments: 12 }
  expect(run({ ...loan, extraOnce: 100, extraOnceAt: 13 })).toEqual([
    { field: 'extraOnceAt', message: 'Once with payment number must be at most 12, the number of payments' },
  ])
  expect(run({ ...loan, extraOnceAt: 13 })).toMatchObject({ payments: 12 })
})
