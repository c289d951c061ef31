import { api } from '#src/client/api.ts'
import { QueryView, useLoadedPages } from '#src/client/query-view.tsx'
import { dollars } from '#src/lib/price-text.ts'
import { Badge } from '#src/ui/badge.tsx'
import { Button } from '#src/ui/button.tsx'
import { DataTable, type TableColumn } from '#src/ui/data-table.tsx'
import { RowSkeletons } from '#src/ui/skeleton.tsx'
import { EmptyState, ErrorState, OfflineState } from '#src/ui/states.tsx'
import { TextLink } from '#src/ui/text-link.tsx'
import { TimeAgo } from '#src/ui/time-ago.tsx'
import type { JournalLine, ledgerExplorerContract } from './ledger-explorer.schema.ts'
import { SourceLink } from './source-link.web.tsx'

export function JournalList() {
  const query = useLoadedPages({
    queryKey: ['/api/admin/ledger/journals'],
    fetchPage: (cursor, signal) =>
      api<typeof ledgerExplorerContract.journals>('GET', '/api/admin/ledger/journals', { query: { cursor } }, signal),
    loaded: undefined,
  })
  return (
    <QueryView
      query={query}
      loading={<RowSkeletons count={8} label="Loading the journals…" />}
      offline={<OfflineState />}
      failed={(failure) => <ErrorState title="Failed to fetch the journals" {...failure} />}
    >
      {({ pages }) => {
        const journals = pages.flatMap((page) => page.journals)
        return journals.length === 0 ? (
          <EmptyState title="The books are empty">The first payment writes the first journal.</EmptyState>
        ) : (
          <div className="flex flex-col gap-4">
            <DataTable
              caption="Journals, the newest first"
              hidesCaption
              columns={COLUMNS}
              rows={journals}
              rowKey={({ id }) => id}
            />
            {query.hasNextPage ? (
              <Button
                className="mx-auto w-fit"
                busy={query.isFetchingNextPage}
                onClick={() => void query.fetchNextPage()}
              >
                Older journals
              </Button>
            ) : null}
          </div>
        )
      }}
    </QueryView>
  )
}

const COLUMNS: readonly TableColumn<JournalLine>[] = [
  {
    key: 'kind',
    header: 'Journal',
    isHeader: true,
    cell: ({ id, kind }) => <TextLink to={`/admin/payments/ledger/journals/${id}`}>{kind}</TextLink>,
  },
  { key: 'source', header: 'Comes from', cell: ({ source }) => <SourceLink source={source} /> },
  {
    key: 'mode',
    header: 'Money',
    cell: ({ livemode }) => (livemode ? <Badge>Real</Badge> : <Badge kind="warn">Test</Badge>),
  },
  { key: 'amount', header: 'Moves', numeric: true, cell: ({ amount }) => dollars(amount) },
  { key: 'at', header: 'Booked', cell: ({ at }) => <TimeAgo at={at} className="whitespace-nowrap" /> },
]
