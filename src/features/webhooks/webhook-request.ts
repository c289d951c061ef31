import { isTooDeep, MAX_JSON_DEPTH } from '#src/lib/json-depth.ts'
import type { Json } from '#src/sdk/json.ts'

const DECODER = new TextDecoder('utf-8', { fatal: true })

/** The body is not what its content type says. */
export class MalformedBody extends Error {
  override name = 'MalformedBody'
}

/** JSON is parsed, form fields become an object, other text stays text, nothing is null. */
export function parseHookBody(raw: Uint8Array, contentType = ''): Json {
  if (raw.length === 0) return null
  const text = decode(raw)
  if (/^application\/(json|[\w.-]+\+json)\b/i.test(contentType)) return parseJson(text)
  if (/^application\/x-www-form-urlencoded\b/i.test(contentType)) return fieldsOf(new URLSearchParams(text))
  return text
}

function decode(raw: Uint8Array): string {
  try {
    return DECODER.decode(raw)
  } catch {
    throw new MalformedBody('The body is not UTF-8 text')
  }
}

function parseJson(text: string): Json {
  if (isTooDeep(text)) throw new MalformedBody(`The body is nested more than ${MAX_JSON_DEPTH} levels deep`)
  try {
    return JSON.parse(text)
  } catch {
    throw new MalformedBody('The body is not valid JSON')
  }
}

/** The last value of a repeated field. */
export const fieldsOf = (fields: URLSearchParams): { [name: string]: string } => {
  const values: { [name: string]: string } = Object.create(null)
  for (const [name, value] of fields) values[name] = value
  return values
}
