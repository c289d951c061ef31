import { isSecretName } from '#src/lib/secret-names.ts'
import type { Json } from '#src/sdk/json.ts'

export const REDACTED = '[redacted]'

/** True, false, numbers and null tell nothing: "hasPassword": true stays. */
const hides = (value: Json): boolean => (typeof value === 'object' ? value !== null : typeof value === 'string')

/** A copy in which the values under names like password, token or authorization read "[redacted]". */
export function redact(value: Json): Json {
  if (Array.isArray(value)) return value.map(redact)
  if (typeof value !== 'object' || value === null) return value
  const copy: { [name: string]: Json } = {}
  for (const [name, part] of Object.entries(value))
    Object.defineProperty(copy, name, {
      value: isSecretName(name) && hides(part) ? REDACTED : redact(part),
      enumerable: true,
      writable: true,
      configurable: true,
    })
  return copy
}
