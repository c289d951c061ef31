import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { api } from '#src/client/api.ts'
import { toApiError } from '#src/client/api-error.ts'
import { toast } from '#src/client/toasts.ts'
import { workflowOf } from '../workflow-queries.web.tsx'
import type { Workflow, workflowsContract } from '../workflows.schema.ts'
import type { Draft } from './draft.ts'

interface ConflictOptions {
  readonly draft: Draft
  /** Begins again with what the query holds. */
  readonly onReload: () => void
}

const MAX_NAME = 200
const COPY = ' (copy)'

/** The two ways out after somebody else saved first. What is here is let go only when the other is in hand. */
export function useConflict({ id, name }: Workflow, { draft, onReload }: ConflictOptions) {
  const navigate = useNavigate()
  const client = useQueryClient()
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
  const reload = useMutation({
    mutationFn: () => client.fetchQuery({ ...workflowOf(id), staleTime: 0 }),
    onSuccess: () => {
      draft.abandon()
      onReload()
    },
    onError: (cause) => toast({ kind: 'error', title: 'Reload failed', description: toApiError(cause).message }),
  })
  return { busy: copy.isPending, onKeepCopy: () => copy.mutate(), onReload: () => reload.mutate() }
}
