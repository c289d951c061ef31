import { Bell } from 'lucide-react'
import { type MouseEvent, type ReactNode, Suspense, type ToggleEvent, useId, useRef, useState } from 'react'
import { Button, IconButton } from './button.tsx'
import { classNames } from './class-names.ts'
import { lazyPart } from './lazy-part.tsx'
import { LiveRegion } from './live-region.tsx'
import { type ToastSource, useToastsView } from './toaster.tsx'

interface NotificationTrayProps {
  source: ToastSource
  /** Of the account, beside the errors of this visit. */
  unread?: number
  /** What a screen reader is told of the account when it changes. */
  said?: string
  /** What the account was told; mounted while the tray is open. Without it there is no account. */
  account?: ReactNode
}

/** Every page has the bell; few people open it. */
const ToastEntries = lazyPart(async () => (await import('./toast-entries.tsx')).ToastEntries)

const counted = (errors: number) => (errors === 1 ? '1 error' : `${errors} errors`)
const upTo99 = (count: number) => (count > 99 ? '99+' : String(count))

function nameOf(errors: number, unread: number): string {
  const parts = [errors > 0 ? counted(errors) : '', unread > 0 ? `${upTo99(unread)} unread` : '']
  return ['Notifications', ...parts.filter((part) => part !== '')].join(', ')
}

/** The bell and, under it, what the account was told and every toast of this visit. Opening it reads the toasts. */
export function NotificationTray({ source, unread = 0, said = '', account = null }: NotificationTrayProps) {
  const { entries, unreadErrors } = useToastsView(source)
  const id = useId()
  const panel = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState(false)
  const onToggle = (event: ToggleEvent) => {
    const isOpen = event.newState === 'open'
    setOpen(isOpen)
    if (!isOpen) return
    source.markAllRead()
    panel.current?.focus()
  }
  const close = () => panel.current?.hidePopover()
  const closeAfterLink = ({ target }: MouseEvent) => {
    if (target instanceof Element && target.closest('a') !== null) close()
  }
  const count = unreadErrors + unread
  return (
    <>
      <IconButton
        icon={Bell}
        aria-label={nameOf(unreadErrors, unread)}
        aria-expanded={open}
        popoverTarget={id}
        mark={count > 0 ? <Count count={count} isBad={unreadErrors > 0} /> : null}
      />
      <LiveRegion message={said} />
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the click comes from a link, which has its keys */}
      <div
        ref={panel}
        id={id}
        role="dialog"
        aria-label="Notifications"
        tabIndex={-1}
        popover="auto"
        onToggle={onToggle}
        onClick={closeAfterLink}
        className="popover-panel max-h-[min(40rem,calc(100dvh-5rem))] w-96 outline-none"
      >
        <div className="sticky top-0 z-1 flex flex-wrap items-center justify-between gap-4 border-b border-line bg-surface px-4 py-2">
          <p className="text-14 font-semibold">Notifications</p>
          {account !== null && entries.length === 0 ? null : (
            <Button size="dense" variant="ghost" disabled={entries.length === 0} onClick={source.clear}>
              {account === null ? 'Clear all' : 'Clear this visit'}
            </Button>
          )}
        </div>
        {open && entries.length > 0 ? (
          <Suspense>
            <ToastEntries entries={entries} isFollowed={account !== null} onUsed={close} />
          </Suspense>
        ) : null}
        {account === null && entries.length === 0 ? (
          <p className="bench-grid px-4 py-8 text-center text-14 text-text-2">Nothing yet.</p>
        ) : null}
        {open ? account : null}
      </div>
    </>
  )
}

const Count = ({ count, isBad }: { count: number; isBad: boolean }) => (
  <span
    className={classNames(
      'figures absolute -top-0.5 -end-0.5 min-w-5 rounded-full border-2 border-canvas px-1 text-center text-12 leading-4 font-semibold text-on-accent',
      isBad ? 'bg-bad' : 'bg-accent',
    )}
  >
    {upTo99(count)}
  </span>
)
