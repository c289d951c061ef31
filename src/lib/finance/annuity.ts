import { exact, fixed, isNegligible, ONE, over, power, times } from '../fixed-point.ts'
import type { Rational } from '../rational.ts'

/** What a loan is, with everything exact. */
export interface Loan {
  readonly principal: Rational
  /** Interest per payment period: 8 % a year paid monthly is 0.08 / 12. */
  readonly rate: Rational
  /** How many payments, at least 1. */
  readonly payments: number
}

/** A level payment before rounding: P·r / (1 − (1 + r)^−n), and P / n without interest. */
function levelPayment({ principal, rate, payments }: Loan): bigint {
  const perPeriod = fixed(rate)
  if (isNegligible(perPeriod)) return fixed(principal) / BigInt(payments)
  const discount = over(ONE, power(ONE + perPeriod, payments))
  return over(times(fixed(principal), perPeriod), ONE - discount)
}

/** What is still owed after `paid` payments, before rounding. */
function balanceAfter(loan: Loan, paid: number): bigint {
  const rest = loan.payments - paid
  const perPeriod = fixed(loan.rate)
  const payment = levelPayment(loan)
  if (isNegligible(perPeriod)) return payment * BigInt(rest)
  return over(times(payment, ONE - over(ONE, power(ONE + perPeriod, rest))), perPeriod)
}

export interface Annuity {
  readonly payment: Rational
  readonly totalPaid: Rational
  readonly totalInterest: Rational
  /** Of the payments `first` to `last`, counted from 1. */
  readonly interest: Rational
  readonly principal: Rational
}

/** The figures of a loan with equal payments, none of them rounded. */
export function annuity(loan: Loan, { first, last }: { first: number; last: number }): Annuity {
  const payment = levelPayment(loan)
  const total = payment * BigInt(loan.payments)
  const principal = balanceAfter(loan, first - 1) - balanceAfter(loan, last)
  return {
    payment: exact(payment),
    totalPaid: exact(total),
    totalInterest: exact(total - fixed(loan.principal)),
    interest: exact(payment * BigInt(last - first + 1) - principal),
    principal: exact(principal),
  }
}
