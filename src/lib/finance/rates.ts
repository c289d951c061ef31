// Adding 0 turns −0 into 0.
const rounded = (value: number, decimals: number): number => Number(value.toFixed(decimals)) + 0

/** A rate such as 0.0866 with 13 decimals: the digits behind them come from rounding errors. */
export const tidyRate = (rate: number): number => rounded(rate, 13)

/** 0.0866… as 8.66. */
export const toPercent = (rate: number, decimals = 2): number => rounded(rate * 100, decimals)

/** The value with the least distance; there is at least one. */
export const nearestTo = (values: readonly number[], wanted: number): number =>
  values.reduce((best, value) => (Math.abs(value - wanted) < Math.abs(best - wanted) ? value : best))

/** Choices of a field of how many decimals a percentage has. */
export const DECIMAL_CHOICES = ['0', '1', '2', '3', '4', '5', '6', 'exact'] as const

/** 0.0866… as 8.66; “exact”: with 11 decimals, behind which rounding errors begin. */
export const percentWith = (rate: number, decimals: string): number =>
  toPercent(rate, decimals === 'exact' ? 11 : Number(decimals))
