import { type Interval, MONTHS } from '#src/lib/pro-plan.ts'

const DAY_MS = 86_400_000

export const addDays = (from: Date, days: number): Date => new Date(from.getTime() + days * DAY_MS)
export const addHours = (from: Date, hours: number): Date => new Date(from.getTime() + hours * 3_600_000)

/** The same day and time so many months later, in UTC; the last day where that month is shorter. */
export function addMonths(from: Date, months: number): Date {
  const first = new Date(from)
  first.setUTCDate(1)
  first.setUTCMonth(first.getUTCMonth() + months)
  const lastDay = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate()
  first.setUTCDate(Math.min(from.getUTCDate(), lastDay))
  return first
}

/**
 * The end of the period that begins at `start`, counted from the day that the subscription goes by: 31 January,
 * 28 February, 31 March. Adding a month to the last end instead would stay on the 28th for ever.
 */
export function periodEnd(anchor: Date, start: Date, interval: Interval): Date {
  const step = MONTHS[interval]
  const months = (start.getUTCFullYear() - anchor.getUTCFullYear()) * 12 + (start.getUTCMonth() - anchor.getUTCMonth())
  return addMonths(anchor, months + step)
}

/** What is left of a payment for a period, in whole cents in our favour; the rest is used up. */
export function unusedPart(paid: number, period: { readonly start: Date; readonly end: Date }, now: Date): number {
  const whole = BigInt(period.end.getTime() - period.start.getTime())
  const left = BigInt(Math.min(Math.max(period.end.getTime() - now.getTime(), 0), Number(whole)))
  return Number((BigInt(paid) * left) / whole)
}
