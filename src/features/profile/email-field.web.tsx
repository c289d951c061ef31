import { useState } from 'react'
import { api } from '#src/client/api.ts'
import { toApiError } from '#src/client/api-error.ts'
import { toast } from '#src/client/toasts.ts'
import { RULES } from '#src/features/accounts/account-rules.ts'
import type { User } from '#src/features/accounts/accounts.schema.ts'
import { useFreshSignIn } from '#src/features/accounts/fresh-sign-in.web.tsx'
import type { verifyEmailContract } from '#src/features/verify-email/verify-email.schema.ts'
import { looksLikeEmail } from '#src/lib/looks-like-email.ts'
import { Badge } from '#src/ui/badge.tsx'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { FormDone, FormRefusal } from '#src/ui/fields/form-notes.tsx'
import { TextField } from '#src/ui/fields/text-field.tsx'
import { useCheckedForm } from '#src/ui/fields/use-checked-form.ts'
import type { profileContract } from './profile.schema.ts'

/** The address, whether it is confirmed, and the way to another one. */
export function EmailField({ user }: { user: User }) {
  const [open, setOpen] = useState(false)
  return (
    <section aria-labelledby="email-heading" className="flex flex-col gap-2">
      <h3 id="email-heading" className="text-14 font-medium">
        Email
      </h3>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <span className="min-w-0 text-14 [overflow-wrap:anywhere]">{user.email}</span>
        {user.emailVerified ? <Badge kind="ok">Confirmed</Badge> : <Badge kind="warn">Not confirmed</Badge>}
      </div>
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => setOpen(true)}>Change email</Button>
        {user.emailVerified ? null : <ResendButton email={user.email} />}
      </div>
      <Dialog open={open} onClose={() => setOpen(false)} title="Change email" size="small">
        <ChangeEmail onClose={() => setOpen(false)} />
      </Dialog>
    </section>
  )
}

function ResendButton({ email }: { email: string }) {
  const [busy, setBusy] = useState(false)
  const resend = async () => {
    setBusy(true)
    try {
      await api<typeof verifyEmailContract.resend>('POST', '/api/email-verification', {})
      toast({ kind: 'success', title: 'Mail sent', description: `The link in it confirms ${email}.` })
    } catch (cause) {
      toast({ kind: 'error', title: 'The mail was not sent', description: toApiError(cause).message })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button variant="ghost" busy={busy} onClick={() => void resend()}>
      Send the confirmation again
    </Button>
  )
}

function ChangeEmail({ onClose }: { onClose: () => void }) {
  const withFresh = useFreshSignIn()
  const [sentTo, setSentTo] = useState<string>()
  const { refusal, busy, formProps, wired } = useCheckedForm({
    fields: ['email'],
    check: (_, value) => (looksLikeEmail(value) ? undefined : RULES.email),
    send: (body) =>
      withFresh(() => api<typeof profileContract.changeEmail>('POST', '/api/user/email', { body })).then(() => {
        setSentTo(body.email.trim())
        return undefined
      }, toApiError),
  })
  if (sentTo !== undefined)
    return (
      <FormDone title="Look into your mailbox">
        <p>
          A link is on its way to <strong className="[overflow-wrap:anywhere]">{sentTo}</strong>. Your address changes
          once you use it.
        </p>
        <Button className="w-fit" onClick={onClose}>
          Close
        </Button>
      </FormDone>
    )
  return (
    <form {...formProps} className="flex flex-col gap-4">
      <FormRefusal message={refusal} />
      <TextField
        {...wired('email')}
        type="email"
        inputMode="email"
        label="New email"
        help="We send a link there, and tell your present address."
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
      />
      <Button type="submit" variant="primary" busy={busy} className="w-fit">
        Send the link
      </Button>
    </form>
  )
}
