import { isTooDeep } from '#src/lib/json-depth.ts'
import type { HttpResponse } from '#src/sdk/define-node.ts'
import { isPassingStatus, retryAfterMs } from '#src/sdk/http-failure.ts'
import type { Json } from '#src/sdk/json.ts'
import { NodeError } from '#src/sdk/node-error.ts'

export const RESPONSE_KINDS = ['auto', 'json', 'text', 'binary'] as const
type ResponseKind = (typeof RESPONSE_KINDS)[number]

/** application/json, and whatever ends in +json: RFC 6839, section 3.1. */
const JSON_TYPE = /^[^;]*[/+]json\s*(;|$)/i

/** Most of an answer that is read as Base64. */
export const MAX_BINARY_BYTES = 5_000_000
/** Most of all pages of an answer together. */
export const MAX_PAGED_CHARACTERS = 10_000_000

/** Shorter answers never take too much. */
const LIGHT_CHARACTERS = 1_000_000
/** Bytes of memory for one answer, of the 256 MB that the whole process has. */
const MAX_MEMORY = 100_000_000
/** A value is turned into JSON to be remembered, logged and handed on, partly at the same time. */
const COPIES = 5
/** What an entry of a list or an object takes at least. */
const ENTRY_BYTES = 32
const [QUOTE, BACKSLASH, COMMA, BRACKET, BRACE] = [0x22, 0x5c, 0x2c, 0x5b, 0x7b]

/** Few bytes on the way may be many here: in JSON a control character takes six, and `{}` is an object of its own. */
function memoryOf(text: string, isJson: boolean): number {
  let written = text.length
  let entries = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code < 0x20) written += 5
    else if (code === QUOTE || code === BACKSLASH) written += 1
    else if (isJson && (code === COMMA || code === BRACKET || code === BRACE)) entries += 1
  }
  return written * COPIES + entries * ENTRY_BYTES
}

export const responseTooLarge = () =>
  new NodeError({
    code: 'RESPONSE_TOO_LARGE',
    message: 'The answer takes more memory than a step may have',
    permanent: true,
  })

/**
 * The body as the author wants it. Throws NodeError RESPONSE_TOO_LARGE, and for `json` INVALID_RESPONSE when the text is
 * none.
 */
export function readBody({ headers, body }: HttpResponse, kind: ResponseKind): Json {
  const isJson = JSON_TYPE.test(headers['content-type'] ?? '')
  const isParsed = kind === 'json' || (kind === 'auto' && isJson)
  if (body.length > LIGHT_CHARACTERS && memoryOf(body, isParsed) > MAX_MEMORY) throw responseTooLarge()
  if (kind === 'text' || kind === 'binary') return body
  if (kind === 'auto' && (!isJson || body === '' || isTooDeep(body))) return body
  try {
    if (isTooDeep(body)) throw new RangeError()
    return JSON.parse(body)
  } catch {
    if (kind === 'auto') return body
    throw new NodeError({ code: 'INVALID_RESPONSE', message: 'The answer is not JSON', permanent: true })
  }
}

export const badStatus = ({ status, headers }: HttpResponse, now: number) =>
  new NodeError({
    code: 'HTTP_STATUS',
    message: `The server answered with status ${status}`,
    permanent: !isPassingStatus(status),
    status,
    retryAfterMs: retryAfterMs(headers['retry-after'], now),
  })
