import { useState } from 'react'
import { api } from '#src/client/api.ts'
import { toApiError } from '#src/client/api-error.ts'
import { RULES } from '#src/features/accounts/account-rules.ts'
import { looksLikeEmail } from '#src/lib/looks-like-email.ts'
import { Button } from '#src/ui/button.tsx'
import { FormDone, FormRefusal } from '#src/ui/fields/form-notes.tsx'
import { TextField } from '#src/ui/fields/text-field.tsx'
import { useCheckedForm } from '#src/ui/fields/use-checked-form.ts'
import type { resetPasswordContract } from './reset-password.schema.ts'

interface ForgotPasswordProps {
  /** What came of the form when no script sent it: the address, or why not. */
  readonly asked?: string | undefined
  readonly refused?: string | undefined
}

/** Asks for a link by mail. What it says afterwards is the same for every address. */
export function ForgotPasswordForm({ asked, refused }: ForgotPasswordProps) {
  const [sentTo, setSentTo] = useState(asked)
  const { refusal, busy, formProps, wired } = useCheckedForm({
    fields: ['email'],
    check: (_, value) => (looksLikeEmail(value) ? undefined : RULES.email),
    send: ({ email }) =>
      api<typeof resetPasswordContract.request>('POST', '/api/password-reset', { body: { email } }).then(() => {
        setSentTo(email.trim())
        return undefined
      }, toApiError),
  })
  if (sentTo !== undefined)
    return (
      <FormDone title="Look into your mailbox">
        <p>
          If there is an account with the address <strong className="[overflow-wrap:anywhere]">{sentTo}</strong>, a link
          is on its way. It works once, within 10 minutes.
        </p>
        <p>Nothing there? Look among the unwanted mails, or ask again.</p>
        <Button className="w-fit" onClick={() => setSentTo(undefined)}>
          Ask again
        </Button>
      </FormDone>
    )
  return (
    <form {...formProps} method="post" className="flex flex-col gap-4">
      <FormRefusal message={refusal ?? refused} />
      <TextField
        {...wired('email')}
        type="email"
        inputMode="email"
        label="Email"
        help="We send a link that sets a new password."
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
      />
      <Button type="submit" variant="primary" size="touch" busy={busy}>
        Send the link
      </Button>
    </form>
  )
}
