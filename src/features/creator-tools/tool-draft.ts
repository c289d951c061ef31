import type { ToolContent } from './tool-content.schema.ts'

/** Saved once nobody has typed for this long. */
export const QUIET_MS = 800
const RETRY_MS = 10_000

export interface ToolDraftState {
  readonly content: ToolContent
  /** Of what the server has. */
  readonly revision: number
  readonly upToDate: boolean
  readonly phase: 'saved' | 'unsaved' | 'saving' | 'failed' | 'conflict'
  /** Why the last attempt to save failed. */
  readonly message: string
}

export type SaveOutcome =
  | { readonly revision: number; readonly upToDate: boolean }
  | { readonly conflict: true }
  | { readonly failed: string }

interface Options {
  readonly begin: Pick<ToolDraftState, 'content' | 'revision' | 'upToDate'>
  readonly save: (content: ToolContent, revision: number) => Promise<SaveOutcome>
  /** Calls back after `ms`; returns what cancels it. */
  readonly after: (ms: number, callback: () => void) => () => void
}

/** The content of a tool under edit, saved one change after the other; after a conflict nothing is sent any more. */
export function createToolDraft({ begin, save, after }: Options) {
  let state: ToolDraftState = { ...begin, phase: 'saved', message: '' }
  let saved = begin.content
  let cancel = () => {}
  let going: Promise<boolean> | undefined
  const listeners = new Set<() => void>()

  const set = (change: Partial<ToolDraftState>) => {
    state = { ...state, ...change }
    for (const listener of listeners) listener()
  }
  const isDirty = () => state.content !== saved
  const schedule = (ms: number) => {
    cancel()
    cancel = after(ms, () => void flush())
  }

  async function send(): Promise<boolean> {
    cancel()
    while (isDirty() && state.phase !== 'conflict') {
      const sent = state.content
      set({ phase: 'saving' })
      const outcome = await save(sent, state.revision)
      if ('conflict' in outcome) set({ phase: 'conflict' })
      else if ('failed' in outcome) {
        set({ phase: 'failed', message: outcome.failed })
        schedule(RETRY_MS)
        return false
      } else {
        saved = sent
        set({ ...outcome, phase: isDirty() ? 'unsaved' : 'saved' })
      }
    }
    return !isDirty()
  }

  const flush = (): Promise<boolean> => {
    going ??= send().finally(() => {
      going = undefined
    })
    return going
  }

  return {
    getState: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    edit(change: Partial<ToolContent>) {
      set({ content: { ...state.content, ...change }, ...(state.phase !== 'conflict' && { phase: 'unsaved' }) })
      if (state.phase !== 'conflict') schedule(QUIET_MS)
    },
    /** What the server has now, after it was published, discarded or rolled back there. */
    replace(now: Options['begin']) {
      cancel()
      saved = now.content
      set({ ...now, phase: 'saved', message: '' })
    },
    /** Whether everything is saved now. */
    flush,
    isDirty,
  }
}

export type ToolDraftStore = ReturnType<typeof createToolDraft>
