import { validate as check, format, type OutputUnit, type SchemaDraft } from '@cfworker/json-schema'
import { withoutPrototypes } from '#src/lib/without-prototypes.ts'
import { ToolError } from '#src/sdk/index.ts'
import { compileSchema, isOfNothing } from './compile-schema.ts'
import { draftNamedIn } from './drafts.ts'
import { strictFormats } from './formats.ts'
import { newIndex, schemaFault } from './schema-fault.ts'
import { type AnySchema, isSchema } from './schema-parts.ts'

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

/** The draft that the schema names in `$schema`, else the newest. */
export const draftOf = (schema: unknown): SchemaDraft => draftNamedIn(schema) ?? '2020-12'

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
  units.some((other) => other.keywordLocation.startsWith(`${unit.keywordLocation}/`))

/** The library says of 0, which must be over 0, that it is less, and of too many properties that they are too few. */
function messageOf({ keyword, error }: OutputUnit): string {
  switch (keyword) {
    case 'exclusiveMinimum':
      return error.replace('less than', 'not greater than')
    case 'maxProperties':
      return error.replace('at least', 'at most')
    default:
      return error
  }
}

function problemOf(unit: OutputUnit): Problem {
  const path = pointerOf(unit.instanceLocation)
  const place = pointerOf(unit.keywordLocation)
  if (isOfNothing(unit))
    return { path, keyword: 'false', message: 'Nothing is allowed here.', schemaPath: place.replace(/\/type$/, '') }
  // The library spells the keyword in another way.
  const schemaPath = place.replace(/\/dependantRequired$/, '/dependentRequired')
  return { path, keyword: unit.keyword, message: messageOf(unit), schemaPath }
}

/** `false` as a schema allows nothing: mostly a property that nothing allows. A wrong property is not also unknown. */
function isExplained(unit: OutputUnit, leaves: readonly OutputUnit[]): boolean {
  const place = unit.instanceLocation
  return leaves.some((other) =>
    isOfNothing(other) ? other.instanceLocation.startsWith(`${place}/`) : isWithin(other.instanceLocation, place),
  )
}

function problemsOf(units: readonly OutputUnit[]): Problem[] {
  const leaves = units.filter((unit) => !isSummary(unit, units))
  return leaves.filter((unit) => !isOfNothing(unit) || !isExplained(unit, leaves)).map(problemOf)
}

const refused = (problem: string) => new ToolError(`Schema ${problem}`, { field: 'schema' })

function refuseFault(schema: AnySchema, draft: SchemaDraft, place: string, embedded: readonly AnySchema[] = []): void {
  const fault = schemaFault(schema, draft, embedded)
  if (fault === undefined) return
  const where = `${place}${pointerOf(fault.instanceLocation)}`
  throw refused(`must be one of draft ${draft}, but${where && ` at ${where}`} it is not: ${messageOf(fault)}`)
}

/**
 * What is wrong with the data; nothing if it is valid. Nobody else may hold the schema or the data. Throws ToolError
 * where the schema is wrong itself.
 */
export function validate(
  schema: unknown,
  data: unknown,
  { draft, checkFormats }: { draft: SchemaDraft; checkFormats: boolean },
): Problem[] {
  if (!isSchema(schema)) throw refused('must be an object, true or false')
  const index = newIndex()
  index.add(withoutPrototypes(schema), draft)
  const embedded = index.embedded.map((part) => part.schema)
  refuseFault(schema, draft, '', embedded)
  for (const part of index.embedded) refuseFault(part.schema, part.draft, part.place, embedded)
  const compiled = compileSchema(schema, index, { withFormats: checkFormats })
  for (const part of index.elsewhere) refuseFault(part.schema, part.draft, part.place)
  try {
    const { valid, errors } = check(withoutPrototypes(data), compiled.schema, '2020-12', compiled.lookup, false)
    return valid ? [] : problemsOf(errors)
  } catch (error) {
    if (error instanceof SyntaxError) throw refused(`must have regular expressions of ECMA-262: ${error.message}`)
    if (error instanceof Error && error.message.startsWith('Unresolved $'))
      throw refused(`must not refer to what it does not contain: ${error.message.split(/\.\s/)[0]}`)
    if (error instanceof RangeError) throw refused('must not refer to itself without end')
    throw error
  }
}
