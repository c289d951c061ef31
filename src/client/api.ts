import { type AnswerOf, type Endpoint, fillPath, type InputOf, toQueryString } from '#src/lib/contract.ts'
import { request } from './request.ts'

interface Parts {
  readonly params?: Readonly<Record<string, unknown>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
}

/**
 * Calls the API: `api<typeof accountsContract.login>('POST', '/api/login', { body })`.
 * Only the contract's type is used, so that a public page does not carry its schemas. `retrying` only stops that it is
 * asked again.
 */
export const api = async <E extends Endpoint>(
  method: E['method'],
  path: E['path'],
  input: InputOf<E>,
  signal?: AbortSignal,
  retrying?: AbortSignal,
): Promise<AnswerOf<E>> => {
  const { params, query, body } = input as Parts
  const answer = await request(fillPath(path, params) + toQueryString(query), {
    method,
    ...(body !== undefined && { body }),
    ...(signal && { signal }),
    ...(retrying && { retrying }),
  })
  return answer as AnswerOf<E>
}
