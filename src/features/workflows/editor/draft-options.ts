import type { Graph } from '#src/lib/graph/graph.schema.ts'
import type { Beside } from './draft-beside.ts'
import type { Kept, Past, Stored } from './draft-state.ts'
import type { SaveOptions, SaveOutcome } from './save-outcome.ts'

export interface DraftOptions extends Stored {
  readonly save: (graph: Graph, revision: number, options: SaveOptions) => Promise<SaveOutcome>
  /** Calls back after `ms`; returns what cancels it. */
  readonly after: (ms: number, callback: () => void) => () => void
  readonly now: () => number
  /** Hears of every change, and with null once nothing is unsaved. */
  readonly keep?: (kept: Kept | null, past: Past) => void
  /** What was restored is in the draft now, or somebody has decided against it. */
  readonly taken?: (kept: Kept) => void
  readonly beside?: Beside
  /** Hears what happened without being asked for. */
  readonly say?: (text: string) => void
}
