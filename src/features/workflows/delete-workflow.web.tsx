import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '#src/client/api.ts'
import { toApiError } from '#src/client/api-error.ts'
import { toast } from '#src/client/toasts.ts'
import { ConfirmDialog } from '#src/ui/dialog.tsx'
import type { workflowsContract } from './workflows.schema.ts'

interface DeleteWorkflowProps {
  /** Asks while there is one. */
  readonly workflow: { readonly id: string; readonly name: string } | undefined
  readonly onClose: () => void
  readonly onDeleted?: () => void
}

/** Its versions and executions go with it and nothing brings them back, so the word must be typed. */
export function DeleteWorkflow({ workflow, onClose, onDeleted }: DeleteWorkflowProps) {
  const client = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: (id: string) =>
      api<typeof workflowsContract.remove>('DELETE', '/api/workflows/:id', { params: { id } }),
    onSuccess: async () => {
      toast({ kind: 'success', title: 'Deleted', description: workflow?.name })
      onClose()
      onDeleted?.()
      await client.invalidateQueries({ queryKey: ['/api/workflows'] })
    },
    onError: (error) => {
      onClose()
      toast({ kind: 'error', title: 'Delete failed', description: toApiError(error).message })
    },
  })
  return (
    <ConfirmDialog
      open={workflow !== undefined}
      onClose={onClose}
      onConfirm={() => workflow && mutate(workflow.id)}
      title={`Delete “${workflow?.name ?? ''}”?`}
      confirmLabel="Delete"
      typeToConfirm="delete"
      danger
      busy={isPending}
    >
      <p>Its versions and executions are deleted with it, and its webhook stops answering. This cannot be undone.</p>
    </ConfirmDialog>
  )
}
