import type { IncomingMessage } from 'node:http'
import type { HttpRequest, HttpResponse } from '#src/sdk/define-node.ts'
import { type ByteBudget, createByteBudget } from './byte-budget.ts'
import { badRequest, badResponse, connectionFailed, EgressError, timedOut, tooManyRedirects } from './egress-error.ts'
import { createSend, type Send } from './exchange.ts'
import { readBody } from './read-body.ts'
import { checkHeaders, forOtherOrigin, type HeaderMap, withoutBody } from './request-headers.ts'
import { createPublicResolve, type Resolve, resolveAllowed } from './resolve.ts'
import { findTarget, parseAddress, type TargetRules } from './target.ts'

export interface EgressOptions {
  /** host:port entries that the operator opens, whatever their address. */
  readonly allow?: readonly string[]
  /** Of the unpacked body. */
  readonly maxBytes?: number
  /** For requests that name no time of their own. */
  readonly timeoutMs?: number
  /** What all answers that are being read hold together. */
  readonly budgetBytes?: number
  /** In the place of the name servers. */
  readonly resolve?: Resolve
}

export type EgressRequest = HttpRequest & { readonly signal?: AbortSignal }

export interface Egress {
  /** Throws EgressError, or the reason of the signal that was aborted. */
  fetch(request: EgressRequest): Promise<HttpResponse>
  /** Ends all connections. */
  close(): void
}

const MAX_BYTES = 10_000_000
const BUDGET_BYTES = 64_000_000
const DEFAULT_TIMEOUT_MS = 30_000
const MAX_TIMEOUT_MS = 300_000
const MAX_REDIRECTS = 5
const METHODS = new Set(['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE'])
const REDIRECTS = new Set([301, 302, 303, 307, 308])

interface Hop {
  readonly url: URL
  readonly method: string
  readonly headers: HeaderMap
  readonly body: string | Uint8Array | undefined
}

const hopOf = ({ url, method, headers = {}, body }: HttpRequest): Hop => {
  if (!METHODS.has(method)) throw badRequest(`The method ${JSON.stringify(method)} cannot be used`)
  return { url: parseAddress(url), method, headers: checkHeaders(headers), body }
}

/** RFC 9110, section 15.4: 303 turns into GET, and so do 301 and 302 after a POST. */
const becomesGet = (status: number, method: string): boolean =>
  method !== 'HEAD' && (status === 303 || ((status === 301 || status === 302) && method === 'POST'))

function nextHop(hop: Hop, status: number, location: string): Hop {
  const url = parseAddress(location, hop.url)
  const headers = url.origin === hop.url.origin ? hop.headers : forOtherOrigin(hop.headers)
  return becomesGet(status, hop.method)
    ? { url, method: 'GET', headers: withoutBody(headers), body: undefined }
    : { ...hop, url, headers }
}

const redirectOf = ({ statusCode = 0, headers }: IncomingMessage): string | undefined =>
  REDIRECTS.has(statusCode) ? headers.location : undefined

const headersOf = ({ headers }: IncomingMessage): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value = '']) => [name, Array.isArray(value) ? value.join(', ') : value]),
  )

interface Limits {
  readonly maxBytes: number
  readonly responseType: HttpRequest['responseType']
  readonly followRedirects: boolean
  readonly signal: AbortSignal
  readonly budget: ByteBudget
}

async function answerOf(
  response: IncomingMessage,
  hop: Hop,
  { maxBytes, responseType, signal, budget }: Limits,
): Promise<HttpResponse> {
  if (response.statusCode === undefined) throw badResponse('The answer has no status')
  const room = budget.reader(signal)
  try {
    const body = await readBody(response, { method: hop.method, maxBytes, responseType, room })
    return { status: response.statusCode, headers: headersOf(response), body }
  } catch (error) {
    response.destroy()
    throw error instanceof EgressError ? error : connectionFailed(hop.url.hostname, error)
  } finally {
    room.release()
  }
}

/** Each hop is looked up and checked anew. */
async function follow(first: Hop, rules: TargetRules, send: Send, limits: Limits): Promise<HttpResponse> {
  let hop = first
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    const target = await findTarget(hop.url, rules)
    limits.signal.throwIfAborted()
    const response = await send({ ...hop, target, signal: limits.signal })
    const location = limits.followRedirects ? redirectOf(response) : undefined
    if (location === undefined) return answerOf(response, hop, limits)
    response.destroy()
    hop = nextHop(hop, response.statusCode ?? 0, location)
  }
  throw tooManyRedirects(MAX_REDIRECTS)
}

/** Runs `work` with a signal that is aborted when the time is over or `outer` is; then throws that reason at once. */
async function within<T>(
  ms: number,
  outer: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  outer?.throwIfAborted()
  const controller = new AbortController()
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const abort = (reason: unknown) => {
    reject(reason)
    controller.abort(reason)
  }
  const onOuterAbort = () => abort(outer?.reason)
  const timer = setTimeout(() => abort(timedOut(ms)), ms)
  outer?.addEventListener('abort', onOuterAbort)
  try {
    return await Promise.race([work(controller.signal), aborted])
  } finally {
    clearTimeout(timer)
    outer?.removeEventListener('abort', onOuterAbort)
  }
}

/** The only door through which workflows reach other machines. */
export function createEgress({
  allow = [],
  maxBytes = MAX_BYTES,
  timeoutMs = DEFAULT_TIMEOUT_MS,
  budgetBytes = BUDGET_BYTES,
  resolve = createPublicResolve(),
}: EgressOptions = {}): Egress {
  const rules: TargetRules = { allow, resolvePublic: resolve, resolveAllowed }
  const { send, close } = createSend()
  const budget = createByteBudget(budgetBytes)
  return {
    fetch: async (request) => {
      const hop = hopOf(request)
      const ms = Math.min(request.timeoutMs ?? timeoutMs, MAX_TIMEOUT_MS)
      const limits = {
        maxBytes: Math.min(request.maxBytes ?? maxBytes, maxBytes),
        responseType: request.responseType,
        followRedirects: request.followRedirects ?? true,
        budget,
      }
      return within(ms, request.signal, (signal) => follow(hop, rules, send, { ...limits, signal }))
    },
    close,
  }
}
