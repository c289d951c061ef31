import type { ComponentProps } from 'react'
import { Dialog } from '#src/ui/dialog.tsx'
import { EmbedPanel } from './embed-panel.web.tsx'

interface EmbedDialogProps extends ComponentProps<typeof EmbedPanel> {
  readonly onClose: () => void
}

export const EmbedDialog = ({ onClose, ...panel }: EmbedDialogProps) => (
  <Dialog open onClose={onClose} title={`Embed ${panel.fxn.title} in a page`}>
    <EmbedPanel {...panel} />
  </Dialog>
)
