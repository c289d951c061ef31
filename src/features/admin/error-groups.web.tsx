import { Check, RotateCcw } from 'lucide-react'
import { Link } from 'react-router'
import type { ClientErrorGroup } from '#src/features/client-errors/client-errors.schema.ts'
import { Button } from '#src/ui/button.tsx'
import { TimeAgo } from '#src/ui/time-ago.tsx'
import { RowKeysHint, useRowKeys } from './use-row-keys.web.tsx'

interface ErrorGroupListProps {
  readonly groups: readonly ClientErrorGroup[]
  readonly onResolve: (group: ClientErrorGroup) => void
  readonly busy: boolean
  /** Absent at the end of the list. */
  readonly onMore?: () => void
}

export function ErrorGroupList({ groups, onResolve, busy, onMore }: ErrorGroupListProps) {
  const resolveAt = (index: number) => {
    const group = groups[index]
    if (group !== undefined) onResolve(group)
  }
  const { list } = useRowKeys({ r: resolveAt }, groups.length)
  return (
    <div className="flex flex-col gap-4">
      <RowKeysHint keys={[['R', 'resolve or open again']]} />
      <ul {...list} className="divide-y divide-line rounded-10 border border-line bg-surface">
        {groups.map((group) => (
          <Row key={group.id} group={group} onResolve={() => onResolve(group)} />
        ))}
      </ul>
      {onMore ? (
        <div className="text-center">
          <Button busy={busy} onClick={onMore}>
            Load more
          </Button>
        </div>
      ) : null}
    </div>
  )
}

function Row({ group, onResolve }: { group: ClientErrorGroup; onResolve: () => void }) {
  const { id, message, topFrame, count, firstSeenAt, lastSeenAt } = group
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 px-4 py-3">
      <div className="flex min-w-0 flex-1 basis-60 flex-col gap-1 [overflow-wrap:anywhere]">
        <Link
          to={`/admin/errors/${id}`}
          data-row-focus=""
          className="w-fit min-h-6 rounded-4 text-14 leading-6 font-medium hover:text-accent-text hover:underline"
        >
          {message === '' ? 'No message' : message}
        </Link>
        {topFrame === '' ? null : <code className="font-mono text-12 text-text-2">{topFrame}</code>}
        <p className="meta-line">
          {count.toLocaleString('en')} {count === 1 ? 'time' : 'times'} · last <TimeAgo at={lastSeenAt} /> · first{' '}
          <TimeAgo at={firstSeenAt} />
        </p>
      </div>
      <ResolveButton group={group} onResolve={onResolve} />
    </li>
  )
}

export const ResolveButton = ({ group, onResolve }: { group: ClientErrorGroup; onResolve: () => void }) =>
  group.resolvedAt === null ? (
    <Button size="dense" icon={Check} onClick={onResolve}>
      Mark as resolved
    </Button>
  ) : (
    <Button size="dense" icon={RotateCcw} onClick={onResolve}>
      Open again
    </Button>
  )
