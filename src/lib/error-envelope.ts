/** What every failed call answers, whoever made it fail. Times are ISO 8601 in UTC. */
export interface ErrorEnvelope {
  readonly error: {
    readonly code: string
    readonly message: string
    readonly details: readonly ErrorDetail[]
    readonly timestamp: string
    readonly requestId: string
    /** Seconds; set on 429 and 503 only, and then equal to the Retry-After header. */
    readonly retryAfter: number | null
  }
}

/** One field at fault. */
export interface ErrorDetail {
  readonly field: string
  readonly message: string
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

export const isErrorEnvelope = (body: unknown): body is ErrorEnvelope =>
  isRecord(body) &&
  isRecord(body.error) &&
  typeof body.error.code === 'string' &&
  typeof body.error.message === 'string'
