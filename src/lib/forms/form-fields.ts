import { looksLikeEmail } from '../looks-like-email.ts'
import { type CheckedFile, checkFile, type FileGroup, type SentFile, tooMuchTogether } from './form-files.ts'

export const FORM_FIELD_TYPES = ['text', 'email', 'number', 'textarea', 'select', 'checkbox', 'date', 'file'] as const

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
  /** Of a file. */
  readonly accept?: FileGroup | undefined
  readonly maxMb?: number | undefined
}

/** Most characters of one answer. */
export const ANSWER_MAX = 5000

export type Answer = string | number | boolean | null
export type Checked =
  | {
      readonly ok: true
      readonly values: { readonly [name: string]: Answer }
      /** By the names of their questions. */
      readonly files: { readonly [name: string]: CheckedFile }
    }
  | { readonly ok: false; readonly errors: { readonly [name: string]: string } }

type Result = { readonly value: Answer } | { readonly error: string }

function toNumber(text: string, { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY }: FormField): Result {
  const value = Number(text)
  // So many digits that they are Infinity, which JSON does not know.
  if (!/^[+-]?(\d+\.?\d*|\.\d+)$/.test(text) || !Number.isFinite(value)) return { error: 'Enter a number' }
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

type Files = Readonly<Record<string, SentFile>>

function checkFiles(fields: readonly FormField[], sent: Files) {
  const files: Record<string, CheckedFile> = {}
  const errors: Record<string, string> = {}
  for (const field of fields) {
    const given = Object.hasOwn(sent, field.name) ? sent[field.name] : undefined
    if (given === undefined) {
      if (field.required) errors[field.name] = `${field.label} is required`
      continue
    }
    const result = checkFile(given, field)
    if ('file' in result) files[field.name] = result.file
    else errors[field.name] = result.error
  }
  const [last] = Object.keys(files).slice(-1)
  const tooMuch = tooMuchTogether(Object.values(files))
  if (last !== undefined && tooMuch !== undefined) errors[last] = tooMuch
  return { files, errors }
}

/** What was sent, with the types that the fields have; what no field asks for is left out. */
export function checkAnswers(
  fields: readonly FormField[],
  sent: Readonly<Record<string, string>>,
  sentFiles: Files = {},
): Checked {
  const asking = fields.filter(({ type }) => type === 'file')
  const results = fields
    .filter((field) => !asking.includes(field))
    .map((field) => [field.name, check(field, sent[field.name] ?? '')] as const)
  const { files, errors: ofFiles } = checkFiles(asking, sentFiles)
  const wrong = results.flatMap(([name, result]) => ('error' in result ? [[name, result.error] as const] : []))
  const errors = { ...Object.fromEntries(wrong), ...ofFiles }
  if (Object.keys(errors).length > 0) return { ok: false, errors }
  const values = results.flatMap(([name, result]) => ('value' in result ? [[name, result.value]] : []))
  const none = asking.map(({ name }) => [name, null])
  return { ok: true, values: Object.fromEntries([...values, ...none]), files }
}
