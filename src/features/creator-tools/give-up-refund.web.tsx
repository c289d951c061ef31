import { ConfirmDialog } from '#src/ui/dialog.tsx'

interface GiveUpRefundProps {
  readonly busy: boolean
  readonly onClone: () => void
  readonly onClose: () => void
}

/** Asks whoever can still take their money back before they get the code. */
export const GiveUpRefund = ({ busy, onClone, onClose }: GiveUpRefundProps) => (
  <ConfirmDialog
    open
    onClose={onClose}
    onConfirm={onClone}
    title="Clone it, and give up your refund?"
    confirmLabel="Clone and keep it"
    busy={busy}
  >
    <p>
      You can still take your money back for this tool. A clone has its code, which nobody can take back from you, so
      from then on you could not do that alone any more: support would have to ask the creator.
    </p>
  </ConfirmDialog>
)
