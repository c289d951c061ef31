import { Copy, Ellipsis, Flag, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { toast, toasts } from '#src/client/toasts.ts'
import { Button, IconButton } from '#src/ui/button.tsx'
import { ConfirmDialog, Dialog } from '#src/ui/dialog.tsx'
import { TextAreaField, TextField } from '#src/ui/fields/text-field.tsx'
import { Menu } from '#src/ui/menu.tsx'
import { NotificationTray } from '#src/ui/notification-tray.tsx'
import { GallerySection, Row, Specimen } from './gallery-section.tsx'

type Open = 'none' | 'dialog' | 'confirm' | 'typed'

export function OverlaysGallery() {
  const [open, setOpen] = useState<Open>('none')
  const close = () => setOpen('none')
  return (
    <GallerySection id="overlays" title="Overlays">
      <Specimen name="Dialog, menu">
        <Row>
          <Button onClick={() => setOpen('dialog')}>Dialog</Button>
          <Button onClick={() => setOpen('confirm')}>Confirm</Button>
          <Button onClick={() => setOpen('typed')}>Typed confirm</Button>
          <Menu
            label="More actions"
            align="start"
            trigger={(props) => <IconButton {...props} icon={Ellipsis} variant="secondary" aria-label="More actions" />}
            items={[
              { label: 'Clone', icon: Copy, onSelect: () => toast({ kind: 'success', title: 'Cloned' }) },
              { label: 'Report', icon: Flag, to: '/' },
              { label: 'Delete…', icon: Trash2, danger: true, startsGroup: true, onSelect: () => setOpen('confirm') },
            ]}
          />
        </Row>
        <Dialog
          open={open === 'dialog'}
          onClose={close}
          title="Write a review"
          footer={
            <>
              <Button onClick={close}>Cancel</Button>
              <Button variant="primary" onClick={close}>
                Send
              </Button>
            </>
          }
        >
          <div className="flex flex-col gap-4 pt-2">
            <TextField label="Title" maxLength={100} />
            <TextAreaField label="Review" maxLength={2000} />
          </div>
        </Dialog>
        <ConfirmDialog
          open={open === 'confirm'}
          onClose={close}
          onConfirm={close}
          title="Delete “Tip calculator”?"
          confirmLabel="Delete"
          danger
        >
          <p>Its runs and reviews go with it.</p>
        </ConfirmDialog>
        <ConfirmDialog
          open={open === 'typed'}
          onClose={close}
          onConfirm={close}
          title="Delete your account?"
          confirmLabel="Delete for ever"
          danger
          typeToConfirm="delete"
        >
          <p>This cannot be undone.</p>
        </ConfirmDialog>
      </Specimen>
      <Specimen name="Toasts and their tray">
        <Row>
          <Button onClick={() => toast({ kind: 'success', title: 'Copied to clipboard' })}>Success</Button>
          <Button
            onClick={() =>
              toast({ kind: 'error', title: 'Execution failed', description: 'The server did not answer in time.' })
            }
          >
            Error
          </Button>
          <Button
            onClick={() =>
              toast({
                kind: 'info',
                title: 'Pro Subscription Required',
                description: 'This tool requires a Pro subscription to use.',
                action: { label: 'Upgrade to Pro', href: '/pricing' },
              })
            }
          >
            With action
          </Button>
          <NotificationTray source={toasts} />
        </Row>
      </Specimen>
    </GallerySection>
  )
}
