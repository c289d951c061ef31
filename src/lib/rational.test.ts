import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  add,
  compare,
  divide,
  fromNumber,
  multiply,
  parseDecimal,
  rational,
  roundHalfUp,
  subtract,
  toDecimal,
  toFixed,
  toNumber,
} from './rational.ts'

const double = fc.double({ noNaN: true, noDefaultInfinity: true })

test('a fraction is kept in lowest terms with a positive denominator', () => {
  expect(rational(6n, -4n)).toEqual({ numerator: -3n, denominator: 2n })
  expect(rational(0n, -7n)).toEqual({ numerator: 0n, denominator: 1n })
  expect(() => rational(1n, 0n)).toThrow(RangeError)
})

test.each([
  ['0.1', 1n, 10n],
  ['-1.50', -3n, 2n],
  ['.5', 1n, 2n],
  ['2e3', 2000n, 1n],
  ['1e-7', 1n, 10_000_000n],
])('%s is %d/%d', (text, numerator, denominator) => {
  expect(parseDecimal(text)).toEqual({ numerator, denominator })
})

test.each(['', '.', '-', '1/2', 'x', '1e', 'Infinity'])('%j is not a decimal number', (text) => {
  expect(() => parseDecimal(text)).toThrow(RangeError)
})

test('0.1 + 0.2 is 0.3', () => {
  expect(toNumber(add(fromNumber(0.1), fromNumber(0.2)))).toBe(0.3)
  expect(toNumber(subtract(fromNumber(0.3), fromNumber(0.1)))).toBe(0.2)
})

test('halves go away from zero', () => {
  expect(roundHalfUp(fromNumber(1.005), 2)).toBe(101n)
  expect(roundHalfUp(fromNumber(-1.005), 2)).toBe(-101n)
  expect(roundHalfUp(fromNumber(2.5))).toBe(3n)
  expect(roundHalfUp(fromNumber(2.4999))).toBe(2n)
  expect(toFixed(fromNumber(-0.004), 2)).toBe('0.00')
  expect(toFixed(fromNumber(1234.5), 0)).toBe('1235')
})

test('decimals are written out only where they end', () => {
  expect(toDecimal(divide(rational(1n), rational(8n)))).toBe('0.125')
  expect(toDecimal(rational(10n ** 21n))).toBe('1000000000000000000000')
  expect(toDecimal(rational(1n, 3n))).toBeUndefined()
})

test('every double survives the way to a fraction and back', () => {
  fc.assert(fc.property(double, (value) => toNumber(fromNumber(value)) === value))
})

test('a quotient of whole numbers is the nearest double, as IEEE 754 defines division', () => {
  const whole = fc.maxSafeInteger().filter((value) => value !== 0)
  fc.assert(fc.property(whole, whole, (a, b) => toNumber(rational(BigInt(a), BigInt(b))) === a / b))
})

test('ever so little above the half-way point goes up, the point itself to the even neighbour', () => {
  const halfway = rational(2n ** 53n + 1n, 2n ** 53n)
  expect(toNumber(halfway)).toBe(1)
  expect(toNumber(add(halfway, parseDecimal('1e-700')))).toBe(1 + Number.EPSILON)
})

test('dividing undoes multiplying, and the order is that of the numbers', () => {
  fc.assert(
    fc.property(double, double, (a, b) => {
      const [x, y] = [fromNumber(a), fromNumber(b)]
      if (b !== 0) expect(divide(multiply(x, y), y)).toEqual(x)
      expect(Math.sign(compare(x, y))).toBe(a < b ? -1 : a > b ? 1 : 0)
    }),
  )
})
