import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { api } from '#src/client/api.ts'
import { toApiError } from '#src/client/api-error.ts'
import { toast } from '#src/client/toasts.ts'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { TextField } from '#src/ui/fields/text-field.tsx'
import type { WorkflowEntry, workflowsContract } from '../workflows.schema.ts'

interface RenameDialogProps {
  /** Open while there is one. */
  readonly workflow: WorkflowEntry | undefined
  readonly onClose: () => void
}

/** A workflow gets another name without being opened. */
export const RenameDialog = ({ workflow, onClose }: RenameDialogProps) => (
  <Dialog open={workflow !== undefined} onClose={onClose} title={`Rename “${workflow?.name ?? ''}”`} size="small">
    {workflow === undefined ? null : <RenameForm key={workflow.id} workflow={workflow} onClose={onClose} />}
  </Dialog>
)

function RenameForm({ workflow: { id, name }, onClose }: { workflow: WorkflowEntry; onClose: () => void }) {
  const client = useQueryClient()
  const [error, setError] = useState<string>()
  const isOpen = useRef(false)
  useEffect(() => {
    isOpen.current = true
    return () => {
      isOpen.current = false
    }
  }, [])
  const { mutate, isPending } = useMutation({
    mutationFn: (next: string) =>
      api<typeof workflowsContract.rename>('PATCH', '/api/workflows/:id', { params: { id }, body: { name: next } }),
    onSuccess: async (_, next) => {
      toast({ kind: 'success', title: `Renamed to “${next}”` })
      // Somebody may have closed it meanwhile, and opened that of another one.
      if (isOpen.current) onClose()
      await client.invalidateQueries({ queryKey: ['/api/workflows'] })
    },
    onError: (cause) => {
      const { message } = toApiError(cause)
      setError(message)
      if (!isOpen.current) toast({ kind: 'error', title: 'Renaming failed', description: message })
    },
  })
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const next = String(new FormData(event.currentTarget).get('name')).trim()
    if (isPending) return
    if (next === '') setError('Name is required')
    else if (next === name) onClose()
    else mutate(next)
  }
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <TextField
        name="name"
        label="Name"
        defaultValue={name}
        required
        maxLength={200}
        autoComplete="off"
        error={error}
        onFocus={(event) => event.currentTarget.select()}
        onChange={() => setError(undefined)}
      />
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="primary" busy={isPending}>
          Rename
        </Button>
      </div>
    </form>
  )
}
