import type { FieldType } from '#src/sdk/field-types.ts'
import type { FieldSpec } from '#src/sdk/fields.ts'
import type { Json, JsonObject } from '#src/sdk/json.ts'
import type { ConfigField } from './config-fields.ts'
import { isTemplate } from './config-values.ts'

const CONTROLS: Readonly<Record<FieldType, ConfigField['control']>> = {
  string: 'text',
  text: 'text',
  textarea: 'multiline',
  email: 'text',
  password: 'text',
  url: 'text',
  tel: 'text',
  date: 'text',
  number: 'number',
  range: 'number',
  boolean: 'switch',
  checkbox: 'switch',
  select: 'select',
  radio: 'select',
  multiselect: 'multiselect',
  list: 'json',
  file: 'text',
}

type Specs = Readonly<Record<string, FieldSpec>>

/** A field of a tool as a setting of the step: its name leads to the place in the step's `input`. */
export function toolField(name: string, spec: FieldSpec): ConfigField {
  const { label, help = '', type, options, placeholder, required = false, min, max } = spec
  const isFile = type === 'file' || (type === 'textarea' && spec.takesJson === true)
  return {
    name: `input.${name}`,
    title: spec.unit === undefined ? label : `${label} (${spec.unit})`,
    description: isFile && type === 'file' ? 'Take the file from a step before: drag it here, or write {{ … }}.' : help,
    control: CONTROLS[type],
    required,
    ...(options !== undefined && { options }),
    ...(placeholder !== undefined && { placeholder }),
    ...(spec.default !== undefined && { default: spec.default }),
    ...(min !== undefined && { minimum: min }),
    ...(max !== undefined && { maximum: max }),
  }
}

/** Whether a field matters for what the others say; an expression may become anything. */
export function isToolFieldShown({ hidden, showIf }: FieldSpec, specs: Specs, given: Readonly<JsonObject>): boolean {
  if (hidden) return false
  if (showIf === undefined) return true
  const value = given[showIf.field] ?? specs[showIf.field]?.default
  return isTemplate(value) || (value !== undefined && showIf.in.includes(value))
}

/** What the step gives that the tool does not know by this name. */
export const unknownInputs = (specs: Specs, given: Readonly<JsonObject>): JsonObject =>
  Object.fromEntries(Object.entries(given).filter(([name]) => !Object.hasOwn(specs, name)))

/** The inputs with one of them changed; without a value the tool's default holds. */
export function withInput(given: Readonly<JsonObject>, name: string, value: Json | undefined): JsonObject {
  const { [name]: _, ...others } = given
  return value === undefined ? others : { ...given, [name]: value }
}

/** What is to be said of the version of the tool that a step stays with. */
export function versionOffer(
  pinned: Json | undefined,
  published: number,
): { text: string; label: string; version: number } | undefined {
  if (pinned === undefined)
    return {
      text: `Runs the published version of the tool, now ${published}.`,
      label: `Stay with version ${published}`,
      version: published,
    }
  if (typeof pinned !== 'number' || pinned >= published) return undefined
  return {
    text: `Version ${published} of the tool is published; this step stays with version ${pinned}.`,
    label: `Use version ${published}`,
    version: published,
  }
}
