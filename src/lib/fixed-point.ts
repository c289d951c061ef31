import { type Rational, rational, roundHalfUp } from './rational.ts'

// Whole multiples of 10^-80. Exact fractions would grow to thousands of digits where a rate compounds.
const DECIMALS = 80
export const ONE = 10n ** BigInt(DECIMALS)

export const fixed = (value: Rational): bigint => roundHalfUp(value, DECIMALS)
export const times = (a: bigint, b: bigint): bigint => (a * b) / ONE
export const over = (a: bigint, b: bigint): bigint => (a * ONE) / b

// Products and quotients are cut off: what is 1.005 may come out as 1.00499… with 80 digits. Behind these is only that.
const SURE_DECIMALS = 60
const SURE = 10n ** BigInt(DECIMALS - SURE_DECIMALS)
const sure = (value: bigint): bigint => (2n * value + (value < 0n ? -SURE : SURE)) / (2n * SURE)
export const exact = (value: bigint): Rational => rational(sure(value), 10n ** BigInt(SURE_DECIMALS))

const CENT = ONE / 100n
/** Whole cents; halves go away from zero. The same as toCents(exact(value)), without reducing a fraction. */
export function centsOf(value: bigint): bigint {
  const known = sure(value) * SURE
  return (2n * known + (known < 0n ? -CENT : CENT)) / (2n * CENT)
}

/** `exponent` is whole and not negative. */
export function power(base: bigint, exponent: number): bigint {
  let result = ONE
  let square = base
  for (let rest = exponent; rest > 0; rest = Math.floor(rest / 2)) {
    if (rest % 2 === 1) result = times(result, square)
    square = times(square, square)
  }
  return result
}

// Less than this per period changes no cent of any amount, and dividing by it would lose the digits that count.
const NEGLIGIBLE = 10n ** 40n
export const isNegligible = (rate: bigint): boolean => rate < NEGLIGIBLE && rate > -NEGLIGIBLE
