import type { Graph } from '#src/lib/graph/graph.schema.ts'
import type { History } from '#src/lib/graph/history.ts'

export type DraftPhase = 'saved' | 'unsaved' | 'saving' | 'offline' | 'failed' | 'conflict'

/** What the server has. */
export interface Stored {
  readonly graph: Graph
  readonly revision: number
}

export interface Theirs extends Stored {
  /** What both began with. */
  readonly base: Graph
  /** Of another page of this browser, which had not saved it: the server has neither. */
  readonly unsaved?: Kept
}

export interface DraftState {
  readonly graph: Graph
  /** Of what the server had when it was last heard of. */
  readonly revision: number
  readonly phase: DraftPhase
  /** Why the last attempt to save failed. */
  readonly message: string
  /** Changes that the server does not have. */
  readonly waiting: number
  /** What somebody else saved that touches what was changed here; there during a conflict. */
  readonly theirs?: Theirs | undefined
  /** What would be undone and done again: "Move 3 steps". */
  readonly undo: string | null
  readonly redo: string | null
}

/** Unsaved changes as the browser keeps them. */
export interface Kept {
  /** What they were made on. */
  readonly base: Stored
  readonly graph: Graph
  readonly waiting: number
  /** They take the place of what somebody else saved, which stays in the list of kept drafts. */
  readonly keepReplaced?: boolean
  /** What was sent on top of `base` and never answered. */
  readonly unanswered?: readonly Sent[]
}

/** A save of which nobody has heard whether the server has it. */
export interface Sent {
  readonly graph: Graph
  readonly keepReplaced: boolean
}

/** What can be undone, and the graph that it leads to. */
export interface Past {
  readonly history: History
  readonly graph: Graph
  /** Milliseconds since 1970 when somebody last did or undid something, or let go of all of it. */
  readonly changedAt: number
}
