import type { ErrorDetail, ErrorEnvelope } from '#src/lib/error-envelope.ts'

interface AppErrorOptions {
  readonly code: string
  readonly status: number
  readonly message: string
  readonly details?: readonly ErrorDetail[]
  /** Seconds. */
  readonly retryAfter?: number
  /** More facts, sent beside those of the envelope. */
  readonly extra?: Readonly<Record<string, unknown>>
}

/** An expected failure. Every other error is a bug: it is logged with its stack and answered without details. */
export class AppError extends Error {
  readonly code: string
  readonly status: number
  readonly details: readonly ErrorDetail[]
  readonly retryAfter: number | null
  readonly extra: Readonly<Record<string, unknown>>
  constructor({ code, status, message, details = [], retryAfter, extra = {} }: AppErrorOptions) {
    super(message)
    this.name = 'AppError'
    this.code = code
    this.status = status
    this.details = details
    this.retryAfter = retryAfter ?? null
    this.extra = extra
  }
}

export const notFound = (what = 'page') =>
  new AppError({ code: 'NOT_FOUND', status: 404, message: `There is no such ${what}` })
/** Without a reason its owner removed it. */
export const gone = (what: string, reason: string | null = null) =>
  new AppError({ code: 'GONE', status: 410, message: `This ${what} was removed ${reason ?? 'by its owner'}` })
export const invalidRequest = (message: string, details: readonly ErrorDetail[] = []) =>
  new AppError({ code: 'INVALID_REQUEST', status: 400, message, details })
export const invalidInput = (details: readonly ErrorDetail[], message = details[0]?.message ?? 'Invalid input') =>
  new AppError({ code: 'INVALID_INPUT', status: 422, message, details })
export const signInRequired = (message = 'You must be signed in') =>
  new AppError({ code: 'SIGN_IN_REQUIRED', status: 401, message })
export const invalidCredential = () =>
  new AppError({ code: 'INVALID_CREDENTIAL', status: 401, message: 'This credential is not valid here' })
export const crossSite = (message: string) => new AppError({ code: 'CROSS_SITE_REQUEST', status: 403, message })
export const conflict = (code: string, message: string) => new AppError({ code, status: 409, message })
export const tooManyRequests = (retryAfter: number, message = `Too many requests. Try again in ${retryAfter} s.`) =>
  new AppError({ code: 'TOO_MANY_REQUESTS', status: 429, message, retryAfter })
export const unavailable = (message: string, retryAfter = 1) =>
  new AppError({ code: 'SERVICE_UNAVAILABLE', status: 503, message, retryAfter })

/** Throws 404; from the next line on the value is there. */
export function assertFound<T>(value: T | null | undefined, what: string): asserts value is T {
  if (value === null || value === undefined) throw notFound(what)
}

export const toEnvelope = (error: AppError, requestId: string): ErrorEnvelope => ({
  error: {
    ...error.extra,
    code: error.code,
    message: error.message,
    details: error.details,
    timestamp: new Date().toISOString(),
    requestId,
    retryAfter: error.retryAfter,
  },
})

interface FastifyLikeError {
  readonly statusCode?: number
  readonly code?: string
  readonly message: string
}

/** Turns what Fastify itself refuses (malformed JSON, a body too large) into our envelope; anything else is a bug. */
export function fromFrameworkError(error: FastifyLikeError): AppError | undefined {
  const status = error.statusCode ?? 500
  if (status === 413) return new AppError({ code: 'BODY_TOO_LARGE', status, message: 'The request body is too large' })
  if (status === 415)
    return new AppError({
      code: 'UNSUPPORTED_MEDIA_TYPE',
      status,
      message: 'Send JSON (content-type application/json)',
    })
  if (status >= 400 && status < 500 && error.code?.startsWith('FST_') === true) return invalidRequest(error.message)
  return error instanceof SyntaxError && status === 400 ? invalidRequest('The body is not valid JSON') : undefined
}

/** What nobody does with a tool of their own; the words say it of what was tried. */
export const ownTool = (message: string) => new AppError({ code: 'OWN_TOOL', status: 403, message })
