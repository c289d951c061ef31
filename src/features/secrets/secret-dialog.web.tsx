import { useId } from 'react'
import { api } from '#src/client/api.ts'
import { useStoring } from '#src/client/use-kept-values.ts'
import { Dialog } from '#src/ui/dialog.tsx'
import { NamedForm } from '#src/ui/fields/named-form.tsx'
import { TextAreaField } from '#src/ui/fields/text-field.tsx'
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

function SecretForm({ known, onStored }: { readonly known: string; readonly onStored: () => void }) {
  const id = useId()
  const { errors, busy, submit } = useStoring({
    what: 'secret',
    list: ['/api/secrets'],
    known: known === '' ? undefined : known,
    store: async (name, value) => {
      await api<typeof secretsContract.set>('PUT', '/api/secrets/:name', { params: { name }, body: { value } })
      return undefined
    },
    onStored,
  })
  const help = 'How steps choose it, such as stripe_key. It cannot be changed later.'
  return (
    <NamedForm
      name={known === '' ? { id: `${id}-name`, help, error: errors.name } : undefined}
      refusal={errors.form}
      busy={busy}
      onSubmit={submit}
    >
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
    </NamedForm>
  )
}
