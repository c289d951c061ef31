/** An exact fraction in lowest terms; the denominator is positive. */
export interface Rational {
  readonly numerator: bigint
  readonly denominator: bigint
}

const abs = (value: bigint): bigint => (value < 0n ? -value : value)

function greatestCommonDivisor(a: bigint, b: bigint): bigint {
  let [x, y] = [abs(a), abs(b)]
  while (y !== 0n) [x, y] = [y, x % y]
  return x
}

/** Throws RangeError when the denominator is 0. */
export function rational(numerator: bigint, denominator = 1n): Rational {
  if (denominator === 0n) throw new RangeError('Division by zero')
  const divisor = greatestCommonDivisor(numerator, denominator) * (denominator < 0n ? -1n : 1n)
  return { numerator: numerator / divisor, denominator: denominator / divisor }
}

const DECIMAL = /^([-+]?)(\d*)\.?(\d*)(?:e([-+]?\d+))?$/i

/** The exact value of decimal text such as "1.005", ".5" or "1e-7". Throws RangeError for other text. */
export function parseDecimal(text: string): Rational {
  const [, sign, whole = '', fraction = '', exponent = '0'] = DECIMAL.exec(text) ?? []
  if (whole + fraction === '') throw new RangeError(`Not a decimal number: ${text}`)
  const digits = BigInt(whole + fraction) * (sign === '-' ? -1n : 1n)
  const shift = Number(exponent) - fraction.length
  return shift >= 0 ? rational(digits * 10n ** BigInt(shift)) : rational(digits, 10n ** BigInt(-shift))
}

/** The number as people write it: 0.1 is one tenth, not the binary fraction nearest to it. */
export const fromNumber = (value: number): Rational => parseDecimal(String(value))

export const add = (a: Rational, b: Rational): Rational =>
  rational(a.numerator * b.denominator + b.numerator * a.denominator, a.denominator * b.denominator)
export const negate = (a: Rational): Rational => ({ numerator: -a.numerator, denominator: a.denominator })
export const subtract = (a: Rational, b: Rational): Rational => add(a, negate(b))
export const multiply = (a: Rational, b: Rational): Rational =>
  rational(a.numerator * b.numerator, a.denominator * b.denominator)
export const divide = (a: Rational, b: Rational): Rational =>
  rational(a.numerator * b.denominator, a.denominator * b.numerator)
/** Negative, 0 or positive as `a` is less than, equal to or greater than `b`. */
export const compare = (a: Rational, b: Rational): number => {
  const difference = a.numerator * b.denominator - b.numerator * a.denominator
  return difference === 0n ? 0 : difference < 0n ? -1 : 1
}

/** The value times 10^decimals as a whole number; halves go away from zero. */
export function roundHalfUp(value: Rational, decimals = 0): bigint {
  const scaled = abs(value.numerator) * 10n ** BigInt(decimals)
  const rounded = (2n * scaled + value.denominator) / (2n * value.denominator)
  return value.numerator < 0n ? -rounded : rounded
}

// The point half-way between two neighbouring doubles has at most 767 significant digits.
const DIGITS_THAT_DECIDE = 770
const LARGEST_EXACT = BigInt(Number.MAX_SAFE_INTEGER)

/** The double nearest to the exact value; of two equally near, the even one. */
export function toNumber({ numerator, denominator }: Rational): number {
  // Both are exact doubles then, and IEEE 754 division gives the nearest one.
  if (abs(numerator) <= LARGEST_EXACT && denominator <= LARGEST_EXACT) return Number(numerator) / Number(denominator)
  const size = String(abs(numerator)).length - String(denominator).length
  const shift = DIGITS_THAT_DECIDE - size
  const scaled = shift >= 0 ? numerator * 10n ** BigInt(shift) : numerator
  const divisor = shift >= 0 ? denominator : denominator * 10n ** BigInt(-shift)
  // A last digit of 1 stands for everything that was cut off.
  const rest = scaled % divisor === 0n ? '0' : '1'
  return Number(`${scaled / divisor}${rest}e${-shift - 1}`)
}

/** Exact decimal text, or undefined when the decimals never end. */
export function toDecimal(value: Rational): string | undefined {
  let [rest, twos, fives] = [value.denominator, 0, 0]
  for (; rest % 2n === 0n; rest /= 2n) twos++
  for (; rest % 5n === 0n; rest /= 5n) fives++
  return rest === 1n ? toFixed(value, Math.max(twos, fives)) : undefined
}

/** Decimal text with this many decimals; halves go away from zero. */
export function toFixed(value: Rational, decimals: number): string {
  const rounded = roundHalfUp(value, decimals)
  const digits = String(abs(rounded)).padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = decimals === 0 ? '' : `.${digits.slice(digits.length - decimals)}`
  return `${rounded < 0n ? '-' : ''}${whole}${fraction}`
}
