import { X } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { Button, IconButton } from './button.tsx'
import { classNames } from './class-names.ts'
import { TextField } from './fields/text-field.tsx'
import { useModal } from './use-modal.ts'

export interface DialogProps {
  open: boolean
  /** Escape, the close button or a click beside it. */
  onClose: () => void
  title: string
  size?: 'small' | 'regular' | 'wide'
  footer?: ReactNode
  children: ReactNode
}

const SIZES = { small: 'max-w-md', regular: 'max-w-xl', wide: 'max-w-4xl' }

/** Focus goes to `[data-autofocus]`, else the first field, else the heading. */
export function Dialog({ open, onClose, title, size = 'regular', footer, children }: DialogProps) {
  const dialog = useModal(open)
  const titleId = useId()
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the click is on the backdrop; Escape is its key
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      // In React, unlike in the page, the end of a dialog inside of this one comes here as well.
      onClose={(event) => event.target === event.currentTarget && onClose()}
      onClick={(event) => event.target === event.currentTarget && onClose()}
      className={classNames('dialog-panel', SIZES[size])}
    >
      {open ? (
        <div>
          <div className="flex items-start justify-between gap-4 px-5 pt-4 pb-2">
            <h2 id={titleId} tabIndex={-1} className="text-18 outline-none">
              {title}
            </h2>
            <IconButton
              icon={X}
              size="dense"
              aria-label="Close"
              onClick={onClose}
              className="-me-1 -mt-1 pointer-coarse:-mt-2.5"
            />
          </div>
          <div className="px-5 pb-5 text-14">{children}</div>
          {footer ? (
            <div className="sticky bottom-0 flex flex-wrap justify-end gap-2 border-t border-line bg-sunken px-5 py-3">
              {footer}
            </div>
          ) : null}
        </div>
      ) : null}
    </dialog>
  )
}

export interface ConfirmDialogProps {
  open: boolean
  onClose: () => void
  onConfirm: () => void
  /** Names the object: 'Delete "Tip calculator"?' */
  title: string
  /** The verb: 'Delete'. */
  confirmLabel: string
  /** What leaves all as it is, where “Cancel” could be taken for what is asked. */
  keepLabel?: string
  children?: ReactNode
  danger?: boolean
  busy?: boolean
  /** What must be typed before the button works, for what cannot be undone. */
  typeToConfirm?: string
}

/** Asks once; the least destructive answer has the focus. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, onClose, onConfirm, title, confirmLabel, keepLabel = 'Cancel' } = props
  const { children, danger = false, busy = false, typeToConfirm } = props
  const [typed, setTyped] = useState('')
  const form = useId()
  const mayConfirm = typeToConfirm === undefined || typed.trim() === typeToConfirm
  const close = () => {
    setTyped('')
    onClose()
  }
  return (
    <Dialog
      open={open}
      onClose={close}
      title={title}
      size="small"
      footer={
        <>
          <Button data-autofocus onClick={close}>
            {keepLabel}
          </Button>
          <Button type="submit" form={form} variant={danger ? 'danger' : 'primary'} busy={busy} disabled={!mayConfirm}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      <form
        id={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (mayConfirm && !busy) onConfirm()
        }}
        className="flex flex-col gap-4 text-text-2"
      >
        {children}
        {typeToConfirm === undefined ? null : (
          <TextField
            label={`Type "${typeToConfirm}" to confirm`}
            value={typed}
            autoComplete="off"
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        )}
      </form>
    </Dialog>
  )
}
