import type { BigNumber, MathJsInstance } from 'mathjs'
import { add, divide, multiply, type Rational, rational } from '#src/lib/rational.ts'

// Real arguments to every digit of a calculation: mathjs has these functions for doubles only, and loses digits there.

type Big = BigNumber
type BigClass = new (value: number | string | Big) => Big
interface Desk {
  readonly Big: BigClass & { readonly precision: number; acos(value: number): Big }
  readonly digits: number
}

/** Digits beyond those wanted: what sums and products lose. */
const GUARD = 25

/** With more digits than the value has, and the way back. */
function within(value: Big, compute: (desk: Desk, value: Big) => Big): Big {
  const Own = value.constructor as Desk['Big'] & { clone(options: { precision: number }): Desk['Big'] }
  const digits = Own.precision + GUARD
  const More = Own.clone({ precision: digits })
  return new Own(compute({ Big: More, digits }, new More(value)).toSignificantDigits(Own.precision))
}

const EVEN: Rational[] = [rational(1n)]
/** The Bernoulli number B of 2n; DLMF 24.5.3 with the odd ones but B₁ left out. */
function bernoulli(n: number): Rational {
  for (let m = EVEN.length; m <= n; m += 1) {
    // The sum of C(2m + 1, k)·B(k) over all k up to 2m is 0.
    const row = BigInt(2 * m + 1)
    let binomial = 1n
    let sum = rational(-row, 2n)
    for (let k = 0; k < m; k += 1) {
      sum = add(sum, multiply(rational(binomial), EVEN[k] ?? rational(0n)))
      const at = BigInt(2 * k)
      binomial = (((binomial * (row - at)) / (at + 1n)) * (row - at - 1n)) / (at + 2n)
    }
    EVEN.push(divide(rational(-sum.numerator, sum.denominator), rational(row)))
  }
  return EVEN[n] ?? rational(0n)
}

const toBig = ({ Big }: Desk, { numerator, denominator }: Rational): Big =>
  new Big(String(numerator)).div(String(denominator))
const piOf = ({ Big }: Desk): Big => Big.acos(-1)

/** ln Γ of a positive number: the series of Stirling, far enough out (DLMF 5.11.1, 5.5.1). */
function logGamma(desk: Desk, value: Big): Big {
  const far = Math.max(10, Math.ceil(desk.digits * 0.6))
  let shifted = value
  let product = new desk.Big(1)
  for (; shifted.lt(far); shifted = shifted.plus(1)) product = product.times(shifted)
  let sum = shifted.minus(0.5).times(shifted.ln()).minus(shifted).plus(piOf(desk).times(2).ln().div(2))
  const square = shifted.times(shifted)
  let power = shifted
  for (let n = 1; n <= 4 * far; n += 1) {
    const term = toBig(desk, bernoulli(n)).div(new desk.Big(2 * n).times(2 * n - 1).times(power))
    sum = sum.plus(term)
    if (term.isZero() || term.abs().lt(`1e-${desk.digits + 5}`)) break
    power = power.times(square)
  }
  return sum.minus(product.ln())
}

/** sin(π·value), exactly 0 for whole numbers. */
function sinPi(desk: Desk, value: Big): Big {
  const rest = value.mod(2)
  return rest.isInteger() ? new desk.Big(0) : rest.times(piOf(desk)).sin()
}

function gammaOf(desk: Desk, value: Big): Big {
  if (value.gte(0.5)) return logGamma(desk, value).exp()
  // DLMF 5.5.3.
  return piOf(desk).div(sinPi(desk, value).times(gammaOf(desk, new desk.Big(1).minus(value))))
}

/** Of more the result has more digits than anybody reads, and fewer that are right. */
const LARGEST = 1e15

/** Γ of a real number that is not a whole one. Throws beyond 10^15. */
function gamma(value: Big): Big {
  if (value.abs().gt(LARGEST)) throw new Error('gamma takes numbers up to 10^15')
  return within(value, gammaOf)
}

/** ln Γ of a positive number. */
const lgamma = (value: Big): Big => within(value, logGamma)

/** 1^s to n^s: those of primes, of which the others are products. */
function powersUpTo({ Big }: Desk, n: number, s: Big): Big[] {
  const powers = [new Big(0), new Big(1)]
  for (let k = 2; k <= n; k += 1) {
    let factor = 2
    while (factor * factor <= k && k % factor !== 0) factor += 1
    const [one, other] = [powers[factor], powers[k / factor]]
    powers.push(k % factor === 0 && one && other ? one.times(other) : new Big(k).pow(s))
  }
  return powers
}

/** The alternating sum of P. Borwein, "An efficient algorithm for the Riemann zeta function", algorithm 2; for s ≥ 0. */
function zetaOf(desk: Desk, s: Big): Big {
  const { Big, digits } = desk
  const one = new Big(1)
  if (s.lt(0)) {
    // DLMF 25.4.1.
    const mirrored = one.minus(s)
    const half = sinPi(desk, s.div(2))
    if (half.isZero()) return half
    const factor = new Big(2).times(piOf(desk).times(2).pow(s.minus(1))).times(half)
    return factor.times(gammaOf(desk, mirrored)).times(zetaOf(desk, mirrored))
  }
  const n = Math.ceil(digits * 1.31) + 5
  const weights: bigint[] = []
  let term = 1n
  let weight = 1n
  for (let i = 0; i <= n; i += 1) {
    weights.push(weight)
    const [at, up] = [BigInt(i), BigInt(n)]
    // (n + i)!·4^i / ((n − i)!·(2i)!)·n, from the one before.
    term = (term * 4n * (up + at) * (up - at)) / ((2n * at + 1n) * (2n * at + 2n))
    weight += term
  }
  const all = weights[n] ?? 1n
  const powers = powersUpTo(desk, n, s)
  let sum = new Big(0)
  for (let k = 0; k < n; k += 1) {
    const share = new Big(String((weights[k] ?? 0n) - all)).div(powers[k + 1] ?? one)
    sum = k % 2 === 0 ? sum.plus(share) : sum.minus(share)
  }
  const eta = one.minus(new Big(2).pow(one.minus(s)))
  return sum.neg().div(new Big(String(all)).times(eta))
}

/** From there on the sum is 1 to every digit that is kept. */
const NEXT_TO_ONE = 1000
const LOWEST = -10_000

/** ζ of a real number; infinite at 1. Throws below −10,000. */
function zeta(s: Big): Big {
  if (s.gt(NEXT_TO_ONE)) return new (s.constructor as BigClass)(1)
  if (s.lt(LOWEST)) throw new Error('zeta takes numbers from −10,000 on')
  return within(s, zetaOf)
}

type Compute = (value: unknown) => unknown
interface Takes {
  readonly name: 'gamma' | 'lgamma' | 'zeta'
  readonly ours: (value: Big) => Big
  /** Of the others mathjs knows what to say. */
  readonly isOurs: (value: Big) => boolean
}
const OURS: readonly Takes[] = [
  { name: 'gamma', ours: gamma, isOurs: (value) => value.isFinite() && !value.isInteger() },
  { name: 'lgamma', ours: lgamma, isOurs: (value) => value.isFinite() && value.gt(0) },
  { name: 'zeta', ours: zeta, isOurs: (value) => value.isFinite() },
]
/** A double, and some for rounding. */
const DOUBLE_DIGITS = 20

/** Puts ours in the place of those of a calculator for real numbers; complex ones stay with mathjs. */
export function importSpecialFunctions(math: MathJsInstance): void {
  const Own = math.bignumber(0).constructor as unknown as { clone(options: object): BigClass }
  const Double = Own.clone({ precision: DOUBLE_DIGITS })
  for (const { name, ours, isOurs } of OURS) {
    const { signatures } = math[name] as unknown as { signatures: Readonly<Record<string, Compute>> }
    const theirs = (value: unknown, type: 'BigNumber' | 'number') => signatures[type]?.(value)
    const merged = {
      ...signatures,
      BigNumber: (value: Big) => (isOurs(value) ? ours(value) : theirs(value, 'BigNumber')),
      number: (value: number) => {
        const double = new Double(value)
        return isOurs(double) ? ours(double).toNumber() : theirs(value, 'number')
      },
    }
    math.import({ [name]: math.typed(name, merged) }, { override: true })
  }
}
