import { type InfiniteData, useQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowUp, ChartColumn, PencilLine, RotateCw } from 'lucide-react'
import { useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { api } from '#src/client/api.ts'
import { Protected } from '#src/client/protected.tsx'
import { QueryView, useLoadedPages } from '#src/client/query-view.tsx'
import { requestContext } from '#src/client/request-context.ts'
import { firstData, requireUser } from '#src/client/require-user.ts'
import type { workflowsContract } from '#src/features/workflows/workflows.schema.ts'
import type { AnswerOf, InputOf } from '#src/lib/contract.ts'
import { Breadcrumbs } from '#src/ui/breadcrumbs.tsx'
import { Button, ButtonLink } from '#src/ui/button.tsx'
import { LiveRegion } from '#src/ui/live-region.tsx'
import { PageBody, PageHeader } from '#src/ui/shell/page-header.tsx'
import { RowSkeletons } from '#src/ui/skeleton.tsx'
import { PageSpinner } from '#src/ui/spinner.tsx'
import { EmptyState, ErrorState, OfflineState } from '#src/ui/states.tsx'
import { BulkActions } from './bulk-actions.web.tsx'
import { ExecutionFilterBar, useInstantText } from './execution-filter.web.tsx'
import { ExecutionList } from './execution-list.web.tsx'
import type { ExecutionCard, ExecutionFilter, executionsContract } from './executions.schema.ts'
import { filterIn, filterText, isEmptyFilter, toSearch } from './filter-words.ts'
import { inTurn, lookMs } from './looking.ts'
import { mergeLatest, newText, unheardOf } from './run-words.ts'

type Pages = InfiniteData<AnswerOf<typeof executionsContract.list>>

const withCards = ({ pages, pageParams }: Pages, cards: readonly ExecutionCard[]): Pages => ({
  pageParams,
  pages: pages.map((page) => ({ ...page, executions: mergeLatest(page.executions, cards).runs })),
})
const NONE: readonly ExecutionCard[] = []

export async function loader(args: LoaderFunctionArgs) {
  requireUser(args)
  const { call } = args.context.get(requestContext)
  const id = String(args.params.id)
  const filter = filterIn(args.url.searchParams)
  const [found, first] = await Promise.all([
    firstData(call<typeof workflowsContract.get>('GET', '/api/workflows/:id', { params: { id } })),
    firstData(
      call<typeof executionsContract.list>('GET', '/api/workflows/:id/executions', {
        params: { id },
        query: filter,
      }),
    ),
  ])
  const { name = 'Workflow', publishedVersion = null } = found?.workflow ?? {}
  return { workflow: { id, name, published: publishedVersion !== null }, filter, first }
}

export default function ExecutionsPage() {
  return (
    <Protected waiting={<PageSpinner />}>
      <Executions />
    </Protected>
  )
}

function useExecutions() {
  const { workflow, filter, first } = useLoaderData<typeof loader>()
  const client = useQueryClient()
  const address = ['/api/workflows', workflow.id, 'executions', toSearch(filter)]
  const fetchList = (query: InputOf<typeof executionsContract.list>['query'], signal: AbortSignal) =>
    api<typeof executionsContract.list>(
      'GET',
      '/api/workflows/:id/executions',
      { params: { id: workflow.id }, query },
      signal,
    )
  const fetchPage = (cursor: string | undefined, signal: AbortSignal) => fetchList({ ...filter, cursor }, signal)
  const pagesKey = [...address, 'pages']
  const query = useLoadedPages({ queryKey: pagesKey, fetchPage, loaded: first })
  const shown = query.data?.pages.flatMap((page) => page.executions) ?? NONE
  const latest = useQuery({
    queryKey: [...address, 'latest'],
    queryFn: ({ signal }) => fetchPage(undefined, signal),
    enabled: query.data !== undefined,
    refetchInterval: ({ state }) => lookMs(mergeLatest(shown, state.data?.executions ?? NONE).runs),
    // Whoever comes back to the tab sees at once what has come to be meanwhile.
    refetchOnWindowFocus: 'always',
    initialData: () => first,
  })
  const newest = latest.data?.executions ?? NONE
  const unheard = unheardOf(shown, newest)
  const unheardKey = [...address, 'unheard of']
  // What has left the newest page, or no longer fits the filter, would stay on the list as it was.
  useQuery({
    queryKey: unheardKey,
    queryFn: async ({ signal }) => {
      const ids = inTurn(unheard, client.getQueryState(unheardKey)?.dataUpdateCount ?? 0)
      const { executions } = await fetchList({ ids: ids.join() }, signal)
      client.setQueryData<Pages>(pagesKey, (data) => data && withCards(data, executions))
      return executions.length
    },
    enabled: unheard.length > 0,
    refetchInterval: () => lookMs(shown.filter(({ id }) => unheard.includes(id))),
    refetchOnWindowFocus: 'always',
  })
  const refresh = async () => {
    await query.refetch()
    await client.invalidateQueries({ queryKey: [...address, 'latest'] })
  }
  return { workflow, filter, query, latest: newest, refresh }
}

function Executions() {
  const { workflow, filter, query, latest, refresh } = useExecutions()
  const pages = query.data?.pages
  // The same array as long as nothing came: the list need not look at its rows again.
  const { runs, newCount } = useMemo(
    () => mergeLatest(pages?.flatMap((page) => page.executions) ?? [], latest),
    [pages, latest],
  )
  const [timesShown, setTimesShown] = useState(0)
  const showNew = async () => {
    await refresh()
    // A list that begins at its beginning again.
    flushSync(() => setTimesShown((times) => times + 1))
    focusNewest()
  }
  return (
    <>
      <title>{`Executions of ${workflow.name} · Fettle`}</title>
      <PageHeader
        eyebrow={
          <Breadcrumbs
            trail={[
              { label: 'Workflows', to: '/workflows' },
              { label: workflow.name, to: `/workflows/${workflow.id}` },
              { label: 'Executions' },
            ]}
          />
        }
        title="Executions"
        lead={`Every run of “${workflow.name}”, the newest first.`}
        actions={
          <>
            <ButtonLink to={`/workflows/${workflow.id}/analytics`} icon={ChartColumn}>
              Analytics
            </ButtonLink>
            <ButtonLink to={`/workflows/${workflow.id}`} icon={PencilLine}>
              Edit workflow
            </ButtonLink>
          </>
        }
      />
      <PageBody>
        <ExecutionFilterBar address={`/workflows/${workflow.id}/executions`} filter={filter} />
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          {runs.length === 0 ? (
            <span />
          ) : (
            <BulkActions workflowId={workflow.id} filter={filter} onDone={() => void refresh()} />
          )}
          <Button icon={RotateCw} size="dense" busy={query.isRefetching} onClick={() => void refresh()}>
            Refresh
          </Button>
        </div>
        <div>
          <NewRuns count={newCount} busy={query.isRefetching} onShow={() => void showNew()} />
          <QueryView
            query={query}
            loading={<RowSkeletons count={8} label="Loading executions…" />}
            offline={<OfflineState />}
            failed={(failure) => <ErrorState title="Failed to fetch executions" {...failure} />}
          >
            {() =>
              runs.length === 0 ? (
                <Empty workflow={workflow} filter={filter} />
              ) : (
                <ExecutionList
                  key={timesShown}
                  executions={runs}
                  busy={query.isFetchingNextPage}
                  {...(query.hasNextPage && { onMore: () => void query.fetchNextPage() })}
                />
              )
            }
          </QueryView>
        </div>
      </PageBody>
    </>
  )
}

/** To the row that has come, wherever the list was scrolled to. */
const focusNewest = () => document.querySelector<HTMLElement>('[data-execution]')?.focus()

interface NewRunsProps {
  readonly count: number
  readonly busy: boolean
  readonly onShow: () => void
}

/** Says that there are new runs and leaves the list as it is until somebody wants to see them: it takes no room. */
const NewRuns = ({ count, busy, onShow }: NewRunsProps) => (
  <div className="sticky top-16 z-2 flex h-0 justify-center">
    {count === 0 ? null : (
      <Button
        variant="primary"
        size="dense"
        icon={ArrowUp}
        busy={busy}
        onClick={onShow}
        className="h-8 -translate-y-1/2 rounded-full! shadow-2"
      >
        {newText(count)}
      </Button>
    )}
    <LiveRegion message={count === 0 ? '' : `${newText(count)} ${count === 1 ? 'execution' : 'executions'}`} />
  </div>
)

interface EmptyProps {
  readonly workflow: { readonly id: string; readonly published: boolean }
  readonly filter: ExecutionFilter
}

function Empty({ workflow, filter }: EmptyProps) {
  const instantText = useInstantText()
  return isEmptyFilter(filter) ? (
    <EmptyState
      title="No executions yet"
      actions={
        <ButtonLink to={`/workflows/${workflow.id}`} variant="primary">
          Open the workflow
        </ButtonLink>
      }
    >
      {workflow.published
        ? 'It is published and waits. Call its webhook, or press Run in the workflow.'
        : 'Press Run in the workflow to try the draft, or publish it.'}
    </EmptyState>
  ) : (
    <EmptyState
      title="No executions fit the filter"
      actions={<ButtonLink to={`/workflows/${workflow.id}/executions`}>Clear filters</ButtonLink>}
    >
      Looked for: {filterText(filter, instantText)}.
    </EmptyState>
  )
}
