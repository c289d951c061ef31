import { type FocusEvent, useState } from 'react'
import { Button } from '#src/ui/button.tsx'
import { ErrorSummary } from '#src/ui/fields/error-summary.tsx'
import { CheckboxField } from '#src/ui/fields/flag-fields.tsx'
import { PasswordField } from '#src/ui/fields/password-field.tsx'
import { TextField } from '#src/ui/fields/text-field.tsx'
import { StrengthMeter } from '#src/ui/meters.tsx'
import { TextLink } from '#src/ui/text-link.tsx'
import { PASSWORD_MIN } from './account-rules.ts'
import { AUTH_FIELDS, type AuthField, type AuthMode } from './auth-form.ts'
import { strengthLevel } from './password-strength.ts'
import { type AuthFormProps, useAuthForm } from './use-auth-form.web.tsx'

const SUBMIT: Record<AuthMode, string> = { login: 'Sign in', register: 'Create account' }
const HINT = `Must be at least ${PASSWORD_MIN} characters. Passwords known from data breaches are refused.`

/** Signs in or registers. Without scripts it is a plain form, which the action of /auth takes. */
export function AuthForm(props: AuthFormProps) {
  const { mode, rejected, idPrefix = '' } = props
  const { form, errors, attempt, refusal, busy, check, submit } = useAuthForm(props)
  const [password, setPassword] = useState('')
  const summary = AUTH_FIELDS.flatMap((field) => {
    const message = errors[field]
    return message === undefined ? [] : [{ id: idPrefix + field, message }]
  })
  // The values stay in the page and not in our state, so that what was typed before the scripts ran is kept.
  const wired = (field: AuthField) => ({
    id: idPrefix + field,
    name: field,
    error: errors[field],
    required: true,
    defaultValue: rejected?.values[field],
    onBlur: (event: FocusEvent<HTMLInputElement>) => {
      if (event.currentTarget.value !== '') check(field, event.currentTarget.value)
    },
    onInput: (event: { currentTarget: HTMLInputElement }) => {
      if (errors[field] !== undefined) check(field, event.currentTarget.value)
    },
  })
  return (
    <form ref={form} method="post" noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
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
        help={mode === 'register' ? HINT : undefined}
        autoComplete={mode === 'login' ? 'current-password' : 'new-password'}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      {mode === 'register' && password !== '' ? (
        <StrengthMeter level={strengthLevel(password)} label="Password strength" />
      ) : null}
      {mode === 'register' ? (
        <CheckboxField
          id={`${idPrefix}terms`}
          name="terms"
          label={<Terms />}
          required
          defaultChecked={rejected?.values.terms === 'on'}
          error={errors.terms}
          onChange={(event) => {
            if (errors.terms !== undefined) check('terms', event.currentTarget.checked ? 'on' : '')
          }}
        />
      ) : null}
      <Button type="submit" variant="primary" size="touch" busy={busy}>
        {SUBMIT[mode]}
      </Button>
    </form>
  )
}

/** Its links open beside the form, so that nothing typed is lost. */
const Terms = () => (
  <>
    I agree to the <Beside to="/terms">terms of use</Beside> and the <Beside to="/privacy">privacy policy</Beside>
  </>
)

const Beside = ({ to, children }: { to: string; children: string }) => (
  <TextLink to={to} target="_blank">
    {children}
    <span className="sr-only"> (opens a new tab)</span>
  </TextLink>
)
