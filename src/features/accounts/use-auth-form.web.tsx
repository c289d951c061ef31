import { type RefObject, type SubmitEvent, useEffect, useRef, useState } from 'react'
import { useNavigate, useRevalidator } from 'react-router'
import { api } from '#src/client/api.ts'
import { toApiError } from '#src/client/api-error.ts'
import { toast, toasts } from '#src/client/toasts.ts'
import { focusFirstError } from '#src/ui/fields/error-summary.tsx'
import type { accountsContract } from './accounts.schema.ts'
import type { AuthRejection } from './auth-action.ts'
import {
  type AuthErrors,
  type AuthField,
  type AuthMode,
  checkAuthField,
  checkAuthForm,
  type SecondStep,
  serverErrors,
  toSecondStep,
} from './auth-form.ts'

export interface AuthFormProps {
  readonly mode: AuthMode
  /** Where to go after success. */
  readonly target: string
  readonly onSecondStep: (step: SecondStep) => void
  /** What the server said to the form when no script sent it. */
  readonly rejected?: AuthRejection | undefined
  /** In front of the fields' ids, where two of these forms may stand on one page. */
  readonly idPrefix?: string
}

const FAILED: Record<AuthMode, string> = { login: 'Login failed', register: 'Registration failed' }

const valueIn = (form: HTMLFormElement) => {
  const data = new FormData(form)
  return (field: AuthField) => String(data.get(field) ?? '')
}

const send = (mode: AuthMode, value: (field: AuthField) => string) =>
  mode === 'login'
    ? api<typeof accountsContract.login>('POST', '/api/login', {
        body: { email: value('email'), password: value('password') },
      })
    : api<typeof accountsContract.register>('POST', '/api/register', {
        body: { name: value('name'), email: value('email'), password: value('password') },
      })

/** Goes on after signing in, with the pages of the account. */
export function useArrival(target: string): () => Promise<void> {
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  return async () => {
    await navigate(target, { replace: true })
    await revalidate()
  }
}

/** Errors of the form that is shown; `attempt` counts the refused ones, so that each can be announced. */
function useAuthErrors(mode: AuthMode, rejected: AuthRejection | undefined, form: RefObject<HTMLFormElement | null>) {
  const [errors, setErrors] = useState<AuthErrors>(rejected?.errors ?? {})
  const [refusal, setRefusal] = useState(rejected?.message)
  const [checkedMode, setCheckedMode] = useState(mode)
  const [attempt, setAttempt] = useState(0)
  // What was wrong with one form says nothing about the other.
  if (checkedMode !== mode) {
    setCheckedMode(mode)
    setErrors({})
    setRefusal(undefined)
  }
  // After the paint: only then are the fields marked. From two errors on the summary takes the focus itself.
  useEffect(() => {
    if (attempt > 0 && form.current && form.current.querySelectorAll('[aria-invalid="true"]').length < 2)
      focusFirstError(form.current)
  }, [attempt, form])

  const reject = (found: AuthErrors, message?: string) => {
    setErrors(found)
    setRefusal(message)
    setAttempt((count) => count + 1)
  }
  const check = (field: AuthField, value: string) => {
    const message = checkAuthField(mode, field, value)
    setErrors(({ [field]: _, ...others }) => (message === undefined ? others : { ...others, [field]: message }))
  }
  const clear = () => {
    setErrors({})
    setRefusal(undefined)
  }
  return { errors, refusal, attempt, reject, check, clear }
}

/** What the form does when it is sent. */
export function useAuthForm({ mode, target, onSecondStep, rejected }: AuthFormProps) {
  const arrive = useArrival(target)
  const form = useRef<HTMLFormElement>(null)
  const { reject, clear, ...shown } = useAuthErrors(mode, rejected, form)
  const [busy, setBusy] = useState(false)
  const sending = useRef(false)
  const failures = useRef<number[]>([])

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (sending.current) return
    const value = valueIn(event.currentTarget)
    const found = checkAuthForm(mode, value)
    if (Object.keys(found).length > 0) return reject(found)
    clear()
    sending.current = true
    setBusy(true)
    try {
      await send(mode, value)
      for (const id of failures.current) toasts.dismiss(id)
      await arrive()
    } catch (cause) {
      const { code, message, details, facts } = toApiError(cause)
      const step = code === 'MFA_REQUIRED' ? toSecondStep(facts) : undefined
      if (step !== undefined) return onSecondStep(step)
      failures.current.push(toast({ kind: 'error', title: FAILED[mode], description: message, destructive: true }))
      reject(serverErrors(details), message)
    } finally {
      sending.current = false
      setBusy(false)
    }
  }
  return { ...shown, form, busy, submit }
}
