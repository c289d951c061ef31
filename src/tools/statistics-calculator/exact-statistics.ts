import { add, divide, multiply, type Rational, rational, roundHalfUp, subtract, toNumber } from '#src/lib/rational.ts'

export const QUARTILE_METHODS = ['inclusive', 'exclusive', 'tukey', 'moore-mccabe'] as const
export type QuartileMethod = (typeof QUARTILE_METHODS)[number]

/** Whole numbers: the values times `scale`, a power of ten. */
export interface Sample {
  /** In ascending order. */
  readonly values: readonly bigint[]
  readonly scale: bigint
}

const decimalsOf = ({ denominator }: Rational): number => {
  let decimals = 0
  for (let power = 1n; power % denominator !== 0n; power *= 10n) decimals++
  return decimals
}

const ascending = (a: bigint, b: bigint): number => (a < b ? -1 : a > b ? 1 : 0)

export function toSample(exact: readonly Rational[]): Sample {
  const decimals = exact.reduce((most, value) => Math.max(most, decimalsOf(value)), 0)
  return {
    values: exact.map((value) => roundHalfUp(value, decimals)).sort(ascending),
    scale: 10n ** BigInt(decimals),
  }
}

function wholeRoot(value: bigint): bigint {
  if (value < 2n) return value
  let root = 1n << BigInt(Math.ceil(value.toString(2).length / 2))
  for (let next = (root + value / root) / 2n; next < root; next = (root + value / root) / 2n) root = next
  return root
}

// Twice the digits of a double and some more, so that cutting off the rest changes nothing.
const ROOT_DIGITS = 40

/** The double nearest to the root of a value that is not negative. */
export function squareRoot({ numerator, denominator }: Rational): number {
  const missing = 2 * ROOT_DIGITS - (String(numerator).length - String(denominator).length)
  const shift = 10n ** BigInt(Math.max(0, Math.ceil(missing / 2)))
  return toNumber(rational(wholeRoot((numerator * shift * shift) / denominator), shift))
}

/** The sum, and the sum of the squares of the distances from the mean. */
export function moments({ values, scale }: Sample): { sum: Rational; squares: Rational } {
  const count = BigInt(values.length)
  const sum = values.reduce((total, value) => total + value, 0n)
  const squares = values.reduce((total, value) => total + value * value, 0n)
  return {
    sum: rational(sum, scale),
    squares: rational(count * squares - sum * sum, count * scale * scale),
  }
}

export const valueAt = ({ values, scale }: Sample, index: number): Rational =>
  rational(values[Math.min(Math.max(index, 0), values.length - 1)] ?? 0n, scale)

const HALF = rational(1n, 2n)

/** Between two values in proportion; `quarters` counts quarters of a place, from 0. */
function interpolated(sample: Sample, quarters: number): Rational {
  const below = valueAt(sample, Math.floor(quarters / 4))
  const above = valueAt(sample, Math.floor(quarters / 4) + 1)
  const rest = rational(BigInt(((quarters % 4) + 4) % 4), 4n)
  return add(below, multiply(rest, subtract(above, below)))
}

function medianBetween(sample: Sample, from: number, to: number): Rational {
  const middle = (from + to - 1) / 2
  return multiply(HALF, add(valueAt(sample, Math.floor(middle)), valueAt(sample, Math.ceil(middle))))
}

/** First quartile, median and third quartile. */
export function quartiles(sample: Sample, method: QuartileMethod): readonly Rational[] {
  const count = sample.values.length
  const median = medianBetween(sample, 0, count)
  switch (method) {
    case 'inclusive':
      return [interpolated(sample, count - 1), median, interpolated(sample, 3 * (count - 1))]
    case 'exclusive':
      return [interpolated(sample, count + 1 - 4), median, interpolated(sample, 3 * (count + 1) - 4)]
    case 'tukey':
    case 'moore-mccabe': {
      const half = method === 'tukey' ? Math.ceil(count / 2) : Math.max(1, Math.floor(count / 2))
      return [medianBetween(sample, 0, half), median, medianBetween(sample, count - half, count)]
    }
  }
}

/** The most frequent values, in ascending order; none where no value occurs twice. */
export function modes({ values, scale }: Sample): readonly Rational[] {
  const counts = new Map<bigint, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  const most = [...counts.values()].reduce((one, other) => Math.max(one, other), 0)
  if (most < 2) return []
  return [...counts].filter(([, count]) => count === most).map(([value]) => rational(value, scale))
}

export const mean = (sum: Rational, count: number): Rational => divide(sum, rational(BigInt(count)))
