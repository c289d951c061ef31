import type { Json } from '#src/sdk/json.ts'

const NAME = 'in='
/** Bytes of JSON; more has no place in an address. */
export const MAX_INPUT_BYTES = 50_000

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
