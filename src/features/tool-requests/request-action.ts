import type { PageServices } from '#src/client/request-context.ts'
import { isErrorEnvelope } from '#src/lib/error-envelope.ts'
import type { toolRequestsContract } from './tool-requests.schema.ts'

/** What came of a request: how often it was made by now, or why it was refused. */
export type RequestOutcome = { readonly count: number } | { readonly status: number; readonly refusal: string }

/** Takes the form that no script has sent; through the API's own route, with its limits. */
export async function postToolRequest(
  { call }: Pick<PageServices, 'call'>,
  form: URLSearchParams,
): Promise<RequestOutcome> {
  try {
    const body = { query: form.get('query') ?? '' }
    return await call<typeof toolRequestsContract.request>('POST', '/api/tool-requests', { body })
  } catch (thrown) {
    if (!(thrown instanceof Response)) throw thrown
    const body: unknown = await thrown.json()
    if (!isErrorEnvelope(body)) throw thrown
    return { status: thrown.status, refusal: body.error.message }
  }
}
