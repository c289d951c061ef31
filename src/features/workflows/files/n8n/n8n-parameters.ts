import type { Json, JsonObject } from '#src/sdk/json.ts'
import { isObject } from '../workflow-file.ts'
import { type Surroundings, translateText } from './n8n-expression.ts'

/** Reads the parameters of one node and remembers what it could not translate. */
export interface Parameters {
  readonly notes: string[]
  /** A text of ours, with its expressions translated; as it was, and noted, where that cannot be done. */
  text(value: Json | undefined, what: string): string
  /** The same for a value of any kind; what is no text stays. */
  value(value: Json | undefined, what: string): Json
  note(message: string): void
  /** What deserves a look, although the step does what it did. */
  remark(message: string): void
  readonly remarks: string[]
}

export function readParameters(around: Surroundings): Parameters {
  const notes: string[] = []
  const remarks: string[] = []
  const note = (message: string) => void notes.push(message)
  const remark = (message: string) => void remarks.push(message)
  const text: Parameters['text'] = (value, what) => {
    if (typeof value !== 'string') return value === undefined || value === null ? '' : String(value)
    const translated = translateText(value, around)
    if (translated !== undefined) return translated
    note(`${what}: this expression is not translated: ${value.slice(1, 200)}`)
    return value.replaceAll('{{', '{ {')
  }
  const value: Parameters['value'] = (given, what) => {
    if (typeof given === 'string') return text(given, what)
    if (Array.isArray(given)) return given.map((part) => value(part, what))
    if (!isObject(given)) return given ?? null
    return Object.fromEntries(Object.entries(given).map(([name, part]) => [name, value(part, what)]))
  }
  return { notes, note, remarks, remark, text, value }
}

export const textAt = (value: Json | undefined): string => (typeof value === 'string' ? value : '')
export const objectAt = (value: Json | undefined): JsonObject => (isObject(value) ? value : {})
export const listAt = (value: Json | undefined): JsonObject[] => (Array.isArray(value) ? value.filter(isObject) : [])

/** [{"name", "value"}] as an object. */
export const pairsAt = (list: Json | undefined, parameters: Parameters, what: string): JsonObject =>
  Object.fromEntries(
    listAt(list).map(({ name, value }) => [textAt(name), parameters.value(value, `${what} ${textAt(name)}`)]),
  )

/** JSON that n8n keeps as text, whose expressions stand between its quotes. */
export function jsonAt(value: Json | undefined, parameters: Parameters, what: string): Json {
  if (typeof value !== 'string') return value ?? null
  const whole = /^=\s*\{\{[\s\S]*\}\}\s*$/.test(value)
  if (whole) return parameters.text(value.trim(), what)
  const isTemplate = value.startsWith('=')
  try {
    const parsed: Json = JSON.parse(isTemplate ? value.slice(1) : value)
    return parameters.value(isTemplate ? asTemplates(parsed) : parsed, what)
  } catch {
    parameters.note(`${what}: this is not JSON: ${value.slice(0, 200)}`)
    return null
  }
}

/** Texts in JSON that is an expression as a whole may hold expressions each. */
function asTemplates(value: Json): Json {
  if (typeof value === 'string') return value.includes('{{') ? `=${value}` : value
  if (Array.isArray(value)) return value.map(asTemplates)
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, asTemplates(part)]))
}
