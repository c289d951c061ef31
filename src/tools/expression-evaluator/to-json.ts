import type { BigNumber, Complex, Fraction, Unit } from 'mathjs'
import type { Json } from '#src/sdk/index.ts'
import { format } from './calculator.ts'
import { isBigNumber, isFields, isPlain, unwrapped } from './settle.ts'

const DOUBLE_DIGITS = 15
const MOST_ELEMENTS = 10_000

const isComplex = (value: unknown): value is Complex => isFields(value) && value.isComplex === true
const isFraction = (value: unknown): value is Fraction => isFields(value) && value.isFraction === true
const isUnit = (value: unknown): boolean => isFields(value) && value.isUnit === true

export const KINDS = ['Number', 'Yes or no', 'Text', 'Complex number', 'Unit', 'Fraction', 'List', 'Object'] as const

/** What a value is, for people; undefined where it is no value. */
export function kindOf(value: unknown): (typeof KINDS)[number] | undefined {
  const plain = unwrapped(value)
  if (typeof plain === 'number' || typeof plain === 'bigint' || isBigNumber(plain)) return 'Number'
  if (typeof plain === 'boolean') return 'Yes or no'
  if (typeof plain === 'string') return 'Text'
  if (isComplex(plain)) return 'Complex number'
  if (isUnit(plain)) return 'Unit'
  if (isFraction(plain)) return 'Fraction'
  if (Array.isArray(plain)) return 'List'
  return isPlain(plain) ? 'Object' : undefined
}

/** Doubles carry errors in their last digits; a part of a complex number that is nothing else is 0. */
export function withoutNoise(value: unknown): unknown {
  if (typeof value === 'number') return Number(value.toPrecision(DOUBLE_DIGITS))
  if (!isComplex(value)) return value
  const [re, im] = [value.re, value.im].map((part) => Number(part.toPrecision(DOUBLE_DIGITS))) as [number, number]
  const limit = 10 ** -DOUBLE_DIGITS * Math.max(Math.abs(re), Math.abs(im))
  const clean = value.clone()
  clean.re = Math.abs(re) < limit ? 0 : re
  clean.im = Math.abs(im) < limit ? 0 : im
  return clean.im === 0 ? clean.re : clean
}

function toNumber(value: BigNumber, precision: number): Json {
  const rounded = value.toSignificantDigits(precision)
  const number = rounded.toNumber()
  // Beyond the range of doubles only text tells the value.
  return Number.isFinite(number) && (number !== 0 || rounded.isZero()) ? number : format(rounded, precision)
}

function refuseInfinite(value: number | BigNumber): void {
  if (typeof value === 'number' ? !Number.isFinite(value) : !value.isFinite())
    throw new Error('The result is not a finite number, as after a division by 0')
}

/** The numbers that a complex number or a quantity is made of. */
function numbersIn(value: unknown): (number | BigNumber)[] {
  if (isComplex(value)) return [value.re, value.im]
  return isUnit(value) ? [(value as Unit).value].filter((size) => typeof size === 'number' || isBigNumber(size)) : []
}

/** JSON of a value: numbers as such, matrices as arrays, units, complex numbers and fractions as text. */
export function toJson(given: unknown, precision: number, elements = { left: MOST_ELEMENTS }): Json {
  elements.left -= 1
  if (elements.left < 0) throw new Error(`The result has more than ${MOST_ELEMENTS} elements`)
  const value = withoutNoise(unwrapped(given))
  numbersIn(value).forEach(refuseInfinite)
  if (typeof value === 'number' || isBigNumber(value)) {
    refuseInfinite(value)
    return typeof value === 'number' ? Number(value.toPrecision(Math.min(precision, 100))) : toNumber(value, precision)
  }
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return value
  if (Array.isArray(value)) return value.map((item) => toJson(item, precision, elements))
  if (isPlain(value))
    return Object.fromEntries(
      Object.entries(value)
        // Such as toString of what lup and qr give.
        .filter(([, item]) => typeof item !== 'function')
        .map(([name, item]) => [name, toJson(item, precision, elements)]),
    )
  return format(value, precision)
}
