import { Optional } from '@marcbachmann/cel-js'
import { Duration, UnsignedInt } from '@marcbachmann/cel-js/evaluator'
import { textCost } from './budget.ts'

/** Any value that survives JSON unchanged. */
export type Json = null | boolean | number | string | Json[] | { [name: string]: Json }
export type JsonObject = { [name: string]: Json }
/** JSON that the holder does not change. */
type ReadonlyJson = Json | { readonly [name: string]: Json }

/** Deepest nesting that goes into or comes out of an expression. */
export const MAX_DEPTH = 200

/** Most that a result may have, counting one for each value and one for each 32 characters of text. */
export const MAX_RESULT = 250_000
/** The same of what is taken as it is, such as steps.fetch.body: it is there already, and nothing can make it grow. */
export const MAX_TAKEN = 2_000_000

type ConversionCode = 'RESULT_NOT_JSON' | 'RESULT_TOO_LARGE' | 'VALUE_TOO_DEEP'

/** A value without a JSON form, or one that is too large or nested too deeply. */
export class ConversionError extends Error {
  readonly code: ConversionCode
  constructor(code: ConversionCode, message: string) {
    super(message)
    this.name = 'ConversionError'
    this.code = code
  }
}

const notJson = (message: string) => new ConversionError('RESULT_NOT_JSON', message)
const tooDeep = () => new ConversionError('VALUE_TOO_DEEP', `The value is nested more than ${MAX_DEPTH} levels deep`)

const inWords = (count: number) => count.toLocaleString('en')

/** Made when it is said: to write numbers in words takes the system longer than all else that is loaded here. */
const tooLarge = (max: number) =>
  max === MAX_RESULT
    ? `The result is too large: what an expression makes may have ${inWords(MAX_RESULT)} values, and a text counts as one for each 32 characters. A list that is taken as it is, such as steps.fetch.body, may have ${inWords(MAX_TAKEN)}; a loop works on the items of one`
    : `The result is too large: what a step takes over from others may have ${inWords(MAX_TAKEN)} values, and a text counts as one for each 32 characters. Fetch it page by page, or work on a part of it`

/** Counts what a result has; a small expression can name one value very often. */
export function limitResult(max: typeof MAX_RESULT | typeof MAX_TAKEN = MAX_RESULT): (units: number) => void {
  let left: number = max
  return (units) => {
    left -= units
    if (left < 0) throw new ConversionError('RESULT_TOO_LARGE', tooLarge(max))
  }
}

/** Sets an own property, whatever its name: assigning `__proto__` would set the prototype instead. */
export function setOwn(target: object, name: string, value: unknown): void {
  if (name === '__proto__')
    Object.defineProperty(target, name, { value, enumerable: true, configurable: true, writable: true })
  else Reflect.set(target, name, value)
}

/**
 * The JSON form of an expression's result: int → number, timestamp → ISO text, duration → seconds,
 * bytes → base64, optional → its value or null, set → list, map → object.
 * `spend` is called with the units that the copy costs and may throw to stop it.
 * @throws ConversionError
 */
export function toJson(value: unknown, spend: (units: number) => void, depth = 0): Json {
  switch (typeof value) {
    case 'string':
      spend(1 + textCost(value.length))
      return value
    case 'boolean':
      spend(1)
      return value
    case 'number':
      spend(1)
      if (!Number.isFinite(value)) throw notJson('The result is not a finite number')
      return value
    case 'bigint':
      return fromInteger(value)
    case 'object':
      return value === null ? null : fromObject(value, spend, depth)
    default:
      throw notJson(`A ${typeof value} has no JSON form`)
  }
}

function fromInteger(value: bigint): number {
  if (value > Number.MAX_SAFE_INTEGER || value < Number.MIN_SAFE_INTEGER)
    throw notJson(`The integer ${value} is outside ±2^53, where JSON numbers are exact; use string(…)`)
  return Number(value)
}

function fromObject(value: object, spend: (units: number) => void, depth: number): Json {
  if (depth >= MAX_DEPTH) throw tooDeep()
  spend(1)
  const inner = (part: unknown) => toJson(part, spend, depth + 1)
  if (Array.isArray(value)) return value.map(inner)
  if (value instanceof Map) return fromEntries(value, inner)
  if (isPlain(value)) return fromEntries(Object.entries(value), inner)
  if (value instanceof Set) return Array.from(value, inner)
  if (value instanceof Date) return value.toISOString()
  if (value instanceof Duration) return Number(value.seconds) + value.nanos / 1e9
  if (value instanceof UnsignedInt) return fromInteger(BigInt(value.valueOf()))
  if (value instanceof Optional) return value.hasValue() ? inner(value.value()) : null
  if (value instanceof Uint8Array) {
    spend(textCost(value.length))
    return toBase64(value)
  }
  throw notJson('The result is a type or a function, which has no JSON form')
}

const isPlain = (value: object): boolean => {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

function fromEntries(entries: Iterable<readonly [unknown, unknown]>, inner: (part: unknown) => Json): JsonObject {
  const object: JsonObject = {}
  for (const [name, part] of entries) setOwn(object, String(name), inner(part))
  return object
}

export const toBase64 = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))

/** Known to hold no name that the library would mistake; or, for one that does, the copy that is safe. */
const prepared = new WeakMap<object, unknown>()

/**
 * A JSON value as expressions read it. Numbers stay doubles. The value must not change afterwards.
 * The library asks objects for `.constructor`, so an object with such a name (or with `__proto__`) of its own
 * is handed over as a Map; all others are handed over as they are.
 * @throws ConversionError for a value nested too deeply
 */
export function fromJson(value: ReadonlyJson): unknown {
  if (typeof value !== 'object' || value === null) return value
  const known = prepared.get(value)
  if (known !== undefined) return known
  const safe = hasDangerousName(value, 0) ? withMaps(value) : value
  prepared.set(value, safe)
  return safe
}

function hasDangerousName(value: ReadonlyJson, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (depth >= MAX_DEPTH) throw tooDeep()
  let found = !Array.isArray(value) && (Object.hasOwn(value, 'constructor') || Object.hasOwn(value, '__proto__'))
  for (const part of Object.values(value)) found = hasDangerousName(part, depth + 1) || found
  return found
}

function withMaps(value: ReadonlyJson): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(withMaps)
  return new Map(Object.entries(value).map(([name, part]) => [name, withMaps(part)]))
}
