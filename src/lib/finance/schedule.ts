import { fromCents, toCents } from '../money.ts'
import { multiply, rational } from '../rational.ts'
import { annuity, type Loan } from './annuity.ts'

/** One payment of the plan that can really be paid, in whole cents. */
export interface Instalment {
  readonly payment: bigint
  readonly interest: bigint
  readonly principal: bigint
  readonly balance: bigint
}

export type Part = 'payment' | 'interest' | 'principal'

/**
 * Every payment is the level payment in cents plus what is paid extra with it, in cents by the payment's number;
 * the last one closes the balance to nothing.
 */
export function schedule(loan: Loan, extraWith: (number: number) => bigint): Instalment[] {
  const level = toCents(annuity(loan, { first: 1, last: 1 }).payment)
  const rows: Instalment[] = []
  let balance = toCents(loan.principal)
  while (balance > 0n) {
    const regular = level + extraWith(rows.length + 1)
    const interest = toCents(multiply(rational(balance, 100n), loan.rate))
    const isLast = rows.length + 1 === loan.payments || balance + interest <= regular
    const payment = isLast ? balance + interest : regular
    const principal = payment - interest
    balance -= principal
    rows.push({ payment, interest, principal, balance })
  }
  return rows
}

export const sumOf = (rows: readonly Instalment[], part: Part): bigint =>
  rows.reduce((total, row) => total + row[part], 0n)

/** A row of a table, in currency units. */
export const inUnits = ({ payment, interest, principal, balance }: Instalment) => ({
  payment: fromCents(payment),
  interest: fromCents(interest),
  principal: fromCents(principal),
  balance: fromCents(balance),
})

/** The sums of each year of `perYear` payments, and the balance after it. */
export function byYear(rows: readonly Instalment[], perYear: number) {
  return Array.from({ length: Math.ceil(rows.length / perYear) }, (_, index) => {
    const year = rows.slice(index * perYear, (index + 1) * perYear)
    return {
      year: index + 1,
      payment: fromCents(sumOf(year, 'payment')),
      interest: fromCents(sumOf(year, 'interest')),
      principal: fromCents(sumOf(year, 'principal')),
      balance: fromCents(year.at(-1)?.balance ?? 0n),
    }
  })
}

const MOST_POINTS = 120

/** At most about MOST_POINTS points, the first and the last balance always among them. */
export function balancePoints(start: bigint, rows: readonly Instalment[]) {
  const every = Math.ceil(rows.length / MOST_POINTS)
  const points = rows
    .map(({ balance }, index) => ({ number: index + 1, balance: fromCents(balance) }))
    .filter((point) => point.number % every === 0 || point.number === rows.length)
  return [{ number: 0, balance: fromCents(start) }, ...points]
}
