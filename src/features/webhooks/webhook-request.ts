import type { FastifyRequest } from 'fastify'
import type { WebhookMethod, WebhookSettings, WebhookTrigger } from '#src/nodes/index.ts'
import { decoderFor, hasParts, notText, parseBody, textOf, unpacked } from './webhook-body.ts'

/** The body as it came. */
export const rawBodyOf = ({ body }: FastifyRequest): Uint8Array =>
  body instanceof Uint8Array ? body : new Uint8Array(0)

interface Received {
  /** What `trigger` is in the run. */
  readonly trigger: WebhookTrigger
  /** The text that was sent, unpacked. */
  readonly sent: () => string
}

/** Throws INVALID_REQUEST when the body is not what its content type says. */
export async function receive(
  request: FastifyRequest,
  rawBody: WebhookSettings['rawBody'] = 'none',
): Promise<Received> {
  const headers: WebhookTrigger['headers'] = Object.create(null)
  // A browser sends the cookie of our own pages along: it would hand a visitor's session to the author of the workflow.
  for (const [name, value] of Object.entries(request.raw.headers)) if (name !== 'cookie') headers[name] = String(value)
  const raw = rawBodyOf(request)
  const { 'content-type': contentType, 'content-encoding': coding } = request.headers
  const bytes = await unpacked(raw, coding, request.routeOptions.bodyLimit)
  const decoder = decoderFor(bytes, contentType)
  const text = textOf(bytes, decoder)
  // Bytes that are no text are taken by a workflow only that asks for them as they are.
  if (text === undefined && rawBody !== 'base64' && !hasParts(contentType)) throw notText(decoder)
  const trigger = {
    method: request.method as WebhookMethod,
    headers,
    query: queryOf(new URL(request.url, 'http://here.invalid')),
    body: await parseBody({ bytes, text, decoder }, contentType),
    ...(rawBody === 'text' && { rawBody: text ?? '' }),
    ...(rawBody === 'base64' && { rawBody: Buffer.from(raw).toString('base64') }),
  }
  return { trigger, sent: () => text ?? '' }
}

/** The last value of a repeated parameter. */
function queryOf({ searchParams }: URL): WebhookTrigger['query'] {
  const values: WebhookTrigger['query'] = Object.create(null)
  for (const [name, value] of searchParams) values[name] = value
  return values
}
