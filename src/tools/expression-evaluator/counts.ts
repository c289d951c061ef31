import { isBigNumber, isFields, unwrapped } from './settle.ts'

/** Of one list or matrix, of the characters of a text, and of what is counted up to. */
export const MOST_ELEMENTS = 100_000
const MOST_DIGITS = 10_000

type Values = readonly unknown[]

const isMatrix = (value: unknown): value is { size(): number[] } => isFields(value) && value.isMatrix === true
const product = (numbers: readonly number[]): number => numbers.reduce((all, one) => all * one, 1)

const sizeOf = (value: unknown): readonly number[] => {
  if (isMatrix(value)) return value.size()
  return Array.isArray(value) ? [value.length, ...sizeOf(value[0])] : []
}

/** The elements of a list or matrix, those of lists within it too; 1 of anything else. */
export const countOf = (value: unknown): number => {
  if (Array.isArray(value)) return value.reduce<number>((all, one) => all + countOf(one), 0)
  return isMatrix(value) ? product(value.size()) : 1
}

/** Units count in their base unit. */
const numberOf = (value: unknown): number =>
  Number(
    isFields(value) && value.isUnit === true
      ? value.value
      : typeof value === 'object' && !isBigNumber(value)
        ? 0
        : value,
  )

/** What zeros(2, 3) and zeros([2, 3]) name. */
const numbersIn = (value: unknown): number[] => {
  const plain = unwrapped(value)
  if (Array.isArray(plain)) return plain.flatMap(numbersIn)
  return typeof plain === 'string' ? [] : [numberOf(plain)]
}

const byNumbers = (values: Values) => product(values.flatMap(numbersIn))
const byCounts = (values: Values) => product(values.map(countOf))
const bySum = (values: Values) => countOf(values)
const bySquare = ([value]: Values) => (sizeOf(value)[0] ?? numberOf(value)) ** 2
const largest = (values: Values) => Math.max(0, ...values.flatMap(numbersIn))
/** What lies between whole numbers is found without a product of so many. */
const largestWhole = (values: Values) => Math.max(0, ...values.flatMap(numbersIn).filter(Number.isInteger))

function rangeCount([start, end, step]: Values): number {
  // A range in a text has a length that only its reader knows.
  if (typeof start === 'string') return Number.POSITIVE_INFINITY
  const width = step === undefined || typeof step === 'boolean' ? 1 : Math.abs(numberOf(step))
  return Math.abs(numberOf(end) - numberOf(start)) / width
}

function productCount([one, other]: Values): number {
  const [left, right] = [sizeOf(one), sizeOf(other)]
  return (left.length === 2 ? (left[0] ?? 1) : 1) * (right.length === 2 ? (right[1] ?? 1) : 1)
}

function powerCount([base, exponent]: Values): number {
  const keepsAllDigits = typeof base === 'bigint' || (isFields(base) && base.isFraction === true)
  return keepsAllDigits ? Math.abs(numberOf(exponent)) : 0
}

/** Infinite where a number would be written out with more digits than anybody reads. */
function digitCount([value, ...options]: Values): number {
  const wanted = options.flatMap((one) => (isFields(one) && !isBigNumber(one) ? Object.values(one) : [one]))
  const exponent = isBigNumber(value) ? Math.abs(value.e) : 0
  return Math.max(exponent, largest(wanted)) > MOST_DIGITS ? Number.POSITIVE_INFINITY : 0
}

const indexCount = (values: Values) =>
  product(values.map((one) => (isFields(one) && typeof one.end === 'number' ? one.end : largest([one]))))

/** How much a function would make of these values. */
const COUNTS: Readonly<Record<string, (values: Values) => number>> = {
  zeros: byNumbers,
  ones: byNumbers,
  identity: (values) =>
    values.flatMap(numbersIn).length === 1 ? bySquare(values.flatMap(numbersIn)) : byNumbers(values),
  resize: ([, size]) => byNumbers([size]),
  matrixFromFunction: ([size]) => byNumbers([size]),
  range: rangeCount,
  index: indexCount,
  diag: ([value, shift]) => (sizeOf(value).length === 1 ? (countOf(value) + Math.abs(numberOf(shift ?? 0))) ** 2 : 0),
  qr: bySquare,
  kron: byCounts,
  setCartesian: byCounts,
  setPowerset: ([value]) => 2 ** countOf(value),
  concat: bySum,
  matrix: bySum,
  matrixFromRows: bySum,
  matrixFromColumns: bySum,
  multiply: productCount,
  pow: powerCount,
  leftShift: powerCount,
  factorial: largest,
  gamma: largestWhole,
  catalan: largest,
  stirlingS2: byNumbers,
  bellNumbers: bySquare,
  format: digitCount,
  string: digitCount,
  bin: digitCount,
  oct: digitCount,
  hex: digitCount,
}

/** These take lists of different sizes and do not fill them up to a common one. */
const AS_THEY_ARE: ReadonlySet<string> = new Set(['multiply', 'dot', 'concat', 'index', 'subset', 'reshape'])

/** Of two lists of different sizes each is repeated along the sides of the other. */
function commonCount(values: Values): number {
  const sizes = values.map(sizeOf).filter((size) => size.length > 0)
  if (sizes.length < 2) return 0
  const sides = Math.max(...sizes.map((size) => size.length))
  return product(Array.from({ length: sides }, (_, i) => Math.max(...sizes.map((size) => size.at(-1 - i) ?? 1))))
}

/** How many elements, characters or steps the function `name` needs for these values, at least. */
export const countBefore = (name: string, values: Values): number =>
  Math.max(COUNTS[name]?.(values) ?? 0, AS_THEY_ARE.has(name) ? 0 : commonCount(values))
