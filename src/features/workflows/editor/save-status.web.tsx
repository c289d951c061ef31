import {
  CircleAlert,
  CircleCheck,
  CircleDashed,
  CloudOff,
  LoaderCircle,
  type LucideIcon,
  Redo2,
  Undo2,
} from 'lucide-react'
import { Button, IconButton } from '#src/ui/button.tsx'
import type { Draft } from './draft.ts'
import type { DraftPhase, DraftState } from './draft-state.ts'
import { phaseText } from './phase-text.ts'

const LOOKS: Record<DraftPhase, { icon: LucideIcon; tone: string }> = {
  saved: { icon: CircleCheck, tone: 'text-ok' },
  unsaved: { icon: CircleDashed, tone: 'text-text-2' },
  saving: { icon: LoaderCircle, tone: 'text-accent-text' },
  offline: { icon: CloudOff, tone: 'text-warn' },
  failed: { icon: CircleAlert, tone: 'text-bad' },
  conflict: { icon: CircleAlert, tone: 'text-bad' },
}

/** Always there, in words; said politely as it changes. */
export function SaveStatus({ state, onSave }: { state: DraftState; onSave: () => void }) {
  const { icon: Icon, tone } = LOOKS[state.phase]
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-2 max-sm:flex-1">
      {/* As wide as "Unsaved changes": else the bar has now one row and now two, and the steps jump. */}
      <span role="status" className={`inline-flex items-center gap-1.5 text-13 font-medium sm:min-w-32 ${tone}`}>
        <Icon size={16} className={state.phase === 'saving' ? 'animate-spin' : ''} />
        {phaseText(state)}
      </span>
      {state.phase === 'failed' || state.phase === 'offline' ? (
        <Button size="dense" onClick={onSave}>
          Save now
        </Button>
      ) : null}
    </span>
  )
}

/** The way back, and forth again; each says what it would do. */
export const HistoryButtons = ({ draft, state: { undo, redo } }: { draft: Draft; state: DraftState }) => (
  <span className="flex items-center">
    <IconButton
      icon={Undo2}
      size="dense"
      aria-label={undo === null ? 'Undo' : `Undo: ${undo}`}
      disabled={undo === null}
      onClick={draft.undo}
    />
    <IconButton
      icon={Redo2}
      size="dense"
      aria-label={redo === null ? 'Redo' : `Redo: ${redo}`}
      disabled={redo === null}
      onClick={draft.redo}
    />
  </span>
)
