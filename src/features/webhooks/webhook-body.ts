import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate } from 'node:zlib'
import { isTooDeep, MAX_JSON_DEPTH } from '#src/lib/json-depth.ts'
import type { Json } from '#src/sdk/json.ts'
import { AppError, invalidRequest } from '#src/server/http/app-error.ts'
import { readParts } from '#src/server/http/read-parts.ts'

const DECODER = new TextDecoder('utf-8', { fatal: true })

/** Undefined for bytes that are no text. */
export function textOf(bytes: Uint8Array): string | undefined {
  try {
    return DECODER.decode(bytes)
  } catch {
    return undefined
  }
}

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
  if (unpack === undefined && textOf(bytes) !== undefined) return bytes
  if (unpack === undefined)
    throw new AppError({
      code: 'UNSUPPORTED_MEDIA_TYPE',
      status: 415,
      message: 'Send the body as it is, or as gzip, deflate or br',
    })
  try {
    return await unpack(bytes, { maxOutputLength: most })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge()
    throw invalidRequest('The body is not what its content-encoding says')
  }
}

const PARTS = /^multipart\/form-data\b/i

/** Whether a body of this type may hold files beside its text. */
export const hasParts = (contentType = ''): boolean => PARTS.test(contentType)

interface Body {
  readonly bytes: Uint8Array
  /** Undefined where they are no text. */
  readonly text: string | undefined
}

/** JSON is parsed, form fields become an object, other text stays text, nothing is null. */
export async function parseBody({ bytes, text }: Body, contentType = ''): Promise<Json> {
  if (bytes.length === 0) return null
  if (hasParts(contentType)) return fieldsOf(await partsOf(bytes, contentType))
  if (text === undefined || text === '') return null
  if (/^application\/(json|[\w.-]+\+json)\b/i.test(contentType)) return parseJson(text)
  if (/^application\/x-www-form-urlencoded\b/i.test(contentType)) return fieldsOf(new URLSearchParams(text))
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
