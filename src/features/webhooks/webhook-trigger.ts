import type { FastifyRequest } from 'fastify'
import type { WebhookMethod, WebhookTrigger } from '#src/nodes/index.ts'
import { invalidRequest } from '#src/server/http/app-error.ts'
import { fieldsOf, MalformedBody, parseHookBody } from './webhook-request.ts'

/** What a workflow sees of a request to one of its addresses. */
export function toTrigger(request: FastifyRequest): WebhookTrigger {
  const headers: WebhookTrigger['headers'] = Object.create(null)
  // A browser sends the cookie of our own pages along: it would hand a visitor's session to the author of the workflow.
  for (const [name, value] of Object.entries(request.headers)) if (name !== 'cookie') headers[name] = String(value)
  return {
    method: request.method as WebhookMethod,
    headers,
    query: fieldsOf(new URL(request.url, 'http://here.invalid').searchParams),
    body: bodyOf(request),
  }
}

function bodyOf(request: FastifyRequest) {
  if (!(request.body instanceof Uint8Array)) return null
  try {
    return parseHookBody(request.body, request.headers['content-type'])
  } catch (error) {
    if (error instanceof MalformedBody) throw invalidRequest(error.message)
    throw error
  }
}
