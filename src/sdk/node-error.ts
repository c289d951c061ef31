import type { FieldError } from './validate-input.ts'

/**
 * How a node fails in a way that its author foresaw. Whoever runs nodes reads these properties from any error,
 * so a failure from elsewhere (the egress client, for one) may carry them without this class.
 */
export interface NodeFailure {
  /** Stable, UPPER_SNAKE. */
  readonly code: string
  readonly message: string
  /** True when the same request would fail again: never retried. */
  readonly permanent: boolean
  /** Of the HTTP answer, where there was one. */
  readonly status?: number | undefined
  /** The other side asked to wait at least this long. */
  readonly retryAfterMs?: number | undefined
  /** The inputs at fault, where a tool refused them. */
  readonly details?: readonly FieldError[] | undefined
  /** For developers, beside the message. */
  readonly technical?: string | undefined
}

const MAX_RETRY_AFTER_DAYS = 7
/** Whoever asks for more does not want the same request again. */
export const MAX_RETRY_AFTER_MS = MAX_RETRY_AFTER_DAYS * 86_400_000

const tooLate = (retryAfterMs: number) =>
  `. It asks to come back in ${Math.ceil(retryAfterMs / 86_400_000)} days; a step waits ${MAX_RETRY_AFTER_DAYS} days at most`

export class NodeError extends Error implements NodeFailure {
  readonly code: string
  readonly permanent: boolean
  readonly status: number | undefined
  readonly retryAfterMs: number | undefined
  readonly details: readonly FieldError[] | undefined
  readonly technical: string | undefined
  constructor({ code, message, permanent, status, retryAfterMs, details, technical }: NodeFailure) {
    const isTooLate = retryAfterMs !== undefined && retryAfterMs > MAX_RETRY_AFTER_MS
    super(isTooLate ? message + tooLate(retryAfterMs) : message)
    this.name = 'NodeError'
    this.code = code
    this.permanent = permanent || isTooLate
    this.status = status
    this.retryAfterMs = retryAfterMs
    this.details = details
    this.technical = technical
  }
}
