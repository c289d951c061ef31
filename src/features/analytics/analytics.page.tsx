import { useQuery } from '@tanstack/react-query'
import { List, PencilLine } from 'lucide-react'
import { type LoaderFunctionArgs, useLoaderData, useSearchParams } from 'react-router'
import { api } from '#src/client/api.ts'
import { Protected } from '#src/client/protected.tsx'
import { QueryView } from '#src/client/query-view.tsx'
import { requestContext } from '#src/client/request-context.ts'
import { firstData, requireUser } from '#src/client/require-user.ts'
import { AlertRules } from '#src/features/alerts/alert-rules.web.tsx'
import type { workflowsContract } from '#src/features/workflows/workflows.schema.ts'
import { Breadcrumbs } from '#src/ui/breadcrumbs.tsx'
import { ButtonLink } from '#src/ui/button.tsx'
import { PageBody, PageHeader } from '#src/ui/shell/page-header.tsx'
import { RowSkeletons } from '#src/ui/skeleton.tsx'
import { PageSpinner } from '#src/ui/spinner.tsx'
import { EmptyState, ErrorState, OfflineState } from '#src/ui/states.tsx'
import type { analyticsContract } from './analytics.schema.ts'
import { AnalyticsView } from './analytics-view.web.tsx'
import { type ChosenRange, rangeIn } from './range.ts'
import { RangeChoice } from './range-choice.web.tsx'
import { useClock } from './use-clock.web.ts'

export async function loader(args: LoaderFunctionArgs) {
  requireUser(args)
  const { call } = args.context.get(requestContext)
  const id = String(args.params.id)
  const found = await firstData(call<typeof workflowsContract.get>('GET', '/api/workflows/:id', { params: { id } }))
  return { id, name: found?.workflow.name ?? 'Workflow' }
}

export default function AnalyticsPage() {
  return (
    <Protected waiting={<PageSpinner />}>
      <Analytics />
    </Protected>
  )
}

function Analytics() {
  const { id, name } = useLoaderData<typeof loader>()
  const [search] = useSearchParams()
  const clock = useClock()
  const address = `/workflows/${id}`
  return (
    <>
      <title>{`Analytics of ${name} · Fettle`}</title>
      <PageHeader
        eyebrow={
          <Breadcrumbs
            trail={[{ label: 'Workflows', to: '/workflows' }, { label: name, to: address }, { label: 'Analytics' }]}
          />
        }
        title="Analytics"
        lead={`What the runs of published versions of “${name}” add up to. Runs that were deleted because of their age count on.`}
        actions={
          <>
            <ButtonLink to={`${address}/executions`} icon={List}>
              Executions
            </ButtonLink>
            <ButtonLink to={address} icon={PencilLine}>
              Edit workflow
            </ButtonLink>
          </>
        }
      />
      <PageBody>
        {clock === undefined ? (
          <RowSkeletons count={6} label="Loading the analytics…" />
        ) : (
          <Figures id={id} timeZone={clock.timeZone} range={rangeIn(search, clock.today)} />
        )}
        <AlertRules workflowId={id} />
      </PageBody>
    </>
  )
}

interface FiguresProps {
  readonly id: string
  readonly timeZone: string
  readonly range: ChosenRange
}

function Figures({ id, timeZone, range }: FiguresProps) {
  const { from, to } = range
  const query = useQuery({
    // Each time anew: what it tells of changes elsewhere.
    staleTime: 0,
    queryKey: ['/api/workflows', id, 'analytics', from, to, timeZone],
    queryFn: ({ signal }) =>
      api<typeof analyticsContract.get>(
        'GET',
        '/api/workflows/:id/analytics',
        { params: { id }, query: { from, to, tz: timeZone } },
        signal,
      ),
  })
  return (
    <>
      <RangeChoice key={`${from} ${to}`} range={range} timeZone={timeZone} />
      <QueryView
        query={query}
        loading={<RowSkeletons count={6} label="Loading the analytics…" />}
        offline={<OfflineState />}
        failed={(failure) => <ErrorState title="Failed to fetch the analytics" {...failure} />}
      >
        {({ analytics }) =>
          analytics.total.runs === 0 ? (
            <EmptyState
              title="No runs in these days"
              actions={<ButtonLink to={`/workflows/${id}`}>Open the workflow</ButtonLink>}
            >
              Publish the workflow and let it run, or choose other days. Tries of a draft do not count here.
            </EmptyState>
          ) : (
            <AnalyticsView analytics={analytics} workflowId={id} />
          )
        }
      </QueryView>
    </>
  )
}
