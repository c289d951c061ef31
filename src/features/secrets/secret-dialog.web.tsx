import { useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useId, useState } from 'react'
import { api } from '#src/client/api.ts'
import { toApiError } from '#src/client/api-error.ts'
import { toast } from '#src/client/toasts.ts'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { TextAreaField, TextField } from '#src/ui/fields/text-field.tsx'
import type { secretsContract } from './secrets.schema.ts'

interface SecretDialogProps {
  /** Open while there is one: '' asks for the name too. */
  readonly name: string | undefined
  readonly onClose: () => void
}

/** Stores a secret, or gives one that is there a new value. */
export const SecretDialog = ({ name, onClose }: SecretDialogProps) => (
  <Dialog
    open={name !== undefined}
    onClose={onClose}
    title={name === undefined || name === '' ? 'New secret' : `New value of “${name}”`}
  >
    {name === undefined ? null : <SecretForm known={name} onStored={onClose} />}
  </Dialog>
)

type Errors = Partial<Record<'name' | 'value' | 'form', string>>

function SecretForm({ known, onStored }: { readonly known: string; readonly onStored: () => void }) {
  const id = useId()
  const client = useQueryClient()
  const [errors, setErrors] = useState<Errors>({})
  const [busy, setBusy] = useState(false)
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const data = new FormData(form)
    const name = known === '' ? String(data.get('name') ?? '').trim() : known
    if (name === '') {
      setErrors({ name: 'Name is required' })
      return form.querySelector('input')?.focus()
    }
    setBusy(true)
    try {
      // A browser ends the lines of a form's text as mail does; what was pasted ended them its own way.
      const value = String(data.get('value') ?? '').replaceAll('\r\n', '\n')
      await api<typeof secretsContract.set>('PUT', '/api/secrets/:name', { params: { name }, body: { value } })
      await client.invalidateQueries({ queryKey: ['/api/secrets'] })
      toast({ kind: 'success', title: 'Secret stored' })
      onStored()
    } catch (error) {
      const { message, details } = toApiError(error)
      const [detail] = details
      const field = detail?.field
      setErrors(field === 'name' || field === 'value' ? { [field]: detail?.message } : { form: message })
    } finally {
      setBusy(false)
    }
  }
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      {errors.form === undefined ? null : (
        <p role="alert" className="rounded-6 border border-bad bg-bad-soft px-4 py-2 text-14 font-medium text-bad">
          {errors.form}
        </p>
      )}
      {known === '' ? (
        <TextField
          id={`${id}-name`}
          name="name"
          label="Name"
          help="How steps choose it, such as stripe_key. It cannot be changed later."
          required
          maxLength={64}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          error={errors.name}
        />
      ) : null}
      <TextAreaField
        id={`${id}-value`}
        name="value"
        label="Value"
        help="At least 8 characters. It is sealed, and shown to nobody again."
        mono
        required
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        error={errors.value}
      />
      <div className="flex justify-end">
        <Button type="submit" variant="primary" busy={busy}>
          Store
        </Button>
      </div>
    </form>
  )
}
