import { useSearchParams } from 'react-router'
import { api } from '#src/client/api.ts'
import { QueryView, useLoadedPages } from '#src/client/query-view.tsx'
import type { clientErrorsContract } from '#src/features/client-errors/client-errors.schema.ts'
import { TagLink } from '#src/ui/badge.tsx'
import { SearchForm } from '#src/ui/search-form.tsx'
import { RowSkeletons } from '#src/ui/skeleton.tsx'
import { EmptyState, ErrorState, OfflineState } from '#src/ui/states.tsx'
import { AdminFrame } from './admin-frame.web.tsx'
import { ErrorGroupList } from './error-groups.web.tsx'
import { useResolve } from './use-resolve.web.tsx'

type State = 'open' | 'resolved'

export default function ErrorsPage() {
  const [params, setParams] = useSearchParams()
  const search = params.get('q') ?? ''
  const state: State = params.get('state') === 'resolved' ? 'resolved' : 'open'
  const resolve = useResolve()
  const query = useLoadedPages({
    queryKey: ['/api/admin/client-errors', state, search],
    fetchPage: (cursor, signal) =>
      api<typeof clientErrorsContract.list>(
        'GET',
        '/api/admin/client-errors',
        { query: { state, search, cursor } },
        signal,
      ),
    loaded: undefined,
  })
  return (
    <AdminFrame title="Client errors" lead="What failed in browsers, by kind, the latest first. Kept for 30 days.">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <SearchForm
          key={search}
          action="/admin/errors"
          label="Search by message or error id"
          defaultValue={search}
          onSubmit={(text) => setParams({ ...(text !== '' && { q: text }), ...(state === 'resolved' && { state }) })}
        />
        <nav aria-label="Filter">
          <ul className="flex flex-wrap gap-1.5">
            <li>
              <TagLink to="/admin/errors" current={state === 'open'}>
                Open
              </TagLink>
            </li>
            <li>
              <TagLink to="/admin/errors?state=resolved" current={state === 'resolved'}>
                Resolved
              </TagLink>
            </li>
          </ul>
        </nav>
      </div>
      <QueryView
        query={query}
        loading={<RowSkeletons count={6} label="Loading client errors…" />}
        offline={<OfflineState />}
        failed={(failure) => <ErrorState title="Failed to fetch client errors" {...failure} />}
      >
        {({ pages }) => {
          const groups = pages.flatMap((page) => page.groups)
          return groups.length === 0 ? (
            <EmptyState title={state === 'open' ? 'No open errors' : 'Nothing resolved'}>
              {search === ''
                ? 'When a page fails in somebody’s browser, it is listed here.'
                : `No message holds “${search}”, and no report has that id.`}
            </EmptyState>
          ) : (
            <ErrorGroupList
              groups={groups}
              onResolve={(group) => void resolve(group)}
              busy={query.isFetchingNextPage}
              {...(query.hasNextPage && { onMore: () => void query.fetchNextPage() })}
            />
          )
        }}
      </QueryView>
    </AdminFrame>
  )
}
