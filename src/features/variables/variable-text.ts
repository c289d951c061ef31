import { parseJson } from '#src/lib/parse-json.ts'
import type { Json } from '#src/sdk/json.ts'
import type { VariableKind, VariableValue } from './variables.schema.ts'

/** What a person types for a value; JSON is laid out to be read. */
export const variableText = (kind: VariableKind, value: Json): string =>
  kind === 'json' ? JSON.stringify(value, null, 2) : String(value)

/** The value that was typed, or the sentence that says why it is none. */
export function readVariable(kind: VariableKind, text: string): VariableValue | string {
  switch (kind) {
    case 'string':
      return { kind, value: text }
    case 'number': {
      const value = Number(text)
      return text.trim() === '' || !Number.isFinite(value) ? 'This is not a number' : { kind, value }
    }
    case 'boolean':
      return { kind, value: text === 'true' }
    case 'json': {
      const parsed = parseJson(text)
      // JSON.parse gives nothing but JSON.
      return parsed.ok ? { kind, value: parsed.value as Json } : `The value ${parsed.problem}`
    }
  }
}
