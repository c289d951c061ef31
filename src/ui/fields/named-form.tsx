import type { ReactNode, SubmitEvent } from 'react'
import { Button } from '../button.tsx'
import { FormRefusal } from './form-notes.tsx'
import { TextField } from './text-field.tsx'

interface NamedFormProps {
  /** Of the field for the name; none while a known thing is changed. */
  readonly name: { readonly id: string; readonly help: string; readonly error: string | undefined } | undefined
  readonly refusal: string | undefined
  readonly busy: boolean
  readonly onSubmit: (event: SubmitEvent<HTMLFormElement>) => void
  readonly children: ReactNode
}

/** Stores something under a name that expressions or settings use. */
export const NamedForm = ({ name, refusal, busy, onSubmit, children }: NamedFormProps) => (
  <form noValidate onSubmit={onSubmit} className="flex flex-col gap-4">
    <FormRefusal message={refusal} />
    {name === undefined ? null : (
      <TextField
        {...name}
        name="name"
        label="Name"
        required
        maxLength={64}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
    )}
    {children}
    <div className="flex justify-end">
      <Button type="submit" variant="primary" busy={busy}>
        Store
      </Button>
    </div>
  </form>
)
