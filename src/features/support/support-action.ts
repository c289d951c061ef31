import type { PageServices } from '#src/client/request-context.ts'
import { type ErrorDetail, isErrorEnvelope } from '#src/lib/error-envelope.ts'
import type { supportContract } from './support.schema.ts'

/** What a form that was sent without scripts comes back with. */
export interface SupportRejection {
  readonly status: number
  readonly message: string
  readonly details: readonly ErrorDetail[]
  /** What was typed. */
  readonly values: { readonly name: string; readonly email: string; readonly message: string }
}

/** Sends the message through the API's own route, with its limits. */
export async function postSupport(
  { call }: Pick<PageServices, 'call'>,
  form: URLSearchParams,
): Promise<{ readonly sentTo: string } | SupportRejection> {
  const value = (field: string) => form.get(field) ?? ''
  const values = { name: value('name'), email: value('email'), message: value('message') }
  try {
    await call<typeof supportContract.send>('POST', '/api/support', { body: values })
    return { sentTo: values.email.trim() }
  } catch (thrown) {
    if (!(thrown instanceof Response)) throw thrown
    const body: unknown = await thrown.json()
    if (!isErrorEnvelope(body)) throw thrown
    return { status: thrown.status, message: body.error.message, details: body.error.details, values }
  }
}
