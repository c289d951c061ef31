import { type FocusEvent, type SubmitEvent, useEffect, useRef, useState } from 'react'
import { useNavigate, useRevalidator } from 'react-router'
import { api } from '#src/client/api.ts'
import { toApiError } from '#src/client/api-error.ts'
import { toast, toasts } from '#src/client/toasts.ts'
import { Button } from '#src/ui/button.tsx'
import { ErrorSummary, focusFirstError } from '#src/ui/fields/error-summary.tsx'
import { CheckboxField } from '#src/ui/fields/flag-fields.tsx'
import { PasswordField } from '#src/ui/fields/password-field.tsx'
import { TextField } from '#src/ui/fields/text-field.tsx'
import { StrengthMeter } from '#src/ui/meters.tsx'
import type { accountsContract } from './accounts.schema.ts'
import {
  AUTH_FIELDS,
  type AuthErrors,
  type AuthField,
  type AuthMode,
  checkAuthField,
  checkAuthForm,
  serverErrors,
} from './auth-form.ts'
import { strengthLevel } from './password-strength.ts'

interface AuthFormProps {
  readonly mode: AuthMode
  /** Where to go after success. */
  readonly target: string
}

const ACTS: Record<AuthMode, { submit: string; failed: string }> = {
  login: { submit: 'Sign in', failed: 'Login failed' },
  register: { submit: 'Create account', failed: 'Registration failed' },
}

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

/** Errors at their fields, and what the form does when it is sent. */
function useAuthForm({ mode, target }: AuthFormProps) {
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const form = useRef<HTMLFormElement>(null)
  const [errors, setErrors] = useState<AuthErrors>({})
  const [checkedMode, setCheckedMode] = useState(mode)
  const [attempt, setAttempt] = useState(0)
  const [refusal, setRefusal] = useState<string>()
  const [busy, setBusy] = useState(false)
  const sending = useRef(false)
  const failures = useRef<number[]>([])
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
  }, [attempt])

  const reject = (found: AuthErrors) => {
    setErrors(found)
    setAttempt((count) => count + 1)
  }
  const check = (field: AuthField, value: string) => {
    const message = checkAuthField(mode, field, value)
    setErrors(({ [field]: _, ...others }) => (message === undefined ? others : { ...others, [field]: message }))
  }
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (sending.current) return
    const value = valueIn(event.currentTarget)
    const found = checkAuthForm(mode, value)
    setRefusal(undefined)
    if (Object.keys(found).length > 0) return reject(found)
    setErrors({})
    sending.current = true
    setBusy(true)
    try {
      await send(mode, value)
      for (const id of failures.current) toasts.dismiss(id)
      await navigate(target, { replace: true })
      await revalidate()
    } catch (cause) {
      const { message, details } = toApiError(cause)
      setRefusal(message)
      failures.current.push(toast({ kind: 'error', title: ACTS[mode].failed, description: message, destructive: true }))
      reject(serverErrors(details))
    } finally {
      sending.current = false
      setBusy(false)
    }
  }
  return { form, errors, attempt, refusal, busy, check, submit }
}

export function AuthForm(props: AuthFormProps) {
  const { mode } = props
  const { form, errors, attempt, refusal, busy, check, submit } = useAuthForm(props)
  const [password, setPassword] = useState('')
  const summary = AUTH_FIELDS.flatMap((field) => {
    const message = errors[field]
    return message === undefined ? [] : [{ id: field, message }]
  })
  // The values stay in the page and not in our state, so that what was typed before the scripts ran is kept.
  const wired = (field: AuthField) => ({
    id: field,
    name: field,
    error: errors[field],
    required: true,
    onBlur: (event: FocusEvent<HTMLInputElement>) => {
      if (event.currentTarget.value !== '') check(field, event.currentTarget.value)
    },
    onInput: (event: { currentTarget: HTMLInputElement }) => {
      if (errors[field] !== undefined) check(field, event.currentTarget.value)
    },
  })
  return (
    <form
      ref={form}
      method="post"
      noValidate
      onSubmit={(event) => void submit(event)}
      className="flex flex-col gap-4 rounded-10 border border-line bg-surface p-5 shadow-1"
    >
      <ErrorSummary key={attempt} errors={summary} />
      {refusal === undefined ? null : (
        <p role="alert" className="rounded-6 border border-bad bg-bad-soft px-4 py-2 text-14 font-medium text-bad">
          {refusal}
        </p>
      )}
      {mode === 'register' ? <TextField {...wired('name')} label="Name" autoComplete="name" /> : null}
      <TextField
        {...wired('email')}
        type="email"
        inputMode="email"
        label="Email"
        autoComplete={mode === 'login' ? 'username' : 'email'}
        autoCapitalize="none"
        spellCheck={false}
      />
      <PasswordField
        {...wired('password')}
        label="Password"
        help={mode === 'register' ? 'Must be at least 8 characters' : undefined}
        autoComplete={mode === 'login' ? 'current-password' : 'new-password'}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      {mode === 'register' && password !== '' ? (
        <StrengthMeter level={strengthLevel(password)} label="Password strength" />
      ) : null}
      {mode === 'register' ? (
        <CheckboxField
          id="terms"
          name="terms"
          label="I agree to the terms of use"
          required
          error={errors.terms}
          onChange={(event) => {
            if (errors.terms !== undefined) check('terms', event.currentTarget.checked ? 'on' : '')
          }}
        />
      ) : null}
      <Button type="submit" variant="primary" size="touch" busy={busy}>
        {ACTS[mode].submit}
      </Button>
      <noscript>
        <p className="text-13 text-text-2">Signing in needs JavaScript. Reading and searching do not.</p>
      </noscript>
    </form>
  )
}
