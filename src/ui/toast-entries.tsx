import { classNames } from './class-names.ts'
import { TimeAgo } from './time-ago.tsx'
import { TOAST_ICONS, ToastActionButton, type ToastView } from './toaster.tsx'

interface ToastEntriesProps {
  readonly entries: readonly ToastView[]
  /** Whether something else stands below. */
  readonly isFollowed: boolean
  readonly onUsed: () => void
}

/** Every toast of this visit, the latest first. */
export const ToastEntries = ({ entries, isFollowed, onUsed }: ToastEntriesProps) => (
  <ul className={isFollowed ? 'border-b border-line' : undefined}>
    {entries.map((entry) => (
      <Entry key={entry.id} entry={entry} onUsed={onUsed} />
    ))}
  </ul>
)

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
