import type { Json } from '#src/sdk/json.ts'
import { type JsonKind, kindOf } from '#src/ui/data-view/json-paths.ts'
import { knownValue, type Names } from '../expression/complete.ts'

/** One line of a condition: a value, how it is looked at, and what it is compared with. */
export interface Comparison {
  /** How an expression names the value; empty until one is chosen. */
  readonly value: string
  readonly how: How
  /** As typed. */
  readonly other: string
  /** It was a text where it was written, so digits are none of a number where nothing else is known. */
  readonly isText?: boolean
  /** As it was written, until something of the line changes. */
  readonly source?: string
  /** What the condition says of it: that counts for as long as the line lacks something. */
  readonly said?: string | undefined
  /** As it was before other values were looked through: they change nothing that was chosen. */
  readonly before?: Comparison
}

/** Lines that must all be so, or of which one is enough. */
export interface Condition {
  readonly joined: 'all' | 'any'
  readonly lines: readonly Comparison[]
}

/** In the order of the list in which one is chosen. */
export const HOW = {
  equals: 'is',
  differs: 'is not',
  above: 'is greater than',
  atLeast: 'is at least',
  below: 'is less than',
  atMost: 'is at most',
  contains: 'contains',
  starts: 'starts with',
  ends: 'ends with',
  holds: 'has the item',
  true: 'is true',
  false: 'is false',
  empty: 'is empty',
  filled: 'is not empty',
  null: 'is null',
  notNull: 'is not null',
  there: 'is there',
  missing: 'is not there',
} as const
export type How = keyof typeof HOW
const ALL = Object.keys(HOW) as How[]

const ALONE: ReadonlySet<How> = new Set<How>([
  'true',
  'false',
  'empty',
  'filled',
  'null',
  'notNull',
  'there',
  'missing',
])
/** Whether it is compared with something. */
export const takesOther = (how: How): boolean => !ALONE.has(how)

const OF_KIND: Readonly<Record<JsonKind, readonly How[]>> = {
  number: ['equals', 'differs', 'above', 'atLeast', 'below', 'atMost'],
  text: ['equals', 'differs', 'contains', 'starts', 'ends', 'empty', 'filled'],
  boolean: ['true', 'false'],
  list: ['holds', 'empty', 'filled'],
  object: ['empty', 'filled'],
  // Of one that is null now; what it is at other times is not known, and nothing but this is true or false of null.
  null: ['null', 'notNull', 'equals', 'differs'],
}

const usualWays = (value: string, names: Names): readonly How[] => {
  const known = knownValue(value, names)
  return known === undefined ? ALL : OF_KIND[kindOf(known)]
}

/** Only a part of something can be missing. */
const isPart = (value: string): boolean => /[.[]/.test(value)

/** How a value can be looked at, as far as is known what it is. What is chosen already stays. */
export function waysOf({ value, how }: Pick<Comparison, 'value' | 'how'>, names: Names): How[] {
  const usual = usualWays(value, names)
  const isOffered = (one: How) => (one === 'there' || one === 'missing' ? isPart(value) : usual.includes(one))
  return ALL.filter((one) => one === how || isOffered(one))
}

/**
 * The same line for another value: how it is looked at stays where that makes sense, and is back where it makes sense
 * again. By keyboard a value is reached through those before it in the list.
 */
export function withValue(line: Comparison, value: string, names: Names): Comparison {
  const { before = line, said } = line
  if (value === before.value) return { ...before, said }
  const { how, other, isText } = before
  const usual = usualWays(value, names)
  const fits = usual.includes(how) || ((how === 'there' || how === 'missing') && isPart(value))
  return { value, how: fits ? how : (usual[0] ?? 'equals'), other, ...(isText && { isText }), said, before }
}

/** The same line, looked at or compared in another way. */
export function withPart(line: Comparison, part: Partial<Pick<Comparison, 'how' | 'other'>>): Comparison {
  const { source: _, before: __, ...rest } = line
  return { ...rest, ...part }
}

/** A number as JSON has it; digits behind a zero are a text. */
export const NUMBER = String.raw`-?(?:0|[1-9]\d{0,15})(?:\.\d{1,15})?`
const IS_NUMBER = new RegExp(`^${NUMBER}$`)
const HAS_16_DIGITS = /^-?\d{16}/

/** Whether digits are a number that is meant exactly as it is written: of 16, those that no other number comes close to. */
export const isExact = (digits: string): boolean =>
  IS_NUMBER.test(digits) &&
  (!HAS_16_DIGITS.test(digits) || (!digits.includes('.') && Number.isSafeInteger(Number(digits))))
const ORDERED: ReadonlySet<How> = new Set<How>(['above', 'atLeast', 'below', 'atMost'])
const TEXTUAL: ReadonlySet<How> = new Set<How>(['contains', 'starts', 'ends'])

/** What the value, or each item of it, is now. */
function knownOther({ value, how }: Comparison, names: Names): Json | undefined {
  const known = knownValue(value, names)
  if (how !== 'holds') return known
  return Array.isArray(known) ? known[0] : undefined
}

function isNumber(line: Comparison, names: Names): boolean {
  if (TEXTUAL.has(line.how)) return false
  const known = knownOther(line, names)
  if (typeof known === 'number') return true
  if (typeof known === 'string' || line.isText === true) return false
  return ORDERED.has(line.how) || isExact(line.other.trim())
}

/** What is missing from a line or wrong with it; undefined for one that can be asked. */
export function lackOf(line: Comparison, names: Names): 'value' | 'other' | 'number' | undefined {
  if (line.source !== undefined) return undefined
  if (line.value === '') return 'value'
  if (!takesOther(line.how)) return undefined
  if (line.other === '') return 'other'
  return isNumber(line, names) && !isExact(line.other.trim()) ? 'number' : undefined
}

/** Each part of a value on the way to it may be missing: trigger.?address.?city. */
const asOptional = (value: string): string =>
  value.replaceAll(/\.(?=[A-Za-z_])|\["(?:[^"\\]|\\.)*"\]|\[(?=\d)/g, (part) => `${part[0]}?${part.slice(1)}`)

function written(line: Comparison, names: Names): string {
  const { value, how, other, source } = line
  if (source !== undefined) return source
  const literal = isNumber(line, names) ? other.trim() : JSON.stringify(other)
  switch (how) {
    case 'equals':
      return `${value} == ${literal}`
    case 'differs':
      return `${value} != ${literal}`
    case 'above':
      return `${value} > ${literal}`
    case 'atLeast':
      return `${value} >= ${literal}`
    case 'below':
      return `${value} < ${literal}`
    case 'atMost':
      return `${value} <= ${literal}`
    case 'contains':
      return `${value}.contains(${literal})`
    case 'starts':
      return `${value}.startsWith(${literal})`
    case 'ends':
      return `${value}.endsWith(${literal})`
    case 'holds':
      return `${literal} in ${value}`
    case 'true':
      return `${value} == true`
    case 'false':
      return `${value} == false`
    case 'empty':
      return `size(${value}) == 0`
    case 'filled':
      return `size(${value}) > 0`
    case 'null':
      return `${value} == null`
    case 'notNull':
      return `${value} != null`
    case 'there':
      return `${asOptional(value)}.hasValue()`
    case 'missing':
      return `!${asOptional(value)}.hasValue()`
  }
}

/** A line that says something, or did, and now not all of it. */
export const isHalfWritten = (line: Comparison, names: Names): boolean =>
  line.value === '' ? line.other !== '' || line.said !== undefined : lackOf(line, names) !== undefined

/** What the condition says of a line: what it says now, else what it said last; undefined where it has never said anything. */
export const sayingOf = (line: Comparison, names: Names): string | undefined =>
  lackOf(line, names) === undefined ? written(line, names) : line.said

/** The condition as a setting holds it; undefined where no line has said anything. */
export function templateOf({ joined, lines }: Condition, names: Names): string | undefined {
  const parts = lines.flatMap((line) => sayingOf(line, names) ?? [])
  return parts.length === 0 ? undefined : `{{ ${parts.join(joined === 'all' ? ' && ' : ' || ')} }}`
}
