import type { FastifyRequest } from 'fastify'
import { isTooDeep, MAX_JSON_DEPTH } from '#src/lib/json-depth.ts'
import type { WebhookMethod, WebhookSettings, WebhookTrigger } from '#src/nodes/index.ts'
import type { Json } from '#src/sdk/json.ts'
import { invalidRequest } from '#src/server/http/app-error.ts'

const DECODER = new TextDecoder('utf-8', { fatal: true })

/** The body as it came. */
export const rawBodyOf = ({ body }: FastifyRequest): Uint8Array =>
  body instanceof Uint8Array ? body : new Uint8Array(0)

/** What `trigger` is in the run. Throws INVALID_REQUEST when the body is not what its content type says. */
export function toTrigger(request: FastifyRequest, rawBody: WebhookSettings['rawBody'] = 'none'): WebhookTrigger {
  const headers: WebhookTrigger['headers'] = Object.create(null)
  // A browser sends the cookie of our own pages along: it would hand a visitor's session to the author of the workflow.
  for (const [name, value] of Object.entries(request.raw.headers)) if (name !== 'cookie') headers[name] = String(value)
  const raw = rawBodyOf(request)
  const text = decode(raw)
  // Bytes that are no text are taken by a workflow only that asks for them as they are.
  if (text === null && rawBody !== 'base64') throw invalidRequest('The body is not UTF-8 text')
  return {
    method: request.method as WebhookMethod,
    headers,
    query: fieldsOf(new URL(request.url, 'http://here.invalid').searchParams),
    body: text === null ? null : parseBody(text, request.headers['content-type']),
    ...(rawBody === 'text' && { rawBody: text ?? '' }),
    ...(rawBody === 'base64' && { rawBody: Buffer.from(raw).toString('base64') }),
  }
}

function decode(raw: Uint8Array): string | null {
  try {
    return DECODER.decode(raw)
  } catch {
    return null
  }
}

/** JSON is parsed, form fields become an object, other text stays text, nothing is null. */
function parseBody(text: string, contentType = ''): Json {
  if (text === '') return null
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

/** The last value of a repeated field. */
const fieldsOf = (fields: URLSearchParams): { [name: string]: string } => {
  const values: { [name: string]: string } = Object.create(null)
  for (const [name, value] of fields) values[name] = value
  return values
}
