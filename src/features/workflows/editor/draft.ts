import { type BesideChange, type BesideWish, reversed } from '#src/lib/graph/beside.ts'
import { diffGraphs, diffText } from '#src/lib/graph/diff.ts'
import type { Graph } from '#src/lib/graph/graph.schema.ts'
import type { Change, Done, History } from '#src/lib/graph/history.ts'
import {
  continued,
  lastChangeIn,
  NO_HISTORY,
  noted,
  recorded,
  redone,
  travelled,
  undone,
  withDone,
} from '#src/lib/graph/history.ts'
import { mergeGraphs } from '#src/lib/graph/merge.ts'
import { isSameJson } from '#src/lib/same-json.ts'
import { inTurn } from './draft-beside.ts'
import type { DraftOptions } from './draft-options.ts'
import type { DraftState, Kept, Past, Sent, Stored, Theirs } from './draft-state.ts'
import { ownSave, withSent } from './unanswered.ts'

/** Saved once nobody has typed for this long, or this long after the first unsaved change. */
export const QUIET_MS = 800
export const AT_MOST_MS = 4000
const RETRY_MS = 10_000

/** What the functions below work on. */
interface Desk {
  readonly options: DraftOptions
  state: DraftState
  /** As the server has it. */
  saved: Graph
  history: History
  /** Milliseconds since 1970 when all of it was let go of. */
  abandonedAt: number
  keepReplaced: boolean
  /** Sent on top of what is saved, without an answer: what others seem to have saved may be one of them. */
  unanswered: readonly Sent[]
  firstChange: number | undefined
  isResting: boolean
  stopTimer: () => void
  going: Promise<boolean> | undefined
  readonly changeBeside: (wish: BesideWish) => Promise<BesideChange | undefined>
  /** Steps that are to be undone, or else done again, once the server has answered of the one before. */
  travels: boolean[] | undefined
  /** To be restored after a conflict. */
  later: Kept[]
  readonly listeners: Set<() => void>
}

/** What was sent and not answered may be there, or may still come, although it was taken back here. */
const isDirty = ({ state, saved, unanswered }: Desk) => state.graph !== saved || unanswered.length > 0

function set(desk: Desk, change: Partial<DraftState>): void {
  const { past, future } = desk.history
  desk.state = { ...desk.state, ...change, undo: past.at(-1)?.label ?? null, redo: future.at(-1)?.label ?? null }
  for (const listener of desk.listeners) listener()
}

function keep(desk: Desk): void {
  const { history, abandonedAt, unanswered } = desk
  const { graph, revision, waiting } = desk.state
  const kept = {
    base: { graph: desk.saved, revision },
    graph,
    waiting,
    ...(desk.keepReplaced && { keepReplaced: true }),
    ...(unanswered.length > 0 && { unanswered }),
  }
  const changedAt = Math.max(abandonedAt, lastChangeIn(history))
  desk.options.keep?.(isDirty(desk) ? kept : null, { history, graph, changedAt })
}

function schedule(desk: Desk, ms: number): void {
  desk.stopTimer()
  if (desk.isResting) return
  desk.stopTimer = desk.options.after(ms, () => void flush(desk))
}

const isHeldBack = ({ state: { phase } }: Desk) => phase === 'conflict' || phase === 'saving'

/** Goes on from a graph that the server does not have. */
function change(desk: Desk, graph: Graph, history: History): void {
  const isStep = history.past.length !== desk.history.past.length || history.future !== desk.history.future
  desk.history = history
  const waiting = Math.max(1, desk.state.waiting + (isStep ? 1 : 0))
  set(desk, { graph, waiting, ...(!isHeldBack(desk) && { phase: 'unsaved' as const }) })
  keep(desk)
  if (isHeldBack(desk)) return
  desk.firstChange ??= desk.options.now()
  schedule(desk, Math.min(QUIET_MS, Math.max(0, desk.firstChange + AT_MOST_MS - desk.options.now())))
}

/** Goes on from what the server has, which came from here although no answer did. */
function answered(desk: Desk, { graph, revision }: Stored, keptReplaced: boolean): void {
  const isAll = isSameJson(desk.state.graph, graph)
  if (keptReplaced) desk.keepReplaced = false
  desk.saved = isAll ? desk.state.graph : graph
  desk.unanswered = []
  set(desk, { revision, theirs: undefined, phase: isAll ? 'saved' : 'unsaved', ...(isAll && { waiting: 0 }) })
  keep(desk)
}

/** Puts what somebody else saved together with what is here; where both touched the same, people must decide. */
function takeIn(desk: Desk, theirs: Stored): void {
  const own = ownSave(desk.unanswered, theirs.graph)
  if (own !== undefined) {
    answered(desk, theirs, own.keepReplaced)
    return
  }
  const { state, saved } = desk
  const merged = mergeGraphs({ base: saved, mine: state.graph, theirs: theirs.graph })
  if (!merged.ok) {
    desk.stopTimer()
    set(desk, { phase: 'conflict', theirs: { ...theirs, base: saved } })
    return
  }
  desk.saved = theirs.graph
  desk.unanswered = []
  const phase = merged.graph === theirs.graph ? 'saved' : 'unsaved'
  set(desk, {
    ...{ graph: merged.graph, revision: theirs.revision, phase, theirs: undefined },
    ...(phase === 'saved' && { waiting: 0 }),
  })
  keep(desk)
  const changes = diffText(diffGraphs(saved, theirs.graph))
  if (changes !== '') desk.options.say?.(`Changes made elsewhere were taken in: ${changes}.`)
}

async function send(desk: Desk): Promise<boolean> {
  desk.stopTimer()
  while (isDirty(desk) && desk.state.phase !== 'conflict') {
    const { graph, revision, waiting } = desk.state
    const { keepReplaced, unanswered: before } = desk
    desk.firstChange = undefined
    desk.unanswered = withSent(before, { graph, keepReplaced })
    set(desk, { phase: 'saving' })
    if (desk.unanswered !== before) keep(desk)
    const outcome = await desk.options.save(graph, revision, { keepReplaced })
    if ('theirs' in outcome) takeIn(desk, outcome.theirs)
    else if ('revision' in outcome) {
      desk.saved = graph
      desk.unanswered = []
      // What was put in place meanwhile is still to be sent with it.
      if (keepReplaced) desk.keepReplaced = false
      const dirty = isDirty(desk)
      const left = dirty ? Math.max(1, desk.state.waiting - waiting) : 0
      set(desk, { revision: outcome.revision, phase: dirty ? 'unsaved' : 'saved', waiting: left })
      keep(desk)
    } else {
      if (outcome.notTaken)
        desk.unanswered = desk.unanswered.filter((sent) => sent.graph !== graph || before.includes(sent))
      keep(desk)
      set(desk, 'offline' in outcome ? { phase: 'offline' } : { phase: 'failed', message: outcome.failed })
      schedule(desk, RETRY_MS)
      return false
    }
  }
  return !isDirty(desk)
}

function flush(desk: Desk): Promise<boolean> {
  desk.going ??= send(desk).finally(() => {
    desk.going = undefined
  })
  return desk.going
}

/** Brings back what another page had not saved when it went. */
function restore(desk: Desk, kept: Kept): void {
  if (desk.state.phase === 'conflict') {
    desk.later.push(kept)
    return
  }
  desk.keepReplaced ||= kept.keepReplaced === true
  if (isDirty(desk)) bringBeside(desk, kept)
  else bringBack(desk, kept)
  if (!isDirty(desk)) desk.keepReplaced = false
  if (desk.state.theirs?.unsaved !== kept) desk.options.taken?.(kept)
}

/** Somebody was quicker than the journal, or another page had changes, too. */
function bringBeside(desk: Desk, kept: Kept): void {
  const { graph, revision } = desk.state
  const base = kept.base.graph
  if (kept.base.revision === revision) desk.unanswered = [...desk.unanswered, ...(kept.unanswered ?? [])]
  const merged = mergeGraphs({ base, mine: graph, theirs: kept.graph })
  if (merged.ok) {
    change(desk, merged.graph, desk.history)
    return
  }
  desk.stopTimer()
  set(desk, { phase: 'conflict', theirs: { graph: kept.graph, revision, base, unsaved: kept } })
}

function bringBack(desk: Desk, kept: Kept): void {
  const { graph, revision } = desk.state
  const isBaseThere = kept.base.revision === revision
  const { unanswered = [] } = kept
  const isComing = isBaseThere && unanswered.some((sent) => !isSameJson(sent.graph, graph))
  // The answer to the last save may have got lost, not the save.
  if (isSameJson(kept.graph, graph) && !isComing) {
    keep(desk)
    return
  }
  desk.unanswered = unanswered
  if (!isBaseThere) desk.saved = kept.base.graph
  // Not of what is there now: kept once more, a clash would look like a change of that.
  set(desk, { graph: kept.graph, revision: kept.base.revision, waiting: kept.waiting, phase: 'unsaved' })
  if (!isBaseThere) takeIn(desk, { graph, revision })
  if (!isDirty(desk)) return
  const count = kept.waiting === 1 ? '1 change' : `${kept.waiting} changes`
  desk.options.say?.(`Restored: ${count} that had not been saved.`)
  keep(desk)
  if (!isHeldBack(desk)) schedule(desk, QUIET_MS)
}

/**
 * Goes on with what could be undone when a page was left, and with what was done on other pages since then; what has
 * been done here comes after both. As while a page is open, what others did since stays.
 */
function recall(desk: Desk, past: Pick<Past, 'history' | 'graph'> | undefined, handed: readonly Done[]): void {
  const before = handed.reduce(withDone, past?.history ?? NO_HISTORY)
  const replaced = handed.findLast((done) => 'after' in done)
  const graphThen = replaced?.after ?? past?.graph
  const isUnheard = desk.history === NO_HISTORY && !isDirty(desk) && before.past.length > 0
  const changes = isUnheard && graphThen ? diffText(diffGraphs(graphThen, desk.state.graph)) : ''
  setHistory(desk, continued(before, desk.history))
  if (changes !== '') desk.options.say?.(`Changed elsewhere since: ${changes}. Undo still has what was done here.`)
}

function setHistory(desk: Desk, history: History): void {
  desk.history = history
  set(desk, {})
  keep(desk)
}

/** What cannot be done stays where it was in the history, and what was asked for after it is not done. */
async function travelBeside(desk: Desk, label: string, wish: BesideWish, back: boolean): Promise<void> {
  const asked = desk.history
  desk.travels = []
  try {
    await desk.changeBeside(wish)
    setHistory(desk, travelled(desk.history, asked, back))
  } catch (cause) {
    desk.travels = []
    desk.options.say?.(`“${label}” stays as it is. ${cause instanceof Error ? cause.message : String(cause)}`)
  }
  const further = desk.travels
  desk.travels = undefined
  for (const one of further) travel(desk, one)
}

/** One step back or forth; says so where that cannot be. */
function travel(desk: Desk, back: boolean): void {
  if (desk.travels !== undefined) {
    desk.travels.push(back)
    return
  }
  const { history, state, options } = desk
  const { past, future } = history
  const step = (back ? past : future).at(-1)
  if (step === undefined) return
  if (step.beside !== undefined) {
    void travelBeside(desk, step.label, back ? reversed(step.beside) : step.beside, back)
    return
  }
  const next = (back ? undone : redone)({ graph: state.graph, history })
  if (next !== undefined) {
    change(desk, next.graph, next.history)
    return
  }
  setHistory(desk, back ? { past: past.slice(0, -1), future } : { past, future: future.slice(0, -1) })
  options.say?.(`“${step.label}” rests on something that was changed elsewhere, so it stays as it is.`)
}

const USE_THEIRS = 'Use what was saved elsewhere'
const KEEP_MINE = 'Keep what is here'

/** Goes on with what somebody else saved: in place of what is here, or with what is here on top of it. */
function settle(desk: Desk, which: 'mine' | 'theirs'): void {
  const { theirs } = desk.state
  if (theirs === undefined) return
  if (theirs.unsaved === undefined) settleSaved(desk, theirs, which)
  else settleUnsaved(desk, theirs, theirs.unsaved, which)
  for (const kept of desk.later.splice(0)) restore(desk, kept)
}

function settleSaved(desk: Desk, theirs: Theirs, which: 'mine' | 'theirs'): void {
  const { graph } = desk.state
  desk.saved = theirs.graph
  desk.unanswered = []
  desk.keepReplaced = which === 'mine'
  if (which === 'theirs') desk.history = replaced(desk, graph, theirs.graph, USE_THEIRS)
  const settled = which === 'mine' ? graph : theirs.graph
  const phase = settled === theirs.graph ? 'saved' : 'unsaved'
  set(desk, { graph: settled, revision: theirs.revision, theirs: undefined, phase, waiting: phase === 'saved' ? 0 : 1 })
  keep(desk)
  if (phase === 'unsaved') void flush(desk)
}

/** Nobody has saved either: what was chosen is sent, and undo brings back the other. */
function settleUnsaved(desk: Desk, theirs: Theirs, kept: Kept, which: 'mine' | 'theirs'): void {
  const { graph, waiting } = desk.state
  const [settled, other, label] =
    which === 'mine' ? ([graph, theirs.graph, KEEP_MINE] as const) : ([theirs.graph, graph, USE_THEIRS] as const)
  desk.history = replaced(desk, other, settled, label)
  set(desk, { graph: settled, theirs: undefined, phase: 'unsaved', waiting: waiting + kept.waiting })
  keep(desk)
  desk.options.taken?.(kept)
  void flush(desk)
}

const replaced = ({ history, options }: Desk, before: Graph, after: Graph, label: string): History =>
  recorded(history, { before, after, at: options.now(), label, group: label })

/**
 * A graph under edit that saves itself. One save is under way at a time, and each names the revision it builds on.
 * What others saved meanwhile is taken in where it touches nothing of what was changed here; else nothing is sent any
 * more until somebody decides, and nothing of what is here is dropped.
 */
export function createDraft(options: DraftOptions) {
  const { graph, revision } = options
  const desk: Desk = {
    ...{ options, saved: graph, history: NO_HISTORY, keepReplaced: false, unanswered: [] },
    ...{ firstChange: undefined, going: undefined, abandonedAt: 0 },
    changeBeside: inTurn(options.beside),
    ...{ travels: undefined, isResting: false },
    state: { graph, revision, phase: 'saved', message: '', waiting: 0, undo: null, redo: null },
    stopTimer: () => {},
    listeners: new Set<() => void>(),
    later: [],
  }
  return {
    /** `label` continues "Undo: "; changes of the same `group` that follow each other soon are undone together. */
    edit(make: (graph: Graph) => Graph, { label, group }: Change = {}) {
      const before = desk.state.graph
      const after = make(before)
      if (after === before) return
      change(desk, after, recorded(desk.history, { before, after, at: options.now(), label, group }))
    },
    /** Something else takes its place, as one change; what the server has now stays among the kept drafts. */
    replace(graph: Graph, label: string) {
      const before = desk.state.graph
      if (isSameJson(before, graph)) return
      desk.keepReplaced = true
      change(desk, graph, replaced(desk, before, graph, label))
    },
    /** Changes what is no part of the graph, unless it is so; undo and redo do it, too. Rejects with why it was refused. */
    async changeBeside(wish: BesideWish, label: string) {
      const change = await desk.changeBeside(wish)
      if (change) setHistory(desk, noted(desk.history, { label, at: options.now(), beside: change }))
      return change
    },
    undo: () => travel(desk, true),
    redo: () => travel(desk, false),
    canUndo: () => desk.history.past.length > 0,
    canRedo: () => desk.history.future.length > 0,
    /** Saves now; false when something is still unsaved afterwards. */
    flush: () => flush(desk),
    isDirty: () => isDirty(desk),
    /** Lets go of what is not saved: it lives elsewhere, or nobody wants it. What led to it goes with it. */
    abandon() {
      desk.stopTimer()
      desk.saved = desk.state.graph
      desk.unanswered = []
      desk.history = NO_HISTORY
      desk.abandonedAt = options.now()
      set(desk, { phase: 'saved', waiting: 0, theirs: undefined })
      keep(desk)
    },
    /** Sends nothing by itself any more: what is unsaved is kept, and the next page goes on with it. */
    rest() {
      desk.isResting = true
      desk.stopTimer()
    },
    /** Somebody else has saved this; a save that is under way finds out by itself. */
    hear(theirs: Stored) {
      if (theirs.revision <= desk.state.revision || isHeldBack(desk)) return
      takeIn(desk, theirs)
      if (isDirty(desk) && !isHeldBack(desk)) schedule(desk, QUIET_MS)
    },
    /** Ends a conflict with what is here; what was saved elsewhere is kept as a draft of its own. */
    takeOver: () => settle(desk, 'mine'),
    /** Ends a conflict with what was saved elsewhere; undo brings back what is here. */
    useTheirs: () => settle(desk, 'theirs'),
    restore: (kept: Kept) => restore(desk, kept),
    /** `handed`: what was done to it on other pages, before it was opened here. */
    recall: (past: Pick<Past, 'history' | 'graph'> | undefined, handed: readonly Done[] = []) =>
      recall(desk, past, handed),
    getState: () => desk.state,
    subscribe(listener: () => void) {
      desk.listeners.add(listener)
      return () => void desk.listeners.delete(listener)
    },
  }
}

export type Draft = ReturnType<typeof createDraft>
