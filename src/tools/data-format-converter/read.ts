import { parse as parseToml, TomlDate, TomlError } from 'smol-toml'
import { parseAllDocuments, type ScalarTag } from 'yaml'
import { parseExactJson } from '#src/lib/exact-json.ts'
import { ToolError } from '#src/sdk/index.ts'
import { impossibleDate } from './impossible-date.ts'
import { mapped, toJson, type Value } from './value.ts'

export const FORMATS = { json: 'JSON', yaml: 'YAML', toml: 'TOML' } as const
export type Format = keyof typeof FORMATS

/** Deeper values are refused: they are walked by recursion. */
const MAX_DEPTH = 200

const refused = (problem: string) => new ToolError(problem, { field: 'text' })

function readJson(text: string): unknown {
  const parsed = parseExactJson(text)
  if (!parsed.ok) throw refused(`Text ${parsed.problem}`)
  return parsed.value
}

function readToml(text: string): unknown {
  try {
    const value = parseToml(text, { integersAsBigInt: true, maxDepth: MAX_DEPTH })
    const at = impossibleDate(text)
    if (at !== undefined) throw new TomlError('invalid date', { toml: text, ptr: at })
    return value
  } catch (error) {
    if (!(error instanceof TomlError)) throw error
    const [problem = ''] = error.message.replace('Invalid TOML document: ', '').split('\n')
    throw refused(`Text must be TOML: line ${error.line}, column ${error.column}: ${problem}`)
  }
}

/** The core schema has floats of any form under their tag; the parser knows only those with a point or an exponent. */
const FLOAT: ScalarTag = {
  tag: 'tag:yaml.org,2002:float',
  resolve(text, onError) {
    if (/^[-+]?(?:\.\d+|\d+(?:\.\d*)?)(?:e[-+]?\d+)?$/i.test(text)) return Number(text)
    if (/^[-+]?\.inf$/i.test(text)) return text.startsWith('-') ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY
    if (!/^\.nan$/i.test(text)) onError('Not a floating point number')
    return Number.NaN
  },
}

/** Of YAML 1.1: what they make of their nodes is nothing that JSON or TOML could hold. */
const OLD_TAGS: ReadonlySet<string> = new Set(
  ['binary', 'omap', 'pairs', 'set', 'timestamp'].map((name) => `tag:yaml.org,2002:${name}`),
)

/** A stream of several documents is a list of them. Of the tags only those of the core schema have a meaning. */
function readYaml(text: string): unknown {
  // The parser takes a carriage return alone for a character of the text.
  const documents = parseAllDocuments(text.replace(/\r\n?/g, '\n'), {
    intAsBigInt: true,
    logLevel: 'silent',
    version: '1.2',
    resolveKnownTags: false,
    customTags: (tags) => [...tags.filter((tag) => typeof tag === 'string' || !OLD_TAGS.has(tag.tag)), FLOAT],
  })
  const list = Array.isArray(documents) ? documents : []
  for (const { errors } of list) {
    const [error] = errors
    if (!error) continue
    const { line, col } = error.linePos?.[0] ?? { line: 1, col: 1 }
    throw refused(`Text must be YAML: line ${line}, column ${col}: ${error.message.split(/ at line |\n/)[0]}`)
  }
  try {
    const values = list.map((document): unknown => document.toJS({ mapAsMap: true }))
    return values.length > 1 ? values : (values[0] ?? null)
  } catch (error) {
    // An alias without its anchor, or so many aliases that the document would grow without bounds.
    if (!(error instanceof ReferenceError)) throw error
    throw refused(`Text must be YAML: ${error.message}`)
  }
}

/** YAML may have any node as a key: null is "null", a list or mapping is its JSON. */
function nameOf(key: unknown, around: readonly object[]): string {
  return typeof key === 'object' && key !== null ? JSON.stringify(toJson(plain(key, around))) : String(key)
}

/** Copies what a parser returned into plain values. Throws at what contains itself, which only YAML can write. */
function plain(value: unknown, around: readonly object[]): Value {
  if (typeof value !== 'object') return value === undefined ? null : (value as Value)
  if (value === null || value instanceof TomlDate) return value
  if (around.includes(value)) throw refused('Text must not have a node that contains itself')
  if (around.length >= MAX_DEPTH) throw refused(`Text must be nested at most ${MAX_DEPTH} levels deep`)
  const within = [...around, value]
  if (Array.isArray(value)) return value.map((element) => plain(element, within))
  const members: Iterable<[unknown, unknown]> = value instanceof Map ? value : Object.entries(value)
  const named = new Map<string, Value>()
  for (const [key, member] of members) {
    const name = nameOf(key, within)
    if (named.has(name)) throw refused(`Text must not have two keys of a mapping that become the same text: ${name}`)
    named.set(name, plain(member, within))
  }
  return Object.fromEntries(named)
}

const READERS = { json: readJson, yaml: readYaml, toml: readToml } satisfies Record<Format, (text: string) => unknown>

/** JSON has one kind of number; what is whole counts as such in the formats that have two. */
const withIntegers = (value: Value): Value =>
  mapped(value, (leaf) => (Number.isSafeInteger(leaf) ? BigInt(leaf as number) : leaf))

/** Throws ToolError with the place of what is wrong. */
export function read(text: string, format: Format): Value {
  const value = plain(READERS[format](text), [])
  return format === 'json' ? withIntegers(value) : value
}
