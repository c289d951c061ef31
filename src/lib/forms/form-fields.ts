import { looksLikeEmail } from '../looks-like-email.ts'

export const FORM_FIELD_TYPES = ['text', 'email', 'number', 'textarea', 'select', 'checkbox', 'date'] as const

/** One question of a form, as its author has written it down. */
export interface FormField {
  /** trigger.values.{name} */
  readonly name: string
  readonly label: string
  readonly type: (typeof FORM_FIELD_TYPES)[number]
  readonly required: boolean
  readonly help: string
  /** Choices of a select. */
  readonly options: readonly string[]
  /** Of a number. */
  readonly min?: number | undefined
  readonly max?: number | undefined
}

/** Most characters of one answer. */
export const ANSWER_MAX = 5000

export type Answer = string | number | boolean | null
export type Checked =
  | { readonly ok: true; readonly values: { readonly [name: string]: Answer } }
  | { readonly ok: false; readonly errors: { readonly [name: string]: string } }

type Result = { readonly value: Answer } | { readonly error: string }

function toNumber(text: string, { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY }: FormField): Result {
  const value = Number(text)
  if (!/^[+-]?(\d+\.?\d*|\.\d+)$/.test(text)) return { error: 'Enter a number' }
  if (value < min) return { error: `Enter ${min} or more` }
  return value > max ? { error: `Enter ${max} or less` } : { value }
}

const isDate = (text: string): boolean => {
  const date = new Date(`${text}T00:00:00Z`)
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}

function check(field: FormField, given: string): Result {
  const text = given.trim()
  if (field.type === 'checkbox')
    return field.required && text !== 'on' ? { error: 'Tick this to go on' } : { value: text === 'on' }
  if (text === '') return field.required ? { error: `${field.label} is required` } : { value: null }
  if (text.length > ANSWER_MAX) return { error: `At most ${ANSWER_MAX} characters` }
  switch (field.type) {
    case 'number':
      return toNumber(text, field)
    case 'email':
      return looksLikeEmail(text) && text.length <= 254 ? { value: text } : { error: 'Enter an email address' }
    case 'date':
      return isDate(text) ? { value: text } : { error: 'Enter a date' }
    case 'select':
      return field.options.includes(text) ? { value: text } : { error: 'Choose one of these' }
    default:
      return { value: text }
  }
}

/** What was sent, with the types that the fields have; what no field asks for is left out. */
export function checkAnswers(fields: readonly FormField[], sent: Readonly<Record<string, string>>): Checked {
  const results = fields.map((field) => [field.name, check(field, sent[field.name] ?? '')] as const)
  const errors = results.flatMap(([name, result]) => ('error' in result ? [[name, result.error]] : []))
  if (errors.length > 0) return { ok: false, errors: Object.fromEntries(errors) }
  const values = results.flatMap(([name, result]) => ('value' in result ? [[name, result.value]] : []))
  return { ok: true, values: Object.fromEntries(values) }
}
