import type { Json, JsonObject } from '#src/sdk/json.ts'
import { isObject } from './json-object.ts'

/**
 * Each takes time in proportion to schema and value. A reference can double itself, a pattern and `uniqueItems` can stop
 * the whole process, and most AI servers refuse them all the same.
 */
const KEYWORDS = new Set([
  ...['$schema', 'title', 'description', 'default', 'examples', 'type', 'enum', 'const', 'anyOf'],
  ...['properties', 'required', 'additionalProperties', 'items', 'minItems', 'maxItems', 'minLength', 'maxLength'],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
])
const TYPES = new Set(['object', 'array', 'string', 'number', 'integer', 'boolean', 'null'])
const MAX_PARTS = 300

type Place = readonly [path: string, schema: Json | undefined]

/** The schemas inside of one. */
function partsOf(path: string, { properties, items, additionalProperties, anyOf }: JsonObject): Place[] {
  const parts: Place[] = []
  if (isObject(properties))
    for (const [name, part] of Object.entries(properties)) parts.push([`${path}properties.${name}.`, part])
  if (items !== undefined) parts.push([`${path}items.`, items])
  if (isObject(additionalProperties)) parts.push([`${path}additionalProperties.`, additionalProperties])
  if (Array.isArray(anyOf)) for (const [index, part] of anyOf.entries()) parts.push([`${path}anyOf.${index}.`, part])
  return parts
}

const LISTS_OF_TEXT: ReadonlySet<string> = new Set(['required'])
const NUMBERS = /^(min|max|exclusive|multipleOf)/

function wrongValue(name: string, value: Json | undefined): boolean {
  if (name === 'type') return ![value].flat().every((one) => typeof one === 'string' && TYPES.has(one))
  if (name === 'properties') return !isObject(value)
  if (name === 'enum' || name === 'anyOf') return !Array.isArray(value) || value.length === 0
  if (LISTS_OF_TEXT.has(name)) return !Array.isArray(value) || !value.every((one) => typeof one === 'string')
  if (NUMBERS.test(name)) return typeof value !== 'number'
  return name === 'additionalProperties' && typeof value !== 'boolean' && !isObject(value)
}

/** Characters of a schema, written without spaces. */
export const MAX_JSON_SCHEMA = 20_000

/** What of a schema cannot be used here, as one sentence; undefined when all of it can. */
export function schemaProblem(schema: Json): string | undefined {
  if (JSON.stringify(schema).length > MAX_JSON_SCHEMA)
    return `A schema has ${MAX_JSON_SCHEMA.toLocaleString('en')} characters at most`
  const left: Place[] = [['', schema]]
  for (let count = 0; left.length > 0; count++) {
    const [path, part] = left.pop() as Place
    if (count >= MAX_PARTS) return `The schema has more than ${MAX_PARTS} parts`
    if (!isObject(part)) return `${path.slice(0, -1) || 'The schema'} must be an object`
    for (const [name, value] of Object.entries(part)) {
      if (!KEYWORDS.has(name)) return `${path}${name} cannot be used here`
      if (wrongValue(name, value)) return `${path}${name} has a wrong value`
    }
    left.push(...partsOf(path, part))
  }
  return undefined
}
