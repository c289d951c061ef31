import type { Json } from '#src/sdk/json.ts'

export const REDACTED = '[redacted]'

const HEADERS = new Set(['authorization', 'proxy-authorization', 'cookie', 'set-cookie', 'x-api-key'])
const WORDS = new Set(['password', 'passwd', 'passphrase', 'secret', 'token', 'credential', 'credentials'])
const PAIRS = new Set(['api key', 'private key', 'access key', 'signing key'])

/** "clientSecret", "client_secret" and "Client-Secret" are the words client, secret. */
const wordsOf = (name: string): string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)

const isSecretName = (name: string): boolean => {
  if (HEADERS.has(name.toLowerCase())) return true
  const words = wordsOf(name)
  return words.some((word, at) => WORDS.has(word) || word === 'apikey' || PAIRS.has(`${word} ${words[at + 1]}`))
}

const known = new Map<string, boolean>()
/** Names repeat from run to run; deciding each once keeps the log off the hot path. */
function isSecret(name: string): boolean {
  const before = known.get(name)
  if (before !== undefined) return before
  const answer = isSecretName(name)
  if (known.size < 5000) known.set(name, answer)
  return answer
}

/** True, false, numbers and null tell nothing: "hasPassword": true stays. */
const hides = (value: Json): boolean => (typeof value === 'object' ? value !== null : typeof value === 'string')

/** A copy in which the values under names like password, token or authorization read "[redacted]". */
export function redact(value: Json): Json {
  if (Array.isArray(value)) return value.map(redact)
  if (typeof value !== 'object' || value === null) return value
  const copy: { [name: string]: Json } = {}
  for (const [name, part] of Object.entries(value))
    Object.defineProperty(copy, name, {
      value: isSecret(name) && hides(part) ? REDACTED : redact(part),
      enumerable: true,
      writable: true,
      configurable: true,
    })
  return copy
}
