import { useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useId, useState } from 'react'
import { api } from '#src/client/api.ts'
import { toApiError } from '#src/client/api-error.ts'
import { useFreshSignIn } from '#src/features/accounts/fresh-sign-in.web.tsx'
import { SCOPES, type Scope } from '#src/lib/contract.ts'
import { Button } from '#src/ui/button.tsx'
import { CopyButton } from '#src/ui/copy-button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { CheckboxGroupField, RadioGroupField } from '#src/ui/fields/choice-fields.tsx'
import { TextField } from '#src/ui/fields/text-field.tsx'
import type { apiKeysContract } from './api-keys.schema.ts'
import { SCOPE_WORDS } from './scope-words.ts'

const LIVES = [
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: 'A year' },
  { value: '', label: 'No end' },
]
const SCOPE_OPTIONS = SCOPES.map((scope) => ({ value: scope, label: SCOPE_WORDS[scope] }))

interface NewKeyDialogProps {
  readonly open: boolean
  readonly onClose: () => void
}

/** Asks for a name and what the key may do, then shows the key, this once. */
export function NewKeyDialog({ open, onClose }: NewKeyDialogProps) {
  const [token, setToken] = useState<string>()
  const close = () => {
    setToken(undefined)
    onClose()
  }
  return (
    <Dialog open={open} onClose={close} title={token === undefined ? 'New API key' : 'Your new API key'}>
      {token === undefined ? <KeyForm onMade={setToken} /> : <MadeKey token={token} onDone={close} />}
    </Dialog>
  )
}

type Errors = Partial<Record<'name' | 'scopes' | 'form', string>>

function KeyForm({ onMade }: { readonly onMade: (token: string) => void }) {
  const id = useId()
  const client = useQueryClient()
  const withFresh = useFreshSignIn()
  const [scopes, setScopes] = useState<string[]>(['tools:run'])
  const [life, setLife] = useState('90')
  const [errors, setErrors] = useState<Errors>({})
  const [busy, setBusy] = useState(false)
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const name = String(new FormData(form).get('name') ?? '').trim()
    const found: Errors = {
      ...(name === '' && { name: 'Name is required' }),
      ...(scopes.length === 0 && { scopes: 'Choose what the key may do' }),
    }
    setErrors(found)
    if (found.name !== undefined) return form.querySelector('input')?.focus()
    if (found.scopes !== undefined) return document.getElementById(`${id}-scopes`)?.focus()
    setBusy(true)
    try {
      const { token } = await withFresh(() =>
        api<typeof apiKeysContract.create>('POST', '/api/keys', {
          body: {
            name,
            scopes: scopes as Scope[],
            expiresInDays: life === '' ? null : (Number(life) as 30 | 90 | 365),
          },
        }),
      )
      onMade(token)
      await client.invalidateQueries({ queryKey: ['/api/keys'] })
    } catch (error) {
      const { message, details } = toApiError(error)
      const [detail] = details
      setErrors(detail?.field === 'name' ? { name: detail.message } : { form: message })
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
      <TextField
        id={`${id}-name`}
        name="name"
        label="Name"
        help="What you will use it for, such as “invoices on the office server”."
        required
        maxLength={100}
        error={errors.name}
        onInput={() => setErrors(({ name: _, ...others }) => others)}
      />
      <CheckboxGroupField
        id={`${id}-scopes`}
        name="scopes"
        label="What it may do"
        options={SCOPE_OPTIONS}
        value={scopes}
        onChange={setScopes}
        error={errors.scopes}
      />
      <RadioGroupField name="life" label="Ends after" options={LIVES} value={life} onChange={setLife} />
      <div className="flex justify-end">
        <Button type="submit" variant="primary" busy={busy}>
          Make key
        </Button>
      </div>
    </form>
  )
}

const MadeKey = ({ token, onDone }: { readonly token: string; readonly onDone: () => void }) => (
  <div className="flex flex-col gap-4">
    <p role="status">Copy it now. We keep only a hash of it and cannot show it again.</p>
    <div className="flex flex-wrap items-center gap-2 rounded-6 border border-line bg-sunken px-3 py-2">
      <code data-autofocus tabIndex={-1} className="min-w-0 flex-1 [overflow-wrap:anywhere]">
        {token}
      </code>
      <CopyButton text={token} of="the API key" />
    </div>
    <div className="flex justify-end">
      <Button variant="primary" onClick={onDone}>
        I have copied it
      </Button>
    </div>
  </div>
)
