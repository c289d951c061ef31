import { fromNumber, multiply, rational, roundHalfUp } from '../rational.ts'

export type Frequency = 'monthly' | 'biweekly' | 'weekly'
export const PER_YEAR: Readonly<Record<Frequency, number>> = { monthly: 12, biweekly: 26, weekly: 52 }
/** The choices of a field "Payments". */
export const FREQUENCIES = {
  monthly: 'Monthly (12 a year)',
  biweekly: 'Every two weeks (26 a year)',
  weekly: 'Weekly (52 a year)',
} as const
/** A hundred years of weeks. */
export const MOST_PAYMENTS = 5200

export type TermUnit = 'years' | 'months' | 'payments'

/** Whole payments of a term; half a payment counts as one. */
export function paymentsIn(term: number, unit: TermUnit, frequency: Frequency): number {
  const perUnit =
    unit === 'payments' ? rational(1n) : rational(BigInt(PER_YEAR[frequency]), unit === 'years' ? 1n : 12n)
  return Number(roundHalfUp(multiply(fromNumber(term), perUnit)))
}

const pad = (value: number, length: number) => String(value).padStart(length, '0')
const written = (date: Date): string =>
  `${pad(date.getUTCFullYear(), 4)}-${pad(date.getUTCMonth() + 1, 2)}-${pad(date.getUTCDate(), 2)}`

/** The date of a payment, counted from 0, when the first is due on `start` (YYYY-MM-DD). Short months end earlier. */
export function dueDate(start: string, index: number, frequency: Frequency): string {
  const date = new Date(`${start}T00:00:00Z`)
  if (frequency !== 'monthly') {
    date.setUTCDate(date.getUTCDate() + index * (frequency === 'weekly' ? 7 : 14))
    return written(date)
  }
  const day = date.getUTCDate()
  date.setUTCDate(1)
  date.setUTCMonth(date.getUTCMonth() + index)
  const lastOfMonth = new Date(date)
  lastOfMonth.setUTCMonth(lastOfMonth.getUTCMonth() + 1, 0)
  date.setUTCDate(Math.min(day, lastOfMonth.getUTCDate()))
  return written(date)
}
