import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#src/client/api.ts'
import { toApiError } from '#src/client/api-error.ts'
import { getting } from '#src/client/query-client.ts'
import { QueryView } from '#src/client/query-view.tsx'
import { toast } from '#src/client/toasts.ts'
import { PASSWORD_MAX, PASSWORD_MIN, RULES } from '#src/features/accounts/account-rules.ts'
import type { freshSignInContract } from '#src/features/accounts/fresh-sign-in.schema.ts'
import { useFreshSignIn } from '#src/features/accounts/fresh-sign-in.web.tsx'
import { strengthLevel } from '#src/features/accounts/password-strength.ts'
import { Button } from '#src/ui/button.tsx'
import { Card } from '#src/ui/card.tsx'
import { ErrorSummary } from '#src/ui/fields/error-summary.tsx'
import { FormRefusal } from '#src/ui/fields/form-notes.tsx'
import { PasswordField } from '#src/ui/fields/password-field.tsx'
import { useCheckedForm } from '#src/ui/fields/use-checked-form.ts'
import { StrengthMeter } from '#src/ui/meters.tsx'
import { RowSkeletons } from '#src/ui/skeleton.tsx'
import { ErrorState, OfflineState } from '#src/ui/states.tsx'
import type { changePasswordContract } from './change-password.schema.ts'

const proofs = getting<typeof freshSignInContract.methods>('/api/reauthenticate')

/** A new password, or the first one of an account that signs in another way. */
export function PasswordPanel() {
  const query = useQuery(proofs)
  return (
    <Card heading="Password">
      <QueryView
        query={query}
        loading={<RowSkeletons count={2} label="Loading password…" />}
        offline={<OfflineState level={3} />}
        failed={(failure) => <ErrorState level={3} title="Failed to fetch your sign-in methods" {...failure} />}
      >
        {({ password }) => <PasswordForm hasPassword={password} onChanged={() => void query.refetch()} />}
      </QueryView>
    </Card>
  )
}

interface PasswordFormProps {
  readonly hasPassword: boolean
  readonly onChanged: () => void
}

const FIELDS = ['currentPassword', 'newPassword'] as const
type Field = (typeof FIELDS)[number]

function checkPassword(field: Field, value: string): string | undefined {
  if (field === 'currentPassword') return value === '' ? RULES.passwordMissing : undefined
  if (value.length < PASSWORD_MIN) return RULES.passwordShort
  return value.length > PASSWORD_MAX ? RULES.passwordLong : undefined
}

const endedWords = (count: number) =>
  count === 0
    ? 'No other device was signed in.'
    : `${count === 1 ? '1 other session' : `${count} other sessions`} ended.`

function usePasswordForm({ hasPassword, onChanged }: PasswordFormProps, onDone: () => void) {
  const withFresh = useFreshSignIn()
  return useCheckedForm<Field>({
    fields: hasPassword ? FIELDS : ['newPassword'],
    check: checkPassword,
    send: async ({ currentPassword, newPassword }) => {
      try {
        const body = hasPassword ? { currentPassword, newPassword } : { newPassword }
        const { endedSessions } = await withFresh(() =>
          api<typeof changePasswordContract.change>('POST', '/api/user/password', { body }),
        )
        toast({ kind: 'success', title: 'Password changed', description: endedWords(endedSessions) })
        onDone()
        onChanged()
        return undefined
      } catch (cause) {
        return toApiError(cause)
      }
    },
  })
}

function PasswordForm(props: PasswordFormProps) {
  const { hasPassword } = props
  const [typed, setTyped] = useState('')
  // A new form after each change: its fields are empty again.
  const [round, setRound] = useState(0)
  const done = () => {
    setTyped('')
    setRound(round + 1)
  }
  const { errors, attempt, refusal, busy, formProps, wired } = usePasswordForm(props, done)
  return (
    <form key={round} {...formProps} className="flex max-w-md flex-col gap-4">
      <ErrorSummary key={attempt} errors={errors} />
      <FormRefusal message={refusal} />
      {hasPassword ? (
        <PasswordField {...wired('currentPassword')} label="Current password" autoComplete="current-password" />
      ) : null}
      <PasswordField
        {...wired('newPassword')}
        label="New password"
        help={`At least ${PASSWORD_MIN} characters. Every other device is signed out.`}
        autoComplete="new-password"
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      {typed === '' ? null : <StrengthMeter level={strengthLevel(typed)} label="Password strength" />}
      <Button type="submit" variant="primary" busy={busy} className="w-fit">
        {hasPassword ? 'Change password' : 'Set password'}
      </Button>
    </form>
  )
}
