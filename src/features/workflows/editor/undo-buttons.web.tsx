import { Redo2, Undo2 } from 'lucide-react'
import { IconButton } from '#src/ui/button.tsx'
import type { Draft, DraftState } from './draft.ts'

/** Back and forth, each with what it would do. */
export const UndoButtons = ({ draft, state }: { readonly draft: Draft; readonly state: DraftState }) => (
  <span className="inline-flex">
    <IconButton
      icon={Undo2}
      size="dense"
      aria-label={state.undo === null ? 'Undo' : `Undo: ${state.undo}`}
      // Not `disabled`: the last press would drop the focus.
      aria-disabled={state.undo === null}
      className="aria-disabled:text-text-3 aria-disabled:opacity-50"
      onClick={() => draft.undo()}
    />
    <IconButton
      icon={Redo2}
      size="dense"
      aria-label={state.redo === null ? 'Redo' : `Redo: ${state.redo}`}
      aria-disabled={state.redo === null}
      className="aria-disabled:text-text-3 aria-disabled:opacity-50"
      onClick={() => draft.redo()}
    />
  </span>
)
