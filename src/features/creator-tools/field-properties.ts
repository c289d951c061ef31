import { FIELD_TYPES, type FieldType } from '#src/sdk/field-types.ts'
import type { FieldSpec } from '#src/sdk/fields.ts'
import type { Json } from '#src/sdk/json.ts'
import type { FieldDraft } from './tool-content.schema.ts'

/** How a property is written: a line, a number, a tick, numbers in a row, or JSON. */
export type PropertyKind = 'line' | 'number' | 'flag' | 'numbers' | 'json'

export interface Property {
  readonly name: keyof FieldSpec
  readonly label: string
  readonly kind: PropertyKind
  readonly help?: string
  readonly types: readonly FieldType[]
}

const NUMBERS: readonly FieldType[] = ['number', 'range']
const TEXTS: readonly FieldType[] = ['string', 'text', 'textarea', 'email', 'password', 'url', 'tel']
/** Of one line, which a pattern can describe. */
const LINES: readonly FieldType[] = TEXTS.filter((type) => type !== 'textarea')
const CHOICES: readonly FieldType[] = ['select', 'radio', 'multiselect']

/** What a field may have besides its name, type, label, default, choices and rule, which have controls of their own. */
export const PROPERTIES: readonly Property[] = [
  { name: 'help', label: 'Help', kind: 'line', types: FIELD_TYPES },
  {
    name: 'placeholder',
    label: 'Placeholder',
    kind: 'line',
    help: 'An example of what to enter, shown while it is empty',
    types: [...TEXTS, ...NUMBERS, 'list', 'select'],
  },
  { name: 'unit', label: 'Unit', kind: 'line', types: [...NUMBERS, ...TEXTS] },
  { name: 'min', label: 'Minimum', kind: 'number', types: NUMBERS },
  { name: 'max', label: 'Maximum', kind: 'number', types: NUMBERS },
  { name: 'step', label: 'Step', kind: 'number', types: NUMBERS },
  { name: 'presets', label: 'Quick values', kind: 'numbers', help: 'Separated by commas', types: NUMBERS },
  { name: 'minLength', label: 'Shortest', kind: 'number', help: 'Characters', types: TEXTS },
  { name: 'maxLength', label: 'Longest', kind: 'number', help: 'Characters', types: TEXTS },
  {
    name: 'pattern',
    label: 'Pattern',
    kind: 'line',
    help: 'Of the whole text, such as [A-Z]{2}\\d{4}. It cannot look ahead or back',
    types: LINES,
  },
  {
    name: 'patternMessage',
    label: 'What to say otherwise',
    kind: 'line',
    help: 'Of a text that does not fit the pattern',
    types: LINES,
  },
  { name: 'maxBytes', label: 'Largest file', kind: 'number', help: 'Bytes', types: ['file', 'textarea'] },
  { name: 'swapWith', label: 'Swaps with', kind: 'line', help: 'Name of another input', types: FIELD_TYPES },
  {
    name: 'section',
    label: 'Section',
    kind: 'line',
    help: 'A heading over inputs in a row that share it',
    types: FIELD_TYPES,
  },
  { name: 'required', label: 'Required', kind: 'flag', types: FIELD_TYPES },
  { name: 'integer', label: 'Whole numbers only', kind: 'flag', types: NUMBERS },
  { name: 'hidden', label: 'Hidden: only programs fill it in', kind: 'flag', types: FIELD_TYPES },
  { name: 'secret', label: 'Secret: never in a link, a history or a log', kind: 'flag', types: FIELD_TYPES },
  { name: 'takesJson', label: 'Programs may send JSON in place of its text', kind: 'flag', types: ['textarea'] },
  {
    name: 'optionsBy',
    label: 'Choices that depend on another input',
    kind: 'json',
    help: '{"field": "kind", "options": {"a": [{"value": "1", "label": "One"}]}}',
    types: CHOICES,
  },
  { name: 'aliases', label: 'Other spellings of choices', kind: 'json', help: '{"mile": "mi"}', types: CHOICES },
]

/** A field of another type keeps what that type has, too. */
export function withType(field: FieldDraft, type: FieldType): FieldDraft {
  const { default: _, ...kept } = field
  const lost = PROPERTIES.filter(({ types }) => !types.includes(type)).map(({ name }) => name as string)
  if (!CHOICES.includes(type)) lost.push('options')
  if (type !== 'string') lost.push('picker')
  const rest = Object.fromEntries(Object.entries(kept).filter(([name]) => !lost.includes(name)))
  const options = CHOICES.includes(type) ? { options: field.options ?? [{ value: 'one', label: 'One' }] } : {}
  return { ...(rest as unknown as FieldDraft), ...options, type }
}

/** Absent where it says nothing, so that the schema stays as short as what was written; in its place where it was. */
export function withProperty(field: FieldDraft, name: keyof FieldSpec, value: unknown): FieldDraft {
  const isNothing =
    value === undefined || value === '' || value === false || (Array.isArray(value) && value.length === 0)
  if (!isNothing) return { ...field, [name]: value }
  const { [name]: _, ...rest } = field
  return rest as FieldDraft
}

/** In quotes, with the escapes of JSON: for whatever would be read as something else as it is. */
const QUOTED = /^"(?:[^"\\]|\\.)*"/

function readQuoted(text: string): { value: string; rest: string } | undefined {
  const found = QUOTED.exec(text)?.[0]
  if (found === undefined) return undefined
  try {
    return { value: JSON.parse(found) as string, rest: text.slice(found.length) }
  } catch {
    return undefined
  }
}

const isLine = (text: string): boolean => text === text.trim() && !text.includes('\n') && !text.startsWith('"')

function optionFrom(line: string) {
  const quoted = readQuoted(line.trim())
  const value = quoted?.value ?? line.split('=')[0]?.trim() ?? ''
  const after = quoted?.rest ?? line.slice(line.split('=')[0]?.length)
  const label = after.trim().replace(/^=/, '').trim()
  return { value, label: readQuoted(label)?.value ?? (label || value) }
}

/** "a = Label" a line; a line without a sign is both. */
export const optionsFrom = (text: string) =>
  text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map(optionFrom)

export const optionsText = (options: FieldSpec['options'] = []): string =>
  options
    .map(({ value, label }) => {
      const left = value !== '' && isLine(value) && !value.includes('=') ? value : JSON.stringify(value)
      if (value === label) return left
      return `${left} = ${label !== '' && isLine(label) ? label : JSON.stringify(label)}`
    })
    .join('\n')

/** How the values of an input are written; what is not known is guessed. */
type ValueKind = 'flag' | 'number' | 'text'

function kindOf(type: FieldType | undefined): ValueKind | undefined {
  if (type === undefined) return undefined
  if (NUMBERS.includes(type)) return 'number'
  return type === 'boolean' || type === 'checkbox' ? 'flag' : 'text'
}

const LITERALS: Readonly<Record<ValueKind | 'any', RegExp>> = {
  flag: /^(?:true|false|null)$/,
  number: /^(?:-?(?:0|[1-9]\d*)(?:\.\d+)?|null)$/,
  text: /^null$/,
  any: /^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?)$/,
}
const PARTS = /\s*("(?:[^"\\]|\\.)*"(?=\s*(?:,|$))|[^,]+)/g

/** What a rule compares the values of an input of this type with, separated by commas. */
export function valuesFrom(text: string, type?: FieldType): Json[] {
  const literal = LITERALS[kindOf(type) ?? 'any']
  return [...text.matchAll(PARTS)]
    .map(([part]) => part.trim())
    .filter((part) => part !== '')
    .map((part) => readQuoted(part)?.value ?? (literal.test(part) ? (JSON.parse(part) as Json) : part))
}

/** The other way; a text that would be read as something else stands in quotes. */
export const valuesText = (values: readonly Json[], type?: FieldType): string =>
  values
    .map((value) => {
      if (typeof value !== 'string') return JSON.stringify(value)
      const isPlain =
        value !== '' && isLine(value) && !value.includes(',') && !LITERALS[kindOf(type) ?? 'any'].test(value)
      return isPlain ? value : JSON.stringify(value)
    })
    .join(', ')

/** The first of "field", "field2" … that is free. */
export function freeName(wanted: string, taken: readonly { readonly name: string }[]): string {
  const names = new Set(taken.map(({ name }) => name))
  for (let at = 1; ; at++) {
    const name = at === 1 ? wanted : `${wanted}${at}`
    if (!names.has(name)) return name
  }
}
