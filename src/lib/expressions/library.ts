import type { Environment } from '@marcbachmann/cel-js'
import { fromNumber, toFixed } from '../rational.ts'
import { costOf, spend, textCost } from './budget.ts'
import { distinct } from './distinct.ts'
import { fromJson, type Json, toBase64, toJson } from './json.ts'
import { failure, type Handler, type Register } from './register.ts'
import { registerPositions } from './text-positions.ts'
import { registerTime } from './time.ts'

/** Answers whether the pattern occurs in the text, in time linear in the text; throws for a pattern it refuses. */
export type Matches = (text: string, pattern: string) => boolean

/**
 * Built-in functions cannot be overridden, so calls of these are renamed before the type check:
 * the library's own are quadratic or worse (matches, duration), make results that nobody metered (split, join),
 * read the time zone of the machine (timestamp, getDayOfYear …), make unsafe objects (json), count UTF-16 units where
 * size() counts characters (substring, indexOf …) or change more than ASCII (lowerAscii, upperAscii).
 */
const PREFIX = '__'
const METHODS = new Set('matches split join json substring indexOf lastIndexOf lowerAscii upperAscii'.split(' '))
const ZONED = [
  'getDate',
  'getDayOfMonth',
  'getDayOfWeek',
  'getFullYear',
  'getHours',
  'getMinutes',
  'getMonth',
  'getSeconds',
]
const CALLS = new Set(['timestamp', 'duration'])

/** The name to call instead of a built-in function; undefined when the built-in one is fine. */
export function replacementOf(op: string, name: string, parameters: number): string | undefined {
  const isReplaced =
    op === 'call'
      ? CALLS.has(name)
      : METHODS.has(name) || name === 'getDayOfYear' || (parameters === 1 && ZONED.includes(name))
  return isReplaced ? PREFIX + name : undefined
}

/** The name that people wrote. */
export const withoutPrefix = (name: string): string => (name.startsWith(PREFIX) ? name.slice(PREFIX.length) : name)

export function registerLibrary(environment: Environment, matches: Matches): void {
  const register = (signature: string, handler: Handler) =>
    environment.registerFunction(signature, handler, { async: false })
  registerText(register, matches)
  registerPositions(register)
  registerLists(register)
  registerMath(environment, register)
  registerEncodings(environment, register)
  registerTime(register)
}

/** The linear engine takes some 20 µs before it looks at the text, then 1 µs for 64 characters times characters. */
const PATTERN_COST = 50

function registerText(register: Register, matches: Matches): void {
  register('string.__matches(string): bool', (text: string, pattern: string) => {
    spend(PATTERN_COST + Math.floor((text.length * pattern.length) / 64))
    try {
      return matches(text, pattern)
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      throw failure('invalid_regular_expression', reason)
    }
  })
  register('string.__split(string): list<string>', (text: string, separator: string) => split(text, separator))
  register('string.__split(string, int): list<string>', (text: string, separator: string, limit: bigint) => {
    const parts = split(text, separator)
    const most = Number(limit)
    if (most < 0 || parts.length <= most) return parts
    return most === 0 ? [] : [...parts.slice(0, most - 1), parts.slice(most - 1).join(separator)]
  })
  register('list.__join(): string', (list: Iterable<unknown>) => join(list, ''))
  register('list.__join(string): string', join)
  register('string.format(list): string', (pattern: string, values: readonly unknown[]) => format(pattern, values))
  register('string.replace(string, string): string', (text: string, from: string, to: string) =>
    join(split(text, from), to),
  )
  // A run of ASCII at once: a call for each word takes several times as long.
  register('string.__lowerAscii(): string', (text: string) =>
    replaceEach(text, /[A-Z][ -~]*/g, (run) => run.toLowerCase()),
  )
  register('string.__upperAscii(): string', (text: string) =>
    replaceEach(text, /[a-z][ -~]*/g, (run) => run.toUpperCase()),
  )
}

function replaceEach(text: string, pattern: RegExp, change: (part: string) => string): string {
  return text.replaceAll(pattern, (part) => {
    spend(1)
    return change(part)
  })
}

/** Charges every part before the list of them is made. */
function split(text: string, separator: string): string[] {
  if (separator === '') spend(text.length)
  else for (let at = text.indexOf(separator); at >= 0; at = text.indexOf(separator, at + separator.length)) spend(1)
  return separator === '' ? Array.from(text) : text.split(separator)
}

/** Charges the length of the text before it is made. Numbers and booleans are written as text. */
function join(list: Iterable<unknown>, separator: string): string {
  const parts = Array.from(list, toText)
  let length = 0
  for (const part of parts) length += part.length + separator.length
  spend(textCost(length))
  return parts.join(separator)
}

function toText(value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean') return String(value)
  throw failure(
    'invalid_list_element_type',
    'Only texts, numbers and booleans can be written as text here; null, lists and objects cannot',
  )
}

const VERB = /%(?:%|s|d|\.(\d{1,2})f)/g

/** cel-go's format, less the verbs for other bases: %s, %d, %.2f and %%. */
function format(pattern: string, values: readonly unknown[]): string {
  spend(textCost(pattern.length) * 4)
  let next = 0
  return pattern.replaceAll(VERB, (verb: string, digits: string | undefined) => {
    if (verb === '%%') return '%'
    const value = values[next++]
    const text = digits === undefined ? toText(value) : toFixed(fromNumber(finite(value)), Number(digits))
    spend(textCost(text.length))
    return text
  })
}

function finite(value: unknown): number {
  const number = toNumber(value)
  if (Number.isFinite(number)) return number
  throw failure('invalid_argument', 'There is no decimal form of a number that is not finite')
}

function registerLists(register: Register): void {
  register('list.sum(): double', (list: Iterable<unknown>) => Array.from(list, toNumber).reduce((a, b) => a + b, 0))
  register('list.min(): dyn', (list: Iterable<unknown>) => extreme(list, 'min', (a, b) => a < b))
  register('list.max(): dyn', (list: Iterable<unknown>) => extreme(list, 'max', (a, b) => a > b))
  register('list.sort(): list<dyn>', (list: Iterable<unknown>) =>
    comparable(list, 'sort').sort((a, b) => (a < b ? -1 : +(a > b))),
  )
  register('list.reverse(): list<dyn>', (list: Iterable<unknown>) => [...list].reverse())
  register('list.distinct(): list<dyn>', distinct)
  register('list.slice(int, int): list<dyn>', (list: Iterable<unknown>, start: bigint, end: bigint) => {
    const all = [...list]
    if (start < 0n || end < start || end > BigInt(all.length))
      throw failure('index_out_of_bounds', `slice(${start}, ${end}) is outside a list of ${all.length}`)
    return all.slice(Number(start), Number(end))
  })
  register('list.flatten(): list<dyn>', (list: Iterable<unknown>) =>
    [...list].flatMap((part) => {
      spend(1 + (Array.isArray(part) ? part.length : 0))
      return part
    }),
  )
}

function toNumber(value: unknown): number {
  if (typeof value === 'number' || typeof value === 'bigint') return Number(value)
  throw failure('invalid_list_element_type', 'Only numbers can be added up or formatted with decimals')
}

type Comparable = number | bigint | string

/** All numbers or all texts. */
function comparable(list: Iterable<unknown>, name: string): Comparable[] {
  const all = [...list]
  for (const part of all) spend(1 + costOf(part))
  if (all.every((part) => typeof part === 'string')) return all
  if (all.every((part): part is number | bigint => typeof part === 'number' || typeof part === 'bigint')) return all
  throw failure('invalid_list_element_type', `${name} needs a list of numbers or a list of texts`)
}

function extreme(list: Iterable<unknown>, name: string, wins: (a: Comparable, b: Comparable) => boolean): Comparable {
  const [first, ...others] = comparable(list, name)
  if (first === undefined) throw failure('index_out_of_bounds', `${name} of an empty list`)
  return others.reduce((best, next) => (wins(next, best) ? next : best), first)
}

class MathNamespace {}
class JsonNamespace {}
class Base64Namespace {}

function registerMath(environment: Environment, register: Register): void {
  environment.registerType('MathNamespace', MathNamespace)
  environment.registerConstant('math', 'MathNamespace', new MathNamespace())
  const unary = (
    name: string,
    compute: (value: number) => number,
    integer: (value: bigint) => bigint = (value) => value,
  ) => {
    register(`MathNamespace.${name}(double): double`, (_: unknown, value: number) => compute(value))
    register(`MathNamespace.${name}(int): int`, (_: unknown, value: bigint) => integer(value))
  }
  unary('abs', Math.abs, (value) => (value < 0n ? -value : value))
  unary('ceil', Math.ceil)
  unary('floor', Math.floor)
  unary('trunc', Math.trunc)
  unary('round', roundHalfAway)
  unary('sign', Math.sign, (value) => (value < 0n ? -1n : value > 0n ? 1n : 0n))
  register('MathNamespace.round(double, int): double', (_: unknown, value: number, digits: bigint) =>
    roundTo(value, Number(digits)),
  )
  register('MathNamespace.greatest(dyn, dyn): dyn', (_: unknown, a: unknown, b: unknown) =>
    extreme([a, b], 'math.greatest', (x, y) => x > y),
  )
  register('MathNamespace.least(dyn, dyn): dyn', (_: unknown, a: unknown, b: unknown) =>
    extreme([a, b], 'math.least', (x, y) => x < y),
  )
}

const roundHalfAway = (value: number): number => Math.sign(value) * Math.round(Math.abs(value))

/** Rounds the decimal number that people see: 1.005 to two digits is 1.01, although its double is a little less. */
function roundTo(value: number, digits: number): number {
  if (!Number.isFinite(value) || digits < 0 || digits > 15) return value
  return Math.sign(value) * Number(toFixed(fromNumber(Math.abs(value)), digits))
}

function registerEncodings(environment: Environment, register: Register): void {
  environment.registerType('JsonNamespace', JsonNamespace)
  environment.registerConstant('json', 'JsonNamespace', new JsonNamespace())
  environment.registerType('Base64Namespace', Base64Namespace)
  environment.registerConstant('base64', 'Base64Namespace', new Base64Namespace())
  register('JsonNamespace.encode(dyn): string', (_: unknown, value: unknown) => JSON.stringify(toJson(value, spend)))
  register('JsonNamespace.decode(string): dyn', (_: unknown, text: string) => decode(text))
  register('bytes.__json(): dyn', (bytes: Uint8Array) => decode(new TextDecoder().decode(bytes)))
  register('Base64Namespace.encode(bytes): string', (_: unknown, bytes: Uint8Array) => toBase64(bytes))
  register('Base64Namespace.decode(string): bytes', (_: unknown, text: string) => {
    try {
      return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
    } catch {
      throw failure('invalid_argument', 'The text is not base64')
    }
  })
}

function decode(text: string): unknown {
  spend(textCost(text.length * 4))
  let value: Json
  try {
    value = JSON.parse(text)
  } catch {
    throw failure('invalid_argument', 'The text is not JSON')
  }
  return fromJson(value)
}
