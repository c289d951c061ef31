import type { Json, JsonObject } from '#src/sdk/json.ts'
import { isObject } from './json-object.ts'

/** Schemas that refer to themselves end somewhere. */
const MAX_DEPTH = 8

const TEXTS: Readonly<Record<string, string>> = {
  email: 'ada@example.com',
  uri: 'https://example.com/',
  uuid: '00000000-0000-7000-8000-000000000000',
  date: '2026-01-31',
  time: '12:00:00Z',
  'date-time': '2026-01-31T12:00:00.000Z',
}

const textOf = ({ format, minLength }: JsonObject): string =>
  (typeof format === 'string' ? TEXTS[format] : undefined) ?? 'Text'.padEnd(Number(minLength ?? 0), '.')

function numberOf({ minimum, exclusiveMinimum, maximum }: JsonObject): number {
  if (typeof minimum === 'number') return minimum
  if (typeof exclusiveMinimum === 'number') return exclusiveMinimum + 1
  return typeof maximum === 'number' ? Math.min(1, maximum) : 1
}

/** What the schema names outright, if it does. */
function named({ examples, const: only, enum: choices, default: usual }: JsonObject): Json | undefined {
  if (Array.isArray(examples)) return examples[0]
  if (only !== undefined) return only
  return Array.isArray(choices) ? choices[0] : usual
}

function typeOf({ type, properties, items }: JsonObject): Json | undefined {
  if (Array.isArray(type)) return type.find((one) => one !== 'null') ?? 'null'
  return type ?? (isObject(properties) ? 'object' : isObject(items) ? 'array' : undefined)
}

/**
 * A value that a JSON Schema allows, telling rather than short: all properties that it names, and one item in each list
 * of which it says what is in it. Null where it says nothing; patterns and conditions are not looked at.
 */
export function sampleOfSchema(schema: Json | undefined, depth = 0): Json {
  if (!isObject(schema) || depth > MAX_DEPTH) return null
  const known = named(schema)
  if (known !== undefined) return known
  const [choice] = [schema.anyOf, schema.oneOf].flatMap((list) => (Array.isArray(list) ? list : []))
  if (choice !== undefined) return sampleOfSchema(choice, depth + 1)
  switch (typeOf(schema)) {
    case 'object': {
      const properties = isObject(schema.properties) ? schema.properties : {}
      return Object.fromEntries(
        Object.entries(properties).map(([name, part]) => [name, sampleOfSchema(part, depth + 1)]),
      )
    }
    case 'array':
      return isObject(schema.items) ? [sampleOfSchema(schema.items, depth + 1)] : []
    case 'integer':
    case 'number':
      return numberOf(schema)
    case 'boolean':
      return true
    case 'string':
      return textOf(schema)
    default:
      return null
  }
}
