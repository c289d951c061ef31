import { isSecretName } from '#src/lib/secret-names.ts'
import type { Json } from '#src/sdk/json.ts'

export const REDACTED = '[redacted]'

/** True, false, numbers and null tell nothing: "hasPassword": true stays. */
const hides = (value: Json): boolean => (typeof value === 'object' ? value !== null : typeof value === 'string')

const PARAMETER = /([?&;])([\w.~%+[\]-]{1,64})=([^&;#\s"'<>]+)/g
const PASSWORD = /(\b[a-z][a-z0-9+.-]{0,20}:\/\/[^\s/?#@:"'<>]{0,200}:)[^\s/?#@"'<>]+@/gi

/** Addresses carry secrets as well: in parameters with such names, and before the host. */
function redactAddresses(text: string): string {
  const named = text.includes('=')
    ? text.replace(PARAMETER, (all, sign: string, name: string) =>
        isSecretName(name) ? `${sign}${name}=${REDACTED}` : all,
      )
    : text
  return named.includes('://') ? named.replace(PASSWORD, `$1${REDACTED}@`) : named
}

/** A copy in which the values under names like password, token or authorization, also in addresses, read "[redacted]". */
export function redact(value: Json): Json {
  if (typeof value === 'string') return redactAddresses(value)
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
