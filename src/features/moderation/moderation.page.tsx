import { useSearchParams } from 'react-router'
import { api } from '#src/client/api.ts'
import { QueryView, useLoadedPages } from '#src/client/query-view.tsx'
import { AdminFrame } from '#src/features/admin/admin-frame.web.tsx'
import { useInsteadOfRows } from '#src/features/admin/use-row-keys.web.tsx'
import { TagLink } from '#src/ui/badge.tsx'
import { RowSkeletons } from '#src/ui/skeleton.tsx'
import { EmptyState, ErrorState, OfflineState } from '#src/ui/states.tsx'
import { CaseList } from './case-list.web.tsx'
import { LookForm } from './look-form.web.tsx'
import { MailedClaimForm } from './mailed-claim-form.web.tsx'
import { CASE_KINDS, type CaseKind, type moderationContract } from './moderation.schema.ts'

type Kind = CaseKind | 'all'
type State = 'open' | 'decided'

const FILTERS: readonly (readonly [Kind, State, string])[] = [
  ['all', 'open', 'All open'],
  ['tool', 'open', 'New tools'],
  ['report', 'open', 'Reports'],
  ['review', 'open', 'Reviews'],
  ['reply', 'open', 'Answers'],
  ['appeal', 'open', 'Appeals'],
  ['counter', 'open', 'Counter-claims'],
  ['all', 'decided', 'Decided'],
]

const addressOf = (kind: Kind, state: State) => {
  const query = new URLSearchParams({ ...(kind !== 'all' && { kind }), ...(state === 'decided' && { state }) })
  return `/admin/moderation${query.size === 0 ? '' : `?${query}`}`
}

type Waiting = Partial<Readonly<Record<CaseKind, number>>>
const countOf = (waiting: Waiting, kind: Kind): number =>
  kind === 'all' ? Object.values(waiting).reduce((sum, count) => sum + count, 0) : (waiting[kind] ?? 0)

/** What waits for a moderator, the most urgent first, and what was decided. */
export default function ModerationPage() {
  const [params] = useSearchParams()
  const kind: Kind = CASE_KINDS.find((one) => one === params.get('kind')) ?? 'all'
  const state: State = params.get('state') === 'decided' ? 'decided' : 'open'
  const query = useLoadedPages({
    queryKey: ['/api/admin/moderation', kind, state],
    fetchPage: (cursor, signal) =>
      api<typeof moderationContract.list>('GET', '/api/admin/moderation', { query: { kind, state, cursor } }, signal),
    loaded: undefined,
  })
  const cases = query.data?.pages.flatMap((page) => page.cases) ?? []
  const instead = useInsteadOfRows(cases.length)
  const waiting = query.data?.pages[0]?.waiting
  return (
    <AdminFrame
      title="Moderation"
      lead="New tools, reviews, answers, reports, appeals and counter-claims, the most urgent first."
    >
      <div className="flex flex-col gap-2">
        <LookForm onOpened={() => void query.refetch()} />
        <MailedClaimForm onEntered={() => void query.refetch()} />
      </div>
      <nav aria-label="Filter">
        <ul className="flex flex-wrap gap-1.5">
          {FILTERS.map(([one, its, label]) => (
            <li key={label}>
              <TagLink to={addressOf(one, its)} current={one === kind && its === state}>
                {label}
                {its === 'decided' || waiting === undefined ? null : ` ${countOf(waiting, one).toLocaleString('en')}`}
              </TagLink>
            </li>
          ))}
        </ul>
      </nav>
      <QueryView
        query={query}
        loading={<RowSkeletons count={6} label="Loading cases…" />}
        offline={<OfflineState />}
        failed={(failure) => <ErrorState title="Failed to fetch cases" {...failure} />}
      >
        {({ pages }) => {
          const [{ open, overdue } = { open: 0, overdue: 0 }] = pages
          const late = overdue === 0 ? '' : `, ${overdue.toLocaleString('en')} overdue`
          const listed = `${cases.length.toLocaleString('en')} decided${query.hasNextPage ? ', and more' : ''}`
          return cases.length === 0 ? (
            <div ref={instead} tabIndex={-1}>
              <EmptyState title={state === 'open' ? 'Nothing waits' : 'Nothing decided yet'}>
                {state === 'open'
                  ? 'Every tool and review was read, and every report looked at.'
                  : 'Decisions are kept here.'}
              </EmptyState>
            </div>
          ) : (
            <CaseList
              key={`${kind} ${state}`}
              cases={cases}
              counted={state === 'open' ? `${open.toLocaleString('en')} open${late}` : listed}
              busy={query.isFetchingNextPage}
              {...(query.hasNextPage && { onMore: () => void query.fetchNextPage() })}
            />
          )
        }}
      </QueryView>
    </AdminFrame>
  )
}
