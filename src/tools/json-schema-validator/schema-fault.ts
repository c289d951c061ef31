import { type OutputUnit, type SchemaDraft, validate } from '@cfworker/json-schema'
import { type CompiledSchema, compileSchema } from './compile-schema.ts'
import { metaschemasOf } from './metaschemas.ts'
import { SchemaIndex } from './schema-index.ts'
import type { AnySchema, SchemaObject } from './schema-parts.ts'

const DRAFTS: readonly SchemaDraft[] = ['4', '7', '2019-09', '2020-12']

interface Official {
  readonly index: SchemaIndex
  readonly compiled: Readonly<Record<SchemaDraft, CompiledSchema>>
}
let official: Official | undefined

function readMetaschemas(): Official {
  const index = new SchemaIndex()
  const compile = (draft: SchemaDraft) => {
    const [root = true, ...parts] = metaschemasOf(draft)
    for (const schema of [root, ...parts]) index.add(schema, draft)
    return compileSchema(root, index, { withFormats: false })
  }
  const [four, seven, newer, newest] = DRAFTS.map(compile)
  if (!four || !seven || !newer || !newest) throw new Error('Each draft has a metaschema')
  return { index, compiled: { '4': four, '7': seven, '2019-09': newer, '2020-12': newest } }
}

function metaschemas(): Official {
  official ??= readMetaschemas()
  return official
}

/** An index that knows the metaschemas. */
export const newIndex = (): SchemaIndex => new SchemaIndex(metaschemas().index)

const depthOf = ({ instanceLocation }: OutputUnit) => instanceLocation.split('/').length

/** Of the errors on the way the one furthest in: of several forms that a value may have, it had come closest to that. */
const furthestIn = (errors: readonly OutputUnit[]): OutputUnit | undefined =>
  errors.toSorted((one, other) => depthOf(other) - depthOf(one)).find(({ keyword }) => !SUMS_UP.has(keyword))
const SUMS_UP: ReadonlySet<string> = new Set([
  ...['$ref', 'allOf', 'anyOf', 'properties', 'additionalProperties', 'items', 'propertyNames'],
])

function without(parts: ReadonlySet<AnySchema>, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (parts.has(value as SchemaObject)) return {}
  if (Array.isArray(value)) return value.map((element) => without(parts, element))
  const kept = Object.entries(value).map(([name, member]) => [name, without(parts, member)] as const)
  return Object.setPrototypeOf(Object.fromEntries(kept), null)
}

/** Why the schema is none by its draft’s metaschema, apart from schemas in it that are of other drafts. */
export function schemaFault(
  schema: AnySchema,
  draft: SchemaDraft,
  embedded: readonly AnySchema[] = [],
): OutputUnit | undefined {
  const others = new Set(embedded.filter((other) => other !== schema))
  const looked = others.size === 0 ? schema : without(others, schema)
  const { schema: metaschema, lookup } = metaschemas().compiled[draft]
  try {
    return furthestIn(validate(looked, metaschema, '2020-12', lookup, true).errors)
  } catch (error) {
    // The library hands errors on as arguments, of which there may be some ten thousand.
    if (!(error instanceof RangeError)) throw error
    return { keyword: '', keywordLocation: '#', instanceLocation: '#', error: 'Too much of it is wrong.' }
  }
}
