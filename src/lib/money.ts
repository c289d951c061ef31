import { type Rational, roundHalfUp } from './rational.ts'

/** Whole cents; halves go away from zero. */
export const toCents = (amount: Rational): bigint => roundHalfUp(amount, 2)

/** The amount in currency units. */
export const fromCents = (cents: bigint): number => Number(cents) / 100

/** The amount in currency units, rounded to the cent. */
export const roundedToCents = (amount: Rational): number => fromCents(toCents(amount))

/** The next whole currency unit, in cents; `cents` is not negative. */
export const upToWholeUnit = (cents: bigint): bigint => ((cents + 99n) / 100n) * 100n

/**
 * Splits an amount that is not negative into `people` parts that sum to it: everybody has the same
 * half-up share and the last one takes the remainder. Where that would leave the last one with less
 * than nothing, the common share is rounded down instead.
 */
export function splitCents(total: bigint, people: number): bigint[] {
  const others = BigInt(people - 1)
  const count = BigInt(people)
  const nearest = (2n * total + count) / (2n * count)
  const share = nearest * others <= total ? nearest : total / count
  return [...Array<bigint>(people - 1).fill(share), total - share * others]
}
