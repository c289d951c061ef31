/** One measured value; `target` is what the design asks for on two cores. */
export interface Figure {
  readonly name: string
  readonly value: number
  readonly unit: 'req/s' | 'runs/s' | 'ms' | 'MB' | 'count' | '%'
  readonly target?: string
}

export const rounded = (value: number): number => (value >= 100 ? Math.round(value) : Math.round(value * 100) / 100)

/** The value that the given share of the sorted values stays below. */
export const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
