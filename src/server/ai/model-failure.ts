import { retryAfterMs } from '#src/sdk/http-failure.ts'
import { NodeError } from '#src/sdk/node-error.ts'
import { EgressError } from '../egress/egress-error.ts'

export const incomplete = () =>
  new NodeError({ code: 'AI_INCOMPLETE', message: 'The answer of the AI server broke off', permanent: false })

export const tooLong = () =>
  new NodeError({
    code: 'AI_TOO_LONG',
    message: 'The answer is longer than its limit. Ask for less, or allow more tokens',
    permanent: true,
  })

export const filtered = () =>
  new NodeError({ code: 'AI_REFUSED', message: 'The AI server withheld its answer', permanent: true })

const wrongAnswer = () =>
  new NodeError({
    code: 'AI_PROTOCOL',
    message: 'The AI server did not answer in the OpenAI protocol',
    permanent: false,
  })

const unreachable = ({ code, permanent }: EgressError) =>
  code === 'EGRESS_TIMEOUT'
    ? new NodeError({ code: 'AI_TIMEOUT', message: 'The AI server gave no complete answer in time', permanent: false })
    : new NodeError({ code: 'AI_UNREACHABLE', message: 'The AI server cannot be reached', permanent, technical: code })

/** Same request, another time: RFC 9110, sections 15.5.9 and 15.6, and RFC 6585, section 4. */
const passes = (status: number) => status >= 500 || status === 408 || status === 429

const MESSAGES: ReadonlyMap<number, string> = new Map([
  [401, 'The AI server does not accept the key of this server; its operator can set AI_API_KEY'],
  [403, 'The AI server does not accept the key of this server; its operator can set AI_API_KEY'],
  [429, 'The AI server has too much to do'],
])

/** Nothing of the answer's text: it may repeat the key. */
const badStatus = (status: number, retryAfter: string | undefined, now: number) =>
  new NodeError({
    code: 'AI_STATUS',
    message: MESSAGES.get(status) ?? `The AI server answered with status ${status}`,
    permanent: !passes(status),
    status,
    retryAfterMs: retryAfterMs(retryAfter, now),
  })

interface CallError {
  readonly statusCode?: number
  readonly responseHeaders?: Readonly<Record<string, string>>
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

/** The library wraps what stopped a request. */
function* causes(error: unknown): Generator<object> {
  for (let at: unknown = error; isObject(at); at = 'cause' in at ? at.cause : undefined) yield at
}

/** What the author of a workflow is told, and whether another attempt makes sense. */
export function whyNot(error: unknown, now: number): NodeError {
  for (const cause of causes(error)) {
    if (cause instanceof NodeError) return cause
    if (cause instanceof EgressError) return unreachable(cause)
    const { statusCode, responseHeaders }: CallError = cause
    if (statusCode !== undefined && statusCode >= 300)
      return badStatus(statusCode, responseHeaders?.['retry-after'], now)
  }
  const message = error instanceof Error ? error.message : ''
  return /without a finish reason/.test(message) ? incomplete() : wrongAnswer()
}
