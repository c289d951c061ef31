import type { Field } from './fields.ts'
import { fitsPattern } from './pattern.ts'
import { type FieldError, type Validated, validateInput } from './validate-input.ts'

function misfit({ name, label, pattern, patternMessage }: Field, value: unknown): FieldError[] {
  if (pattern === undefined || typeof value !== 'string' || fitsPattern(value, pattern)) return []
  return [{ field: name, message: patternMessage ?? `${label} must fit ${pattern}` }]
}

/** `validateInput`, and whether texts that are right otherwise fit the patterns of their fields. */
export function checkInput(fields: readonly Field[], raw: Readonly<Record<string, unknown>>): Validated {
  const checked = validateInput(fields, raw)
  if (!checked.ok) return checked
  const errors = fields.flatMap((field) => misfit(field, checked.value[field.name]))
  return errors.length === 0 ? checked : { ok: false, errors, unknown: [] }
}
