import { CircleAlert, CircleCheck, Info, type LucideIcon, X } from 'lucide-react'
import { type FocusEvent, type KeyboardEvent, useEffect, useRef, useSyncExternalStore } from 'react'
import { Link } from 'react-router'
import { Button, buttonClass, IconButton } from './button.tsx'
import { classNames } from './class-names.ts'
import { LiveRegion } from './live-region.tsx'

export interface ToastView {
  readonly id: number
  readonly kind: 'success' | 'error' | 'info'
  readonly title: string
  readonly description?: string | undefined
  readonly action?:
    | { readonly label: string; readonly href: string }
    | { readonly label: string; readonly onClick: () => void }
    | undefined
  readonly destructive: boolean
  readonly at: number
  readonly read: boolean
}

/** What the toaster and the tray need of a store (`toasts` of src/client/toasts.ts is one). */
export interface ToastSource {
  subscribe: (listener: () => void) => () => void
  getState: () => ToastsView
  dismiss: (id: number) => void
  hold: () => void
  release: () => void
  markAllRead: () => void
  clear: () => void
}
interface ToastsView {
  readonly visible: ToastView | undefined
  readonly waiting: number
  readonly entries: readonly ToastView[]
  readonly unreadErrors: number
}

const NONE: ToastsView = { visible: undefined, waiting: 0, entries: [], unreadErrors: 0 }

export const useToastsView = ({ subscribe, getState }: ToastSource): ToastsView =>
  useSyncExternalStore(subscribe, getState, () => NONE)

export const TOAST_ICONS: Record<ToastView['kind'], { icon: LucideIcon; tone: string; word: string }> = {
  success: { icon: CircleCheck, tone: 'text-ok', word: 'Done' },
  error: { icon: CircleAlert, tone: 'text-bad', word: 'Error' },
  info: { icon: Info, tone: 'text-accent-text', word: 'Note' },
}

const said = (toast: ToastView | undefined) =>
  toast ? [toast.title, toast.description].filter(Boolean).join('. ') : ''

/**
 * Shows one toast at a time, for as long as the pointer or the focus is on it. F8 moves the focus to it, Escape
 * dismisses it. Whoever had the focus in it is back where they came from then, or in the page where that is gone.
 */
export function Toaster({ source }: { source: ToastSource }) {
  const { visible, waiting } = useToastsView(source)
  const panel = useRef<HTMLElement>(null)
  const cameFrom = useRef<HTMLElement>(null)
  const id = visible?.id

  useEffect(() => {
    const element = panel.current
    if (id === undefined || !element) return
    // Of the one before.
    if (!element.contains(document.activeElement)) cameFrom.current = null
    // Shown anew each time, so that it lies above a dialog that was opened meanwhile.
    element.showPopover()
    return () => element.hidePopover()
  }, [id])
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'F8' || id === undefined) return
      event.preventDefault()
      panel.current?.focus()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [id])

  const hasFocus = () => panel.current?.contains(document.activeElement)
  const dismiss = () => {
    if (hasFocus()) cameFrom.current?.focus()
    // That is gone, too.
    if (hasFocus()) document.querySelector('main')?.focus()
    if (id !== undefined) source.dismiss(id)
    source.release()
  }
  const onFocus = ({ currentTarget, relatedTarget }: FocusEvent) => {
    source.hold()
    // Nothing, when the whole window has got it back.
    if (relatedTarget && !currentTarget.contains(relatedTarget)) cameFrom.current = relatedTarget as HTMLElement
  }
  const release = () => {
    if (!panel.current?.matches(':hover,:focus-within')) source.release()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') dismiss()
  }
  return (
    <>
      <LiveRegion message={visible && visible.kind !== 'error' ? said(visible) : ''} />
      <LiveRegion urgent message={visible?.kind === 'error' ? said(visible) : ''} />
      <section
        ref={panel}
        aria-label="Notification"
        tabIndex={-1}
        popover="manual"
        onKeyDown={onKeyDown}
        onPointerEnter={source.hold}
        onPointerLeave={release}
        onFocus={onFocus}
        onBlur={release}
        className={classNames('toast-panel', visible?.destructive && 'border-bad')}
      >
        {visible ? <Message toast={visible} waiting={waiting} onDismiss={dismiss} /> : null}
      </section>
    </>
  )
}

function Message({ toast, waiting, onDismiss }: { toast: ToastView; waiting: number; onDismiss: () => void }) {
  const { icon: Icon, tone, word } = TOAST_ICONS[toast.kind]
  return (
    <div className={classNames('flex items-start gap-3 p-4', toast.destructive && 'bg-bad-soft')}>
      <Icon size={20} className={classNames('mt-0.5', toast.destructive ? 'text-bad' : tone)} />
      <div className="min-w-0 flex-1">
        <p className="text-14 font-semibold [overflow-wrap:anywhere]">
          <span className="sr-only">{word}: </span>
          {toast.title}
        </p>
        {toast.description ? <p className="text-13 text-text-2 [overflow-wrap:anywhere]">{toast.description}</p> : null}
        <ToastActionButton toast={toast} onUsed={onDismiss} />
        {waiting > 0 ? <p className="meta-line mt-2">{waiting} more waiting</p> : null}
      </div>
      <IconButton icon={X} size="dense" aria-label="Dismiss" onClick={onDismiss} className="-mt-1 -me-1" />
    </div>
  )
}

export function ToastActionButton({ toast, onUsed }: { toast: ToastView; onUsed: () => void }) {
  const { action } = toast
  if (!action) return null
  if ('href' in action)
    return (
      <Link to={action.href} onClick={onUsed} className={classNames(buttonClass({ size: 'dense' }), 'mt-2')}>
        {action.label}
      </Link>
    )
  const use = () => {
    action.onClick()
    onUsed()
  }
  return (
    <Button size="dense" className="mt-2" onClick={use}>
      {action.label}
    </Button>
  )
}
