import { isTooDeep } from '#src/lib/json-depth.ts'
import type { HttpResponse } from '#src/sdk/define-node.ts'
import type { Json } from '#src/sdk/json.ts'
import { NodeError } from '#src/sdk/node-error.ts'

export const RESPONSE_KINDS = ['auto', 'json', 'text'] as const
type ResponseKind = (typeof RESPONSE_KINDS)[number]

/** application/json, and whatever ends in +json: RFC 6839, section 3.1. */
const JSON_TYPE = /^[^;]*[/+]json\s*(;|$)/i
/** The same request may succeed later; every other status below 500 is final. */
const PASSING_STATUSES = new Set([408, 425, 429])

const HTTP_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/

/** Milliseconds until the time that a Retry-After header names (RFC 9110, section 10.2.3); undefined when it names none. */
export function retryAfterMs(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined
  if (/^\d{1,10}$/.test(header)) return Number(header) * 1000
  if (!HTTP_DATE.test(header)) return undefined
  const at = Date.parse(header)
  return Number.isNaN(at) ? undefined : Math.max(0, at - now)
}

/** The body as the author wants it. `json` throws NodeError INVALID_RESPONSE when the text is none. */
export function readBody({ headers, body }: HttpResponse, kind: ResponseKind): Json {
  if (kind === 'text') return body
  const isJson = JSON_TYPE.test(headers['content-type'] ?? '')
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
    permanent: status < 500 && !PASSING_STATUSES.has(status),
    status,
    retryAfterMs: retryAfterMs(headers['retry-after'], now),
  })
