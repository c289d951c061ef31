import { useMutation } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { api } from '#src/client/api.ts'
import { toApiError } from '#src/client/api-error.ts'
import { toast } from '#src/client/toasts.ts'
import type { Workflow, workflowsContract } from '../workflows.schema.ts'
import type { Draft } from './draft.ts'

const MAX_NAME = 200
const COPY = ' (copy)'

/** The ways out after somebody else saved first. What is here is let go only when it is kept elsewhere. */
export function useConflict({ name }: Workflow, draft: Draft) {
  const navigate = useNavigate()
  const copy = useMutation({
    mutationFn: () =>
      api<typeof workflowsContract.create>('POST', '/api/workflows', {
        body: { name: name.slice(0, MAX_NAME - COPY.length) + COPY, graph: draft.getState().graph },
      }),
    onSuccess: async ({ workflow }) => {
      draft.abandon()
      await navigate(`/workflows/${workflow.id}`)
      toast({ kind: 'success', title: 'Kept as a copy', description: workflow.name })
    },
    onError: (cause) => toast({ kind: 'error', title: 'Copy failed', description: toApiError(cause).message }),
  })
  return {
    busy: copy.isPending,
    onKeepCopy: () => copy.mutate(),
    onTakeOver: draft.takeOver,
    onUseTheirs: draft.useTheirs,
  }
}
