import { useRouteLoaderData, useSearchParams } from 'react-router'
import { api } from '#src/client/api.ts'
import { QueryView, useLoadedPages } from '#src/client/query-view.tsx'
import type { SignedInUser } from '#src/client/request-context.ts'
import { TagLink } from '#src/ui/badge.tsx'
import { SearchForm } from '#src/ui/search-form.tsx'
import { RowSkeletons } from '#src/ui/skeleton.tsx'
import { EmptyState, ErrorState, OfflineState } from '#src/ui/states.tsx'
import { AdminFrame } from './admin-frame.web.tsx'
import { PEOPLE_STATES, type peopleContract } from './people.schema.ts'
import { PeopleList } from './people-list.web.tsx'

type State = (typeof PEOPLE_STATES)[number]
const STATE_WORDS: Readonly<Record<State, string>> = {
  all: 'All',
  active: 'Active',
  proposed: 'Suspension proposed',
  suspended: 'Suspended',
  admins: 'Admins',
}

const addressOf = (search: string, state: State) => {
  const query = new URLSearchParams({ ...(search !== '' && { q: search }), ...(state !== 'all' && { state }) })
  return `/admin/people${query.size === 0 ? '' : `?${query}`}`
}

export default function PeoplePage() {
  const viewer = useRouteLoaderData<{ viewer: SignedInUser | null }>('root')?.viewer
  const [params, setParams] = useSearchParams()
  const search = params.get('q') ?? ''
  const state = PEOPLE_STATES.find((one) => one === params.get('state')) ?? 'all'
  const query = useLoadedPages({
    queryKey: ['/api/admin/people', search, state],
    fetchPage: (cursor, signal) =>
      api<typeof peopleContract.list>('GET', '/api/admin/people', { query: { search, state, cursor } }, signal),
    loaded: undefined,
  })
  return (
    <AdminFrame title="People" lead="Every account, the newest first.">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <SearchForm
          key={search}
          action="/admin/people"
          label="Search by name or email"
          defaultValue={search}
          onSubmit={(text) => setParams({ ...(text !== '' && { q: text }), ...(state !== 'all' && { state }) })}
        />
        <nav aria-label="Filter">
          <ul className="flex flex-wrap gap-1.5">
            {PEOPLE_STATES.map((one) => (
              <li key={one}>
                <TagLink to={addressOf(search, one)} current={one === state}>
                  {STATE_WORDS[one]}
                </TagLink>
              </li>
            ))}
          </ul>
        </nav>
      </div>
      <QueryView
        query={query}
        loading={<RowSkeletons count={8} label="Loading people…" />}
        offline={<OfflineState />}
        failed={(failure) => <ErrorState title="Failed to fetch people" {...failure} />}
      >
        {({ pages }) => {
          const people = pages.flatMap((page) => page.people)
          return people.length === 0 ? (
            <EmptyState title="Nobody found">
              {search === '' ? 'No account is in that state.' : `No name and no address holds “${search}”.`}
            </EmptyState>
          ) : (
            <PeopleList
              people={people}
              viewer={viewer ?? null}
              busy={query.isFetchingNextPage}
              {...(query.hasNextPage && { onMore: () => void query.fetchNextPage() })}
            />
          )
        }}
      </QueryView>
    </AdminFrame>
  )
}
