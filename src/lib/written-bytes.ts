import { BASE64, type BaseNProblem, decodeBaseN } from './base-n.ts'
import { utf8Bytes } from './utf8.ts'

/** The ways in which people write bytes down, with their names on the page. */
export const WRITINGS = { utf8: 'Text (UTF-8)', hex: 'Hexadecimal', base64: 'Base64' } as const
export type Writing = keyof typeof WRITINGS

function fromHex(text: string): Uint8Array | BaseNProblem {
  const digits = text.replace(/^\s*0x/i, '').replace(/[\s:-]/g, '')
  if (!/^[0-9a-f]*$/i.test(digits)) return 'must have only hexadecimal digits'
  if (digits.length % 2 === 1) return 'must have two hexadecimal digits for each byte'
  return Uint8Array.from({ length: digits.length / 2 }, (_, index) =>
    Number.parseInt(digits.slice(2 * index, 2 * index + 2), 16),
  )
}

/** The bytes, or what is wrong, as the end of a sentence. Base64 is read in both alphabets. */
export function writtenBytes(text: string, writing: Writing): Uint8Array | BaseNProblem {
  switch (writing) {
    case 'utf8':
      return text.isWellFormed() ? utf8Bytes(text) : 'must not have half of a surrogate pair'
    case 'hex':
      return fromHex(text)
    case 'base64':
      return decodeBaseN(text.replace(/\s/g, '').replaceAll('-', '+').replaceAll('_', '/'), BASE64)
  }
}

/** Two small digits for each byte. */
export const hexOf = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
