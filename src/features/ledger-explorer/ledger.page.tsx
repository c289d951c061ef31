import { useSearchParams } from 'react-router'
import { api } from '#src/client/api.ts'
import { QueryView, useLoadedPages } from '#src/client/query-view.tsx'
import { MoneyFrame } from '#src/features/payments-admin/money-frame.web.tsx'
import { dollars } from '#src/lib/price-text.ts'
import { Badge, TagLink } from '#src/ui/badge.tsx'
import { Button } from '#src/ui/button.tsx'
import { DataTable, type TableColumn } from '#src/ui/data-table.tsx'
import { SearchForm } from '#src/ui/search-form.tsx'
import { RowSkeletons } from '#src/ui/skeleton.tsx'
import { EmptyState, ErrorState, OfflineState } from '#src/ui/states.tsx'
import { TextLink } from '#src/ui/text-link.tsx'
import { JournalList } from './journal-list.web.tsx'
import type { LedgerAccount, ledgerExplorerContract } from './ledger-explorer.schema.ts'

const BASE = '/admin/payments/ledger'

export default function LedgerPage() {
  const [params] = useSearchParams()
  const showsJournals = params.get('show') === 'journals'
  return (
    <MoneyFrame title="Ledger" lead="Every account, every journal. Debits are positive, credits negative.">
      <nav aria-label="What is shown">
        <ul className="flex flex-wrap gap-1.5">
          <li>
            <TagLink to={BASE} current={!showsJournals}>
              Accounts
            </TagLink>
          </li>
          <li>
            <TagLink to={`${BASE}?show=journals`} current={showsJournals}>
              Journals
            </TagLink>
          </li>
        </ul>
      </nav>
      {showsJournals ? <JournalList /> : <Accounts />}
    </MoneyFrame>
  )
}

function Accounts() {
  const [params, setParams] = useSearchParams()
  const search = params.get('q') ?? ''
  const query = useLoadedPages({
    queryKey: ['/api/admin/ledger/accounts', search],
    fetchPage: (cursor, signal) =>
      api<typeof ledgerExplorerContract.accounts>(
        'GET',
        '/api/admin/ledger/accounts',
        { query: { search, cursor } },
        signal,
      ),
    loaded: undefined,
  })
  return (
    <>
      <SearchForm
        key={search}
        action={BASE}
        label="Search by kind of account or by its owner"
        defaultValue={search}
        onSubmit={(q) => setParams(q === '' ? {} : { q })}
      />
      <QueryView
        query={query}
        loading={<RowSkeletons count={8} label="Loading the accounts…" />}
        offline={<OfflineState />}
        failed={(failure) => <ErrorState title="Failed to fetch the accounts" {...failure} />}
      >
        {({ pages }) => {
          const accounts = pages.flatMap((page) => page.accounts)
          return accounts.length === 0 ? (
            <EmptyState title={search === '' ? 'The books are empty' : 'No account found'}>
              {search === ''
                ? 'The first payment opens the first accounts.'
                : `No kind of account and no owner holds “${search}”.`}
            </EmptyState>
          ) : (
            <div className="flex flex-col gap-4">
              <DataTable
                caption="Accounts, ours first"
                hidesCaption
                columns={COLUMNS}
                rows={accounts}
                rowKey={({ id }) => String(id)}
              />
              {query.hasNextPage ? (
                <Button
                  className="mx-auto w-fit"
                  busy={query.isFetchingNextPage}
                  onClick={() => void query.fetchNextPage()}
                >
                  More accounts
                </Button>
              ) : null}
            </div>
          )
        }}
      </QueryView>
    </>
  )
}

const COLUMNS: readonly TableColumn<LedgerAccount>[] = [
  {
    key: 'kind',
    header: 'Account',
    isHeader: true,
    cell: ({ id, kind }) => <TextLink to={`${BASE}/accounts/${id}`}>{kind}</TextLink>,
  },
  {
    key: 'owner',
    header: 'Whose',
    cell: ({ owner }) => (owner === null ? 'Ours' : (owner.email ?? `has left (${owner.id})`)),
  },
  {
    key: 'mode',
    header: 'Money',
    cell: ({ livemode }) => (livemode ? <Badge>Real</Badge> : <Badge kind="warn">Test</Badge>),
  },
  { key: 'postings', header: 'Postings', numeric: true, cell: ({ postings }) => postings.toLocaleString('en') },
  { key: 'balance', header: 'Balance', numeric: true, cell: ({ balance }) => dollars(balance) },
]
