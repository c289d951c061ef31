import { toCents } from '#src/lib/money.ts'
import { multiply, rational } from '#src/lib/rational.ts'
import { annuity, type Loan } from './annuity.ts'

/** One payment of the plan that can really be paid, in whole cents. */
export interface Instalment {
  readonly payment: bigint
  readonly interest: bigint
  readonly principal: bigint
  readonly balance: bigint
}

/** Every payment is the level payment in cents plus the extra one; the last one closes the balance to nothing. */
export function schedule(loan: Loan, extra: bigint): Instalment[] {
  const regular = toCents(annuity(loan, { first: 1, last: 1 }).payment) + extra
  const rows: Instalment[] = []
  let balance = toCents(loan.principal)
  while (balance > 0n) {
    const interest = toCents(multiply(rational(balance, 100n), loan.rate))
    const isLast = rows.length + 1 === loan.payments || balance + interest <= regular
    const payment = isLast ? balance + interest : regular
    const principal = payment - interest
    balance -= principal
    rows.push({ payment, interest, principal, balance })
  }
  return rows
}
