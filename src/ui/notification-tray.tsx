import { Bell } from 'lucide-react'
import { type ToggleEvent, useId, useRef, useState } from 'react'
import { Button, IconButton } from './button.tsx'
import { classNames } from './class-names.ts'
import { TimeAgo } from './time-ago.tsx'
import { TOAST_ICONS, ToastActionButton, type ToastSource, type ToastView, useToastsView } from './toaster.tsx'

/** The bell and, under it, every toast of this visit. Opening it reads them. */
export function NotificationTray({ source }: { source: ToastSource }) {
  const { entries, unread } = useToastsView(source)
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
  return (
    <>
      <IconButton
        icon={Bell}
        aria-label={unread > 0 ? `Notifications, ${unread} unread` : 'Notifications'}
        aria-expanded={open}
        popoverTarget={id}
        mark={
          unread > 0 ? (
            <span className="figures absolute -top-0.5 -right-0.5 min-w-5 rounded-full border-2 border-canvas bg-bad px-1 text-center text-12 leading-4 font-semibold text-on-accent">
              {unread}
            </span>
          ) : null
        }
      />
      <div
        ref={panel}
        id={id}
        role="dialog"
        aria-label="Notifications"
        tabIndex={-1}
        popover="auto"
        onToggle={onToggle}
        className="popover-panel w-96 outline-none"
      >
        <div className="flex flex-wrap items-center justify-between gap-4 border-b border-line px-4 py-2">
          <p className="text-14 font-semibold">Notifications</p>
          <Button size="dense" variant="ghost" disabled={entries.length === 0} onClick={source.clear}>
            Clear all
          </Button>
        </div>
        {entries.length === 0 ? (
          <p className="bench-grid px-4 py-8 text-center text-14 text-text-2">Nothing yet.</p>
        ) : (
          <ul className="max-h-96 overflow-y-auto">
            {entries.map((entry) => (
              <Entry key={entry.id} entry={entry} onUsed={() => panel.current?.hidePopover()} />
            ))}
          </ul>
        )}
      </div>
    </>
  )
}

function Entry({ entry, onUsed }: { entry: ToastView; onUsed: () => void }) {
  const { icon: Icon, tone, word } = TOAST_ICONS[entry.kind]
  return (
    <li className="flex items-start gap-3 border-b border-line px-4 py-3 last:border-0">
      <Icon size={16} className={classNames('mt-0.5', entry.destructive ? 'text-bad' : tone)} />
      <div className="min-w-0 flex-1 [overflow-wrap:anywhere]">
        <p className="text-14 font-medium">
          <span className="sr-only">{word}: </span>
          {entry.title}
        </p>
        {entry.description ? <p className="text-13 text-text-2">{entry.description}</p> : null}
        <ToastActionButton toast={entry} onUsed={onUsed} />
        <TimeAgo at={entry.at} className="meta-line mt-0.5 block" />
      </div>
    </li>
  )
}
