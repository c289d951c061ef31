import { Link } from 'react-router'
import { durationText } from '#src/client/duration.ts'
import { LoadMore } from '#src/ui/pagination.tsx'
import { StatusLabel } from '#src/ui/status-icon.tsx'
import { TimeAgo } from '#src/ui/time-ago.tsx'
import type { ExecutionCard } from './executions.schema.ts'
import { triggerText, versionText } from './run-words.ts'

interface ExecutionListProps {
  readonly executions: readonly ExecutionCard[]
  readonly busy: boolean
  /** Absent at the end of the list. */
  readonly onMore?: () => void
}

export const ExecutionList = ({ executions, busy, onMore }: ExecutionListProps) => (
  <div className="flex flex-col gap-4">
    <ul className="@container divide-y divide-line rounded-10 border border-line bg-surface">
      {executions.map((execution) => (
        <Row key={execution.id} execution={execution} />
      ))}
    </ul>
    <LoadMore shown={executions.length} one="execution" busy={busy} onMore={onMore} />
  </div>
)

function Row({ execution }: { execution: ExecutionCard }) {
  const { id, workflowId, status, version, key, trigger, createdAt, durationMs, error } = execution
  return (
    <li className="relative px-4 py-2.5 hover:bg-hover">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-1 @2xl:grid @2xl:grid-cols-[8rem_minmax(0,1fr)_8rem_6rem_8rem]">
        <Link
          to={`/workflows/${workflowId}/executions/${id}`}
          data-execution
          className="inline-flex min-h-6 items-center after:absolute after:inset-0"
        >
          <StatusLabel status={status} />
          <span className="sr-only">, {versionText(version)}, details</span>
        </Link>
        <span className="min-w-0 truncate text-13 text-text-2">
          {triggerText(trigger)}
          {key === null ? null : <span className="font-mono text-12"> · {key}</span>}
        </span>
        <span className="text-13 text-text-2">{versionText(version)}</span>
        <span className="figures text-13 @2xl:text-end">{durationMs === null ? '–' : durationText(durationMs)}</span>
        <TimeAgo at={createdAt} className="meta-line relative z-1 ms-auto" />
      </div>
      {error === null ? null : (
        <p className="mt-1 truncate text-13 text-bad" title={error.message}>
          {error.message}
        </p>
      )}
    </li>
  )
}
