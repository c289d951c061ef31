import { isObject } from '#src/lib/json-object.ts'
import { z } from '#src/lib/zod.ts'
import { defineNode } from '#src/sdk/define-node.ts'
import type { Json, JsonObject } from '#src/sdk/json.ts'
import { field, JsonValue } from './field-hints.ts'
import { isTemplate } from './templates.ts'

/** The JSON Schema of a value that is written down; of a template nothing is known. */
function schemaOf(value: Json): JsonObject {
  if (isTemplate(value)) return {}
  if (value === null) return { type: 'null' }
  if (Array.isArray(value)) return { type: 'array' }
  if (isObject(value)) return schemaOfObject(value)
  return { type: typeof value }
}

function schemaOfObject(value: JsonObject): JsonObject {
  const properties = Object.entries(value).map(([name, part]) => [name, schemaOf(part)])
  return { type: 'object', properties: Object.fromEntries(properties), required: Object.keys(value) }
}

export const set = defineNode({
  type: 'set',
  version: 1,
  title: 'Set values',
  description: 'Gives an object with the values that you write down or calculate.',
  category: 'logic',
  icon: 'pencil-line',
  config: z.strictObject({
    values: field(z.record(z.string().min(1).max(100), JsonValue).default({}), {
      title: 'Values',
      description: 'Name and value of each property of the result.',
      control: 'keyvalue',
    }),
  }),
  ports: ['out'],
  reaches: 'nothing',
  effect: 'pure',
  output: ({ values }) => (isObject(values) ? schemaOfObject(values) : { type: 'object' }),
  run: (_context, { values }) => ({ output: values }),
})
