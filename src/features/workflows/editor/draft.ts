import type { Graph } from '#src/lib/graph/graph.schema.ts'

/** Saved once nobody has typed for this long, or this long after the first unsaved change. */
export const QUIET_MS = 800
export const AT_MOST_MS = 4000
const RETRY_MS = 10_000

export type DraftPhase = 'saved' | 'unsaved' | 'saving' | 'failed' | 'conflict'

export interface DraftState {
  readonly graph: Graph
  /** Of what the server has. */
  readonly revision: number
  readonly phase: DraftPhase
  /** Why the last attempt to save failed. */
  readonly message: string
}

export type SaveOutcome = { readonly revision: number } | { readonly conflict: true } | { readonly failed: string }

interface DraftOptions {
  readonly graph: Graph
  readonly revision: number
  readonly save: (graph: Graph, revision: number) => Promise<SaveOutcome>
  /** Calls back after `ms`; returns what cancels it. */
  readonly after: (ms: number, callback: () => void) => () => void
  readonly now: () => number
}

/**
 * A graph under edit that saves itself. One save is under way at a time, and each names the revision it builds on;
 * after a conflict nothing is sent any more, and nothing of what is here is dropped.
 */
export function createDraft({ graph, revision, save, after, now }: DraftOptions) {
  let state: DraftState = { graph, revision, phase: 'saved', message: '' }
  let saved = graph
  let firstChange: number | undefined
  let stopTimer = () => {}
  let going: Promise<boolean> | undefined
  const listeners = new Set<() => void>()

  const set = (change: Partial<DraftState>) => {
    state = { ...state, ...change }
    for (const listener of listeners) listener()
  }
  const isDirty = () => state.graph !== saved
  const schedule = (ms: number) => {
    stopTimer()
    stopTimer = after(ms, () => void flush())
  }

  async function send(): Promise<boolean> {
    stopTimer()
    while (isDirty() && state.phase !== 'conflict') {
      const sent = state.graph
      firstChange = undefined
      set({ phase: 'saving' })
      const outcome = await save(sent, state.revision)
      if ('conflict' in outcome) set({ phase: 'conflict' })
      else if ('failed' in outcome) {
        set({ phase: 'failed', message: outcome.failed })
        schedule(RETRY_MS)
        return false
      } else {
        saved = sent
        set({ revision: outcome.revision, phase: isDirty() ? 'unsaved' : 'saved' })
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

  const edit = (change: (graph: Graph) => Graph) => {
    const changed = change(state.graph)
    if (changed === state.graph) return
    const isQuiet = state.phase === 'conflict' || state.phase === 'saving'
    set({ graph: changed, ...(!isQuiet && { phase: 'unsaved' as const }) })
    if (isQuiet) return
    firstChange ??= now()
    schedule(Math.min(QUIET_MS, Math.max(0, firstChange + AT_MOST_MS - now())))
  }

  return {
    edit,
    /** Saves now; false when something is still unsaved afterwards. */
    flush,
    isDirty,
    /** Lets go of what is not saved: it lives elsewhere, or nobody wants it. */
    abandon() {
      stopTimer()
      saved = state.graph
      set({ phase: 'saved' })
    },
    getState: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

export type Draft = ReturnType<typeof createDraft>

/** The state in words, always on the screen. */
export function phaseText({ phase, message }: Pick<DraftState, 'phase' | 'message'>): string {
  switch (phase) {
    case 'saved':
      return 'Saved'
    case 'unsaved':
      return 'Unsaved changes'
    case 'saving':
      return 'Saving…'
    case 'failed':
      return `Not saved. ${message}`
    case 'conflict':
      return 'Not saved: changed elsewhere'
  }
}
