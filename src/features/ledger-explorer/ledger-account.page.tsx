import { useParams } from 'react-router'
import { api } from '#src/client/api.ts'
import { QueryView, useLoadedPages } from '#src/client/query-view.tsx'
import { MoneyFrame } from '#src/features/payments-admin/money-frame.web.tsx'
import { dollars } from '#src/lib/price-text.ts'
import { Badge } from '#src/ui/badge.tsx'
import { Button } from '#src/ui/button.tsx'
import { DataTable, type TableColumn } from '#src/ui/data-table.tsx'
import { SectionHeader } from '#src/ui/shell/page-header.tsx'
import { RowSkeletons } from '#src/ui/skeleton.tsx'
import { EmptyState, ErrorState, OfflineState } from '#src/ui/states.tsx'
import { TextLink } from '#src/ui/text-link.tsx'
import { TimeAgo } from '#src/ui/time-ago.tsx'
import type { LedgerAccount, LedgerPosting, ledgerExplorerContract } from './ledger-explorer.schema.ts'
import { SourceLink } from './source-link.web.tsx'

export default function LedgerAccountPage() {
  const { n = '' } = useParams()
  const query = useLoadedPages({
    queryKey: ['/api/admin/ledger/accounts', n, 'postings'],
    fetchPage: (cursor, signal) =>
      api<typeof ledgerExplorerContract.account>(
        'GET',
        '/api/admin/ledger/accounts/:n',
        { params: { n }, query: { cursor } },
        signal,
      ),
    loaded: undefined,
  })
  return (
    <MoneyFrame title="Account" lead="What moved on one account of the books, the newest first.">
      <QueryView
        query={query}
        loading={<RowSkeletons count={8} label="Loading the postings…" />}
        offline={<OfflineState />}
        failed={(failure) => <ErrorState title="Failed to fetch this account" {...failure} />}
      >
        {({ pages }) => {
          const [first] = pages
          const postings = pages.flatMap((page) => page.postings)
          return (
            <section aria-labelledby="postings" className="flex min-w-0 flex-col gap-4">
              {first === undefined ? null : <Heading account={first.account} />}
              {postings.length === 0 ? (
                <EmptyState level={3} title="No postings">
                  Nothing has moved on this account.
                </EmptyState>
              ) : (
                <DataTable
                  caption="Postings, the newest first"
                  hidesCaption
                  columns={COLUMNS}
                  rows={postings}
                  rowKey={({ id }) => String(id)}
                />
              )}
              {query.hasNextPage ? (
                <Button
                  className="mx-auto w-fit"
                  busy={query.isFetchingNextPage}
                  onClick={() => void query.fetchNextPage()}
                >
                  Older postings
                </Button>
              ) : null}
            </section>
          )
        }}
      </QueryView>
    </MoneyFrame>
  )
}

const Heading = ({ account: { kind, owner, livemode, balance } }: { readonly account: LedgerAccount }) => (
  <div className="flex flex-col gap-1">
    <SectionHeader id="postings" title={kind} actions={livemode ? null : <Badge kind="warn">Test</Badge>} />
    <p className="text-14 text-text-2 [overflow-wrap:anywhere]">
      {owner === null ? 'Ours' : (owner.email ?? `Of somebody who has left (${owner.id})`)} · balance{' '}
      <strong className="figures text-text">{dollars(balance)}</strong>
    </p>
  </div>
)

const COLUMNS: readonly TableColumn<LedgerPosting>[] = [
  {
    key: 'journal',
    header: 'Journal',
    isHeader: true,
    cell: ({ journal: { id, kind } }) => <TextLink to={`/admin/payments/ledger/journals/${id}`}>{kind}</TextLink>,
  },
  { key: 'source', header: 'Comes from', cell: ({ journal: { source } }) => <SourceLink source={source} /> },
  { key: 'amount', header: 'Amount', numeric: true, cell: ({ amount }) => dollars(amount) },
  { key: 'balance', header: 'Balance', numeric: true, cell: ({ balance }) => dollars(balance) },
  { key: 'at', header: 'Booked', cell: ({ journal: { at } }) => <TimeAgo at={at} className="whitespace-nowrap" /> },
]
