import type { BigNumber, Unit } from 'mathjs'

const SHARED_DIGITS = 30
const NOISE = -50

type Fields = Readonly<Record<string, unknown>>
export const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null
export const isBigNumber = (value: unknown): value is BigNumber => isFields(value) && value.isBigNumber === true
/** Not a number, or complex with a part that is none. */
export const isIndefinite = (value: unknown): boolean =>
  isBigNumber(value)
    ? value.isNaN()
    : isFields(value) && value.isComplex === true && !(Number.isFinite(value.re) && Number.isFinite(value.im))
const isMatrix = (value: unknown): value is { toArray(): unknown } => isFields(value) && value.isMatrix === true
export const isPlain = (value: unknown): value is Fields =>
  isFields(value) && Object.getPrototypeOf(value) === Object.prototype

/** Matrices as arrays of arrays. */
export const unwrapped = (value: unknown): unknown => (isMatrix(value) ? value.toArray() : value)

function settleNumber(rough: BigNumber, exact: BigNumber): BigNumber {
  if (rough.eq(exact) || !exact.isFinite()) return exact
  const difference = rough.minus(exact).abs()
  if (difference.lte(exact.abs().times(`1e-${SHARED_DIGITS}`))) return exact
  // Such as sin(pi): 0 but for the digits that pi has no more.
  if (rough.abs().lt(`1e${NOISE}`) && exact.abs().lt(`1e${NOISE}`)) return exact.minus(exact)
  throw new Error('The result cannot be determined: it hangs on digits beyond the 64th, or is infinite')
}

/** A quantity with a size. */
type Sized = Omit<Unit, 'value'> & { readonly value: BigNumber }
const isSized = (value: unknown): value is Sized => isFields(value) && value.isUnit === true && isBigNumber(value.value)

const settleUnit = (rough: Sized, exact: Sized): object =>
  Object.assign(exact.clone(), { value: settleNumber(rough.value, exact.value) })

/** The value on which two computations agree; numbers that are nothing but rounding errors become 0. */
export function settle(rough: unknown, exact: unknown): unknown {
  if (isBigNumber(rough) && isBigNumber(exact)) return settleNumber(rough, exact)
  if (isSized(rough) && isSized(exact)) return settleUnit(rough, exact)
  const [one, other] = [unwrapped(rough), unwrapped(exact)]
  if (Array.isArray(one) && Array.isArray(other)) return other.map((value, index) => settle(one[index], value))
  if (isPlain(one) && isPlain(other))
    return Object.fromEntries(Object.entries(other).map(([name, value]) => [name, settle(one[name], value)]))
  return exact
}
