/** A coding of RFC 4648: each character stands for `bits` bits, and a whole group has `group` characters. */
export interface BaseN {
  readonly alphabet: string
  readonly bits: number
  readonly group: number
}

export const BASE64: BaseN = {
  alphabet: 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/',
  bits: 6,
  group: 4,
}

const BITS_PER_BYTE = 8

const ascii = new TextDecoder()

/** Without padding. */
export function encodeBaseN(bytes: Uint8Array, { alphabet, bits }: BaseN): string {
  const codes = Array.from(alphabet, (character) => character.charCodeAt(0))
  const written = new Uint8Array(Math.ceil((bytes.length * BITS_PER_BYTE) / bits))
  let [held, count, length] = [0, 0, 0]
  for (const byte of bytes) {
    held = (held << BITS_PER_BYTE) | byte
    count += BITS_PER_BYTE
    while (count >= bits) {
      count -= bits
      written[length++] = codes[held >>> count] ?? 0
      held &= (1 << count) - 1
    }
  }
  if (count > 0) written[length] = codes[held << (bits - count)] ?? 0
  return ascii.decode(written)
}

/** "=" until the group is full. */
export const padded = (text: string, { group }: BaseN): string =>
  text.padEnd(Math.ceil(text.length / group) * group, '=')

/** What is wrong with a text, as the end of a sentence. */
export type BaseNProblem = string

/** The bytes of a text with or without padding. */
export function decodeBaseN(text: string, { alphabet, bits, group }: BaseN): Uint8Array | BaseNProblem {
  const bare = text.replace(/={1,6}$/, '')
  const padding = text.length - bare.length
  if (padding >= group || (padding > 0 && text.length % group !== 0))
    return `must be padded to groups of ${group} characters, or not at all`
  const values = new Map([...alphabet].map((character, value) => [character, value]))
  const bytes = new Uint8Array(Math.floor((bare.length * bits) / BITS_PER_BYTE))
  let [held, count, length] = [0, 0, 0]
  for (const character of bare) {
    const value = values.get(character)
    if (value === undefined) return `must not have “${character}”, which is no character of the alphabet`
    held = (held << bits) | value
    count += bits
    if (count < BITS_PER_BYTE) continue
    count -= BITS_PER_BYTE
    bytes[length++] = held >>> count
    held &= (1 << count) - 1
  }
  if ((bare.length * bits) % BITS_PER_BYTE >= bits) return 'must be complete: the last group is too short'
  return bytes
}
