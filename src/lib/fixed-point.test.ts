import fc from 'fast-check'
import { expect, test } from 'vitest'
import { centsOf, exact, fixed, isNegligible, ONE, over, power, times } from './fixed-point.ts'
import { toCents } from './money.ts'
import { fromNumber, rational, toNumber } from './rational.ts'

const of = (value: number): bigint => fixed(fromNumber(value))
const back = (value: bigint): number => toNumber(exact(value))

test('products, quotients and powers', () => {
  expect(back(times(of(1.5), of(-0.2)))).toBe(-0.3)
  expect(back(over(of(1), of(8)))).toBe(0.125)
  expect(back(power(of(1.1), 0))).toBe(1)
  expect(back(power(of(1.1), 3))).toBe(1.331)
  expect(back(power(of(2), 100))).toBe(2 ** 100)
})

// (1 + 1/n)^n comes to Euler's number, OEIS A001113: 2.718281828459045235360287471352…, less e/(2n).
test('a hundred billion factors lose no digits', () => {
  const n = 1e11
  expect(back(power(ONE + over(ONE, of(n)), n))).toBeCloseTo(Math.E * (1 - 1 / (2 * n)), 14)
})

test('cents are rounded as toCents rounds the exact value', () => {
  expect(centsOf(of(-1.005))).toBe(-101n)
  fc.assert(
    fc.property(fc.bigInt({ min: -(10n ** 90n), max: 10n ** 90n }), (value) => {
      expect(centsOf(value)).toBe(toCents(rational(value, ONE)))
    }),
  )
})

test('what is negligible', () => {
  expect(isNegligible(0n)).toBe(true)
  expect(isNegligible(of(1e-41))).toBe(true)
  expect(isNegligible(of(-1e-9))).toBe(false)
})
