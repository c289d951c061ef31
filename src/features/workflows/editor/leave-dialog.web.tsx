import { ConfirmDialog } from '#src/ui/dialog.tsx'

interface LeaveDialogProps {
  readonly name: string
  /** What would become of the last changes; open while it is known. */
  readonly asking: 'kept' | 'lost' | undefined
  readonly stay: () => void
  readonly leave: () => void
}

/** Before a workflow is left whose last changes the server does not have. */
export const LeaveDialog = ({ name, asking, stay, leave }: LeaveDialogProps) => (
  <ConfirmDialog
    open={asking !== undefined}
    onClose={stay}
    onConfirm={leave}
    title={asking === 'lost' ? `Leave “${name}” without saving?` : `Leave “${name}” before it is saved?`}
    confirmLabel="Leave"
    danger={asking === 'lost'}
  >
    <p>
      {asking === 'lost'
        ? 'The last changes could not be saved. They are lost when you leave.'
        : 'The last changes could not be saved yet. They stay in this browser, and are back when you open this workflow here again.'}
    </p>
  </ConfirmDialog>
)
