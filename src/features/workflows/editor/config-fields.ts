import { isObject } from '#src/lib/json-object.ts'
import type { FieldHints } from '#src/nodes/index.ts'
import type { Json, JsonObject } from '#src/sdk/json.ts'

/** One setting of a step, as its node type's schema describes it. */
export interface ConfigField extends FieldHints {
  readonly name: string
  readonly required: boolean
  readonly default?: Json
  /** Of numbers. */
  readonly minimum?: number
  readonly maximum?: number
}

/** The settings of a node type, in the order of its form. */
export function fieldsOf(configSchema: Readonly<JsonObject>): ConfigField[] {
  const { properties, required } = configSchema
  if (!isObject(properties)) return []
  const needed = new Set(Array.isArray(required) ? required : [])
  return Object.entries(properties)
    .filter((entry): entry is [string, JsonObject] => isObject(entry[1]) && 'control' in entry[1])
    .map(([name, hints]) => ({ ...(hints as unknown as FieldHints), name, required: needed.has(name) }))
}

/** What a setting is: as written, else its default. */
export const settingOf = (field: ConfigField, config: Readonly<JsonObject>): Json | undefined =>
  config[field.name] ?? field.default

/** Whether a setting matters for what the others say; a template may become anything. */
export function isShown(field: ConfigField, fields: readonly ConfigField[], config: Readonly<JsonObject>): boolean {
  if (field.showIf === undefined) return true
  const { field: name, in: values } = field.showIf
  const other = fields.find((one) => one.name === name)
  const value = other === undefined ? config[name] : settingOf(other, config)
  return String(value).includes('{{') || values.includes(String(value))
}

/** What is plainly wrong with a setting, before anybody publishes it; what an expression gives is not known yet. */
export function misfitOf(
  { title, required, default: fallback, minimum, maximum }: ConfigField,
  value: Json | undefined,
) {
  if (required && fallback === undefined && (value === undefined || value === '')) return `${title} is required`
  if (typeof value !== 'number') return undefined
  if (minimum !== undefined && value < minimum) return `${title} must be at least ${minimum.toLocaleString('en')}`
  if (maximum !== undefined && value > maximum) return `${title} must be at most ${maximum.toLocaleString('en')}`
  return undefined
}
