export type SchemaObject = Readonly<Record<string, unknown>>
export type AnySchema = SchemaObject | boolean

const HOLD_ONE: ReadonlySet<string> = new Set([
  ...['not', 'if', 'then', 'else', 'contains', 'propertyNames', 'items', 'additionalItems', 'additionalProperties'],
  ...['unevaluatedItems', 'unevaluatedProperties', 'contentSchema'],
])
const HOLD_MANY: ReadonlySet<string> = new Set([
  ...['allOf', 'anyOf', 'oneOf', 'prefixItems', 'items'],
  ...['properties', 'patternProperties', 'dependentSchemas', 'dependencies', '$defs', 'definitions'],
])

export const isSchemaObject = (value: unknown): value is SchemaObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
export const isSchema = (value: unknown): value is AnySchema => typeof value === 'boolean' || isSchemaObject(value)

const stepOf = (name: string) => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`

/**
 * The value of a keyword with each schema in it changed; what is data, or of a keyword that no draft knows, stays.
 * `place` is the JSON Pointer from the schema that has the keyword.
 */
export function withParts(
  keyword: string,
  value: unknown,
  change: (part: AnySchema, place: string) => unknown,
): unknown {
  const changed = (part: unknown, place: string) => (isSchema(part) ? change(part, place) : part)
  const place = stepOf(keyword)
  if (!Array.isArray(value) && HOLD_ONE.has(keyword)) return changed(value, place)
  if (typeof value !== 'object' || value === null || !HOLD_MANY.has(keyword)) return value
  if (Array.isArray(value)) return value.map((part, index) => changed(part, `${place}/${index}`))
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, changed(part, `${place}${stepOf(name)}`)]),
  )
}
