import { type SubmitEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { api } from '#src/client/api.ts'
import { toApiError } from '#src/client/api-error.ts'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { TextField } from '#src/ui/fields/text-field.tsx'
import type { workflowsContract } from './workflows.schema.ts'

interface NewWorkflowProps {
  readonly open: boolean
  readonly onClose: () => void
}

/** Asks for a name, creates the workflow and opens it. */
export function NewWorkflow({ open, onClose }: NewWorkflowProps) {
  const navigate = useNavigate()
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)
  const create = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    const field = event.currentTarget.elements.namedItem('name') as HTMLInputElement
    const name = field.value.trim()
    if (name === '') {
      setError('Name is required')
      field.focus()
      return
    }
    setBusy(true)
    try {
      const { workflow } = await api<typeof workflowsContract.create>('POST', '/api/workflows', { body: { name } })
      await navigate(`/workflows/${workflow.id}`)
    } catch (cause) {
      setError(toApiError(cause).message)
      field.focus()
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="New workflow"
      size="small"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form="new-workflow" variant="primary" busy={busy}>
            Create
          </Button>
        </>
      }
    >
      <form id="new-workflow" noValidate onSubmit={(event) => void create(event)}>
        <TextField
          name="name"
          label="Name"
          help="What it does, in a few words. You can change it later."
          placeholder="Send the weekly report"
          required
          maxLength={200}
          autoComplete="off"
          error={error}
          onChange={() => setError(undefined)}
        />
      </form>
    </Dialog>
  )
}
