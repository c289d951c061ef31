import type { PageServices } from '#src/client/request-context.ts'
import { isErrorEnvelope } from '#src/lib/error-envelope.ts'
import type { FormSubmission, formsContract } from './forms.schema.ts'

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

type Files = NonNullable<FormSubmission['files']>

/** A question for a file that was left open comes as a file without a name. */
async function partsOf(form: FormData | URLSearchParams) {
  const answers: Record<string, string> = {}
  const files: Files = {}
  for (const [name, value] of form)
    if (typeof value === 'string') answers[name] = value
    else if (value.name !== '' || value.size > 0)
      files[name] = { name: value.name, base64: Buffer.from(await value.arrayBuffer()).toString('base64') }
  const { [SUBMISSION]: submission = '', ...rest } = answers
  return { submission, answers: rest, files }
}

/** Nothing of it was taken, but what could be read is shown again. */
export async function refuseDamaged(form: FormData | URLSearchParams): Promise<FormRefused> {
  const { answers } = await partsOf(form)
  const message = 'The form arrived damaged and was not accepted. Please check your answers and send it again.'
  return { status: 400, message, errors: {}, answers }
}

/** Sends the answers through the API's own route, with its limits; null when they were accepted. */
export async function postForm(
  { call }: Pick<PageServices, 'call'>,
  params: Address,
  form: FormData | URLSearchParams,
): Promise<FormRefused | null> {
  const { submission, answers, files } = await partsOf(form)
  try {
    await call<typeof formsContract.submit>('POST', '/api/forms/:workflowId/:secret', {
      params,
      body: { submission, answers, ...(Object.keys(files).length > 0 && { files }) },
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
