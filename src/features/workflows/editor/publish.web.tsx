import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { api } from '#src/client/api.ts'
import { toApiError } from '#src/client/api-error.ts'
import { toast } from '#src/client/toasts.ts'
import type { Graph } from '#src/lib/graph/graph.schema.ts'
import { Dialog } from '#src/ui/dialog.tsx'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { RowSkeletons } from '#src/ui/skeleton.tsx'
import type { workflowActsContract } from '../workflow-acts.schema.ts'
import { workflowOf } from '../workflow-queries.web.tsx'
import type { Workflow, workflowsContract } from '../workflows.schema.ts'
import type { Draft } from './draft.ts'
import { type EditorProblem, problemsFrom } from './problems.ts'
import type { PublishChecklistProps } from './publish-checklist.web.tsx'

const Checklist = lazyPart<PublishChecklistProps>(
  async () => (await import('./publish-checklist.web.tsx')).PublishChecklist,
)

const checklistOf = (id: string) => ['publish', id]

interface PublishOptions {
  readonly workflow: Workflow
  readonly draft: Draft
  /** Leads to where a problem is mended. */
  readonly onShow: (nodeId: string, path?: string) => void
  /** What stands in the way; empty after success. */
  readonly onProblems: (problems: readonly EditorProblem[], refused: Graph) => void
}

/** Makes the draft the version that runs, once a checklist was seen, or stops it. What is published is what was seen. */
export function usePublishing({ workflow, draft, onShow, onProblems }: PublishOptions) {
  const { id } = workflow
  const client = useQueryClient()
  const [asking, setAsking] = useState(false)
  const refresh = () => client.invalidateQueries({ queryKey: workflowOf(id).queryKey })
  const publish = useMutation({
    mutationFn: (body: { note: string; revision: number }) =>
      api<typeof workflowsContract.publish>('POST', '/api/workflows/:id/publish', { params: { id }, body }),
    onSuccess: async ({ version }) => {
      setAsking(false)
      onProblems([], draft.getState().graph)
      await refresh()
      const description = `Version ${version} runs from now on. What you edit next is a draft.`
      toast({ kind: 'success', title: 'Published', description })
    },
    onError: (cause) => {
      const { code, details, message } = toApiError(cause)
      if (code === 'REVISION_CONFLICT') {
        void client.invalidateQueries({ queryKey: checklistOf(id) })
        return
      }
      setAsking(false)
      const { graph } = draft.getState()
      if (code === 'GRAPH_HAS_PROBLEMS') onProblems(problemsFrom(details, graph), graph)
      else toast({ kind: 'error', title: 'Publish failed', description: message })
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
  const resume = useMutation({
    mutationFn: () => api<typeof workflowActsContract.resume>('POST', '/api/workflows/:id/resume', { params: { id } }),
    onSuccess: async () => {
      await refresh()
      toast({ kind: 'success', title: 'Resumed', description: 'Whatever starts this workflow starts it again.' })
    },
    onError: (cause) => toast({ kind: 'error', title: 'Resuming failed', description: toApiError(cause).message }),
  })
  const dialog = asking ? (
    <Dialog open onClose={() => setAsking(false)} title={`Publish “${workflow.name}”`}>
      <Suspense fallback={<RowSkeletons count={2} label="Checking the draft…" />}>
        <Checklist
          workflow={workflow}
          draft={draft}
          queryKey={checklistOf(id)}
          busy={publish.isPending}
          // While it is shown, nothing else ends in an error.
          isRefused={publish.isError}
          onPublish={publish.mutate}
          onShow={onShow}
          onClose={() => setAsking(false)}
        />
      </Suspense>
    </Dialog>
  ) : null
  const ask = () => {
    publish.reset()
    setAsking(true)
  }
  return { ask, isPublishing: publish.isPending, unpublish, resume, dialog }
}
