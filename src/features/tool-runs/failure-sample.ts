import type { Json, JsonObject } from '#src/sdk/json.ts'

export interface InputShape {
  readonly name: string
  readonly type: 'text' | 'number' | 'boolean' | 'list' | 'object' | 'nothing'
  /** Characters of a text, items of a list, names of an object; null where that says too much or nothing. */
  readonly size: number | null
}

const CUT = '…'
/** Shorter ones say nothing. */
const MIN_WORDS = 3
/** A source of nothing but words could spell out what was typed by choosing among them. */
const MOST_WORDS = 2000
const MOST_VALUES = 1000

/** What the engine says itself, around names that the code has chosen. */
const ENGINE_WORDS = [
  ...["cannot read property '", "cannot set property '", "' of undefined", "' of null", 'not a function'],
  ...['is not iterable', 'is not defined', ' is not defined', ' is not a function', ' is not iterable'],
  ...['Maximum call stack size exceeded', 'circular reference', 'Invalid array length', 'invalid array length'],
  ...['run(input) must return an object with the outputs by name.', 'The source must define a function run(input).'],
  ...['run(input) returned a promise that never settles.', 'The tool threw an object without a message.'],
  ...['The tool threw an error without a message.', 'The tool stopped unexpectedly.'],
  'Nothing in the outputs may be named __proto__.',
]
const NAME = /^(?:Type|Range|Reference|Syntax|Eval|URI|Internal)Error: /

// One that has no end is taken as well: or the rest would be read anew from each of its signs.
const LITERALS =
  /'((?:[^'\\\n]|\\[\s\S])*)(?:'|\\?$|(?=\n))|"((?:[^"\\\n]|\\[\s\S])*)(?:"|\\?$|(?=\n))|`((?:[^`\\]|\\[\s\S])*)(?:`|\\?$)/g

/** The texts of a source, those around what a template inserts each for itself. */
function wordsIn(source: string): string[] {
  const found = new Set<string>(ENGINE_WORDS)
  for (const [, single, double, template] of source.matchAll(LITERALS)) {
    if (found.size >= MOST_WORDS) break
    for (const part of template?.split(/\$\{[^}]*\}/) ?? [single ?? double ?? ''])
      if (part.trim().length >= MIN_WORDS) found.add(part)
  }
  return [...found].toSorted((a, b) => b.length - a.length)
}

/** Every text and number, however deep. */
function valuesIn(input: JsonObject): string[] {
  const found: string[] = []
  const waiting: Json[] = Object.values(input)
  for (let value = waiting.pop(); value !== undefined && found.length < MOST_VALUES; value = waiting.pop()) {
    if (typeof value === 'string') found.push(value.trim())
    else if (typeof value === 'number') found.push(String(value))
    else if (typeof value === 'object' && value !== null) waiting.push(...Object.values(value))
  }
  return found.filter((text) => text !== '').toSorted((a, b) => b.length - a.length)
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Short values are cut where they stand alone: an "a" is in every other word. */
function withoutValues(message: string, input: JsonObject): string {
  let left = message
  for (const value of valuesIn(input)) {
    if (value.length > left.length) continue
    const pattern = value.length < MIN_WORDS ? `(?<![\\p{L}\\p{N}])${escaped(value)}(?![\\p{L}\\p{N}])` : escaped(value)
    left = left.replace(new RegExp(pattern, 'giu'), CUT)
  }
  return left
}

/**
 * Of what code has thrown, the beginning and the end that its source has as texts: whatever it puts between them may be
 * what somebody typed, as it is or in disguise.
 */
function wordsOfCode(message: string, source: string): string {
  const name = NAME.exec(message)?.[0] ?? ''
  const said = message.slice(name.length)
  const words = wordsIn(source)
  const head = words.find((text) => said.startsWith(text)) ?? ''
  const rest = said.slice(head.length)
  if (rest === '') return name + head
  const tail = words.find((text) => rest.endsWith(text)) ?? ''
  return name + head + CUT + tail
}

/** What the engine says of expressions, by how that begins: what comes after may be a value, or the names in one. */
const KINDS: readonly (readonly [RegExp, string])[] = [
  [/^There is no time zone /, 'there is no such time zone'],
  [/^There is no function /, 'there is no such function for such values'],
  [/^There is nothing called /, 'there is nothing of that name'],
  [/^"[^"]{1,2}" does not work /, 'an operator does not work with such values'],
  [/^(?:Division|Modulo) by zero/i, 'division by zero'],
  [/^(?:index out of|invalid index)/i, 'there is no such item'],
  [/^The expression or its value is nested too deeply/, 'the expression or its value is nested too deeply'],
  [/(?:^There is| has) no field "/, 'there is no such field'],
]

/** Of what an expression could not compute, nothing but the output, the kind of fault and its place. */
function faultOfExpression(message: string, outputs: Readonly<Record<string, string>>): string {
  const [name, source = ''] =
    Object.entries(outputs)
      .filter(([output]) => message.startsWith(`${output}: `))
      .toSorted(([a], [b]) => b.length - a.length)[0] ?? []
  const said = name === undefined ? message : message.slice(name.length + 2)
  const kind = KINDS.find(([begins]) => begins.test(said))?.[1] ?? 'the expression has no value'
  const at = Number(/ \(at character (\d{1,6})\)\./.exec(said)?.[1])
  // A number beyond the expression is not ours.
  const place = at >= 1 && at <= source.length + 1 ? ` (at character ${at})` : ''
  return `${name === undefined ? '' : `${name}: `}${kind}${place}.`
}

interface Spoken {
  readonly message: string
  readonly input: JsonObject
  /** What the tool computes by: code, or the expression of each output. */
  readonly program: { readonly source: string } | { readonly outputs: Readonly<Record<string, string>> } | object
}

/** What a tool said when it failed, as its creator may read it: without a value that somebody has given it. */
export function messageWithoutInputs({ message, input, program }: Spoken): string {
  if ('source' in program) return storable(withoutValues(wordsOfCode(message, String(program.source)), input))
  return storable(faultOfExpression(message, 'outputs' in program ? program.outputs : {}))
}

/** PostgreSQL takes neither U+0000 nor half of a pair; the half at the end is where somebody has cut. */
const storable = (text: string): string =>
  text
    .replace(/[\uD800-\uDBFF]$/, '')
    .toWellFormed()
    .replaceAll('\0', '\uFFFD')

const sizeOf = (value: Json): number | null => {
  if (typeof value === 'string' || Array.isArray(value)) return value.length
  return typeof value === 'object' && value !== null ? Object.keys(value).length : null
}

const typeOf = (value: Json): InputShape['type'] => {
  if (value === null) return 'nothing'
  if (Array.isArray(value)) return 'list'
  if (typeof value === 'string') return 'text'
  return typeof value as 'number' | 'boolean' | 'object'
}

/** Names, kinds and sizes of inputs, and never a value; of what is secret no size either. */
export const shapeOf = (input: JsonObject, isSecret: (name: string) => boolean): InputShape[] =>
  Object.entries(input).map(([name, value]) => ({
    name: storable(name),
    type: typeOf(value),
    size: isSecret(name) ? null : sizeOf(value),
  }))
