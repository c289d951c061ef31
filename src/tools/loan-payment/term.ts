import { type Frequency, MOST_PAYMENTS, paymentsIn, type TermUnit } from '#src/lib/finance/due-dates.ts'
import { ToolError } from '#src/sdk/index.ts'

/** Whole payments of a term; half a payment counts as one. Throws ToolError. */
export function paymentsOf(term: number, unit: TermUnit, frequency: Frequency): number {
  const payments = paymentsIn(term, unit, frequency)
  if (payments >= 1 && payments <= MOST_PAYMENTS) return payments
  throw new ToolError(`Term must come to 1 to ${MOST_PAYMENTS} payments, not ${payments}`, { field: 'term' })
}

/** Payments counted from 1, both included. */
export interface Period {
  readonly first: number
  readonly last: number
}

/** Throws ToolError when the loan has no such payments. */
export function periodOf(first: number, last: number, payments: number): Period {
  const check = (value: number, field: string, label: string) => {
    if (value > payments) throw new ToolError(`${label} must be at most ${payments}, the number of payments`, { field })
  }
  check(first, 'period', 'Payment number')
  check(last, 'periodTo', 'To payment number')
  if (last < first) throw new ToolError(`To payment number must be at least ${first}`, { field: 'periodTo' })
  return { first, last }
}
