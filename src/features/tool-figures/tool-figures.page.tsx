import { useQuery } from '@tanstack/react-query'
import { Eye, PencilLine } from 'lucide-react'
import { type LoaderFunctionArgs, useLoaderData, useSearchParams } from 'react-router'
import { api } from '#src/client/api.ts'
import { Protected } from '#src/client/protected.tsx'
import { QueryView } from '#src/client/query-view.tsx'
import { requestContext } from '#src/client/request-context.ts'
import { firstData, requireUser } from '#src/client/require-user.ts'
import { type ChosenRange, rangeIn } from '#src/features/analytics/range.ts'
import { RangeChoice } from '#src/features/analytics/range-choice.web.tsx'
import { useClock } from '#src/features/analytics/use-clock.web.ts'
import { Breadcrumbs } from '#src/ui/breadcrumbs.tsx'
import { ButtonLink } from '#src/ui/button.tsx'
import { PageBody, PageHeader } from '#src/ui/shell/page-header.tsx'
import { RowSkeletons } from '#src/ui/skeleton.tsx'
import { PageSpinner } from '#src/ui/spinner.tsx'
import { EmptyState, ErrorState, OfflineState } from '#src/ui/states.tsx'
import { FailureSamples } from './failure-samples.web.tsx'
import { FiguresView } from './figures-view.web.tsx'
import { nobodyWasHere } from './nobody-was-here.ts'
import { RunLog } from './run-log.web.tsx'
import type { toolFiguresContract } from './tool-figures.schema.ts'
import { WrongResults } from './wrong-results.web.tsx'

export async function loader(args: LoaderFunctionArgs) {
  requireUser(args)
  const { call } = args.context.get(requestContext)
  const id = String(args.params.id)
  const found = await firstData(
    call<typeof toolFiguresContract.get>('GET', '/api/tools/:id/figures', { params: { id }, query: { tz: 'UTC' } }),
  )
  return { id, title: found?.figures.title ?? 'Tool', slug: found?.figures.slug }
}

export default function ToolFiguresPage() {
  return (
    <Protected waiting={<PageSpinner />}>
      <ToolFigures />
    </Protected>
  )
}

function ToolFigures() {
  const { id, title, slug } = useLoaderData<typeof loader>()
  const [search] = useSearchParams()
  const clock = useClock()
  return (
    <>
      <title>{`Figures of ${title} · Fettle`}</title>
      <PageHeader
        eyebrow={
          <Breadcrumbs
            trail={[
              { label: 'Tools', to: '/tools' },
              { label: title, to: `/create-tool?draft=${id}` },
              { label: 'Figures' },
            ]}
          />
        }
        title="Figures"
        lead={`How “${title}” is used. What people typed is not among it. Who opens it again within the hour is no further view.`}
        actions={
          <>
            {slug === undefined ? null : (
              <ButtonLink to={`/fxn/${slug}`} icon={Eye}>
                View tool
              </ButtonLink>
            )}
            <ButtonLink to={`/create-tool?draft=${id}`} icon={PencilLine}>
              Edit tool
            </ButtonLink>
          </>
        }
      />
      <PageBody>
        {clock === undefined ? (
          <RowSkeletons count={6} label="Loading the figures…" />
        ) : (
          <Figures id={id} timeZone={clock.timeZone} range={rangeIn(search, clock.today)} />
        )}
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
    queryKey: ['/api/tools', id, 'figures', from, to, timeZone],
    queryFn: ({ signal }) =>
      api<typeof toolFiguresContract.get>(
        'GET',
        '/api/tools/:id/figures',
        { params: { id }, query: { from, to, tz: timeZone } },
        signal,
      ),
  })
  return (
    <>
      <RangeChoice key={`${from} ${to}`} range={range} timeZone={timeZone} />
      <QueryView
        query={query}
        loading={<RowSkeletons count={6} label="Loading the figures…" />}
        offline={<OfflineState />}
        failed={(failure) => <ErrorState title="Failed to fetch the figures" {...failure} />}
      >
        {({ figures, wrongResults, samples }) => (
          <>
            {nobodyWasHere(figures) ? (
              <EmptyState
                title="Nobody was here in these days"
                actions={<ButtonLink to={`/fxn/${figures.slug}`}>Open the tool</ButtonLink>}
              >
                Share the address of the tool, or choose other days.
              </EmptyState>
            ) : (
              <FiguresView figures={figures} />
            )}
            <FailureSamples samples={samples} />
            <WrongResults slug={figures.slug} results={wrongResults} />
            <RunLog id={id} />
          </>
        )}
      </QueryView>
    </>
  )
}
