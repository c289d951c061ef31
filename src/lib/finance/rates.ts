import { roundTo } from '../round.ts'

/** Behind these, digits of a rate come from rounding errors of doubles. */
const RATE_DIGITS = 13
const PERCENT_DECIMALS = 11
const DOUBLE_DIGITS = 15

/** A rate such as 0.0866 with 13 decimals and 13 digits at most. Adding 0 turns −0 into 0. */
export const tidyRate = (rate: number): number => Number(Number(rate.toFixed(RATE_DIGITS)).toPrecision(RATE_DIGITS)) + 0

/** 0.0866… as 8.66; halves go away from zero: 0.0115 is 1.2 with one decimal. */
export function toPercent(rate: number, decimals = 2): number {
  const percent = Number((rate * 100).toFixed(PERCENT_DECIMALS))
  // 1.15 may be 1.1499999999999999 by now.
  return roundTo(Number(percent.toPrecision(DOUBLE_DIGITS)), decimals) + 0
}

/** From here on a double has no digits to spare behind the cents. */
const LARGEST_TIDY = 1e13

/** A computed amount, to the cent; halves go away from zero: 3 × 1.005, a little less than 3.015 by now, is 3.02. */
export const nearestCent = (amount: number): number =>
  roundTo(Math.abs(amount) < LARGEST_TIDY ? Number(amount.toPrecision(DOUBLE_DIGITS)) : amount, 2)

/** The value with the least distance; there is at least one. */
export const nearestTo = (values: readonly number[], wanted: number): number =>
  values.reduce((best, value) => (Math.abs(value - wanted) < Math.abs(best - wanted) ? value : best))

/** Choices of a field of how many decimals a percentage has. */
export const DECIMAL_CHOICES = ['0', '1', '2', '3', '4', '5', '6', 'exact'] as const

/** 0.0866… as 8.66; “exact”: with 11 decimals, behind which rounding errors begin. */
export const percentWith = (rate: number, decimals: string): number =>
  toPercent(rate, decimals === 'exact' ? 11 : Number(decimals))
