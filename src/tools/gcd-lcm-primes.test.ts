import { expect, test } from 'vitest'
import { runTool } from '#src/sdk/run-tool.ts'
import { isPrime } from './gcd-lcm-primes/factorise.ts'
import { gcdLcmPrimes } from './gcd-lcm-primes.tool.ts'

const run = (numbers: unknown) => {
  const outcome = runTool(gcdLcmPrimes, { numbers })
  if (!outcome.ok) throw new Error(outcome.error.message)
  return outcome.outputs
}

test.each([
  [[0, 0], 0, 0],
  [[-12, 18], 6, 36],
  [[7], 7, 7],
  [[1, 1], 1, 1],
  ['12 18\n24', 6, 72],
  // Knuth, The Art of Computer Programming, volume 2, section 4.5.2: gcd(40902, 24140) = 34.
  [[40_902, 24_140], 34, 29_040_420],
  [['340282366920938463463374607431768211456', '18446744073709551616'], '18446744073709551616', String(2n ** 128n)],
])('gcd and lcm of %j: %s and %s', (numbers, gcd, lcm) => {
  expect(run(numbers)).toMatchObject({ gcd, lcm })
})

// OEIS A000720: there are 1,229 primes below 10,000.
test('primes below 10,000', () => {
  const found = Array.from({ length: 10_000 }, (_, value) => BigInt(value)).filter(isPrime)
  expect(found).toHaveLength(1229)
})

// OEIS A014233: composite numbers that pass the test to the first 4, 9 and 12 prime bases; 2^61 − 1 is prime.
test.each([
  [3_215_031_751n, false],
  [3_825_123_056_546_413_051n, false],
  [318_665_857_834_031_151_167_461n, false],
  [2n ** 61n - 1n, true],
])('%i is prime: %s', (value, prime) => {
  expect(isPrime(value)).toBe(prime)
})

const factorsOf = (number: string) => (run([number]).factors as { factors: string; kind?: string }[])[0]

test.each([
  ['1', '1', 'Unit'],
  ['0', '0', 'Zero'],
  ['97', '97', 'Prime'],
  ['-12', '−1 × 2^2 × 3', 'Composite'],
  ['1018081', '1009^2', 'Composite'],
  ['999999999999999999999999', '3^3 × 7 × 11 × 13 × 37 × 73 × 101 × 137 × 9901 × 99990001', 'Composite'],
  // The square of 10^12 + 39.
  ['1000000000078000000001521', 'Not factored: more than 24 digits', undefined],
])('factors of %s: %s', (number, factors, kind) => {
  expect(factorsOf(number)).toMatchObject({ factors, ...(kind && { kind }) })
})

test('a product of two large primes is factored, and the work has an end', () => {
  // 10^9 + 7 and 10^9 + 9 are the two smallest primes above 10^9.
  expect(factorsOf('1000000016000000063')).toMatchObject({ factors: '1000000007 × 1000000009' })
  const begun = performance.now()
  run(Array.from({ length: 100 }, () => '999999866000004473'))
  expect(performance.now() - begun).toBeLessThan(5000)
})

test.each([
  ['Numbers: “1.5” must be a whole number', ['1.5']],
  ['Numbers: “x” must be a whole number', ['x']],
  // NIST SP 811, section 10.5.3: digits are grouped by spaces, in the USA by commas; here both part numbers.
  ['Numbers: “000” looks like a part of a number; write 10000, not 10,000', '10,000'],
  ['Numbers: “009” looks like a part of a number; write 10000, not 10,000', '52 009'],
  ['Numbers must have at most 1000 digits', ['9'.repeat(1001)]],
  ['Numbers: at most 100, not 101', Array(101).fill('2')],
])('it is refused: %s', (message, numbers) => {
  expect(runTool(gcdLcmPrimes, { numbers })).toMatchObject({
    ok: false,
    error: { details: [{ field: 'numbers', message }] },
  })
})

test('a prime is prime, and its negative is no product of two', () => {
  const kinds = ['7', '-7', '-12', '12'].map((one) => (run([one]).factors as { kind: string }[])[0]?.kind)
  expect(kinds).toEqual(['Prime', 'Negative of a prime', 'Composite', 'Composite'])
})
