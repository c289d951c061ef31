import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate } from 'node:zlib'
import { textDecoderFor } from '#src/lib/charset.ts'
import { isTooDeep, MAX_JSON_DEPTH } from '#src/lib/json-depth.ts'
import type { Json } from '#src/sdk/json.ts'
import { AppError, invalidRequest } from '#src/server/http/app-error.ts'
import { readParts } from '#src/server/http/read-parts.ts'

type Decoder = InstanceType<typeof TextDecoder>

const UTF_8 = new TextDecoder('utf-8', { fatal: true })
const JSON_TYPE = /^application\/(json|[\w.-]+\+json)\b/i
const PARTS = /^multipart\/form-data\b/i
const FORM = /^application\/x-www-form-urlencoded\b/i

/** Whether a body of this type may hold files beside its text. */
export const hasParts = (contentType = ''): boolean => PARTS.test(contentType)

/** What reads the text of a body; undefined where nobody knows its charset. JSON has none: RFC 8259, section 8.1. */
export const decoderFor = (bytes: Uint8Array, contentType = ''): Decoder | undefined =>
  bytes.length === 0 || JSON_TYPE.test(contentType) || hasParts(contentType)
    ? UTF_8
    : textDecoderFor(bytes, contentType, { fatal: true })

/** Undefined for bytes that are no text. */
export function textOf(bytes: Uint8Array, decoder: Decoder | undefined): string | undefined {
  try {
    return decoder?.decode(bytes)
  } catch {
    return undefined
  }
}

const unsupported = (message: string) => new AppError({ code: 'UNSUPPORTED_MEDIA_TYPE', status: 415, message })

export const notText = (decoder: Decoder | undefined): AppError =>
  decoder === undefined
    ? unsupported('The charset of the content-type is not known: send the body in UTF-8')
    : invalidRequest(`The body is not ${decoder.encoding.toUpperCase()} text`)

/** RFC 9110, section 8.4.1; the x- name is as old as the other one. */
const CODINGS = new Map([
  ['gzip', promisify(gunzip)],
  ['x-gzip', promisify(gunzip)],
  ['deflate', promisify(inflate)],
  ['br', promisify(brotliDecompress)],
])

const tooLarge = () =>
  new AppError({ code: 'BODY_TOO_LARGE', status: 413, message: 'The request body is too large once it is unpacked' })

/** The body without its content-encoding: `most` bytes of it at most, as what is small to send may be large to keep. */
export async function unpacked(bytes: Uint8Array, coding: string | undefined, most: number): Promise<Uint8Array> {
  if (coding === undefined || coding === '' || coding === 'identity' || bytes.length === 0) return bytes
  const unpack = CODINGS.get(coding.trim().toLowerCase())
  // Some senders write there what belongs elsewhere, such as utf-8.
  if (unpack === undefined && textOf(bytes, UTF_8) !== undefined) return bytes
  if (unpack === undefined) throw unsupported('Send the body as it is, or as gzip, deflate or br')
  try {
    return await unpack(bytes, { maxOutputLength: most })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge()
    throw invalidRequest('The body is not what its content-encoding says')
  }
}

interface Body {
  readonly bytes: Uint8Array
  /** Undefined where they are no text. */
  readonly text: string | undefined
  readonly decoder: Decoder | undefined
}

/** JSON is parsed, form fields become an object, other text stays text, nothing is null. */
export async function parseBody({ bytes, text, decoder }: Body, contentType = ''): Promise<Json> {
  if (bytes.length === 0) return null
  if (hasParts(contentType)) return fieldsOf(await partsOf(bytes, contentType))
  if (text === undefined || text === '') return null
  if (JSON_TYPE.test(contentType)) return parseJson(text)
  if (FORM.test(contentType)) return fieldsOf(formPairs(bytes, text, decoder?.encoding))
  return text
}

function parseJson(text: string): Json {
  if (isTooDeep(text)) throw invalidRequest(`The body is nested more than ${MAX_JSON_DEPTH} levels deep`)
  try {
    return JSON.parse(text)
  } catch {
    throw invalidRequest('The body is not valid JSON')
  }
}

const ESCAPED = /%([\da-f]{2})/gi

/** In another charset than UTF-8 what is escaped are bytes of it, of which a character may have several. */
function formPairs(bytes: Uint8Array, text: string, encoding = 'utf-8'): Iterable<[string, string]> {
  if (encoding.startsWith('utf-')) return new URLSearchParams(text)
  const decoder = new TextDecoder(encoding)
  const read = (part: string) => {
    const plain = part
      .replaceAll('+', ' ')
      .replace(ESCAPED, (_all, hex: string) => String.fromCharCode(parseInt(hex, 16)))
    return decoder.decode(Buffer.from(plain, 'latin1'))
  }
  const pairs = Buffer.from(bytes).toString('latin1').split('&')
  return pairs
    .filter((pair) => pair !== '')
    .map((pair) => {
      const [name = '', ...value] = pair.split('=')
      return [read(name), read(value.join('='))]
    })
}

/** A field is its text, a file its name, type, size and bytes. */
async function partsOf(bytes: Uint8Array, contentType: string): Promise<[string, Json][]> {
  const parts = await readParts(bytes, contentType).catch(() => {
    throw invalidRequest('The body is not valid multipart/form-data')
  })
  return Promise.all(
    parts.map(async ([field, value]): Promise<[string, Json]> => {
      if (typeof value === 'string') return [field, value]
      const { name, type } = value
      const file = await value.bytes
      return [field, { name, type, size: file.length, base64: file.toString('base64') }]
    }),
  )
}

/** Of a field that comes several times, the list of its values. */
function fieldsOf(fields: Iterable<[string, Json]>): { [name: string]: Json } {
  const lists = new Map<string, Json[]>()
  for (const [name, value] of fields) {
    const list = lists.get(name)
    if (list === undefined) lists.set(name, [value])
    else list.push(value)
  }
  const values: { [name: string]: Json } = Object.create(null)
  for (const [name, [first = null, ...others]] of lists) values[name] = others.length === 0 ? first : [first, ...others]
  return values
}
