import { isSameJson } from '#src/lib/same-json.ts'
import type { ToolContent } from './tool-content.schema.ts'

/** Saved once nobody has typed for this long. */
export const QUIET_MS = 800
const RETRY_MS = 10_000

/** What the server has. */
export interface Stored {
  readonly content: ToolContent
  readonly revision: number
  readonly upToDate: boolean
}

export interface ToolDraftState extends Stored {
  readonly phase: 'saved' | 'unsaved' | 'saving' | 'failed' | 'conflict'
  /** Why the last attempt to save failed. */
  readonly message: string
  /** What was saved elsewhere; there during a conflict. */
  readonly theirs?: Stored | undefined
}

export type SaveOutcome =
  | { readonly revision: number; readonly upToDate: boolean }
  | { readonly theirs: Stored }
  /** `refused`: the server has not taken it; else it may have, and only its answer is missing. */
  | { readonly failed: string; readonly refused: boolean }

/** Unsaved changes as the browser keeps them. */
export interface Kept {
  /** What they were made on. */
  readonly base: Stored
  /** Sent, and never answered. */
  readonly unanswered: ToolContent | undefined
  readonly content: ToolContent
}

interface Options {
  readonly begin: Stored
  readonly save: (content: ToolContent, revision: number) => Promise<SaveOutcome>
  /** Calls back after `ms`; returns what cancels it. */
  readonly after: (ms: number, callback: () => void) => () => void
  /** Hears of every change, and with null once nothing is unsaved. */
  readonly keep?: (kept: Kept | null) => void
  /** What was restored is in the draft now. */
  readonly taken?: (kept: Kept) => void
  /** Hears what happened without being asked for. */
  readonly say?: (text: string) => void
}

/** What the functions below work on. */
interface Desk {
  readonly options: Options
  state: ToolDraftState
  /** As the server has it. */
  saved: ToolContent
  /** Sent, and never answered. */
  unanswered: ToolContent | undefined
  isResting: boolean
  stopTimer: () => void
  going: Promise<boolean> | undefined
  readonly listeners: Set<() => void>
}

const isDirty = (desk: Desk) => desk.state.content !== desk.saved

function set(desk: Desk, change: Partial<ToolDraftState>): void {
  desk.state = { ...desk.state, ...change }
  for (const listener of desk.listeners) listener()
}

function keep({ options, state, saved, unanswered }: Desk): void {
  const { content, revision, upToDate } = state
  const base = { content: saved, revision, upToDate }
  options.keep?.(content === saved ? null : { base, unanswered, content })
}

function schedule(desk: Desk, ms: number): void {
  desk.stopTimer()
  if (desk.isResting) return
  desk.stopTimer = desk.options.after(ms, () => void flush(desk))
}

/** What was never answered is sent again before anything newer: the server knows it by its content. */
async function send(desk: Desk): Promise<boolean> {
  desk.stopTimer()
  while (isDirty(desk) && desk.state.phase !== 'conflict') {
    const sent = desk.unanswered ?? desk.state.content
    desk.unanswered = sent
    set(desk, { phase: 'saving' })
    keep(desk)
    const outcome = await desk.options.save(sent, desk.state.revision)
    // What it was about has been replaced meanwhile.
    if (desk.unanswered !== sent) continue
    if ('failed' in outcome) {
      if (outcome.refused) desk.unanswered = undefined
      set(desk, { phase: 'failed', message: outcome.failed })
      keep(desk)
      schedule(desk, RETRY_MS)
      return false
    }
    desk.unanswered = undefined
    if ('theirs' in outcome) set(desk, { ...outcome, phase: 'conflict' })
    else {
      desk.saved = sent
      set(desk, { ...outcome, phase: isDirty(desk) ? 'unsaved' : 'saved' })
    }
    keep(desk)
  }
  return !isDirty(desk)
}

function flush(desk: Desk): Promise<boolean> {
  desk.going ??= send(desk).finally(() => {
    desk.going = undefined
  })
  return desk.going
}

/** What the server has takes the place of what is here. */
function replace(desk: Desk, { content, revision, upToDate }: Stored): void {
  desk.stopTimer()
  desk.saved = content
  desk.unanswered = undefined
  set(desk, { content, revision, upToDate, phase: 'saved', message: '', theirs: undefined })
  keep(desk)
}

/**
 * Goes on where a page ended that had not saved everything: whether what the server has now is what it was made on is
 * seen when it is sent. Of several pages one is taken up; what the others had stays in the browser until the next time.
 */
function restore(desk: Desk, kept: Kept): void {
  if (isDirty(desk)) return
  const { base, unanswered, content } = kept
  // The answer to the last save may have got lost, not the save.
  if (!isSameJson(content, desk.state.content)) {
    desk.saved = base.content
    desk.unanswered = unanswered
    set(desk, { content, revision: base.revision, phase: 'unsaved' })
    keep(desk)
    desk.options.say?.('Restored: what had not been saved.')
    schedule(desk, QUIET_MS)
  }
  desk.options.taken?.(kept)
}

/** The content of a tool under edit, saved one change after the other; after a conflict nothing is sent any more. */
export function createToolDraft(options: Options) {
  const desk: Desk = {
    ...{ options, saved: options.begin.content, unanswered: undefined, isResting: false, going: undefined },
    state: { ...options.begin, phase: 'saved', message: '' },
    stopTimer: () => {},
    listeners: new Set<() => void>(),
  }
  return {
    getState: () => desk.state,
    subscribe(listener: () => void) {
      desk.listeners.add(listener)
      return () => void desk.listeners.delete(listener)
    },
    edit(change: Partial<ToolContent>) {
      const { content, phase } = desk.state
      set(desk, { content: { ...content, ...change }, ...(phase !== 'conflict' && { phase: 'unsaved' }) })
      keep(desk)
      if (phase !== 'conflict') schedule(desk, QUIET_MS)
    },
    /** What the server has now, after it was published, discarded or rolled back there. */
    replace: (now: Stored) => replace(desk, now),
    /** Ends a conflict with what is here, saved over what was saved elsewhere. */
    keepMine() {
      const { theirs } = desk.state
      if (theirs === undefined) return
      desk.saved = theirs.content
      set(desk, { revision: theirs.revision, upToDate: theirs.upToDate, phase: 'unsaved', theirs: undefined })
      keep(desk)
      void flush(desk)
    },
    /** Ends a conflict with what was saved elsewhere. */
    useTheirs() {
      if (desk.state.theirs !== undefined) replace(desk, desk.state.theirs)
    },
    restore: (kept: Kept) => restore(desk, kept),
    /** Sends nothing by itself any more: what is unsaved is kept, and the next page goes on with it. */
    rest() {
      desk.isResting = true
      desk.stopTimer()
    },
    /** Whether everything is saved now. */
    flush: () => flush(desk),
    isDirty: () => isDirty(desk),
  }
}

export type ToolDraftStore = ReturnType<typeof createToolDraft>
