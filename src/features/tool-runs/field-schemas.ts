import type { FieldSpec } from '#src/sdk/fields.ts'
import type { Json } from '#src/sdk/json.ts'
import type { OutputSpec, OutputType } from '#src/sdk/outputs.ts'

/** JSON Schema 2020-12, as OpenAPI 3.1 takes it. */
export type JsonSchema = Readonly<Record<string, unknown>>

const FORMATS: Partial<Record<FieldSpec['type'], string>> = {
  email: 'email',
  url: 'uri',
  date: 'date',
  password: 'password',
}

const choicesOf = ({ options = [], optionsBy }: FieldSpec): string[] => {
  const dependent = Object.values(optionsBy?.options ?? {}).flat()
  return [...new Set([...options, ...dependent].map(({ value }) => value))]
}

/** The values, then their other spellings. */
const choice = (field: FieldSpec): JsonSchema => ({
  type: 'string',
  enum: [...new Set([...choicesOf(field), ...Object.keys(field.aliases ?? {})])],
})

const length = ({ minLength, maxLength, pattern }: FieldSpec): JsonSchema => ({
  ...(minLength !== undefined && { minLength }),
  ...(maxLength !== undefined && { maxLength }),
  ...(pattern !== undefined && { pattern: `^(?:${pattern})$` }),
})

const bytesAs = (writing: 'hex' | 'base64'): JsonSchema => ({
  type: 'object',
  properties: { [writing]: { type: 'string' } },
  required: [writing],
  additionalProperties: false,
})

function typeOf(field: FieldSpec): JsonSchema {
  const { type, integer, min, max, takesJson, takesBytes, required } = field
  switch (type) {
    case 'number':
    case 'range':
      return {
        type: integer === true ? 'integer' : 'number',
        ...(min !== undefined && { minimum: min }),
        ...(max !== undefined && { maximum: max }),
      }
    case 'boolean':
    case 'checkbox':
      return { type: 'boolean' }
    case 'select':
    case 'radio':
      return choice(field)
    case 'multiselect':
      return { type: 'array', items: choice(field), uniqueItems: true, ...(required && { minItems: 1 }) }
    case 'list':
      return { type: 'array', items: { type: ['string', 'number'] }, ...(required && { minItems: 1 }) }
    default:
      // A program may send the value itself in place of its text.
      if (takesJson) return {}
      if (takesBytes) return { anyOf: [{ type: 'string', ...length(field) }, bytesAs('hex'), bytesAs('base64')] }
      return { type: 'string', ...(FORMATS[type] && { format: FORMATS[type] }), ...length(field) }
  }
}

const describe = ({ label, help, unit, secret, type }: FieldSpec): JsonSchema => ({
  title: label,
  ...((help !== undefined || unit !== undefined) && {
    description: [help, unit === undefined ? undefined : `In ${unit}.`].filter((part) => part !== undefined).join(' '),
  }),
  ...((secret === true || type === 'password') && { writeOnly: true }),
})

const isAlwaysNeeded = ({ required, default: usual, showIf }: FieldSpec): boolean =>
  required === true && usual === undefined && showIf === undefined

type Fields = Readonly<Record<string, FieldSpec>>

/** A field that is required only while another one has certain values, which it may have by default. */
function conditionOf(name: string, { required, default: usual, showIf }: FieldSpec, fields: Fields): JsonSchema[] {
  if (required !== true || usual !== undefined || showIf === undefined) return []
  const { field, in: values } = showIf
  const other: Json | undefined = fields[field]?.default
  const holdsByDefault = values.some((value) => value === other)
  const takesPart = {
    properties: { [field]: { enum: [...values] } },
    ...(holdsByDefault ? {} : { required: [field] }),
  }
  return [{ anyOf: [{ not: takesPart }, { required: [name] }] }]
}

/** What a run takes. */
export function inputSchemaOf(fields: Fields): JsonSchema {
  const entries = Object.entries(fields)
  const conditions = entries.flatMap(([name, field]) => conditionOf(name, field, fields))
  const properties = entries.map(([name, field]) => [
    name,
    { ...describe(field), ...typeOf(field), ...(field.default !== undefined && { default: field.default }) },
  ])
  const required = entries.filter(([, field]) => isAlwaysNeeded(field)).map(([name]) => name)
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    ...(required.length > 0 && { required }),
    ...(conditions.length > 0 && { allOf: conditions }),
    additionalProperties: false,
  }
}

const OUTPUT_TYPES: Record<OutputType, JsonSchema> = {
  string: { type: 'string' },
  number: { type: 'number' },
  boolean: { type: 'boolean' },
  array: { type: 'array' },
  object: { type: 'object' },
  any: {},
}

function outputOf({ label, help, type, columns }: OutputSpec): JsonSchema {
  const rows = columns && {
    items: {
      type: 'object',
      properties: Object.fromEntries(columns.map((column) => [column.name, { title: column.label }])),
    },
  }
  return { title: label, ...(help !== undefined && { description: help }), ...OUTPUT_TYPES[type], ...rows }
}

/** What a run answers; an output may be missing where the input has nothing to say about it. */
export const outputSchemaOf = (outputs: Readonly<Record<string, OutputSpec>>): JsonSchema => ({
  type: 'object',
  properties: Object.fromEntries(Object.entries(outputs).map(([name, output]) => [name, outputOf(output)])),
  additionalProperties: false,
})
