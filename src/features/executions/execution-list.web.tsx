import { useMemo } from 'react'
import { Link } from 'react-router'
import { durationText } from '#src/client/duration.ts'
import { type RowPlace, RowsLeftOut, useLongRows } from '#src/ui/long-rows.tsx'
import { LoadMore } from '#src/ui/pagination.tsx'
import { SimulatedBadge } from '#src/ui/simulated-badge.tsx'
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

export function ExecutionList({ executions, busy, onMore }: ExecutionListProps) {
  const keys = useMemo(() => executions.map(({ id }) => id), [executions])
  const { list, indexes, before, after, placeOf } = useLongRows({
    ...{ keys, target: '[data-execution]', isOpen: onMore !== undefined },
  })
  return (
    <div className="flex flex-col gap-4">
      <ul ref={list} className="@container divide-y divide-line rounded-10 border border-line bg-surface">
        <RowsLeftOut height={before} />
        {indexes.map((at) => {
          const execution = executions[at]
          return execution === undefined ? null : <Row key={execution.id} execution={execution} place={placeOf(at)} />
        })}
        <RowsLeftOut height={after} />
      </ul>
      <LoadMore shown={executions.length} one="execution" busy={busy} onMore={onMore} />
    </div>
  )
}

interface RowProps {
  readonly execution: ExecutionCard
  readonly place: RowPlace
}

function Row({ execution, place }: RowProps) {
  const { id, workflowId, status, version, key, trigger, createdAt, durationMs, error, simulated } = execution
  return (
    <li {...place} className="relative px-4 py-2.5 hover:bg-hover">
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-6 gap-y-0.5 @2xl:grid-cols-[8rem_minmax(0,1fr)_8rem_6rem_8rem]">
        <Link
          to={`/workflows/${workflowId}/executions/${id}`}
          data-execution
          className="inline-flex min-h-6 items-center after:absolute after:inset-0"
        >
          <StatusLabel status={status} />
          <span className="sr-only">, {versionText(version)}, details</span>
        </Link>
        <span className="col-start-1 row-start-2 flex min-w-0 gap-x-3 text-13 text-text-2 @2xl:contents">
          <span
            className="min-w-0 truncate"
            title={key === null ? triggerText(trigger) : `${triggerText(trigger)} · ${key}`}
          >
            {triggerText(trigger)}
            {key === null ? null : <span className="font-mono text-12"> · {key}</span>}
          </span>
          {simulated ? <SimulatedBadge /> : <span className="whitespace-nowrap">{versionText(version)}</span>}
        </span>
        <span className="figures col-start-2 row-start-2 text-end text-13 @2xl:col-start-auto @2xl:row-start-auto">
          {durationMs === null ? '–' : durationText(durationMs)}
        </span>
        <TimeAgo
          at={createdAt}
          className="meta-line relative z-1 col-start-2 row-start-1 ms-auto @2xl:col-start-auto @2xl:row-start-auto"
        />
      </div>
      {error === null ? null : (
        <p className="mt-1 truncate text-13 text-bad" title={error.message}>
          {error.message}
        </p>
      )}
    </li>
  )
}
