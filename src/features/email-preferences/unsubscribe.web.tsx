import { useState } from 'react'
import { api } from '#src/client/api.ts'
import { toApiError } from '#src/client/api-error.ts'
import type { OptionalCategory } from '#src/lib/mail-categories.ts'
import { Button } from '#src/ui/button.tsx'
import { Card } from '#src/ui/card.tsx'
import { FormDone, FormRefusal } from '#src/ui/fields/form-notes.tsx'
import { TextLink } from '#src/ui/text-link.tsx'
import { CATEGORY_WORDS } from './category-words.ts'
import type { emailPreferencesContract } from './email-preferences.schema.ts'

interface UnsubscribeProps {
  readonly token: string
  readonly address: string
  readonly category: OptionalCategory
  readonly wanted: boolean
}

/** What the link in a mail shows. The visit changes nothing: programs that look through mails open links too. */
export function Unsubscribe({ token, address, category, wanted }: UnsubscribeProps) {
  const [done, setDone] = useState(!wanted)
  const [refusal, setRefusal] = useState<string>()
  const [busy, setBusy] = useState(false)
  const { label, help } = CATEGORY_WORDS[category]
  const unsubscribe = async () => {
    setBusy(true)
    setRefusal(undefined)
    try {
      await api<typeof emailPreferencesContract.unsubscribe>('POST', '/api/email-preferences/unsubscribe', {
        body: { token },
      })
      setDone(true)
    } catch (error) {
      setRefusal(toApiError(error).message)
    } finally {
      setBusy(false)
    }
  }
  const others = <TextLink to="/email-preferences">All email preferences</TextLink>
  return (
    <Card className="max-w-xl">
      {done ? (
        <FormDone title={`No more mails about “${label}”`}>
          <p>They no longer go to {address}. You can switch them on again when you are signed in.</p>
          <p>{others}</p>
        </FormDone>
      ) : (
        <div className="flex flex-col gap-4">
          <FormRefusal message={refusal} />
          <p className="text-14">
            Mails about <strong>{label}</strong> go to {address}: {help.charAt(0).toLowerCase() + help.slice(1)}
          </p>
          <Button variant="primary" size="touch" className="w-fit" busy={busy} onClick={() => void unsubscribe()}>
            Unsubscribe
          </Button>
          <p className="text-14 text-text-2">{others}</p>
        </div>
      )}
    </Card>
  )
}
