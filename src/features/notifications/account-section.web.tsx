import {
  Banknote,
  BellRing,
  Check,
  Gavel,
  KeyRound,
  KeySquare,
  LogIn,
  type LucideIcon,
  MessageSquare,
  RotateCw,
  ShieldCheck,
  Stamp,
  TriangleAlert,
  UserCog,
  UserPlus,
} from 'lucide-react'
import { useEffect, useSyncExternalStore } from 'react'
import { Link } from 'react-router'
import { toApiError } from '#src/client/api-error.ts'
import { toast } from '#src/client/toasts.ts'
import type { NotificationKind } from '#src/lib/notification-kinds.ts'
import { Button, IconButton } from '#src/ui/button.tsx'
import { classNames } from '#src/ui/class-names.ts'
import { RowSkeletons } from '#src/ui/skeleton.tsx'
import { TimeAgo } from '#src/ui/time-ago.tsx'
import type { NotificationStore } from './notification-store.web.tsx'
import type { AccountNotification } from './notifications.schema.ts'

const ICONS: Readonly<Record<NotificationKind, LucideIcon>> = {
  'sign-in.new': LogIn,
  'password.changed': ShieldCheck,
  'second-factor.changed': ShieldCheck,
  'api-key.created': KeyRound,
  'role.changed': UserCog,
  'workflow.failed': TriangleAlert,
  'workflow.alert': BellRing,
  'approval.asked': Stamp,
  'review.received': MessageSquare,
  'review.published': MessageSquare,
  'review.answered': MessageSquare,
  'moderation.decided': Gavel,
  'creator.published': UserPlus,
  'tool.maintenance': TriangleAlert,
  'tool.wrong-result': TriangleAlert,
  'licence.given': KeySquare,
  'licence.ended': KeySquare,
  'sale.made': Banknote,
  'sale.refunded': Banknote,
  'sale.disputed': Banknote,
  'pro.shared': Banknote,
  'purchase.refund-failed': Banknote,
  'payout.sent': Banknote,
  'payout.failed': Banknote,
  'payout.waits': Banknote,
  'dispute.opened': Gavel,
  'refund.proposed': Banknote,
  'refund.failed': Banknote,
  'balance.low': TriangleAlert,
  'books.broken': TriangleAlert,
}

const orSay = (work: Promise<void>) =>
  void work.catch((error: unknown) =>
    toast({ kind: 'error', title: 'Could not be marked as read', description: toApiError(error).message }),
  )

/** What the account was told, in the tray. */
export function AccountSection({ store }: { store: NotificationStore }) {
  const { unread, entries, hasMore, busy, problem } = useSyncExternalStore(store.subscribe, store.getState)
  useEffect(() => void store.load(), [store])
  return (
    <section aria-label="Your account">
      <div className="flex flex-wrap items-center justify-between gap-x-4 bg-sunken px-4 py-1">
        <p className="text-13 font-medium text-text-2">Your account</p>
        <Button
          size="dense"
          variant="ghost"
          disabled={unread === undefined || unread === 0}
          onClick={() => orSay(store.markAllRead())}
        >
          Mark all as read
        </Button>
      </div>
      {problem === undefined ? null : (
        <div role="alert" className="flex flex-col items-start gap-2 px-4 py-3 text-14 text-bad">
          <p>Failed to fetch notifications. {problem}</p>
          <Button size="dense" icon={RotateCw} onClick={() => void store.load()}>
            Try again
          </Button>
        </div>
      )}
      {entries === undefined ? (
        problem === undefined && <RowSkeletons count={2} label="Loading notifications…" />
      ) : entries.length === 0 ? (
        <p className="px-4 py-6 text-center text-14 text-text-2">
          Nothing yet. New sign-ins, changes of your account and workflows that begin to fail are told here.
        </p>
      ) : (
        <ul>
          {entries.map((entry) => (
            <Entry key={entry.id} entry={entry} onRead={() => orSay(store.markRead(entry.id))} />
          ))}
        </ul>
      )}
      {hasMore ? (
        <div className="px-4 py-2 text-center">
          <Button size="dense" busy={busy} onClick={() => void store.loadMore()}>
            Load more
          </Button>
        </div>
      ) : null}
    </section>
  )
}

function Entry({ entry, onRead }: { entry: AccountNotification; onRead: () => void }) {
  const { kind, title, body, href, createdAt, read } = entry
  const Icon = ICONS[kind]
  return (
    <li
      className={classNames(
        'flex items-start gap-3 border-b border-s-3 border-b-line px-4 py-3 last:border-b-0',
        read ? 'border-s-transparent' : 'border-s-accent',
      )}
    >
      <Icon size={16} className={classNames('mt-0.5', kind === 'workflow.failed' ? 'text-bad' : 'text-accent-text')} />
      <div className="min-w-0 flex-1 [overflow-wrap:anywhere]">
        <p className={classNames('text-14', read ? 'text-text-2' : 'font-medium')}>
          {read ? null : <span className="sr-only">Unread: </span>}
          {href === null ? (
            title
          ) : (
            <Link to={href} onClick={onRead} className="underline decoration-line-strong underline-offset-[3px]">
              {title}
            </Link>
          )}
        </p>
        {body === '' ? null : <p className="text-13 text-text-2">{body}</p>}
        <TimeAgo at={createdAt} className="meta-line mt-0.5 block" />
      </div>
      {read ? null : (
        <IconButton
          icon={Check}
          size="dense"
          aria-label={`Mark as read: ${title}`}
          onClick={onRead}
          className="-me-1"
        />
      )}
    </li>
  )
}
