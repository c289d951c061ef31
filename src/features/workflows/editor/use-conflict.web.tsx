import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { api } from '#src/client/api.ts'
import { toApiError } from '#src/client/api-error.ts'
import { toast } from '#src/client/toasts.ts'
import type { Workflow, workflowsContract } from '../workflows.schema.ts'
import type { Draft } from './draft.ts'
import { type CopyCalls, createCopying } from './save-copy.ts'

const MAX_NAME = 200
const COPY = ' (copy)'

const calls: CopyCalls<Pick<Workflow, 'id' | 'name' | 'revision'>> = {
  async create(name, graph) {
    const { workflow } = await api<typeof workflowsContract.create>('POST', '/api/workflows', { body: { name, graph } })
    return workflow
  },
  async save({ id, name, revision }, graph) {
    const saved = await api<typeof workflowsContract.saveDraft>('PUT', '/api/workflows/:id/draft', {
      params: { id },
      body: { graph, revision },
    })
    return { id, name, revision: saved.revision }
  },
}

/** The ways out after somebody else saved first. What is here is let go only when it is kept elsewhere. */
export function useConflict({ name }: Workflow, draft: Draft) {
  const navigate = useNavigate()
  const [saveCopy] = useState(() => createCopying(draft, calls))
  const copy = useMutation({
    mutationFn: () => saveCopy(name.slice(0, MAX_NAME - COPY.length) + COPY),
    onSuccess: async (workflow) => {
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
