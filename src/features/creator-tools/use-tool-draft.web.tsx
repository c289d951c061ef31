import { useEffect, useState, useSyncExternalStore } from 'react'
import { useBlocker } from 'react-router'
import { api } from '#src/client/api.ts'
import { toApiError } from '#src/client/api-error.ts'
import type { creatorToolsContract, Draft } from './creator-tools.schema.ts'
import type { ToolContent } from './tool-content.schema.ts'
import { createToolDraft, type SaveOutcome, type Stored, type ToolDraftStore } from './tool-draft.ts'

/** Statuses after which nothing has been saved, for certain. */
const REFUSED: ReadonlySet<number> = new Set([401, 403, 404, 410, 413, 422, 429])

async function stored(id: string): Promise<Stored> {
  const { draft } = await api<typeof creatorToolsContract.draft>('GET', '/api/tools/:id/draft', { params: { id } })
  return draft
}

async function save(id: string, content: ToolContent, revision: number): Promise<SaveOutcome> {
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

/** The content of one tool for as long as its builder is open. */
export function useToolDraft({ id, content, revision, upToDate }: Draft) {
  const [draft] = useState(() =>
    createToolDraft({
      begin: { content, revision, upToDate },
      after,
      save: (now, base) => save(id, now, base),
    }),
  )
  const state = useSyncExternalStore(draft.subscribe, draft.getState, draft.getState)
  useLeaveGuard(draft)
  return { draft, state }
}

/** Saves before the page is left; the browser asks when that did not work. */
function useLeaveGuard(draft: ToolDraftStore): void {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => draft.isDirty() && currentLocation.pathname !== nextLocation.pathname,
  )
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    void draft.flush().then((saved) => {
      if (saved || window.confirm('Your last changes are not saved. Leave them?')) blocker.proceed()
      else blocker.reset()
    })
  }, [blocker, draft])
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (draft.isDirty()) event.preventDefault()
    }
    const saveNow = () => void draft.flush()
    window.addEventListener('beforeunload', warn)
    window.addEventListener('online', saveNow)
    return () => {
      window.removeEventListener('beforeunload', warn)
      window.removeEventListener('online', saveNow)
    }
  }, [draft])
}
