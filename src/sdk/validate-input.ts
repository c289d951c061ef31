import type { Field, FieldSpec, Option } from './fields.ts'
import type { Json, JsonObject } from './json.ts'

export interface FieldError {
  readonly field: string
  readonly message: string
}
export type Validated =
  | { readonly ok: true; readonly value: JsonObject }
  | { readonly ok: false; readonly errors: readonly FieldError[]; readonly unknown: readonly string[] }

// Groups of three behind one to three digits, all with the same separator: "0,125" and "1234,567" are decimals.
const GROUPED = /^[-+]?[1-9]\d{0,2}([,\s_])\d{3}(\1\d{3})*(\.\d*)?$/
const DECIMAL_COMMA = /^([-+]?)(\d*|\d{1,3}(?:[.\s]\d{3})+),(\d+)$/

const signed = (text: string): string => text.trim().replace('−', '-')

/** Whether digits of this number are held apart: "1,234" could be meant as 1.234. */
export const isGrouped = (text: string): boolean => GROUPED.test(signed(text))

/** "1,234.50", "1 234.5" and 7 are numbers; what is not finite, or could be another number, is undefined. */
export function toNumber(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined
  if (typeof value !== 'string') return undefined
  const text = signed(value)
  const plain = GROUPED.test(text) ? text.replace(/[,\s_]/g, '') : text
  if (!/^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(plain)) return undefined
  const number = Number(plain)
  return Number.isFinite(number) ? number : undefined
}

/** "1.234,50" → "1234.50"; undefined where the comma is no decimal comma. */
function withPoint(raw: string): string | undefined {
  const [, sign, whole, fraction] = DECIMAL_COMMA.exec(signed(raw)) ?? []
  return fraction && `${sign}${whole?.replace(/[.\s]/g, '') || '0'}.${fraction}`
}

/** Never throws, unlike String(): JSON may hold an object whose `toString` is a number. */
const asText = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value))

/** A list is an array, or text split on newlines or commas and trimmed. */
export const toList = (value: unknown): string[] =>
  (Array.isArray(value) ? value.map(asText) : asText(value).split(/[\n,]/))
    .map((part) => part.trim())
    .filter((part) => part !== '')

const isEmpty = (value: unknown) => value === undefined || value === null || value === ''

/** Own properties only: a field called `__proto__` or `constructor` is never read from the prototype. */
const own = (values: Readonly<Record<string, unknown>>, name: string): unknown =>
  Object.hasOwn(values, name) ? values[name] : undefined

/** Whether a field takes part, given the values so far; of several choices one of those that it names is enough. */
export function isShown({ showIf }: FieldSpec, values: Readonly<Record<string, unknown>>): boolean {
  if (showIf === undefined) return true
  const value = values[showIf.field]
  return showIf.in.some((wanted) => wanted === value || (Array.isArray(value) && value.includes(wanted)))
}

type Checked = { value: Json | undefined } | { error: string }

function checkNumber(field: Field, raw: unknown): Checked {
  const value = toNumber(raw)
  if (value === undefined) {
    const meant = typeof raw === 'string' && withPoint(raw)
    return { error: meant ? `${field.label}: write ${meant}, with a point` : `${field.label} must be a number` }
  }
  if (field.min !== undefined && value < field.min) return { error: `${field.label} must be at least ${field.min}` }
  if (field.max !== undefined && value > field.max) return { error: `${field.label} must be at most ${field.max}` }
  if (field.integer && !Number.isInteger(value)) return { error: `${field.label} must be a whole number` }
  return { value }
}

/** {"hex": "…"} or {"base64": "…"}. */
function isBytes(given: unknown): boolean {
  const [entry, ...others] = typeof given === 'object' && given !== null ? Object.entries(given) : []
  return entry !== undefined && others.length === 0 && /^(hex|base64)$/.test(entry[0]) && typeof entry[1] === 'string'
}

function sentText(field: Field, given: unknown): unknown {
  if (typeof given !== 'string' && (field.takesJson || (field.takesBytes && isBytes(given))))
    return JSON.stringify(given)
  // Digits are text here, and programs send them as numbers.
  return field.type === 'string' && Number.isFinite(given) ? String(given) : given
}

function checkText(field: Field, given: unknown): Checked {
  const raw = sentText(field, given)
  if (typeof raw !== 'string') return { error: `${field.label} must be text` }
  if (field.minLength !== undefined && raw.length < field.minLength)
    return { error: `${field.label} must be at least ${field.minLength} characters` }
  if (field.maxLength !== undefined && raw.length > field.maxLength)
    return { error: `${field.label} must be at most ${field.maxLength} characters` }
  if (field.type === 'email' && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(raw))
    return { error: `${field.label} must be an email address` }
  if (field.type === 'url' && !URL.canParse(raw)) return { error: `${field.label} must be a web address` }
  if (field.type === 'date' && !isDate(raw)) return { error: `${field.label} must be a date (YYYY-MM-DD)` }
  return { value: raw }
}

function isDate(text: string): boolean {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)
  if (!parts) return false
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}

/** The choices that hold for these values. */
export function optionsOf(field: FieldSpec, values: Readonly<Record<string, unknown>>): readonly Option[] {
  if (field.optionsBy === undefined) return field.options ?? []
  const { options } = field.optionsBy
  const key = asText(values[field.optionsBy.field])
  return (Object.hasOwn(options, key) ? options[key] : field.options) ?? []
}

function checkChoice(field: Field, raw: unknown, values: Readonly<Record<string, unknown>>): Checked {
  const options = optionsOf(field, values).map((option) => option.value)
  const given = asText(raw)
  const [aliases, text] = [field.aliases ?? {}, given.trim()]
  // MBps are no Mbps.
  const value = options.includes(given) ? given : (own(aliases, text) ?? own(aliases, text.toLowerCase()))
  return typeof value === 'string' && options.includes(value)
    ? { value }
    : { error: `${field.label} must be one of: ${options.join(', ')}` }
}

function checkList(field: Field, raw: unknown): Checked {
  const value = toList(raw)
  return field.required && value.length === 0 ? { error: `${field.label} is required` } : { value }
}

/** Each choice once. Where all choices are single characters they may run together: "gi" is g and i. */
function checkChoices(field: Field, raw: unknown, values: Readonly<Record<string, unknown>>): Checked {
  const runTogether = optionsOf(field, values).every((option) => option.value.length === 1)
  const parts = toList(raw).flatMap((part) => (runTogether ? [...part] : [part]))
  const chosen = new Set<string>()
  for (const part of parts) {
    const checked = checkChoice(field, part, values)
    if ('error' in checked) return checked
    chosen.add(String(checked.value))
  }
  return checkList(field, [...chosen])
}

function checkFlag(field: Field, raw: unknown): Checked {
  if (typeof raw === 'boolean') return { value: raw }
  if (raw === 'true' || raw === 'false') return { value: raw === 'true' }
  return { error: `${field.label} must be true or false` }
}

function check(field: Field, raw: unknown, values: Readonly<Record<string, unknown>>): Checked {
  if (isEmpty(raw)) return field.required ? { error: `${field.label} is required` } : { value: field.default }
  switch (field.type) {
    case 'number':
    case 'range':
      return checkNumber(field, raw)
    case 'boolean':
    case 'checkbox':
      return checkFlag(field, raw)
    case 'select':
    case 'radio':
      return checkChoice(field, raw, values)
    case 'multiselect':
      return checkChoices(field, raw, values)
    case 'list':
      return checkList(field, raw)
    default:
      return checkText(field, raw)
  }
}

/** What an empty field stands for, given the values so far; its choices may depend on one of them. */
export function defaultOf(field: FieldSpec, values: Readonly<Record<string, unknown>>): Json | undefined {
  if (field.optionsBy === undefined || field.default === undefined) return field.default
  const options = optionsOf(field, values).map((option) => option.value)
  const usual = field.optionsBy.defaults?.[asText(values[field.optionsBy.field])]
  return [usual, String(field.default)].find((value) => value !== undefined && options.includes(value)) ?? options[0]
}

/**
 * Checks raw values against the fields, fills in defaults and converts text to numbers and lists.
 * Every error is reported at once; `unknown` lists names that no field has.
 * Patterns are for check-input.ts: few fields have one, and every public page would carry what reads them.
 */
export function validateInput(fields: readonly Field[], raw: Readonly<Record<string, unknown>>): Validated {
  const known = new Set(fields.map((field) => field.name))
  const unknown = Object.keys(raw).filter((name) => !known.has(name))
  const values: Record<string, unknown> = {}
  for (const field of fields) {
    const given = own(raw, field.name)
    values[field.name] = isEmpty(given) ? defaultOf(field, values) : given
  }
  const value: JsonObject = {}
  const errors: FieldError[] = []
  for (const field of fields) {
    if (!isShown(field, values)) {
      if (field.default !== undefined) value[field.name] = field.default
      continue
    }
    const checked = check(field, values[field.name], values)
    if ('error' in checked) errors.push({ field: field.name, message: checked.error })
    else if (checked.value !== undefined) value[field.name] = values[field.name] = checked.value
  }
  return errors.length === 0 && unknown.length === 0 ? { ok: true, value } : { ok: false, errors, unknown }
}
