import { Optional } from '@marcbachmann/cel-js'
import { Duration, UnsignedInt } from '@marcbachmann/cel-js/evaluator'
import { spend, textCost } from './budget.ts'

type Entries = {
  readonly size: number
  readonly names: Iterable<unknown>
  get(name: unknown): unknown
  has(name: unknown): boolean
}

/**
 * CEL's equality over all types: numbers compare by value whatever their type, values of different types are
 * unequal. It replaces the library's, which is not metered and, for objects, looks names up in prototypes.
 * @throws CostExceeded
 */
export function equal(a: unknown, b: unknown): boolean {
  spend(1)
  if (a === b) return true
  if (typeof a === 'string' && typeof b === 'string') {
    if (a.length === b.length) spend(textCost(a.length))
    return a === b
  }
  if (isNumeric(a) && isNumeric(b)) return numberOf(a) <= numberOf(b) && numberOf(a) >= numberOf(b)
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  return equalObjects(a, b)
}

export const isNumeric = (value: unknown): value is number | bigint | UnsignedInt =>
  typeof value === 'number' || typeof value === 'bigint' || value instanceof UnsignedInt

export const numberOf = (value: number | bigint | UnsignedInt): number | bigint =>
  value instanceof UnsignedInt ? BigInt(value.valueOf()) : value

function equalObjects(a: object, b: object): boolean {
  if (Array.isArray(a) || Array.isArray(b)) return Array.isArray(a) && Array.isArray(b) && equalLists(a, b)
  if (a instanceof Date || b instanceof Date) return a instanceof Date && b instanceof Date && +a === +b
  if (a instanceof Duration || b instanceof Duration)
    return a instanceof Duration && b instanceof Duration && a.seconds === b.seconds && a.nanos === b.nanos
  if (a instanceof Uint8Array || b instanceof Uint8Array)
    return a instanceof Uint8Array && b instanceof Uint8Array && equalLists(Array.from(a), Array.from(b))
  if (a instanceof Optional || b instanceof Optional)
    return a instanceof Optional && b instanceof Optional && equalOptionals(a, b)
  const left = entriesOf(a)
  const right = entriesOf(b)
  return left !== undefined && right !== undefined && equalMaps(left, right)
}

const equalLists = (a: readonly unknown[], b: readonly unknown[]): boolean =>
  a.length === b.length && a.every((part, index) => equal(part, b[index]))

const equalOptionals = (a: Optional, b: Optional): boolean =>
  a.hasValue() && b.hasValue() ? equal(a.value(), b.value()) : a.hasValue() === b.hasValue()

function equalMaps(a: Entries, b: Entries): boolean {
  if (a.size !== b.size) return false
  for (const name of a.names) if (!b.has(name) || !equal(a.get(name), b.get(name))) return false
  return true
}

export function entriesOf(value: object): Entries | undefined {
  if (value instanceof Map)
    return { size: value.size, names: value.keys(), get: (name) => value.get(name), has: (name) => value.has(name) }
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype !== Object.prototype && prototype !== null) return undefined
  const names = Object.keys(value)
  spend(names.length)
  return {
    size: names.length,
    names,
    get: (name) => Reflect.get(value, String(name)),
    has: (name) => Object.hasOwn(value, String(name)),
  }
}
