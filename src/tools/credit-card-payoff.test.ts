import { expect, test } from 'vitest'
import { runTool } from '#src/sdk/run-tool.ts'
import { creditCardPayoff } from './credit-card-payoff.tool.ts'

const run = (input: Record<string, unknown>) => {
  const outcome = runTool(creditCardPayoff, input)
  return outcome.ok ? outcome.outputs : outcome.error.details
}

// Exceljet, NPER: 60 periods; the same by the formula before rounding up.
test('months by the formula are beside those of the plan', () => {
  const input = { balance: 5000, annualRatePercent: 4.5, payment: 93.22 }
  expect(run(input)).toMatchObject({ months: 60, exactMonths: expect.closeTo(60, 2) })
})

test('every row in whole cents, and the last payment clears the card', () => {
  expect(run({ balance: 100, annualRatePercent: 12, payment: 50 })).toMatchObject({
    months: 3,
    time: '3 months',
    payment: 50,
    lastPayment: 1.53,
    totalPaid: 101.53,
    totalInterest: 1.53,
    plan: [
      { month: 1, payment: 50, interest: 1, principal: 49, balance: 51 },
      { month: 2, payment: 50, interest: 0.51, principal: 49.49, balance: 1.51 },
      { month: 3, payment: 1.53, interest: 0.02, principal: 1.51, balance: 0 },
    ],
  })
})

test('minimum payments with the interest of the month', () => {
  const input = { balance: 1000, annualRatePercent: 24, action: 'minimum', minimumPercent: 1, minimumAmount: 25 }
  // 1020 owed: 1 % of it and the interest of 20.
  expect(run({ ...input, plusInterest: true })).toMatchObject({ payment: 30.2 })
  expect(run(input)).toMatchObject({ payment: 25 })
})

// ln(20.01 / 0.01) / ln 1.02 = 383.86; with interest in whole cents it takes some months more.
test('a cent more than the interest is enough', () => {
  const outputs = run({ balance: 1000, annualRatePercent: 24, payment: 20.01 })
  expect(outputs).toMatchObject({ exactMonths: expect.closeTo(383.86, 2) })
  expect((outputs as { plan: { balance: number }[] }).plan.at(-1)?.balance).toBe(0)
})

test.each([
  [
    { balance: 1000, annualRatePercent: 24, payment: 20 },
    'payment',
    'Payment must be more than the interest of a month, 20.00',
  ],
  [
    { balance: 1000, annualRatePercent: 0, payment: 0.5 },
    'payment',
    'Payment must be higher: it takes more than 100 years',
  ],
  [
    { balance: 5000, annualRatePercent: 24, action: 'minimum', minimumPercent: 1 },
    'minimumPercent',
    'Payment must be more than the interest of a month, 100.00',
  ],
  [{ balance: 0, annualRatePercent: 5 }, 'balance', 'Balance must be at least 0.01'],
])('%j is refused', (input, field, message) => {
  expect(run(input)).toEqual([{ field, message }])
})

// NPER of 1.5 % a month, 15.01 and 1,000 is −ln(1 − 15 / 15.01) / ln 1.015.
test('the months before rounding up are those of the payment that is shown', () => {
  const outputs = { payment: 15.01, exactMonths: expect.closeTo(491.24, 2) }
  expect(run({ balance: 1000, annualRatePercent: 18, payment: 15.005 })).toMatchObject(outputs)
  expect(run({ balance: 1000, annualRatePercent: 18, payment: 15.01 })).toMatchObject(outputs)
})

test.each([
  // 150.0036 and 20.0015 before rounding: of the interest of a month alone nothing is ever paid off.
  [
    { balance: 5000, annualRatePercent: 36, months: 360 },
    { payment: 150.01, months: 328 },
  ],
  [{ balance: 1000, annualRatePercent: 24, months: 480 }, { payment: 20.01 }],
  [
    { balance: 0.01, annualRatePercent: 18, months: 36 },
    { payment: 0.01, months: 1 },
  ],
])('%j: what is to be paid pays it off', (input, expected) => {
  const { lastPayment, ...found } = run({ ...input, action: 'payment' }) as Record<string, unknown>
  expect(found).toMatchObject(expected)
  expect(lastPayment).toBeLessThanOrEqual(expected.payment)
})
