import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#src/client/api.ts'
import { toApiError } from '#src/client/api-error.ts'
import { toast, UNDO_SHOWN_MS } from '#src/client/toasts.ts'
import { type BulkAct, KEPT_MINUTES, MAX_BULK, type workflowActsContract } from '../workflow-acts.schema.ts'
import { doneText } from './list-words.ts'

export interface Named {
  readonly id: string
  readonly name: string
}

const FAILED: Record<BulkAct, string> = {
  tag: 'Tagging failed',
  untag: 'Untagging failed',
  pause: 'Pausing failed',
  resume: 'Resuming failed',
  unpublish: 'Unpublishing failed',
  delete: 'Deleting failed',
  restore: 'This could not be brought back',
}

async function askFor(action: BulkAct, workflows: readonly Named[], tag: string | undefined) {
  const done = new Set<string>()
  const leftOut: { readonly id: string; readonly message: string }[] = []
  for (let from = 0; from < workflows.length; from += MAX_BULK) {
    const ids = workflows.slice(from, from + MAX_BULK).map(({ id }) => id)
    const answer = await api<typeof workflowActsContract.bulk>('POST', '/api/workflows/bulk', {
      body: { ids, action, ...(tag !== undefined && { tag }) },
    })
    for (const id of answer.done) done.add(id)
    leftOut.push(...answer.leftOut)
  }
  return { done: workflows.filter(({ id }) => done.has(id)), leftOut }
}

/** Does something to some workflows and says what came of it; what was deleted can be had back. */
export function useWorkflowActs() {
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const refresh = () => client.invalidateQueries({ queryKey: ['/api/workflows'] })

  async function act(action: BulkAct, workflows: readonly Named[], tag?: string): Promise<boolean> {
    setBusy(true)
    try {
      const { done, leftOut } = await askFor(action, workflows, tag)
      tell(action, workflows, { done, leftOut })
      await refresh()
      return done.length > 0
    } catch (error) {
      toast({ kind: 'error', title: FAILED[action], description: toApiError(error).message })
      return false
    } finally {
      setBusy(false)
    }
  }

  function tell(action: BulkAct, asked: readonly Named[], { done, leftOut }: Awaited<ReturnType<typeof askFor>>) {
    const [first] = leftOut
    if (done.length === 0) {
      const description = first?.message
      const runs = { label: 'Show its runs', href: `/workflows/${first?.id}/executions` }
      toast({ kind: 'error', title: FAILED[action], description, ...(action === 'delete' && { action: runs }) })
      return
    }
    const names = done.map(({ name }) => name)
    const nameOf = (id: string | undefined) => asked.find((one) => one.id === id)?.name ?? ''
    const left = first === undefined ? undefined : `${leftOut.length} left out. “${nameOf(first.id)}”: ${first.message}`
    if (action !== 'delete') {
      toast({ kind: 'success', title: doneText(action, names), description: left })
      return
    }
    toast({
      kind: 'success',
      title: doneText(action, names),
      description: [
        left,
        `Nothing starts ${done.length === 1 ? 'it' : 'them'} any more. For ${KEPT_MINUTES} minutes this can be undone.`,
      ]
        .filter(Boolean)
        .join(' '),
      shownMs: UNDO_SHOWN_MS,
      action: { label: 'Undo', onClick: () => void act('restore', done) },
    })
  }

  async function duplicate({ id, name }: Named): Promise<void> {
    try {
      const { workflow } = await api<typeof workflowActsContract.duplicate>('POST', '/api/workflows/:id/duplicate', {
        params: { id },
      })
      const action = { label: 'Open the copy', href: `/workflows/${workflow.id}` }
      toast({ kind: 'success', title: `“${name}” duplicated`, description: 'The copy is a draft.', action })
      await refresh()
    } catch (error) {
      toast({ kind: 'error', title: 'Duplicating failed', description: toApiError(error).message })
    }
  }

  return { act, duplicate, busy }
}

export type WorkflowActs = ReturnType<typeof useWorkflowActs>
