/** Witnesses that decide for every number below 3,317,044,064,679,887,385,961,981 (Sorenson and Webster, 2015). */
const WITNESSES = [2n, 3n, 5n, 7n, 11n, 13n, 17n, 19n, 23n, 29n, 31n, 37n, 41n] as const
const SMALL_LIMIT = 1000n

export const LARGEST_FACTORED = 10n ** 24n

export interface Factorisation {
  /** Prime and exponent, in ascending order. */
  readonly powers: readonly (readonly [prime: bigint, exponent: number])[]
  /** A composite part that would have taken too many steps; else 1. */
  readonly rest: bigint
}

/** Steps that may still be spent: all numbers of one run share them. */
export interface Budget {
  steps: number
}

export function greatestCommonDivisor(a: bigint, b: bigint): bigint {
  let [x, y] = [a < 0n ? -a : a, b < 0n ? -b : b]
  while (y !== 0n) [x, y] = [y, x % y]
  return x
}

/** 0 as soon as one of the numbers is 0. */
export function leastCommonMultiple(a: bigint, b: bigint): bigint {
  if (a === 0n || b === 0n) return 0n
  const product = (a / greatestCommonDivisor(a, b)) * b
  return product < 0n ? -product : product
}

function powerModulo(base: bigint, exponent: bigint, modulus: bigint): bigint {
  let [result, square] = [1n, base % modulus]
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = (result * square) % modulus
    square = (square * square) % modulus
  }
  return result
}

function isWitness(witness: bigint, value: bigint): boolean {
  let [odd, twos] = [value - 1n, 0]
  for (; odd % 2n === 0n; odd >>= 1n) twos++
  let power = powerModulo(witness, odd, value)
  if (power === 1n || power === value - 1n) return false
  for (let step = 1; step < twos; step++) {
    power = (power * power) % value
    if (power === value - 1n) return false
  }
  return true
}

/** The test of Miller and Rabin, which is certain up to LARGEST_FACTORED. */
export function isPrime(value: bigint): boolean {
  if (value < 2n) return false
  for (const witness of WITNESSES) if (value % witness === 0n) return value === witness
  return !WITNESSES.some((witness) => isWitness(witness, value))
}

const STEPS_AT_ONCE = 64

/** A divisor of an odd composite number by Pollard’s rho method; undefined once the budget is spent. */
function divisorOf(value: bigint, budget: Budget): bigint | undefined {
  for (let constant = 1n; ; constant++) {
    const next = (x: bigint) => (x * x + constant) % value
    let [slow, fast] = [2n, 2n]
    let divisor = 1n
    while (divisor === 1n) {
      let product = 1n
      const [slowBefore, fastBefore] = [slow, fast]
      for (let step = 0; step < STEPS_AT_ONCE; step++) {
        slow = next(slow)
        fast = next(next(fast))
        product = (product * (slow - fast)) % value
      }
      budget.steps -= STEPS_AT_ONCE
      if (budget.steps <= 0) return undefined
      divisor = greatestCommonDivisor(product, value)
      // Two divisors were found at once: the same steps again, one by one.
      if (divisor === value) divisor = firstDivisor(value, next, [slowBefore, fastBefore])
    }
    if (divisor !== value) return divisor
  }
}

function firstDivisor(value: bigint, next: (x: bigint) => bigint, [slowFrom, fastFrom]: [bigint, bigint]): bigint {
  let [slow, fast] = [slowFrom, fastFrom]
  for (;;) {
    slow = next(slow)
    fast = next(next(fast))
    const divisor = greatestCommonDivisor(slow - fast, value)
    if (divisor !== 1n) return divisor
  }
}

/** Of a number from 1 to LARGEST_FACTORED. */
export function factorise(value: bigint, budget: Budget): Factorisation {
  const primes: bigint[] = []
  let left = value
  for (let prime = 2n; prime < SMALL_LIMIT; prime++) {
    for (; left % prime === 0n; left /= prime) primes.push(prime)
  }
  let rest = 1n
  const open = left === 1n ? [] : [left]
  for (let part = open.pop(); part !== undefined; part = open.pop()) {
    if (isPrime(part)) {
      primes.push(part)
      continue
    }
    const divisor = divisorOf(part, budget)
    if (divisor === undefined) rest *= part
    else open.push(divisor, part / divisor)
  }
  const exponents = new Map<bigint, number>()
  for (const prime of primes) exponents.set(prime, (exponents.get(prime) ?? 0) + 1)
  return { powers: [...exponents].sort(([a], [b]) => (a < b ? -1 : 1)), rest }
}
