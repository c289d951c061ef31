import { format, type OutputUnit, type Schema, type SchemaDraft, Validator } from '@cfworker/json-schema'
import { withoutPrototypes } from '#src/lib/without-prototypes.ts'
import { ToolError } from '#src/sdk/index.ts'
import { withoutNewerKeywords } from './drafts.ts'
import { HOLDS_DATA, withStaticRefs } from './dynamic-refs.ts'
import { strictFormats } from './formats.ts'
import { schemaFault } from './schema-fault.ts'

// The library looks formats up here and has no other place for them.
Object.assign(format, strictFormats)

export interface Problem {
  /** A JSON Pointer into the data; empty for the whole. */
  readonly path: string
  readonly keyword: string
  readonly message: string
  /** A JSON Pointer into the schema. */
  readonly schemaPath: string
}

const DRAFTS: readonly (readonly [RegExp, SchemaDraft])[] = [
  [/draft-04/, '4'],
  [/draft-0[67]/, '7'],
  [/2019-09/, '2019-09'],
]
const OF_OTHER_PROPERTIES = new Set(['additionalProperties', 'unevaluatedProperties', 'unevaluatedItems'])

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The draft that the schema names in `$schema`, else the newest. */
export function draftOf(schema: unknown): SchemaDraft {
  const named = isObject(schema) ? String(schema.$schema ?? '') : ''
  return DRAFTS.find(([pattern]) => pattern.test(named))?.[1] ?? '2020-12'
}

/** A copy in which no `format` is asked for: it is then an annotation only, as draft 2020-12 has it by default. */
export function withoutFormats(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutFormats)
  if (!isObject(schema)) return schema
  const kept = Object.entries(schema).filter(([name, value]) => name !== 'format' || typeof value !== 'string')
  return Object.fromEntries(kept.map(([name, value]) => [name, HOLDS_DATA.has(name) ? value : withoutFormats(value)]))
}

/** "#/a%20b" → "/a b". */
function pointerOf(location: string): string {
  try {
    return decodeURIComponent(location.replace(/^#/, ''))
  } catch {
    return location.replace(/^#/, '')
  }
}

const isWithin = (location: string, around: string) => location === around || location.startsWith(`${around}/`)

/** An error that only says that one below it was found. */
const isSummary = (unit: OutputUnit, units: readonly OutputUnit[]): boolean =>
  OF_OTHER_PROPERTIES.has(unit.keyword) ||
  units.some((other) => other !== unit && other.keywordLocation.startsWith(`${unit.keywordLocation}/`))

/** `false` as a schema allows nothing: mostly a property that nothing allows. A wrong property is not also unknown. */
function problemsOf(units: readonly OutputUnit[]): Problem[] {
  const leaves = units.filter((unit) => !isSummary(unit, units))
  const others = leaves.filter(({ keyword }) => keyword !== 'false')
  const shown = leaves.filter(
    (unit) =>
      unit.keyword !== 'false' || !others.some((other) => isWithin(other.instanceLocation, unit.instanceLocation)),
  )
  return (shown.length > 0 ? shown : units).map((unit) => ({
    path: pointerOf(unit.instanceLocation),
    keyword: unit.keyword,
    message: unit.keyword === 'false' ? 'Nothing is allowed here.' : unit.error,
    schemaPath: pointerOf(unit.keywordLocation),
  }))
}

const refused = (problem: string) => new ToolError(`Schema ${problem}`, { field: 'schema' })

/** What is wrong with the data, which nobody else holds; nothing if it is valid. Throws ToolError where the schema is. */
export function validate(given: unknown, data: unknown, draft: SchemaDraft): Problem[] {
  const fault = schemaFault(given)
  if (fault !== undefined) throw refused(fault)
  const schema = draft === '2020-12' ? withStaticRefs(given) : withoutNewerKeywords(given, draft)
  if (schema === undefined) throw refused('must not have two schemas with the same $dynamicAnchor, for its $dynamicRef')
  try {
    const { valid, errors } = new Validator(schema as Schema | boolean, draft, false).validate(withoutPrototypes(data))
    return valid ? [] : problemsOf(errors)
  } catch (error) {
    if (error instanceof SyntaxError) throw refused(`must have regular expressions of ECMA-262: ${error.message}`)
    if (error instanceof Error && error.message.startsWith('Unresolved $'))
      throw refused(`must not refer to what it does not contain: ${error.message.split(/\.\s/)[0]}`)
    if (error instanceof RangeError) throw refused('must not refer to itself without end')
    if (error instanceof Error && error.message.startsWith('Duplicate schema URI'))
      throw refused('must have each $id once, and none within a part of it that has an $id itself')
    if (error instanceof TypeError && error.message === 'Invalid URL')
      throw refused('must have addresses (URIs) as $id and $ref, from the whole one or relative to it')
    throw error
  }
}
