import { Link } from 'react-router'
import { durationText } from '#src/client/duration.ts'
import { type QueryLike, QueryView } from '#src/client/query-view.tsx'
import type { ExecutionCard } from '#src/features/executions/executions.schema.ts'
import type { WorkflowCard } from '#src/features/workflows/workflows.schema.ts'
import { ButtonLink } from '#src/ui/button.tsx'
import { SectionHeader } from '#src/ui/shell/page-header.tsx'
import { SimulatedBadge } from '#src/ui/simulated-badge.tsx'
import { RowSkeletons } from '#src/ui/skeleton.tsx'
import { EmptyState, ErrorState, OfflineState } from '#src/ui/states.tsx'
import { StatusLabel } from '#src/ui/status-icon.tsx'
import { TimeAgo } from '#src/ui/time-ago.tsx'

interface RecentRunsProps {
  readonly query: QueryLike<{ executions: ExecutionCard[] }>
  /** What could be run, for somebody who has not run anything yet. */
  readonly workflows: readonly WorkflowCard[]
}

export function RecentRuns({ query, workflows }: RecentRunsProps) {
  return (
    <section aria-labelledby="recent-runs" className="flex min-w-0 flex-col gap-4">
      <SectionHeader id="recent-runs" title="Recent runs" />
      <QueryView
        query={query}
        loading={<RowSkeletons count={4} label="Loading runs…" />}
        offline={<OfflineState level={3} />}
        failed={(failure) => <ErrorState level={3} title="Failed to fetch runs" {...failure} />}
      >
        {({ executions }) =>
          executions.length === 0 ? <FirstSteps workflows={workflows} /> : <Runs runs={executions} />
        }
      </QueryView>
    </section>
  )
}

function FirstSteps({ workflows }: { workflows: readonly WorkflowCard[] }) {
  const ready = workflows.find(({ status }) => status === 'published') ?? workflows[0]
  if (ready === undefined)
    return (
      <EmptyState
        level={3}
        title="No runs yet"
        actions={
          <ButtonLink to="/workflows?new" variant="primary">
            New workflow
          </ButtonLink>
        }
      >
        Create a workflow and press Run: each run appears here with what every step received and gave.
      </EmptyState>
    )
  return (
    <EmptyState
      level={3}
      title="No runs yet"
      actions={
        <ButtonLink to={`/workflows/${ready.id}`} variant="primary">
          Open “{ready.name}”
        </ButtonLink>
      }
    >
      {ready.status === 'published'
        ? `“${ready.name}” is published and waits for its first call. Open it, copy its curl line into a terminal, and the run appears here.`
        : `Open “${ready.name}” and press Run: the run appears here with what every step received and gave.`}
    </EmptyState>
  )
}

const Runs = ({ runs }: { runs: readonly ExecutionCard[] }) => (
  <ul className="divide-y divide-line rounded-10 border border-line bg-surface">
    {runs.map((run) => (
      <li key={run.id} className="relative px-4 py-3 hover:bg-hover">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
          <Link
            to={`/workflows/${run.workflowId}/executions/${run.id}`}
            dir="auto"
            className="min-w-0 flex-1 basis-40 min-h-6 truncate [text-align:match-parent] text-14 leading-6 font-medium after:absolute after:inset-0"
            title={run.workflowName}
          >
            {run.workflowName}
          </Link>
          {run.simulated ? <SimulatedBadge /> : null}
          <StatusLabel status={run.status} />
          <span className="meta-line">
            {run.durationMs === null ? '' : `${durationText(run.durationMs)} · `}
            <TimeAgo at={run.createdAt} />
          </span>
        </div>
        {run.error === null ? null : (
          <p className="truncate text-13 text-bad" title={run.error.message}>
            {run.error.message}
          </p>
        )}
      </li>
    ))}
  </ul>
)
