import { useEffect, useState, useSyncExternalStore } from 'react'
import { useBlocker, useRouteLoaderData } from 'react-router'
import { api } from '#src/client/api.ts'
import { toApiError } from '#src/client/api-error.ts'
import { createKeeper } from '#src/client/journal.ts'
import type { SignedInUser } from '#src/client/request-context.ts'
import { toast } from '#src/client/toasts.ts'
import type { creatorToolsContract, Draft } from './creator-tools.schema.ts'
import type { ToolContent } from './tool-content.schema.ts'
import { createToolDraft, type Kept, type SaveOutcome, type Stored, type ToolDraftStore } from './tool-draft.ts'

/** Statuses after which nothing has been saved, for certain. */
const REFUSED: ReadonlySet<number> = new Set([401, 403, 404, 410, 413, 422, 429])

async function stored(id: string): Promise<Stored> {
  const { draft } = await api<typeof creatorToolsContract.draft>('GET', '/api/tools/:id/draft', { params: { id } })
  return draft
}

async function save(id: string, content: ToolContent, revision: number): Promise<SaveOutcome> {
  // The request layer would try again for a while before it says so.
  if (!navigator.onLine) return { failed: 'you are offline', refused: false }
  try {
    return await api<typeof creatorToolsContract.saveDraft>('PUT', '/api/tools/:id/draft', {
      params: { id },
      body: { ...content, revision },
    })
  } catch (cause) {
    const { code, status, message, details } = toApiError(cause)
    if (code === 'REVISION_CONFLICT')
      return stored(id).then(
        (theirs) => ({ theirs }),
        (failure: unknown) => ({ failed: toApiError(failure).message, refused: true }),
      )
    return { failed: details[0]?.message ?? message, refused: REFUSED.has(status) }
  }
}

const after = (ms: number, callback: () => void) => {
  const timer = setTimeout(callback, ms)
  return () => clearTimeout(timer)
}

const say = (title: string) => toast({ kind: 'info', title })

function createKeptDraft({ id, content, revision, upToDate }: Draft) {
  const { write, forget, isKept, willBeKept, remember } = createKeeper<Kept, never>(id)
  const draft = createToolDraft({
    ...{ begin: { content, revision, upToDate }, after, say },
    save: (now, base) => save(id, now, base),
    keep: write,
    taken: forget,
  })
  return { draft, isKept, willBeKept, remember: (accountId: string) => remember(accountId, draft) }
}

/** The content of one tool for as long as its builder is open. */
export function useToolDraft(given: Draft) {
  const accountId = useRouteLoaderData<{ viewer: SignedInUser | null }>('root')?.viewer?.id
  const [{ draft, isKept, willBeKept, remember }] = useState(() => createKeptDraft(given))
  const state = useSyncExternalStore(draft.subscribe, draft.getState, draft.getState)
  useEffect(() => (accountId === undefined ? undefined : remember(accountId)), [accountId, remember])
  useSaveOnLeave(draft, isKept)
  useLeaveGuard(draft, willBeKept)
  return { draft, state }
}

/** Saves when the connection is back and when the page is out of sight, which on a phone may be for good. */
function useSaveOnLeave(draft: ToolDraftStore, isKept: () => boolean): void {
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (draft.isDirty() && !isKept()) event.preventDefault()
    }
    const saveNow = () => void draft.flush()
    const saveHidden = () => {
      if (document.visibilityState === 'hidden') saveNow()
    }
    window.addEventListener('beforeunload', warn)
    window.addEventListener('online', saveNow)
    window.addEventListener('pagehide', saveNow)
    document.addEventListener('visibilitychange', saveHidden)
    return () => {
      window.removeEventListener('beforeunload', warn)
      window.removeEventListener('online', saveNow)
      window.removeEventListener('pagehide', saveNow)
      document.removeEventListener('visibilitychange', saveHidden)
    }
  }, [draft, isKept])
}

const LOST = 'Your last changes are not saved. Leave them?'
const KEPT = 'Your last changes are not saved yet. This browser keeps them until you come back. Leave?'

/** Saves before the page is left; asks when that did not work. */
function useLeaveGuard(draft: ToolDraftStore, willBeKept: () => Promise<boolean>): void {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => draft.isDirty() && currentLocation.pathname !== nextLocation.pathname,
  )
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    const leave = async () => {
      if ((await draft.flush()) || window.confirm((await willBeKept()) ? KEPT : LOST)) blocker.proceed()
      else blocker.reset()
    }
    void leave()
  }, [blocker, draft, willBeKept])
}
