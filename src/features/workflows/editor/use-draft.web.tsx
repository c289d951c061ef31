import { useEffect, useState, useSyncExternalStore } from 'react'
import { useBlocker } from 'react-router'
import { api } from '#src/client/api.ts'
import { toApiError } from '#src/client/api-error.ts'
import type { Graph } from '#src/lib/graph/graph.schema.ts'
import type { Workflow, workflowsContract } from '../workflows.schema.ts'
import { createDraft, type Draft, type SaveOutcome } from './draft.ts'

async function save(id: string, graph: Graph, revision: number): Promise<SaveOutcome> {
  try {
    return await api<typeof workflowsContract.saveDraft>('PUT', '/api/workflows/:id/draft', {
      params: { id },
      body: { graph, revision },
    })
  } catch (cause) {
    const { code, message } = toApiError(cause)
    return code === 'REVISION_CONFLICT' ? { conflict: true } : { failed: message }
  }
}

const after = (ms: number, callback: () => void) => {
  const timer = setTimeout(callback, ms)
  return () => clearTimeout(timer)
}

/** The draft of one workflow for as long as its editor is open. */
export function useDraft({ id, graph, revision }: Workflow) {
  const [draft] = useState(() =>
    createDraft({ graph, revision, after, now: Date.now, save: (now, base) => save(id, now, base) }),
  )
  const state = useSyncExternalStore(draft.subscribe, draft.getState, draft.getState)
  useEffect(() => {
    const saveNow = () => void draft.flush()
    window.addEventListener('online', saveNow)
    return () => window.removeEventListener('online', saveNow)
  }, [draft])
  return { draft, state }
}

/** Saves before the page is left; asks only when that did not work. */
export function useLeaveGuard(draft: Draft) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => draft.isDirty() && currentLocation.pathname !== nextLocation.pathname,
  )
  const [asking, setAsking] = useState(false)
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    void draft.flush().then((saved) => (saved ? blocker.proceed() : setAsking(true)))
  }, [blocker, draft])
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (draft.isDirty()) event.preventDefault()
    }
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [draft])
  return {
    asking,
    stay() {
      setAsking(false)
      blocker.reset?.()
    },
    leave() {
      setAsking(false)
      draft.abandon()
      blocker.proceed?.()
    },
  }
}
