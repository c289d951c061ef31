import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { getting } from '#src/client/query-client.ts'
import { QueryView } from '#src/client/query-view.tsx'
import { MoneyFrame } from '#src/features/payments-admin/money-frame.web.tsx'
import { Events } from '#src/features/payments-admin/payment-story.web.tsx'
import { dollars } from '#src/lib/price-text.ts'
import { Card } from '#src/ui/card.tsx'
import { DataTable, type TableColumn } from '#src/ui/data-table.tsx'
import { SectionHeader } from '#src/ui/shell/page-header.tsx'
import { RowSkeletons } from '#src/ui/skeleton.tsx'
import { ErrorState, OfflineState } from '#src/ui/states.tsx'
import { TextLink } from '#src/ui/text-link.tsx'
import { TimeAgo } from '#src/ui/time-ago.tsx'
import type { LedgerJournal, ledgerExplorerContract } from './ledger-explorer.schema.ts'
import { SourceLink } from './source-link.web.tsx'

export default function LedgerJournalPage() {
  const { id = '' } = useParams()
  const query = useQuery(getting<typeof ledgerExplorerContract.journal>('/api/admin/ledger/journals', id))
  return (
    <MoneyFrame title="Journal" lead="One movement of money. Its postings sum to zero.">
      <QueryView
        query={query}
        loading={<RowSkeletons count={5} label="Loading the journal…" />}
        offline={<OfflineState />}
        failed={(failure) => <ErrorState title="Failed to fetch this journal" {...failure} />}
      >
        {(found) => (
          <>
            <Facts found={found} />
            <section aria-labelledby="lines" className="flex min-w-0 flex-col gap-3">
              <SectionHeader id="lines" title="Postings" />
              <DataTable
                caption="Postings of this journal"
                hidesCaption
                columns={COLUMNS}
                rows={found.lines}
                rowKey={({ postingId }) => String(postingId)}
              />
            </section>
            <Events events={found.events} />
          </>
        )}
      </QueryView>
    </MoneyFrame>
  )
}

function Facts({ found: { journal } }: { readonly found: LedgerJournal }) {
  const { id, kind, at, livemode, amount, source } = journal
  const facts = [
    ['Comes from', <SourceLink key="source" source={source} />],
    ['At the provider', source.providerId ?? '–'],
    ['Moves', dollars(amount)],
    ['Money', livemode ? 'Real' : 'Test'],
    ['Booked', <TimeAgo key="at" at={at} />],
    [
      'Id',
      <code key="id" className="font-mono text-13">
        {id}
      </code>,
    ],
  ] as const
  return (
    <Card heading={kind}>
      <dl className="grid gap-x-6 gap-y-2 text-14 sm:grid-cols-[10rem_minmax(0,1fr)]">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-text-2">{name}</dt>
            <dd className="[overflow-wrap:anywhere]">{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}

const COLUMNS: readonly TableColumn<LedgerJournal['lines'][number]>[] = [
  {
    key: 'account',
    header: 'Account',
    isHeader: true,
    cell: ({ account: { id, kind } }) => <TextLink to={`/admin/payments/ledger/accounts/${id}`}>{kind}</TextLink>,
  },
  {
    key: 'owner',
    header: 'Whose',
    cell: ({ account: { owner } }) => (owner === null ? 'Ours' : (owner.email ?? `has left (${owner.id})`)),
  },
  { key: 'debit', header: 'Debit', numeric: true, cell: ({ amount }) => (amount > 0 ? dollars(amount) : null) },
  { key: 'credit', header: 'Credit', numeric: true, cell: ({ amount }) => (amount < 0 ? dollars(-amount) : null) },
]
