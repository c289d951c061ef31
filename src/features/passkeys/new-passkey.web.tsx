import { type SubmitEvent, useState } from 'react'
import { api } from '#src/client/api.ts'
import { toApiError } from '#src/client/api-error.ts'
import { useFreshSignIn } from '#src/features/accounts/fresh-sign-in.web.tsx'
import type { AnswerOf } from '#src/lib/contract.ts'
import { deviceName } from '#src/lib/device-name.ts'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { TextField } from '#src/ui/fields/text-field.tsx'
import { makePasskey } from './passkey-ceremony.web.ts'
import type { passkeysContract } from './passkeys.schema.ts'

type Enrolled = AnswerOf<typeof passkeysContract.enrol>

interface NewPasskeyDialogProps {
  readonly open: boolean
  readonly onClose: () => void
  readonly onEnrolled: (enrolled: Enrolled) => void
}

async function enrol(name: string): Promise<Enrolled> {
  const question = await api<typeof passkeysContract.begin>('POST', '/api/passkeys/options', {})
  const proof = await makePasskey(question)
  return api<typeof passkeysContract.enrol>('POST', '/api/passkeys', { body: { ...proof, name } })
}

/** Asks for a name, then the browser asks for the fingerprint, face or PIN. */
export function NewPasskeyDialog({ open, onClose, onEnrolled }: NewPasskeyDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title="Add a passkey" size="small">
      <NewPasskeyForm onClose={onClose} onEnrolled={onEnrolled} />
    </Dialog>
  )
}

function NewPasskeyForm({ onClose, onEnrolled }: Omit<NewPasskeyDialogProps, 'open'>) {
  const withFresh = useFreshSignIn()
  const [missing, setMissing] = useState<string>()
  const [refusal, setRefusal] = useState<string>()
  const [busy, setBusy] = useState(false)
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    const form = event.currentTarget
    const name = String(new FormData(form).get('name') ?? '').trim()
    setMissing(name === '' ? 'Name is required' : undefined)
    setRefusal(undefined)
    if (name === '') return form.querySelector('input')?.focus()
    setBusy(true)
    try {
      onEnrolled(await withFresh(() => enrol(name)))
    } catch (cause) {
      setRefusal(toApiError(cause).message)
      setBusy(false)
    }
  }
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <p className="text-text-2">
        Your device makes a key and keeps it behind your fingerprint, face or PIN. It works on this site only.
      </p>
      {refusal === undefined ? null : (
        <p role="alert" className="rounded-6 border border-bad bg-bad-soft px-4 py-2 font-medium text-bad">
          {refusal}
        </p>
      )}
      <TextField
        name="name"
        label="Name"
        help="To tell your passkeys apart."
        required
        maxLength={100}
        defaultValue={deviceName(navigator.userAgent)}
        autoComplete="off"
        error={missing}
      />
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="primary" busy={busy}>
          Add passkey
        </Button>
      </div>
    </form>
  )
}
