import { type JsonFault, jsonFault } from '#src/lib/json-fault.ts'
import type { Control } from '#src/nodes/index.ts'
import type { Json, JsonObject } from '#src/sdk/json.ts'

const TYPED = ['text', 'multiline', 'code', 'number', 'expression', 'json'] as const satisfies Control[]
/** Controls that are typed into. */
export type TextControl = (typeof TYPED)[number]
export const isTyped = (control: Control): control is TextControl => TYPED.some((one) => one === control)

export const isTemplate = (value: Json | undefined): value is string =>
  typeof value === 'string' && value.includes('{{')

function parsed(text: string): { value: Json } | undefined {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return undefined
  }
}

/** What a control shows for a value; text that would read as other JSON is quoted, so that nothing changes by looking. */
export function toText(control: TextControl, value: Json | undefined): string {
  if (value === undefined) return ''
  if (typeof value !== 'string') return control === 'json' ? JSON.stringify(value, null, 2) : JSON.stringify(value)
  return control === 'json' && parsed(value) !== undefined ? JSON.stringify(value) : value
}

/** The value of what was typed; undefined for nothing. Whatever does not fit the control stays text, so nothing is lost. */
export function fromText(control: TextControl, text: string): Json | undefined {
  const trimmed = text.trim()
  if (trimmed === '') return undefined
  switch (control) {
    case 'number':
      return Number.isFinite(Number(trimmed)) ? Number(trimmed) : text
    case 'expression':
      return trimmed === 'true' || trimmed === 'false' ? trimmed === 'true' : text
    case 'json': {
      const json = parsed(trimmed)
      return json === undefined ? text : json.value
    }
    case 'text':
    case 'multiline':
    case 'code':
      return text
  }
}

/** Where what is meant as an object or a list stops being JSON; anything else is a text on purpose. */
export const faultInJson = (text: string): JsonFault | undefined =>
  /^\s*(\{(?!\{)|\[)/.test(text) ? jsonFault(text) : undefined

/** What is odd about the text, for whoever typed it; publishing has the last word. */
export function slipIn(control: TextControl, text: string): string | undefined {
  const trimmed = text.trim()
  if (trimmed === '') return undefined
  switch (control) {
    case 'number':
      return Number.isFinite(Number(trimmed)) || trimmed.includes('{{')
        ? undefined
        : 'Enter a number, or an expression in {{ }}'
    case 'expression':
      return trimmed.includes('{{') || trimmed === 'true' || trimmed === 'false'
        ? undefined
        : 'Write the expression between {{ and }}'
    case 'json': {
      const fault = faultInJson(text)
      return (
        fault &&
        `Line ${fault.line}: ${fault.message}. As it is, it would be used as text. Expressions in JSON stand in quotes: "{{ … }}"`
      )
    }
    case 'text':
    case 'multiline':
    case 'code':
      return undefined
  }
}

/** One line of a name → value list while it is edited. */
export interface Pair {
  readonly name: string
  readonly text: string
}

export const toPairs = (value: Readonly<JsonObject>): Pair[] =>
  Object.entries(value).map(([name, part]) => ({ name, text: toText('json', part) }))

/** Lines without a name are not there yet; of equal names the last counts. An empty value is empty text. */
export const fromPairs = (pairs: readonly Pair[]): JsonObject =>
  Object.fromEntries(
    pairs.filter(({ name }) => name.trim() !== '').map(({ name, text }) => [name.trim(), fromText('json', text) ?? '']),
  )
