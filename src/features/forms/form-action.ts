import type { PageServices } from '#src/client/request-context.ts'
import { isErrorEnvelope } from '#src/lib/error-envelope.ts'
import type { formsContract } from './forms.schema.ts'

/** Why a form was refused, with what was typed. */
export interface FormRefused {
  readonly status: number
  readonly message: string
  readonly errors: Readonly<Record<string, string>>
  readonly answers: Readonly<Record<string, string>>
}

interface Address {
  readonly workflowId: string
  readonly secret: string
}

/** Not the name of a field: those begin with a letter. */
export const SUBMISSION = '_submission'

/** Sends the answers through the API's own route, with its limits; null when they were accepted. */
export async function postForm(
  { call }: Pick<PageServices, 'call'>,
  params: Address,
  form: URLSearchParams,
): Promise<FormRefused | null> {
  const { [SUBMISSION]: submission = '', ...answers } = Object.fromEntries(form)
  try {
    await call<typeof formsContract.submit>('POST', '/api/forms/:workflowId/:secret', {
      params,
      body: { submission, answers },
    })
    return null
  } catch (thrown) {
    if (!(thrown instanceof Response) || thrown.status === 404) throw thrown
    const body: unknown = await thrown.json()
    if (!isErrorEnvelope(body)) throw thrown
    const errors = Object.fromEntries(body.error.details.map(({ field, message }) => [field, message]))
    return { status: thrown.status, message: body.error.message, errors, answers }
  }
}
