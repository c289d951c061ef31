import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { api } from '#src/client/api.ts'
import { type ApiError, toApiError } from '#src/client/api-error.ts'
import { readHashToken } from '#src/client/hash-token.ts'
import { PASSWORD_MAX, PASSWORD_MIN, RULES } from '#src/features/accounts/account-rules.ts'
import { strengthLevel } from '#src/features/accounts/password-strength.ts'
import { Button } from '#src/ui/button.tsx'
import { FormDone, FormRefusal } from '#src/ui/fields/form-notes.tsx'
import { PasswordField } from '#src/ui/fields/password-field.tsx'
import { useCheckedForm } from '#src/ui/fields/use-checked-form.ts'
import { StrengthMeter } from '#src/ui/meters.tsx'
import { TextLink } from '#src/ui/text-link.tsx'
import type { resetPasswordContract } from './reset-password.schema.ts'

function checkPassword(value: string): string | undefined {
  if (value.length < PASSWORD_MIN) return RULES.passwordShort
  return value.length > PASSWORD_MAX ? RULES.passwordLong : undefined
}

/** Where the mailed link leads. Signs nobody in: the new password does, and the second factor after it. */
export function ResetPasswordForm() {
  const { revalidate } = useRevalidator()
  const [state, setState] = useState<'open' | 'done' | 'link-invalid'>('open')
  const [typed, setTyped] = useState('')
  const onFailure = (cause: unknown): ApiError | undefined => {
    const error = toApiError(cause)
    if (error.code !== 'LINK_INVALID') return error
    setState('link-invalid')
    return undefined
  }
  const { refusal, busy, formProps, wired } = useCheckedForm({
    fields: ['password'],
    check: (_, value) => checkPassword(value),
    send: ({ password }) =>
      api<typeof resetPasswordContract.confirm>('POST', '/api/password-reset/confirm', {
        body: { token: readHashToken(), password },
      }).then(() => {
        setState('done')
        // Who was signed in here no longer is.
        void revalidate()
        return undefined
      }, onFailure),
  })
  if (state === 'done')
    return (
      <FormDone title="Your password is set">
        <p>Every session of your account was ended. Sign in with the new password.</p>
        <p>
          <TextLink to="/auth">Sign in</TextLink>
        </p>
      </FormDone>
    )
  return (
    <form {...formProps} method="post" className="flex flex-col gap-4">
      <FormRefusal message={refusal} />
      {state === 'link-invalid' ? (
        <p role="alert" className="rounded-6 border border-bad bg-bad-soft px-4 py-2 text-14 font-medium text-bad">
          This link has expired or was used already. <TextLink to="/auth?mode=forgot">Ask for a new one</TextLink>
        </p>
      ) : null}
      <PasswordField
        {...wired('password')}
        label="New password"
        help={`At least ${PASSWORD_MIN} characters.`}
        autoComplete="new-password"
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      {typed === '' ? null : <StrengthMeter level={strengthLevel(typed)} label="Password strength" />}
      <Button type="submit" variant="primary" size="touch" busy={busy}>
        Set password
      </Button>
    </form>
  )
}
