import type { ErrorDetail } from '#src/lib/error-envelope.ts'

interface ApiErrorOptions {
  readonly code: string
  readonly status: number
  readonly message: string
  readonly details?: readonly ErrorDetail[]
  readonly requestId?: string
  /** Seconds. */
  readonly retryAfter?: number | null
  /** What else stood in the envelope. */
  readonly [fact: string]: unknown
}

/** A failed call, whether the server refused it or it never got there (status 0). */
export class ApiError extends Error {
  readonly code: string
  readonly status: number
  readonly details: readonly ErrorDetail[]
  readonly requestId: string | undefined
  readonly retryAfter: number | null
  readonly facts: Readonly<Record<string, unknown>>
  constructor({ code, status, message, details = [], requestId, retryAfter = null, ...facts }: ApiErrorOptions) {
    super(message)
    this.name = 'ApiError'
    this.code = code
    this.status = status
    this.details = details
    this.requestId = requestId
    this.retryAfter = retryAfter
    this.facts = facts
  }
}

export const networkError = (cause: unknown) =>
  new ApiError({
    code: 'NETWORK_ERROR',
    status: 0,
    message: `Network error: ${cause instanceof Error ? cause.message : String(cause)}`,
  })
export const timeoutError = () => new ApiError({ code: 'TIMEOUT_ERROR', status: 408, message: 'Request timeout' })

const RETRYABLE_CODES = new Set(['NETWORK_ERROR', 'TIMEOUT_ERROR', 'SERVICE_UNAVAILABLE'])
/** A spent quota does not come back by asking again. */
const isQuota = (error: ApiError) => error.code === 'QUOTA_EXCEEDED'

export const isRetryable = (error: ApiError): boolean =>
  !isQuota(error) && (error.status >= 500 || error.status === 429 || RETRYABLE_CODES.has(error.code))

export const toApiError = (error: unknown): ApiError =>
  error instanceof ApiError
    ? error
    : new ApiError({ code: 'UNKNOWN_ERROR', status: 500, message: 'Unknown error occurred' })
