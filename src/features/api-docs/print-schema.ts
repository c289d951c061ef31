/** The parts of JSON Schema 2020-12 that the API's document uses. */
export interface JsonSchema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly format?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly default?: unknown
  readonly items?: JsonSchema
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: JsonSchema | boolean
  readonly anyOf?: readonly JsonSchema[]
  readonly oneOf?: readonly JsonSchema[]
  readonly allOf?: readonly JsonSchema[]
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
}

const STEP = '  '

function literals(values: readonly unknown[]): string {
  return values.map((value) => JSON.stringify(value)).join(' | ')
}

/** No bound is worth saying where it is only that of a safe integer. */
const said = (bound: number | undefined) =>
  bound === undefined || !Number.isSafeInteger(bound * 2) ? undefined : bound

function range({ minimum, maximum, minLength, maxLength }: JsonSchema): string {
  const [low, high, unit] =
    minLength === undefined && maxLength === undefined
      ? [said(minimum), said(maximum), '']
      : [minLength, maxLength, ' characters']
  if (low === undefined && high === undefined) return ''
  if (high === undefined) return ` (from ${low}${unit})`
  return low === undefined ? ` (up to ${high}${unit})` : ` (${low}–${high}${unit})`
}

function printObject(schema: JsonSchema, indent: string): string {
  const { properties = {}, required = [], additionalProperties } = schema
  const inner = indent + STEP
  const lines = Object.entries(properties).map(([name, property]) => {
    const usual = property.default === undefined ? '' : ` = ${JSON.stringify(property.default)}`
    return `${inner}${name}${required.includes(name) ? '' : '?'}: ${printSchema(property, inner)}${usual}`
  })
  if (typeof additionalProperties === 'object')
    lines.push(`${inner}[name]: ${printSchema(additionalProperties, inner)}`)
  return lines.length === 0 ? '{ }' : `{\n${lines.join('\n')}\n${indent}}`
}

/** A schema as a type is written down: names, a question mark for what may be missing, one property a line. */
export function printSchema(schema: JsonSchema, indent = ''): string {
  if (schema.$ref !== undefined) return schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1)
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum !== undefined) return literals(schema.enum)
  const union = schema.anyOf ?? schema.oneOf
  if (union !== undefined) return [...new Set(union.map((one) => printSchema(one, indent)))].join(' | ')
  if (schema.allOf !== undefined) return schema.allOf.map((one) => printSchema(one, indent)).join(' & ')
  if (schema.properties !== undefined || schema.type === 'object') return printObject(schema, indent)
  if (schema.type === 'array') return `[${printSchema(schema.items ?? {}, indent)}]`
  if (schema.type === undefined) return 'any'
  const type = typeof schema.type === 'string' ? schema.type : schema.type.join(' | ')
  return (schema.format ?? type) + range(schema)
}
