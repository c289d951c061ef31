import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '#src/client/api.ts'
import { toApiError } from '#src/client/api-error.ts'
import { toast } from '#src/client/toasts.ts'
import type { Graph } from '#src/lib/graph/graph.schema.ts'
import { workflowOf } from '../workflow-queries.web.tsx'
import type { workflowsContract } from '../workflows.schema.ts'
import type { Draft } from './draft.ts'
import { type EditorProblem, problemsFrom } from './problems.ts'

/** Warnings that the message about a success has room for. */
const MAX_REMARKS = 2

class DraftNotSaved extends Error {}

interface PublishOptions {
  readonly id: string
  readonly draft: Draft
  /** What stands in the way; empty after success. */
  readonly onProblems: (problems: readonly EditorProblem[], refused: Graph) => void
}

/** Makes the draft the version that runs, or stops it. The draft is saved first, so what is published is what is seen. */
export function usePublishing({ id, draft, onProblems }: PublishOptions) {
  const client = useQueryClient()
  const refresh = () => client.invalidateQueries({ queryKey: workflowOf(id).queryKey })
  const publish = useMutation({
    mutationFn: async () => {
      if (!(await draft.flush())) throw new DraftNotSaved('The draft could not be saved first')
      return api<typeof workflowsContract.publish>('POST', '/api/workflows/:id/publish', { params: { id }, body: {} })
    },
    onSuccess: async ({ version, warnings }) => {
      onProblems([], draft.getState().graph)
      await refresh()
      const remarks = warnings.slice(0, MAX_REMARKS).map(({ message }) => message.replace(/\.?$/, '.'))
      const description = [`Version ${version} runs from now on.`, ...remarks].join(' ')
      toast({ kind: 'success', title: 'Published', description })
    },
    onError: (cause) => {
      const { code, details, message } = toApiError(cause)
      const { graph } = draft.getState()
      if (code === 'GRAPH_HAS_PROBLEMS') onProblems(problemsFrom(details, graph), graph)
      else
        toast({
          kind: 'error',
          title: 'Publish failed',
          description: cause instanceof DraftNotSaved ? cause.message : message,
        })
    },
  })
  const unpublish = useMutation({
    mutationFn: () =>
      api<typeof workflowsContract.unpublish>('POST', '/api/workflows/:id/unpublish', { params: { id } }),
    onSuccess: async () => {
      await refresh()
      toast({ kind: 'success', title: 'Unpublished', description: 'Nothing starts it any more. Runs under way go on.' })
    },
    onError: (cause) => toast({ kind: 'error', title: 'Unpublish failed', description: toApiError(cause).message }),
  })
  return { publish, unpublish }
}
