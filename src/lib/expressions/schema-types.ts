import type { Environment } from '@marcbachmann/cel-js'

/** JSON Schema as zod writes it; only type, properties, items and additionalProperties are read. */
export type JsonSchema = Readonly<Record<string, unknown>>

/** Marks the types made from object schemas: Object1, Object2 … */
const OBJECT_TYPE = /\bObject\d+\b/
export const namesObject = (typeName: string): boolean => OBJECT_TYPE.test(typeName)
export const isObjectType = (typeName: string): boolean => /^Object\d+$/.test(typeName)

/** Declares CEL types for JSON Schemas in one environment. */
export interface SchemaTypes {
  /** The CEL type of a schema; `dyn` where the schema leaves it open. */
  typeOf(schema: JsonSchema | undefined): string
  /** The CEL type of an object with these fields. */
  objectOf(fields: Readonly<Record<string, string>>): string
  /** The fields of a type that `objectOf` or `typeOf` declared. */
  fieldsOf(typeName: string): readonly string[] | undefined
}

const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export function declareSchemas(environment: Environment): SchemaTypes {
  const fields = new Map<string, readonly string[]>()

  function objectOf(types: Readonly<Record<string, string>>): string {
    const name = `Object${fields.size + 1}`
    environment.registerType(name, { fields: { ...types } })
    fields.set(name, Object.keys(types))
    return name
  }

  function typeOf(schema: JsonSchema | undefined): string {
    switch (schema?.type) {
      case 'string':
        return 'string'
      case 'boolean':
        return 'bool'
      case 'number':
      case 'integer':
        return 'double'
      case 'array':
        return `list<${isSchema(schema.items) ? typeOf(schema.items) : 'dyn'}>`
      case 'object':
        return typeOfObject(schema)
      default:
        return 'dyn'
    }
  }

  /** Closed unless the schema says that there are further properties. */
  function typeOfObject({ properties, additionalProperties }: JsonSchema): string {
    const further = additionalProperties === true || isSchema(additionalProperties)
    if (isSchema(properties) && !further)
      return objectOf(Object.fromEntries(Object.entries(properties).map(([name, part]) => [name, partOf(part)])))
    if (isSchema(additionalProperties) && !isSchema(properties)) return `map<string, ${typeOf(additionalProperties)}>`
    return 'dyn'
  }

  const partOf = (part: unknown): string => (isSchema(part) ? typeOf(part) : 'dyn')

  return { typeOf, objectOf, fieldsOf: (name) => fields.get(name) }
}
