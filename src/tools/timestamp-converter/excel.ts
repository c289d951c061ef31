import { toDays } from '#src/lib/dates.ts'
import { add, compare, type Rational, rational, subtract, toNumber } from '#src/lib/rational.ts'

const day = (year: number, month: number, date: number): Rational =>
  rational(BigInt(toDays({ year, month, day: date })))

const FIRST = day(1900, 1, 1)
const WITHOUT_NUMBER = day(1899, 12, 31)
const AFTER_FEBRUARY = day(1900, 3, 1)
const ZERO = day(1899, 12, 30)
const NOT_A_DAY = rational(60n)
const ONE = rational(1n)
const isBefore = (a: Rational, b: Rational) => compare(a, b) < 0

/**
 * The serial number of a moment, in days since 1970. Excel counts a 29 February 1900, so earlier days have one less, and
 * the day before the first has none: 0 is the day before that, and 1 the first.
 */
export function excelSerial(days: Rational): number | undefined {
  if (isBefore(days, FIRST) && !isBefore(days, WITHOUT_NUMBER)) return undefined
  const serial = subtract(days, ZERO)
  return toNumber(isBefore(days, FIRST) || !isBefore(days, AFTER_FEBRUARY) ? serial : subtract(serial, ONE))
}

/** Days since 1970, or undefined on Excel's 29 February 1900, which never was. */
export function fromExcelSerial(serial: Rational): Rational | undefined {
  if (isBefore(serial, ONE) || !isBefore(serial, add(NOT_A_DAY, ONE))) return add(serial, ZERO)
  return isBefore(serial, NOT_A_DAY) ? add(add(serial, ZERO), ONE) : undefined
}
