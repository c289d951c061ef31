import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useBlocker, useRouteLoaderData } from 'react-router'
import { api } from '#src/client/api.ts'
import { toApiError } from '#src/client/api-error.ts'
import { createKeeper } from '#src/client/journal.ts'
import type { SignedInUser } from '#src/client/request-context.ts'
import { toast } from '#src/client/toasts.ts'
import type { Graph } from '#src/lib/graph/graph.schema.ts'
import type { Workflow, workflowsContract } from '../workflows.schema.ts'
import { besideOnServer } from './change-beside.web.tsx'
import { createDraft, type Draft } from './draft.ts'
import { onSaved, tellSaved } from './draft-channel.web.tsx'
import type { Kept, Past, Stored } from './draft-state.ts'
import { takeHandedOver } from './handed-over.ts'
import type { SaveOptions, SaveOutcome } from './save-outcome.ts'

async function stored(id: string): Promise<Stored> {
  const { workflow } = await api<typeof workflowsContract.get>('GET', '/api/workflows/:id', { params: { id } })
  return workflow
}

async function save(id: string, graph: Graph, revision: number, options: SaveOptions): Promise<SaveOutcome> {
  // The request layer would try again for a while before it says so.
  if (!navigator.onLine) return { offline: true, notTaken: true }
  try {
    return await api<typeof workflowsContract.saveDraft>('PUT', '/api/workflows/:id/draft', {
      params: { id },
      body: { graph, revision, ...(options.keepReplaced && { keepReplaced: true }) },
    })
  } catch (cause) {
    const { code, status, message } = toApiError(cause)
    if (code === 'NETWORK_ERROR') return { offline: true }
    if (code !== 'REVISION_CONFLICT') return { failed: message, notTaken: status < 500 && code !== 'TIMEOUT_ERROR' }
    return stored(id).then(
      (theirs) => ({ theirs }),
      (failure: unknown) => ({ failed: toApiError(failure).message }),
    )
  }
}

const after = (ms: number, callback: () => void) => {
  const timer = setTimeout(callback, ms)
  return () => clearTimeout(timer)
}

const say = (title: string) => toast({ kind: 'info', title })

function createWorkflowDraft({ id, graph, revision }: Workflow, client: QueryClient) {
  const { write, forget, isKept, willBeKept, remember } = createKeeper<Kept, Past>(id)
  const draft = createDraft({
    ...{ graph, revision, after, say, now: Date.now },
    save: async (now, base, options) => {
      const outcome = await save(id, now, base, options)
      if ('revision' in outcome) tellSaved({ id, revision: outcome.revision })
      return outcome
    },
    keep: write,
    taken: forget,
    beside: besideOnServer(client, id),
  })
  const recall = (past: Past | undefined) => draft.recall(past, takeHandedOver(id))
  return { draft, isKept, willBeKept, remember: (accountId: string) => remember(accountId, { ...draft, recall }) }
}

/** The draft of one workflow for as long as its editor is open. */
export function useDraft(workflow: Workflow) {
  const { id } = workflow
  const accountId = useRouteLoaderData<{ viewer: SignedInUser | null }>('root')?.viewer?.id
  const client = useQueryClient()
  const [{ draft, isKept, willBeKept, remember }] = useState(() => createWorkflowDraft(workflow, client))
  const state = useSyncExternalStore(draft.subscribe, draft.getState, draft.getState)
  useEffect(() => {
    const saveNow = () => void draft.flush()
    window.addEventListener('online', saveNow)
    return () => window.removeEventListener('online', saveNow)
  }, [draft])
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (draft.isDirty() && !isKept()) event.preventDefault()
    }
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [draft, isKept])
  useEffect(() => (accountId === undefined ? undefined : remember(accountId)), [accountId, remember])
  useEffect(
    () =>
      onSaved((saved) => {
        if (saved.id !== id || saved.revision <= draft.getState().revision) return
        // Not heard of, it is found out at the next save.
        void stored(id).then(draft.hear, () => undefined)
      }),
    [draft, id],
  )
  return { draft, state, willBeKept }
}

/** Longer than this nobody waits for a link to do something. */
const LEAVE_AFTER_MS = 3000

/** Saves before the page is left; asks only when that did not work, or takes its time. */
export function useLeaveGuard(draft: Draft, willBeKept: () => Promise<boolean>) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => draft.isDirty() && currentLocation.pathname !== nextLocation.pathname,
  )
  /** What would become of the last changes. */
  const [asking, setAsking] = useState<'kept' | 'lost'>()
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    let isStale = false
    const ask = async () => {
      const isKept = await willBeKept()
      if (!isStale) setAsking(isKept ? 'kept' : 'lost')
    }
    const stop = after(LEAVE_AFTER_MS, () => void ask())
    void draft.flush().then((saved) => {
      stop()
      if (isStale) return
      if (saved) blocker.proceed()
      else void ask()
    })
    return () => {
      isStale = true
      stop()
    }
  }, [blocker, draft, willBeKept])
  return {
    asking,
    stay() {
      setAsking(undefined)
      blocker.reset?.()
    },
    leave() {
      setAsking(undefined)
      if (asking === 'lost') draft.abandon()
      blocker.proceed?.()
    },
  }
}
