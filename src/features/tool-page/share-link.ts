import type { Json } from '#src/sdk/json.ts'

const NAME = 'in='
/** Bytes of JSON; more has no place in an address. */
export const MAX_INPUT_BYTES = 50_000
/** Characters; longer inputs are rather somebody's text than a question. */
const MUCH_INPUT = 200

type Inputs = Readonly<Record<string, Json>>

const toBase64Url = (bytes: Uint8Array): string => {
  let binary = ''
  for (const byte of bytes) binary += String.fromCharCode(byte)
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}

const fromBase64Url = (text: string): Uint8Array =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0))

/** "#in=…", or undefined when the inputs are too much for a link. The part behind # never reaches a server. */
export function toHash(inputs: Inputs): string | undefined {
  const text = JSON.stringify(inputs)
  if (text.length > MAX_INPUT_BYTES) return undefined
  const bytes = new TextEncoder().encode(text)
  return bytes.length > MAX_INPUT_BYTES ? undefined : `#${NAME}${toBase64Url(bytes)}`
}

/** The inputs in a hash; undefined when it is of no such link. */
export function fromHash(hash: string): Inputs | 'damaged' | undefined {
  if (!hash.startsWith(`#${NAME}`)) return undefined
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(fromBase64Url(hash.slice(NAME.length + 1)))
    const inputs: unknown = JSON.parse(text)
    return typeof inputs === 'object' && inputs !== null && !Array.isArray(inputs) ? (inputs as Inputs) : 'damaged'
  } catch {
    return 'damaged'
  }
}

/** Keys, tokens and the like: at least one of these shapes is in the text. */
const SECRETS = [
  /-----BEGIN [A-Z ]*PRIVATE KEY-----/,
  /\beyJ[\w-]{10,}\.[\w-]{10,}\.[\w-]*/,
  /\b(?:sk|pk|rk|ghp|gho|ghs|glpat|xox[abp]|ftl)[-_][\w-]{10,}/,
  /\bAKIA[0-9A-Z]{16}\b/,
  /\b(?:password|passwd|secret|api[-_ ]?key|token)\b\\*["']?\s*[:=]/i,
  /\/\/[^\s/:@]+:[^\s/@]+@/,
]

export function looksSecret(inputs: Inputs): boolean {
  const text = JSON.stringify(inputs)
  return SECRETS.some((secret) => secret.test(text))
}

/** Whether the link without the inputs is the better first offer. */
export const isDelicate = (inputs: Inputs): boolean => JSON.stringify(inputs).length > MUCH_INPUT || looksSecret(inputs)
