import { type SubmitEvent, useState } from 'react'
import { api } from '#src/client/api.ts'
import { toApiError } from '#src/client/api-error.ts'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { TextField } from '#src/ui/fields/text-field.tsx'
import type { Passkey, passkeysContract } from './passkeys.schema.ts'

interface RenamePasskeyProps {
  /** Open while there is one. */
  readonly passkey: Passkey | undefined
  readonly onClose: () => void
  readonly onRenamed: () => void
}

export function RenamePasskey({ passkey, onClose, onRenamed }: RenamePasskeyProps) {
  return (
    <Dialog open={passkey !== undefined} onClose={onClose} title="Rename passkey" size="small">
      {passkey === undefined ? null : <RenameForm passkey={passkey} onClose={onClose} onRenamed={onRenamed} />}
    </Dialog>
  )
}

function RenameForm({ passkey, onClose, onRenamed }: RenamePasskeyProps & { readonly passkey: Passkey }) {
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    const form = event.currentTarget
    const name = String(new FormData(form).get('name') ?? '')
    setBusy(true)
    try {
      const { id } = passkey
      await api<typeof passkeysContract.rename>('PATCH', '/api/passkeys/:id', { params: { id }, body: { name } })
      onRenamed()
    } catch (cause) {
      setError(toApiError(cause).message)
      setBusy(false)
      form.querySelector('input')?.focus()
    }
  }
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <TextField
        name="name"
        label="Name"
        required
        maxLength={100}
        defaultValue={passkey.name}
        autoComplete="off"
        error={error}
      />
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="primary" busy={busy}>
          Rename
        </Button>
      </div>
    </form>
  )
}
