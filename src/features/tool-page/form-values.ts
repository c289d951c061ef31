import type { Field, FieldSpec } from '#src/sdk/fields.ts'
import type { Json } from '#src/sdk/json.ts'
import { defaultOf, isShown, optionsOf, toList, toNumber, validateInput } from '#src/sdk/validate-input.ts'

/** What a control holds: text (numbers, lists and files too), a flag, or the chosen options. */
export type FormValue = string | boolean | readonly string[]
export type FormValues = Readonly<Record<string, FormValue>>

export const toFields = (schema: Readonly<Record<string, FieldSpec>>): Field[] =>
  Object.entries(schema).map(([name, spec]) => ({ ...spec, name }))

const isNumeric = ({ type }: FieldSpec) => type === 'number' || type === 'range'
const isFlag = ({ type }: FieldSpec) => type === 'boolean' || type === 'checkbox'
/** What must never leave the page by a link or a snippet. */
const isPrivate = ({ type, secret }: FieldSpec): boolean => secret === true || type === 'password' || type === 'file'

const asText = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value))

/** Any JSON as a control of this field holds it; nothing becomes the empty value. */
export function toFormValue(field: FieldSpec, value: unknown): FormValue {
  const isNothing = value === undefined || value === null
  if (isFlag(field)) return value === true || value === 'true'
  if (field.type === 'multiselect') return isNothing ? [] : toList(value)
  if (isNothing) return ''
  return Array.isArray(value) ? value.map(asText).join('\n') : asText(value)
}

/** The other way: numbers and lists as JSON has them, what is no number stays as it was typed. */
export function toJson(field: FieldSpec, value: FormValue): Json {
  if (isNumeric(field)) return toNumber(value) ?? String(value)
  if (field.type === 'list') return toList(value)
  return typeof value === 'object' ? [...value] : value
}

/** What every field holds before anybody typed. */
export function defaultValues(fields: readonly Field[]): FormValues {
  const values: Record<string, FormValue> = {}
  for (const field of fields) values[field.name] = toFormValue(field, defaultOf(field, values))
  return values
}

export const isEmpty = (value: FormValue): boolean => value === '' || (typeof value === 'object' && value.length === 0)

/** The defaults with these inputs in their place; names that no field has are left out. */
export function filledValues(fields: readonly Field[], inputs: Readonly<Record<string, unknown>>): FormValues {
  const values: Record<string, FormValue> = {}
  for (const field of fields) {
    const given = Object.hasOwn(inputs, field.name) ? inputs[field.name] : defaultOf(field, values)
    values[field.name] = toFormValue(field, given)
  }
  return values
}

/** One value changes; a choice that depends on it takes its default, unless somebody has chosen what is still offered. */
export function withValue(fields: readonly Field[], values: FormValues, name: string, value: FormValue): FormValues {
  const next: Record<string, FormValue> = { ...values, [name]: value }
  for (const field of fields) {
    if (field.optionsBy?.field !== name) continue
    const now = next[field.name] ?? ''
    const isOffered = optionsOf(field, next).some((option) => option.value === now)
    if (!isOffered || isSame(now, toFormValue(field, defaultOf(field, values))))
      next[field.name] = toFormValue(field, defaultOf(field, next))
  }
  return next
}

/** The shortest number whose inverse is the given one again; what is no number, or 0, stays. */
function inverseOf(value: FormValue): FormValue {
  const number = toNumber(value)
  if (!number) return value
  const short = Number((1 / number).toPrecision(15))
  return String(1 / short === number ? short : 1 / number)
}

/** The values of a field and of the one that it swaps with change places. */
export function withSwapped(values: FormValues, { name, swapWith = '', swapInverts = '' }: Field): FormValues {
  const next = { ...values, [name]: values[swapWith] ?? '', [swapWith]: values[name] ?? '' }
  const rate = values[swapInverts]
  return rate === undefined ? next : { ...next, [swapInverts]: inverseOf(rate) }
}

/** Text as it is in a control, compared with what a rule names: 5 and "5" are the same. */
const comparable = (fields: readonly Field[], values: FormValues): Record<string, unknown> =>
  Object.fromEntries(fields.map((field) => [field.name, toJson(field, values[field.name] ?? '')]))

/** The fields that take part, in the order of the form. */
export function shownFields(fields: readonly Field[], values: FormValues): Field[] {
  const known = comparable(fields, values)
  return fields.filter((field) => field.hidden !== true && isShown(field, known))
}

/** The shown fields, those in a row with one heading together; `key` is the same whichever of them are shown. */
export function shownSections(fields: readonly Field[], values: FormValues) {
  const shown = new Set(shownFields(fields, values))
  const sections: { key: string; section: string | undefined; fields: Field[] }[] = []
  for (const field of fields) {
    if (sections.at(-1)?.section !== field.section || sections.length === 0)
      sections.push({ key: field.name, section: field.section, fields: [] })
    if (shown.has(field)) sections.at(-1)?.fields.push(field)
  }
  return sections.filter((part) => part.fields.length > 0)
}

const isSame = (one: FormValue, other: FormValue): boolean =>
  typeof one === 'string' ? one === other : JSON.stringify(one) === JSON.stringify(other)

/** The inputs that take part, as JSON, where they say more than the defaults do; without what is private. */
export function inputsOf(fields: readonly Field[], values: FormValues): Record<string, Json> {
  const inputs: Record<string, Json> = {}
  const known = comparable(fields, values)
  for (const field of fields) {
    const value = values[field.name]
    if (value === undefined || isPrivate(field) || !isShown(field, known)) continue
    if (!isSame(value, toFormValue(field, defaultOf(field, values)))) inputs[field.name] = toJson(field, value)
  }
  return inputs
}

/** Whether something is filled in that must not leave the page, and of which the result may tell. */
export const holdsPrivate = (fields: readonly Field[], values: FormValues): boolean =>
  fields.some((field) => isPrivate(field) && !isEmpty(values[field.name] ?? ''))

export interface LinkedForm {
  readonly values: FormValues
  /** What is wrong with the link, in sentences. */
  readonly problems: readonly string[]
}

/** The form as a link fills it; nobody fills in a secret for somebody else. What the link leaves out is no problem. */
export function linkedForm(fields: readonly Field[], inputs: Readonly<Record<string, unknown>>): LinkedForm {
  const open = fields.filter((field) => !isPrivate(field) && Object.hasOwn(inputs, field.name))
  const given = Object.fromEntries(open.map(({ name }) => [name, inputs[name]]))
  const checked = validateInput(fields, given)
  const errors = checked.ok ? [] : checked.errors.filter(({ field }) => Object.hasOwn(given, field))
  const others = Object.keys(inputs).filter((name) => !Object.hasOwn(given, name))
  return {
    values: filledValues(fields, given),
    problems: [...errors.map(({ message }) => message), ...others.map((name) => `${name} is left out`)],
  }
}
