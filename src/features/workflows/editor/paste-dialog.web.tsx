import { type SubmitEvent, useState } from 'react'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { TextAreaField } from '#src/ui/fields/text-field.tsx'

interface PasteDialogProps {
  readonly onClose: () => void
  /** False when the text is no steps; why was said already. */
  readonly onPaste: (text: string) => boolean
}

/** Steps as text, for whoever has no Ctrl+V at hand. */
export function PasteDialog({ onClose, onPaste }: PasteDialogProps) {
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (text.trim() === '') setError('Paste the steps first')
    else if (onPaste(text)) onClose()
    else setError('These are no steps: copy them in the editor of a workflow, or take the text of an exported file')
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title="Paste steps"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form="paste-steps" variant="primary">
            Paste
          </Button>
        </>
      }
    >
      <form id="paste-steps" noValidate onSubmit={submit}>
        <TextAreaField
          label="Steps as text"
          help="What Ctrl+C in an editor gives, from a message or a file. Secrets are never part of it."
          mono
          rows={8}
          spellCheck={false}
          autoComplete="off"
          value={text}
          error={error}
          onChange={(event) => {
            setError(undefined)
            setText(event.currentTarget.value)
          }}
        />
      </form>
    </Dialog>
  )
}
