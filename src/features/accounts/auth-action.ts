import type { PageServices } from '#src/client/request-context.ts'
import type { resetPasswordContract } from '#src/features/reset-password/reset-password.schema.ts'
import type { secondFactorContract } from '#src/features/second-factor/second-factor.schema.ts'
import { type ErrorEnvelope, isErrorEnvelope } from '#src/lib/error-envelope.ts'
import type { accountsContract } from './accounts.schema.ts'
import {
  type AuthErrors,
  type AuthField,
  type AuthMode,
  checkAuthForm,
  type SecondStep,
  serverErrors,
  toSecondStep,
} from './auth-form.ts'

/** What a form that was sent without scripts comes back with. */
export interface AuthRejection {
  readonly status: number
  /** Seconds. */
  readonly retryAfter: number | null
  readonly message: string | undefined
  readonly errors: AuthErrors
  /** What was typed, but for the password. */
  readonly values: Partial<Record<AuthField, string>>
  readonly step: SecondStep | undefined
}

type Services = Pick<PageServices, 'call'>

/** Signs in or registers through the API's own routes, with all their limits; null when that went well. */
export async function postAuth(services: Services, mode: AuthMode, form: URLSearchParams) {
  const step = readStep(form)
  if (step !== undefined) return postSecondStep(services, step, form.get('code') ?? '')
  const value = (field: AuthField) => form.get(field) ?? ''
  const values = { name: value('name'), email: value('email'), terms: value('terms') }
  const errors = checkAuthForm(mode, value)
  if (Object.keys(errors).length > 0)
    return { status: 422, retryAfter: null, message: undefined, errors, values, step: undefined }
  const [email, password, name] = [values.email, value('password'), values.name]
  return rejectionOf(values, () =>
    mode === 'login'
      ? services.call<typeof accountsContract.login>('POST', '/api/login', { body: { email, password } })
      : services.call<typeof accountsContract.register>('POST', '/api/register', { body: { name, email, password } }),
  )
}

/** Asks for a link that sets a new password; `asked` is the address, whether there is such an account or not. */
export async function postForgot({ call }: Services, form: URLSearchParams) {
  const email = form.get('email') ?? ''
  const refused = await rejectionOf({ email }, () =>
    call<typeof resetPasswordContract.request>('POST', '/api/password-reset', { body: { email } }),
  )
  return refused ?? { status: 200, retryAfter: null, asked: email.trim() }
}

const readStep = (form: URLSearchParams): SecondStep | undefined =>
  toSecondStep({ challenge: form.get('challenge') ?? undefined, methods: form.getAll('methods') })

async function postSecondStep(services: Services, step: SecondStep, code: string): Promise<AuthRejection | null> {
  const rejection = await rejectionOf({}, () =>
    services.call<typeof secondFactorContract.signIn>('POST', '/api/login/second-factor', {
      body: { challenge: step.challenge, code },
    }),
  )
  return rejection?.status === 401 || rejection?.status === 422 ? { ...rejection, step } : rejection
}

async function rejectionOf(
  values: AuthRejection['values'],
  attempt: () => Promise<unknown>,
): Promise<AuthRejection | null> {
  try {
    await attempt()
    return null
  } catch (thrown) {
    const { status, error } = await readFailure(thrown)
    const step = error.code === 'MFA_REQUIRED' ? toSecondStep({ ...error }) : undefined
    return {
      status,
      retryAfter: error.retryAfter,
      message: step === undefined ? error.message : undefined,
      errors: serverErrors(error.details),
      values,
      step,
    }
  }
}

/** Anything but an answer of the API is a bug, and goes on its way. */
async function readFailure(thrown: unknown): Promise<{ status: number; error: ErrorEnvelope['error'] }> {
  if (!(thrown instanceof Response)) throw thrown
  const body: unknown = await thrown.json()
  if (!isErrorEnvelope(body)) throw thrown
  return { status: thrown.status, error: body.error }
}
