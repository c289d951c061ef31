import type { Json } from '#src/sdk/json.ts'
import { REDACTED } from './redact.ts'

/** How the text of a secret may look in what a run leaves behind. */
export interface SecretForms {
  /** Texts to be replaced where they stand, the longest first. */
  readonly plain: readonly string[]
  /** Middles of its base64 at each of the three places that it can begin at; what surrounds them is hidden too. */
  readonly base64: readonly string[]
}

/** As a form writes it: a space is a plus, and more is encoded than in a path. */
const formEncoded = (text: string): string => new URLSearchParams({ v: text }).toString().slice(2)

const lowerEscapes = (text: string): string => text.replace(/%[0-9A-F]{2}/g, (one) => one.toLowerCase())

const base64Url = (text: string): string => text.replaceAll('+', '-').replaceAll('/', '_')

/** The characters that depend on nothing but the secret when `shift` bytes stand before it in its group of three. */
function base64Middle(bytes: Uint8Array, shift: number): string {
  const text = Buffer.concat([Buffer.alloc(shift), bytes]).toString('base64')
  return text.slice(Math.ceil((shift * 8) / 6), Math.floor(((shift + bytes.length) * 8) / 6))
}

const longestFirst = (texts: readonly string[]): string[] => [...new Set(texts)].toSorted((a, b) => b.length - a.length)

export function formsOf(value: string): SecretForms {
  const bytes = Buffer.from(value)
  const written = JSON.stringify(value).slice(1, -1)
  const encoded = [encodeURIComponent(value.toWellFormed()), formEncoded(value)]
  const hex = bytes.toString('hex')
  const markup = value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  const middles = [0, 1, 2].map((shift) => base64Middle(bytes, shift))
  return {
    plain: longestFirst([
      value,
      written,
      JSON.stringify(written).slice(1, -1),
      ...encoded,
      ...encoded.map(lowerEscapes),
      hex,
      hex.toUpperCase(),
      markup,
      markup.replaceAll('"', '&quot;'),
    ]),
    base64: longestFirst([...middles, ...middles.map(base64Url)]),
  }
}

const isBase64 = (code: number): boolean =>
  (code >= 0x30 && code <= 0x39) || // 0-9
  (code >= 0x41 && code <= 0x5a) || // A-Z
  (code >= 0x61 && code <= 0x7a) || // a-z
  code === 0x2b || // +
  code === 0x2f || // /
  code === 0x2d || // -
  code === 0x5f // _

/** Hides the whole run of base64 around each middle: its edges hold bits of the secret too. */
function hideBase64(text: string, middle: string): string {
  let out = ''
  let done = 0
  for (let at = text.indexOf(middle); at !== -1; at = text.indexOf(middle, done)) {
    let start = at
    while (start > done && isBase64(text.charCodeAt(start - 1))) start--
    let end = at + middle.length
    while (end < text.length && isBase64(text.charCodeAt(end))) end++
    while (end < text.length && text[end] === '=') end++
    out += text.slice(done, start) + REDACTED
    done = end
  }
  return out + text.slice(done)
}

function hideInText(text: string, all: readonly SecretForms[]): string {
  let hidden = text
  for (const { plain, base64 } of all) {
    for (const form of plain) hidden = hidden.replaceAll(form, REDACTED)
    for (const middle of base64) hidden = hideBase64(hidden, middle)
  }
  return hidden
}

const lengthOf = ({ plain }: SecretForms): number => plain[0]?.length ?? 0

/** A copy in which none of these secrets is left, in names of properties neither. */
export function hideSecrets(value: Json, all: readonly SecretForms[]): Json {
  // One secret may begin like another one, of which the rest would stay.
  return hideIn(
    value,
    all.toSorted((a, b) => lengthOf(b) - lengthOf(a)),
  )
}

function hideIn(value: Json, all: readonly SecretForms[]): Json {
  if (typeof value === 'string') return hideInText(value, all)
  if (typeof value === 'number') return all.some(({ plain }) => plain.includes(String(value))) ? REDACTED : value
  if (Array.isArray(value)) return value.map((part) => hideIn(part, all))
  if (typeof value !== 'object' || value === null) return value
  const copy: { [name: string]: Json } = {}
  for (const [name, part] of Object.entries(value))
    Object.defineProperty(copy, hideInText(name, all), {
      value: hideIn(part, all),
      enumerable: true,
      writable: true,
      configurable: true,
    })
  return copy
}
