import { Link } from 'react-router'
import { type QueryLike, QueryView } from '#src/client/query-view.tsx'
import type { WorkflowCard } from '#src/features/workflows/workflows.schema.ts'
import { Badge } from '#src/ui/badge.tsx'
import { ButtonLink } from '#src/ui/button.tsx'
import { SectionHeader } from '#src/ui/shell/page-header.tsx'
import { RowSkeletons } from '#src/ui/skeleton.tsx'
import { EmptyState, ErrorState, OfflineState } from '#src/ui/states.tsx'
import { TextLink } from '#src/ui/text-link.tsx'
import { TimeAgo } from '#src/ui/time-ago.tsx'

const SHOWN = 6

interface MyWorkflowsProps {
  readonly query: QueryLike<{ workflows: WorkflowCard[] }>
}

export const MyWorkflows = ({ query }: MyWorkflowsProps) => (
  <section aria-labelledby="my-workflows" className="flex min-w-0 flex-col gap-4">
    <SectionHeader
      id="my-workflows"
      title="My workflows"
      actions={
        (query.data?.workflows.length ?? 0) > SHOWN ? (
          <TextLink to="/workflows" className="text-14">
            See all
          </TextLink>
        ) : null
      }
    />
    <QueryView
      query={query}
      loading={<RowSkeletons count={3} label="Loading workflows…" />}
      offline={<OfflineState level={3} />}
      failed={(failure) => <ErrorState level={3} title="Failed to fetch workflows" {...failure} />}
    >
      {({ workflows }) => (workflows.length === 0 ? <None /> : <Cards workflows={workflows.slice(0, SHOWN)} />)}
    </QueryView>
  </section>
)

const None = () => (
  <EmptyState level={3} title="No workflows yet" actions={<ButtonLink to="/workflows?new">New workflow</ButtonLink>}>
    A workflow joins tools, web requests and decisions, and starts when something happens.
  </EmptyState>
)

const Cards = ({ workflows }: { workflows: readonly WorkflowCard[] }) => (
  <ul className="divide-y divide-line rounded-10 border border-line bg-surface">
    {workflows.map(({ id, name, status, updatedAt }) => (
      <li key={id} className="relative flex items-center gap-x-4 px-4 py-3 hover:bg-hover">
        <Link
          to={`/workflows/${id}`}
          dir="auto"
          className="min-w-0 flex-1 min-h-6 truncate [text-align:match-parent] text-14 leading-6 font-medium after:absolute after:inset-0"
          title={name}
        >
          {name}
        </Link>
        <TimeAgo at={updatedAt} className="meta-line hidden sm:block" />
        {status === 'published' ? <Badge kind="ok">Published</Badge> : <Badge>Draft</Badge>}
      </li>
    ))}
  </ul>
)
