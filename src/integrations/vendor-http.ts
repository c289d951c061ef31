import { toBase64 } from '#src/lib/base64.ts'
import { parseJson } from '#src/lib/parse-json.ts'
import type { Integration, IntegrationAuth, VendorContext, VendorRequest } from '#src/sdk/define-integration.ts'
import type { HttpRequest, HttpResponse, PollContext } from '#src/sdk/define-node.ts'
import { isPassingStatus, retryAfterMs } from '#src/sdk/http-failure.ts'
import type { Json } from '#src/sdk/json.ts'
import { NodeError } from '#src/sdk/node-error.ts'

const TIMEOUT_MS = 30_000
const MAX_MESSAGE = 300

/** Name and value of the proof, and where it goes. */
function proofOf(
  auth: IntegrationAuth,
  secret: string,
): { in: 'header' | 'query'; name: string; value: string } | null {
  switch (auth.kind) {
    case 'none':
      return null
    case 'api-key':
      return { in: auth.in, name: auth.name, value: `${auth.prefix ?? ''}${secret}` }
    case 'basic':
      return { in: 'header', name: 'authorization', value: `Basic ${toBase64(secret)}` }
    case 'oauth2':
      return { in: 'header', name: 'authorization', value: `Bearer ${secret}` }
  }
}

function addressOf({ title, baseUrl }: Integration, { path, query = {} }: VendorRequest): URL {
  const { origin, pathname } = new URL(baseUrl)
  const base = pathname.replace(/\/$/, '')
  const url = URL.canParse(`${base}${path}`, origin) ? new URL(`${base}${path}`, origin) : undefined
  // "//evil.example" is an address of others, which would get the proof; dots would leave the base.
  if (url?.origin !== origin || !path.startsWith('/') || !url.pathname.startsWith(`${base}/`))
    throw new NodeError({ code: 'INVALID_ADDRESS', message: `This is no address of ${title}`, permanent: true })
  for (const [name, value] of Object.entries(query))
    if (value !== null && value !== undefined) url.searchParams.set(name, String(value))
  return url
}

const CODES: ReadonlyMap<number, string> = new Map([
  [401, 'CONNECTION_REFUSED'],
  [403, 'CONNECTION_REFUSED'],
  [404, 'VENDOR_NOT_FOUND'],
  [410, 'VENDOR_NOT_FOUND'],
  [429, 'VENDOR_BUSY'],
])

/** What an answer that is none means here. */
function failureOf(integration: Integration, { status, headers }: HttpResponse, body: Json): NodeError {
  const { title, messageIn } = integration
  const said = messageIn?.(body)?.slice(0, MAX_MESSAGE)
  const plain =
    status === 401 || status === 403
      ? `${title} does not accept the connection, or it may not do this`
      : `${title} answered with status ${status}`
  return new NodeError({
    code: CODES.get(status) ?? (status >= 500 ? 'VENDOR_DOWN' : 'VENDOR_REFUSED'),
    message: said === undefined ? plain : `${plain}: ${said}`,
    permanent: !isPassingStatus(status),
    status,
    retryAfterMs: retryAfterMs(headers['retry-after'], Date.now()),
  })
}

function bodyOf({ title }: Integration, { status, body }: HttpResponse): Json {
  if (body === '') return null
  const parsed = parseJson(body)
  if (parsed.ok) return parsed.value as Json
  if (status >= 300) return null
  throw new NodeError({ code: 'INVALID_RESPONSE', message: `The answer of ${title} is not JSON`, permanent: false })
}

interface Connected extends Pick<PollContext, 'signal' | 'fetch'> {
  /** Of the account; unused where the vendor wants no proof. */
  readonly secret: string
  /** Absent: nothing is written. */
  readonly idempotencyKey?: string
}

/** The door of one step, or of one look, to its vendor. */
export function connect(integration: Integration, { signal, fetch, secret, idempotencyKey }: Connected): VendorContext {
  const { auth, idempotencyHeader } = integration
  const proof = proofOf(auth, secret)
  let writes = 0

  function requestOf(request: VendorRequest): HttpRequest {
    const url = addressOf(integration, request)
    const headers: Record<string, string> = { accept: 'application/json', ...request.headers }
    if (request.body !== undefined) headers['content-type'] = 'application/json'
    if (idempotencyHeader !== undefined && idempotencyKey !== undefined && request.method !== 'GET') {
      // Each write of a step counts by itself, in the order in which a repetition comes to them, too.
      headers[idempotencyHeader.toLowerCase()] = writes === 0 ? idempotencyKey : `${idempotencyKey}:${writes}`
      writes += 1
    }
    if (proof?.in === 'header') headers[proof.name.toLowerCase()] = proof.value
    if (proof?.in === 'query') url.searchParams.set(proof.name, proof.value)
    return {
      method: request.method,
      url: url.href,
      headers,
      timeoutMs: request.timeoutMs ?? TIMEOUT_MS,
      // The proof is for this vendor; whoever it points to gets nothing.
      followRedirects: false,
      ...(request.body !== undefined && { body: JSON.stringify(request.body) }),
    }
  }

  return {
    signal,
    async http(request) {
      const response = await fetch(requestOf(request))
      const body = bodyOf(integration, response)
      if (response.status >= 300) throw failureOf(integration, response, body)
      return { status: response.status, headers: response.headers, body }
    },
  }
}
