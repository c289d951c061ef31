import type { z } from 'zod'
import type { AnswerOf, BodyOf, Endpoint, ParamsOf, QueryOf } from '#src/lib/contract.ts'
import type { ErrorDetail } from '#src/lib/error-envelope.ts'
import { invalidInput, invalidRequest, notFound } from './app-error.ts'
import type { Guard } from './guards.ts'
import type { Asked } from './request-context.ts'

type Merged<Guards extends readonly Guard[]> = Guards extends readonly [Guard<infer Adds>, ...infer Rest]
  ? Adds & (Rest extends readonly Guard[] ? Merged<Rest> : unknown)
  : unknown

type Handler<E extends Endpoint, Guards extends readonly Guard[]> = (
  asked: Asked & {
    readonly params: ParamsOf<E>
    readonly query: QueryOf<E>
    readonly body: BodyOf<E>
  } & Merged<Guards>,
) => Promise<AnswerOf<E>> | AnswerOf<E>

export interface RawInput {
  readonly params?: unknown
  readonly query?: unknown
  readonly body?: unknown
}

/** An endpoint with its handler; HTTP and the page loaders call the same `run`. */
export interface Route {
  readonly endpoint: Endpoint
  run(asked: Asked, input: RawInput): Promise<unknown>
}

/** Guards run in their order, then the input is parsed, then the handler answers. */
export const route = <E extends Endpoint, const Guards extends readonly Guard[]>(
  endpoint: E,
  guards: Guards,
  handler: Handler<E, Guards>,
): Route => ({
  endpoint,
  async run(asked, input) {
    const added: object[] = guards.map((guard) => guard(asked))
    const parsed = {
      params: parseAddress(endpoint.params, input.params),
      query: parsePart(endpoint.query, input.query),
      body: parsePart(endpoint.body, input.body),
    }
    try {
      const answer = await handler(Object.assign({}, asked, parsed, ...added))
      return endpoint.answer.parse(answer)
    } catch (error) {
      if (hasState(error, NUL)) throw invalidRequest('Text must not hold the character U+0000')
      if (hasState(error, NO_TIME)) throw invalidRequest('There is no such time or time zone here')
      throw error
    }
  },
})

/** An address that can lead nowhere is one that does not exist, like an id that was never given. */
function parseAddress(schema: z.ZodType | undefined, value: unknown): unknown {
  if (schema === undefined) return undefined
  const result = schema.safeParse(value ?? {})
  if (result.success) return result.data
  throw notFound('address')
}

/** PostgreSQL's answer to U+0000 in a text: SQLSTATE character_not_in_repertoire. */
const NUL: ReadonlySet<unknown> = new Set(['22021'])
/** To a time, an offset or a zone that it does not know. */
const NO_TIME: ReadonlySet<unknown> = new Set(['22007', '22008', '22009', '22023'])
const hasState = (error: unknown, states: ReadonlySet<unknown>) =>
  error instanceof Error && 'code' in error && states.has(error.code)

function parsePart(schema: z.ZodType | undefined, value: unknown): unknown {
  if (schema === undefined) return undefined
  const result = schema.safeParse(value ?? {})
  if (result.success) return result.data
  throw fromIssues(result.error.issues)
}

/** An unknown field is a malformed request (400); a wrong value is for the person to mend (422). */
function fromIssues(issues: readonly z.core.$ZodIssue[]) {
  const unknown = issues.flatMap((issue) => (issue.code === 'unrecognized_keys' ? issue.keys : []))
  if (unknown.length > 0)
    return invalidRequest(
      `Unknown field: ${unknown.join(', ')}`,
      unknown.map((field) => ({ field, message: 'There is no such field' })),
    )
  return invalidInput(issues.map(toDetail))
}

const toDetail = (issue: z.core.$ZodIssue): ErrorDetail => ({
  field: issue.path.map(String).join('.'),
  message: issue.message,
})
