import { isErrorEnvelope } from '#src/lib/error-envelope.ts'
import { ApiError, isRetryable, networkError, timeoutError, toApiError } from './api-error.ts'

/** Times in milliseconds. */
export const RETRY_POLICY = { retries: 3, baseMs: 1000, factor: 2, jitter: 0.1, capMs: 10_000, timeoutMs: 30_000 }

/** What the request layer needs from the world; tests hand in their own. */
export interface RequestWorld {
  fetch(url: string, init: RequestInit): Promise<Response>
  sleep(ms: number): Promise<void>
  random(): number
}

export interface RequestOptions {
  readonly method: string
  readonly body?: unknown
  readonly signal?: AbortSignal
  /** Aborted, it is not asked again; what is on its way goes on, as it may have had its effect. */
  readonly retrying?: AbortSignal
  /** The Idempotency-Key of a call that was made before. */
  readonly key?: string
}

/** Wait before retry `attempt` (0 = the first). The server's word, in seconds, wins over ours. */
export function retryDelay(attempt: number, retryAfter: number | null, random: () => number): number {
  if (retryAfter !== null) return retryAfter * 1000
  const { baseMs, factor, jitter, capMs } = RETRY_POLICY
  return Math.min(capMs, baseMs * factor ** attempt * (1 + jitter * random()))
}

const world: RequestWorld = {
  fetch: (url, init) => fetch(url, init),
  sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  random: Math.random,
}

/**
 * Sends one call of the API and retries what may be retried; a mutation keeps its Idempotency-Key. When the server asks
 * to wait longer than a call may take, the person is told instead.
 */
export async function request(url: string, options: RequestOptions, on: RequestWorld = world): Promise<unknown> {
  const init = toInit(options)
  for (let attempt = 0; ; attempt++) {
    try {
      return await attemptOnce(url, init, options.signal, on)
    } catch (cause) {
      const error = toApiError(cause)
      const wait = retryDelay(attempt, error.retryAfter, on.random)
      if (attempt >= RETRY_POLICY.retries || !isRetryable(error) || wait > RETRY_POLICY.timeoutMs) throw error
      await on.sleep(wait)
      options.signal?.throwIfAborted()
      options.retrying?.throwIfAborted()
    }
  }
}

function toInit({ method, body, key = crypto.randomUUID() }: RequestOptions): RequestInit {
  const headers: Record<string, string> = { 'X-Requested-With': 'fettle', Accept: 'application/json' }
  // The browser itself names the type of a form with a file: it knows the boundary.
  const isForm = body instanceof FormData
  if (body !== undefined && !isForm) headers['Content-Type'] = 'application/json'
  if (method !== 'GET') headers['Idempotency-Key'] = key
  const sent = isForm ? { body } : body === undefined ? {} : { body: JSON.stringify(body) }
  // A button that somebody pressed counts, though they leave the page at once. Browsers allow it for small bodies only.
  const keepalive = method !== 'GET' && body === undefined
  return { method, headers, credentials: 'include', ...sent, ...(keepalive && { keepalive }) }
}

async function attemptOnce(url: string, init: RequestInit, signal: AbortSignal | undefined, on: RequestWorld) {
  const timeout = AbortSignal.timeout(RETRY_POLICY.timeoutMs)
  try {
    const response = await on.fetch(url, { ...init, signal: signal ? AbortSignal.any([signal, timeout]) : timeout })
    const text = await response.text()
    if (!response.ok) throw toFailure(response, text)
    return text === '' ? undefined : JSON.parse(text)
  } catch (cause) {
    if (cause instanceof ApiError || signal?.aborted) throw cause
    if (timeout.aborted) throw timeoutError()
    throw cause instanceof SyntaxError ? cause : networkError(cause)
  }
}

export function toFailure({ status, statusText }: Response, text: string): ApiError {
  const body = parseJson(text)
  if (isErrorEnvelope(body)) return new ApiError({ status, ...body.error })
  if (status === 503) return new ApiError({ code: 'SERVICE_UNAVAILABLE', status, message: `HTTP 503: ${statusText}` })
  return new ApiError({ code: 'UNKNOWN_ERROR', status, message: `HTTP ${status}: ${text || statusText}` })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
