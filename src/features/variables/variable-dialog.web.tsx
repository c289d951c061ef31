import { useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useId, useState } from 'react'
import { api } from '#src/client/api.ts'
import { toApiError } from '#src/client/api-error.ts'
import { toast } from '#src/client/toasts.ts'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { SelectField } from '#src/ui/fields/choice-fields.tsx'
import { TextAreaField, TextField } from '#src/ui/fields/text-field.tsx'
import { KIND_WORDS } from './kind-words.ts'
import { readVariable, variableText } from './variable-text.ts'
import { VARIABLE_KINDS, type Variable, type VariableKind, type variablesContract } from './variables.schema.ts'

interface VariableDialogProps {
  /** Open while there is one. */
  readonly variable: Variable | 'new' | undefined
  readonly onClose: () => void
}

/** Stores a variable, or changes one that is there. */
export const VariableDialog = ({ variable, onClose }: VariableDialogProps) => (
  <Dialog
    open={variable !== undefined}
    onClose={onClose}
    title={variable === undefined || variable === 'new' ? 'New variable' : `Change “${variable.name}”`}
  >
    {variable === undefined ? null : (
      <VariableForm known={variable === 'new' ? undefined : variable} onStored={onClose} />
    )}
  </Dialog>
)

type Errors = Partial<Record<'name' | 'value' | 'form', string>>
const KIND_OPTIONS = VARIABLE_KINDS.map((kind) => ({ value: kind, label: KIND_WORDS[kind] }))
const BOOLEANS = [
  { value: 'true', label: 'true' },
  { value: 'false', label: 'false' },
]

interface VariableFormProps {
  readonly known: Variable | undefined
  readonly onStored: () => void
}

function VariableForm({ known, onStored }: VariableFormProps) {
  const id = useId()
  const client = useQueryClient()
  const [kind, setKind] = useState<VariableKind>(known?.kind ?? 'string')
  const [errors, setErrors] = useState<Errors>({})
  const [busy, setBusy] = useState(false)
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const data = new FormData(form)
    const name = known?.name ?? String(data.get('name') ?? '').trim()
    const body = readVariable(kind, String(data.get('value') ?? '').replaceAll('\r\n', '\n'))
    if (name === '') {
      setErrors({ name: 'Name is required' })
      return form.querySelector('input')?.focus()
    }
    if (typeof body === 'string') return setErrors({ value: body })
    setBusy(true)
    try {
      await api<typeof variablesContract.set>('PUT', '/api/variables/:name', { params: { name }, body })
      await client.invalidateQueries({ queryKey: ['/api/variables'] })
      toast({ kind: 'success', title: 'Variable stored' })
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
      {known === undefined ? (
        <TextField
          id={`${id}-name`}
          name="name"
          label="Name"
          help="How expressions read it: vars.name"
          required
          maxLength={64}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          error={errors.name}
        />
      ) : null}
      <SelectField
        id={`${id}-kind`}
        label="Kind"
        options={KIND_OPTIONS}
        value={kind}
        onChange={(event) => {
          setErrors({})
          setKind(event.currentTarget.value as VariableKind)
        }}
      />
      <ValueField
        key={kind}
        id={`${id}-value`}
        kind={kind}
        initial={known?.kind === kind ? variableText(kind, known.value) : ''}
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

interface ValueFieldProps {
  readonly id: string
  readonly kind: VariableKind
  readonly initial: string
  readonly error: string | undefined
}

function ValueField({ id, kind, initial, error }: ValueFieldProps) {
  const base = { id, name: 'value', label: 'Value', error, defaultValue: initial }
  switch (kind) {
    case 'boolean':
      return <SelectField {...base} options={BOOLEANS} defaultValue={initial === '' ? 'true' : initial} />
    case 'number':
      return <TextField {...base} inputMode="decimal" autoComplete="off" />
    default:
      return <TextAreaField {...base} mono={kind === 'json'} autoComplete="off" spellCheck={false} />
  }
}
