import {
  add,
  divide,
  fromNumber,
  multiply,
  parseDecimal,
  type Rational,
  subtract,
  toDecimal,
  toFixed,
  toNumber,
} from './rational.ts'

/** One unit: `factor` and `offset` are exact decimals or fractions; base = (value + offset) × factor. */
export interface Unit {
  readonly code: string
  readonly name: string
  readonly symbol: string
  readonly factor: string
  readonly offset?: string
  /** Other spellings, in lower case. Names that mean several units ("ton", "gallon") are left out. */
  readonly aliases: readonly string[]
}

export const unit = (
  code: string,
  name: string,
  factor: string,
  aliases: readonly string[] = [],
  symbol = code,
): Unit => ({ code, name, symbol, factor, aliases })

/** "5/9" or "0.3048". */
function exactFactor(factor: string): Rational {
  const [numerator = '', denominator = '1'] = factor.split('/')
  return divide(parseDecimal(numerator), parseDecimal(denominator))
}

export const toBase = (value: Rational, { factor, offset = '0' }: Unit): Rational =>
  multiply(add(value, exactFactor(offset)), exactFactor(factor))
export const fromBase = (value: Rational, { factor, offset = '0' }: Unit): Rational =>
  subtract(divide(value, exactFactor(factor)), exactFactor(offset))
export const convert = (value: number, from: Unit, to: Unit): Rational => fromBase(toBase(fromNumber(value), from), to)

/** Choices of a field "decimals", and the number that each gives. */
export const PRECISIONS = [...Array.from({ length: 13 }, (_, decimals) => String(decimals)), 'exact']
export const rounded = (value: Rational, precision: string): number =>
  precision === 'exact' ? toNumber(value) : Number(toFixed(value, Number(precision)))

const READABLE = 24
const SIGNIFICANT_DIGITS = 20

/** The first digits of the exact value, all of them right; 15 of very large and very small ones. */
function nearestText(value: Rational): string {
  const near = toNumber(value)
  const magnitude = Math.floor(Math.log10(Math.abs(near)))
  return magnitude < -7 || magnitude >= SIGNIFICANT_DIGITS
    ? String(Number(near.toPrecision(15)))
    : toFixed(value, SIGNIFICANT_DIGITS - 1 - magnitude)
}

/** Exact decimal text where it ends soon enough to read, else a fraction with its first digits. */
function exactText(value: Rational): string {
  const decimal = toDecimal(value)
  if (decimal !== undefined && decimal.length <= READABLE) return `= ${decimal}`
  const fraction = `${value.numerator}/${value.denominator}`
  return `${fraction.length <= READABLE ? `= ${fraction} ` : ''}≈ ${nearestText(value)}`
}

const equation = (value: Rational, { symbol }: Unit): string => `${exactText(value)} ${symbol}`

/** "1 mi = 1609.344 m; 3 mi = 4828.032 m", or for temperatures the equation with its offsets. */
export function formulaText(value: number, from: Unit, to: Unit): string {
  const answer = `${value} ${from.symbol} ${equation(convert(value, from, to), to)}`
  if (from.offset !== undefined || to.offset !== undefined) {
    const ratio = divide(exactFactor(from.factor), exactFactor(to.factor))
    const factor = toDecimal(ratio) ?? `${ratio.numerator}/${ratio.denominator}`
    return `${to.symbol} = (${from.symbol} + ${from.offset ?? 0}) × ${factor} − ${to.offset ?? 0}; ${answer}`
  }
  return value === 1 ? answer : `1 ${from.symbol} ${equation(convert(1, from, to), to)}; ${answer}`
}

export type UnitTable<Category extends string> = Readonly<Record<Category, readonly Unit[]>>
type Usual<Category extends string> = Readonly<Record<Category, { readonly from: string; readonly to: string }>>

/** Value → label of a select. */
export const unitOptions = (units: readonly Unit[]): Record<string, string> =>
  Object.fromEntries(units.map(({ code, name }) => [code, name]))

/** Codes with capitals are known in their own spelling only: mW is no MW. */
export const unitAliases = (units: readonly Unit[]): Record<string, string> =>
  Object.fromEntries(
    units.flatMap(({ code, aliases }) =>
      [...(code === code.toLowerCase() ? [code] : []), ...aliases].map((alias) => [alias, code]),
    ),
  )

/** What the fields "from" and "to" need: choices that depend on the field "category", and other spellings. */
export function unitChoices<Category extends string>(units: UnitTable<Category>, usual: Usual<Category>) {
  const all = Object.values<readonly Unit[]>(units).flat()
  const byCategory = <Value>(pick: (category: Category) => Value) =>
    Object.fromEntries((Object.keys(units) as Category[]).map((category) => [category, pick(category)]))
  return {
    options: unitOptions(all),
    aliases: unitAliases(all),
    by: (side: 'from' | 'to') => ({
      field: 'category',
      options: byCategory((category) => units[category].map(({ code, name }) => ({ value: code, label: name }))),
      defaults: byCategory((category) => usual[category][side]),
    }),
  }
}

/** The unit of a checked field; its choices are the units of the category. */
export function unitOf(units: readonly Unit[], code: string): Unit {
  const found = units.find((candidate) => candidate.code === code)
  if (found === undefined) throw new TypeError(`${code} is no unit of these`)
  return found
}

interface Wanted {
  readonly value: number
  readonly from: Unit
  readonly to: Unit
  readonly precision: string
}

/** A value in the wanted unit, how it came about, and the same in each of these units. */
export function conversion(units: readonly Unit[], { value, from, to, precision }: Wanted) {
  const base = toBase(fromNumber(value), from)
  const inUnit = (unit: Unit) => rounded(fromBase(base, unit), precision)
  return {
    value: inUnit(to),
    formula: formulaText(value, from, to),
    units: units.map((unit) => ({ unit: unit.name, code: unit.code, value: inUnit(unit) })),
  }
}
