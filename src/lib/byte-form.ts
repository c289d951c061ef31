import { BASE64, type BaseNProblem, encodeBaseN, padded } from './base-n.ts'
import { utf8Text } from './utf8.ts'
import { type Writing, writtenBytes } from './written-bytes.ts'

/** Bytes in the place of a text, as programs send them and the page does for files: {"hex": "0b"}, {"base64": "Cw=="}. */
const BYTE_FORM = /^\s*\{\s*"(?<writing>hex|base64)"\s*:\s*"(?<written>[^"\\]*)"\s*\}\s*$/

/** The bytes that a text stands for, or what is wrong, as the end of a sentence. */
export function bytesMeant(text: string, writing: Writing = 'utf8'): Uint8Array | BaseNProblem {
  const given = BYTE_FORM.exec(text)?.groups
  return given?.written === undefined
    ? writtenBytes(text, writing)
    : writtenBytes(given.written, given.writing === 'hex' ? 'hex' : 'base64')
}

/** A text that stands for these bytes: they themselves where they are text, and nobody would take it for another form. */
export function textMeaning(bytes: Uint8Array): string {
  const text = utf8Text(bytes)
  return text === undefined || text.includes('\0') || BYTE_FORM.test(text)
    ? `{"base64": "${padded(encodeBaseN(bytes, BASE64), BASE64)}"}`
    : text
}
