import { useMutation, useQueryClient } from '@tanstack/react-query'
import { PencilLine } from 'lucide-react'
import { type SubmitEvent, useState } from 'react'
import { api } from '#src/client/api.ts'
import { toApiError } from '#src/client/api-error.ts'
import { toast, UNDO_SHOWN_MS } from '#src/client/toasts.ts'
import { Button, IconButton } from '#src/ui/button.tsx'
import { TextField } from '#src/ui/fields/text-field.tsx'
import { workflowOf } from '../workflow-queries.web.tsx'
import type { workflowsContract } from '../workflows.schema.ts'

interface Renaming {
  readonly next: string
  readonly before: string
}

/** Renames in place: a button that becomes a small form. */
export function WorkflowName({ id, name }: { id: string; name: string }) {
  const client = useQueryClient()
  const [editing, setEditing] = useState<boolean>()
  const [error, setError] = useState<string>()
  const { mutate, isPending } = useMutation({
    mutationFn: ({ next }: Renaming) =>
      api<typeof workflowsContract.rename>('PATCH', '/api/workflows/:id', { params: { id }, body: { name: next } }),
    onSuccess: (answer, { next, before }) => {
      client.setQueryData(workflowOf(id).queryKey, answer)
      setEditing(false)
      const action = { label: 'Undo', onClick: () => mutate({ next: before, before: next }) }
      toast({ kind: 'success', title: `Renamed to “${next}”`, action, shownMs: UNDO_SHOWN_MS })
    },
    onError: (cause) => {
      const { message } = toApiError(cause)
      if (editing) setError(message)
      else toast({ kind: 'error', title: 'Renaming failed', description: message })
    },
  })
  if (!editing)
    return (
      <IconButton
        size="dense"
        icon={PencilLine}
        aria-label="Rename"
        autoFocus={editing === false}
        onClick={() => {
          setError(undefined)
          setEditing(true)
        }}
      />
    )
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const next = String(new FormData(event.currentTarget).get('name')).trim()
    if (next === '') setError('Name is required')
    else if (next === name) setEditing(false)
    else mutate({ next, before: name })
  }
  return (
    <form
      noValidate
      onSubmit={submit}
      onKeyDown={(event) => event.key === 'Escape' && setEditing(false)}
      className="flex flex-wrap items-end gap-2"
    >
      <TextField
        name="name"
        label="Name of the workflow"
        defaultValue={name}
        required
        maxLength={200}
        autoComplete="off"
        autoFocus
        error={error}
        className="w-80 max-w-full"
      />
      <Button type="submit" variant="primary" busy={isPending}>
        Save
      </Button>
      <Button variant="ghost" onClick={() => setEditing(false)}>
        Cancel
      </Button>
    </form>
  )
}
