import { ApiError } from '#src/client/api-error.ts'
import type { Graph } from '#src/lib/graph/graph.schema.ts'

/** A draft that is open in the editor: what takes its place is one change of it, which can be undone. */
export interface OpenDraft {
  replace(graph: Graph, label: string): void
  /** Saves now; false when something is still unsaved afterwards. */
  flush(): Promise<boolean>
  readonly isDirty: () => boolean
  readonly getState: () => { readonly revision: number; readonly phase: string }
}

const refused = (code: string, message: string) => new ApiError({ code, status: 0, message })

/** What the draft is compared with must be what is here, and what the server has. */
async function settle(draft: OpenDraft, compared: number): Promise<void> {
  if (draft.getState().phase === 'conflict')
    throw refused('CONFLICT', 'Decide first what becomes of what was changed elsewhere')
  if (!(await draft.flush())) throw refused('NOT_SAVED', 'The draft could not be saved')
  if (draft.getState().revision !== compared)
    throw refused('CHANGED', 'The draft has changed since it was compared. Look at what would change now')
}

interface Replacing {
  /** Undefined where the draft is the same already. */
  readonly graph: Graph | undefined
  readonly label: string
  /** The revision of the draft that somebody has compared it with. */
  readonly compared: number
}

/**
 * Saves a graph in place of the open draft, and returns its revision. Nothing is replaced where the draft is no longer
 * the one that it was compared with, or cannot be saved.
 */
export async function replaceOpen(draft: OpenDraft, { graph, label, compared }: Replacing): Promise<number> {
  await settle(draft, compared)
  if (graph === undefined) return compared
  draft.replace(graph, label)
  if (!(await draft.flush())) throw refused('NOT_SAVED', 'It takes the place of the draft here, but is not saved yet')
  return draft.getState().revision
}

/** A change of somebody else that was taken in on the way has been seen by nobody, so it is not published with it. */
export function refuseUnseen(compared: number, restored: number): void {
  if (restored > compared + 1)
    throw refused('CHANGED', 'Somebody else has changed the draft meanwhile. Look at it, then publish it')
}
