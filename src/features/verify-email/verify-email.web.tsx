import { useState } from 'react'
import { useRevalidator, useRouteLoaderData } from 'react-router'
import { api } from '#src/client/api.ts'
import { toApiError } from '#src/client/api-error.ts'
import { readHashToken } from '#src/client/hash-token.ts'
import type { SignedInUser } from '#src/client/request-context.ts'
import { Button } from '#src/ui/button.tsx'
import { FormDone, FormRefusal } from '#src/ui/fields/form-notes.tsx'
import { TextLink } from '#src/ui/text-link.tsx'
import type { verifyEmailContract } from './verify-email.schema.ts'

/** Where the mailed link leads. A press confirms, and not the visit: programs that look through mails open links too. */
export function VerifyEmail({ onConfirmed }: { readonly onConfirmed: () => void }) {
  const viewer = useRouteLoaderData<{ viewer: SignedInUser | null }>('root')?.viewer ?? null
  const { revalidate } = useRevalidator()
  const [confirmed, setConfirmed] = useState<string>()
  const [refusal, setRefusal] = useState<string>()
  const [busy, setBusy] = useState(false)
  const confirm = async () => {
    setBusy(true)
    setRefusal(undefined)
    try {
      const { email } = await api<typeof verifyEmailContract.confirm>('POST', '/api/email-verification/confirm', {
        body: { token: readHashToken() },
      })
      setConfirmed(email)
      onConfirmed()
      await revalidate()
    } catch (error) {
      setRefusal(toApiError(error).message)
    } finally {
      setBusy(false)
    }
  }
  if (confirmed !== undefined)
    return (
      <FormDone title="Your address is confirmed">
        <p className="[overflow-wrap:anywhere]">{confirmed} is the address of your account.</p>
        <p>
          {viewer === null ? (
            <TextLink to="/auth">Sign in</TextLink>
          ) : (
            <TextLink to="/dashboard">Go to your dashboard</TextLink>
          )}
        </p>
      </FormDone>
    )
  return (
    <div className="flex flex-col gap-4">
      <FormRefusal message={refusal} />
      <p className="text-14 text-text-2">One press confirms that this mailbox is yours.</p>
      <Button variant="primary" size="touch" busy={busy} onClick={() => void confirm()}>
        Confirm address
      </Button>
      {refusal === undefined ? null : (
        <p className="text-14 text-text-2">
          You get a new link in your <TextLink to="/settings">settings</TextLink>.
        </p>
      )}
    </div>
  )
}
