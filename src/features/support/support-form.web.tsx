import { useState } from 'react'
import { api } from '#src/client/api.ts'
import { toApiError } from '#src/client/api-error.ts'
import { EMAIL_MAX, NAME_MAX, RULES } from '#src/features/accounts/account-rules.ts'
import { looksLikeEmail } from '#src/lib/looks-like-email.ts'
import { Button } from '#src/ui/button.tsx'
import { ErrorSummary } from '#src/ui/fields/error-summary.tsx'
import { FormDone, FormRefusal } from '#src/ui/fields/form-notes.tsx'
import { TextAreaField, TextField } from '#src/ui/fields/text-field.tsx'
import { useCheckedForm } from '#src/ui/fields/use-checked-form.ts'
import type { supportContract } from './support.schema.ts'
import type { SupportRejection } from './support-action.ts'
import { MESSAGE_MAX, SUPPORT_RULES } from './support-rules.ts'

const FIELDS = ['name', 'email', 'message'] as const
type Field = (typeof FIELDS)[number]

function check(field: Field, value: string): string | undefined {
  const text = value.trim()
  switch (field) {
    case 'name':
      if (text === '') return RULES.nameMissing
      return text.length > NAME_MAX ? RULES.nameLong : undefined
    case 'email':
      return looksLikeEmail(text) && text.length <= EMAIL_MAX ? undefined : RULES.email
    default:
      if (text === '') return SUPPORT_RULES.messageMissing
      return text.length > MESSAGE_MAX ? SUPPORT_RULES.messageLong : undefined
  }
}

interface SupportFormProps {
  /** Of who is signed in. */
  readonly name?: string | undefined
  readonly email?: string | undefined
  /** What came of the form when no script sent it: where the answer goes, or why not. */
  readonly sent?: { readonly sentTo: string } | SupportRejection | undefined
}

/** Without scripts it is a plain form, which the action of /support takes. */
export function SupportForm({ name, email, sent }: SupportFormProps) {
  const [sentTo, setSentTo] = useState(sent !== undefined && 'sentTo' in sent ? sent.sentTo : undefined)
  const refused = sent !== undefined && 'values' in sent ? sent : undefined
  const typed = refused?.values
  const { errors, refusal, attempt, busy, formProps, wired } = useCheckedForm({
    fields: FIELDS,
    check,
    refused,
    send: (body) =>
      api<typeof supportContract.send>('POST', '/api/support', { body }).then(() => {
        setSentTo(body.email.trim())
        return undefined
      }, toApiError),
  })
  if (sentTo !== undefined)
    return (
      <FormDone title="Your message is on its way">
        <p>
          The answer goes to <strong className="[overflow-wrap:anywhere]">{sentTo}</strong>.
        </p>
        <Button className="w-fit" onClick={() => setSentTo(undefined)}>
          Write another message
        </Button>
      </FormDone>
    )
  return (
    <form {...formProps} method="post" className="flex flex-col gap-4">
      <ErrorSummary key={attempt} errors={errors} />
      <FormRefusal message={refusal} />
      <TextField {...wired('name')} label="Name" autoComplete="name" defaultValue={typed?.name ?? name} />
      <TextField
        {...wired('email')}
        type="email"
        inputMode="email"
        label="Email"
        help="Where the answer goes."
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        defaultValue={typed?.email ?? email}
      />
      <TextAreaField
        {...wired('message')}
        label="Message"
        help="What you did, what happened, and what you expected. Passwords and keys have no place here."
        rows={7}
        defaultValue={typed?.message}
      />
      <Button type="submit" variant="primary" size="touch" className="w-fit" busy={busy}>
        Send message
      </Button>
    </form>
  )
}
