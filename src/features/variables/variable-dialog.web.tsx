import { useId, useState } from 'react'
import { api } from '#src/client/api.ts'
import { useStoring } from '#src/client/use-kept-values.ts'
import { Dialog } from '#src/ui/dialog.tsx'
import { SelectField } from '#src/ui/fields/choice-fields.tsx'
import { NamedForm } from '#src/ui/fields/named-form.tsx'
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
  const [kind, setKind] = useState<VariableKind>(known?.kind ?? 'string')
  const { errors, busy, submit, forget } = useStoring({
    what: 'variable',
    list: ['/api/variables'],
    known: known?.name,
    store: async (name, value) => {
      const body = readVariable(kind, value)
      if (typeof body === 'string') return body
      await api<typeof variablesContract.set>('PUT', '/api/variables/:name', { params: { name }, body })
      return undefined
    },
    onStored,
  })
  const help = 'How expressions read it: vars.name'
  return (
    <NamedForm
      name={known === undefined ? { id: `${id}-name`, help, error: errors.name } : undefined}
      refusal={errors.form}
      busy={busy}
      onSubmit={submit}
    >
      <SelectField
        id={`${id}-kind`}
        label="Kind"
        options={KIND_OPTIONS}
        value={kind}
        onChange={(event) => {
          forget()
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
    </NamedForm>
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
