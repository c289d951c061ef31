import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { api } from '#src/client/api.ts'
import { QueryView, useLoadedPages } from '#src/client/query-view.tsx'
import {
  addressOf,
  Choices,
  MODE_WORDS,
  type MoneyFilter,
  toParams,
} from '#src/features/payments-admin/money-filter.web.tsx'
import { MoneyFrame } from '#src/features/payments-admin/money-frame.web.tsx'
import { SaveCsv } from '#src/features/payments-admin/save-csv.web.tsx'
import { PAYOUT_WORDS, PayoutState } from '#src/features/payouts/payout-list.web.tsx'
import { shortWhy } from '#src/features/payouts/payout-words.ts'
import { dollars } from '#src/lib/price-text.ts'
import { Button } from '#src/ui/button.tsx'
import { DataTable, type TableColumn } from '#src/ui/data-table.tsx'
import { SearchForm } from '#src/ui/search-form.tsx'
import { SectionHeader } from '#src/ui/shell/page-header.tsx'
import { RowSkeletons } from '#src/ui/skeleton.tsx'
import { EmptyState, ErrorState, OfflineState } from '#src/ui/states.tsx'
import { TimeAgo } from '#src/ui/time-ago.tsx'
import { type AdminPayout, PAYOUT_MODES, PAYOUT_STATES, type payoutsAdminContract } from './payouts-admin.schema.ts'
import { TakeBackDialog } from './take-back-dialog.web.tsx'
import { UpcomingPayouts } from './upcoming-payouts.web.tsx'

const BASE = '/admin/payments/payouts'

interface Filter extends MoneyFilter {
  readonly state: (typeof PAYOUT_STATES)[number]
  readonly mode: (typeof PAYOUT_MODES)[number]
}

export default function PayoutsAdminPage() {
  const [params, setParams] = useSearchParams()
  const filter: Filter = {
    search: params.get('q') ?? '',
    state: PAYOUT_STATES.find((one) => one === params.get('state')) ?? 'all',
    mode: PAYOUT_MODES.find((one) => one === params.get('mode')) ?? 'all',
  }
  return (
    <MoneyFrame
      title="Payouts"
      lead="What creators are paid next and why not, and every payout there was."
      actions={
        <SaveCsv
          name="payouts"
          load={() => api<typeof payoutsAdminContract.export>('POST', '/api/admin/payouts/export', { body: filter })}
        />
      }
    >
      <SearchForm
        key={filter.search}
        action={BASE}
        label="Search by creator, payout or provider id"
        defaultValue={filter.search}
        onSubmit={(search) => setParams(toParams({ ...filter, search }))}
      />
      <UpcomingPayouts search={filter.search} />
      <AllPayouts filter={filter} />
    </MoneyFrame>
  )
}

function AllPayouts({ filter }: { readonly filter: Filter }) {
  const query = useLoadedPages({
    queryKey: ['/api/admin/payouts', ...Object.values(filter)],
    fetchPage: (cursor, signal) =>
      api<typeof payoutsAdminContract.list>('GET', '/api/admin/payouts', { query: { ...filter, cursor } }, signal),
    loaded: undefined,
  })
  return (
    <section aria-labelledby="payouts" className="flex min-w-0 flex-col gap-3">
      <SectionHeader id="payouts" title="Every payout" />
      <Choices
        label="State"
        of={PAYOUT_STATES}
        current={filter.state}
        wordOf={stateWord}
        addressOf={(state) => addressOf(BASE, { ...filter, state })}
      />
      <Choices
        label="Kind of money"
        of={PAYOUT_MODES}
        current={filter.mode}
        wordOf={(mode) => MODE_WORDS[mode]}
        addressOf={(mode) => addressOf(BASE, { ...filter, mode })}
      />
      <QueryView
        query={query}
        loading={<RowSkeletons count={6} label="Loading payouts…" />}
        offline={<OfflineState level={3} />}
        failed={(failure) => <ErrorState level={3} title="Failed to fetch payouts" {...failure} />}
      >
        {({ pages }) => {
          const payouts = pages.flatMap((page) => page.payouts)
          return payouts.length === 0 ? (
            <NoPayouts filter={filter} />
          ) : (
            <div className="flex flex-col gap-4">
              <PayoutTable payouts={payouts} />
              {query.hasNextPage ? (
                <Button
                  className="mx-auto w-fit"
                  busy={query.isFetchingNextPage}
                  onClick={() => void query.fetchNextPage()}
                >
                  Older payouts
                </Button>
              ) : null}
            </div>
          )
        }}
      </QueryView>
    </section>
  )
}

/** Money that is gone for good is told by the provider only. */
const mayComeBack = ({ status, transferId }: AdminPayout): boolean =>
  transferId !== null && (status === 'sending' || status === 'paid')

function PayoutTable({ payouts }: { readonly payouts: readonly AdminPayout[] }) {
  const [asked, setAsked] = useState<AdminPayout>()
  const takeBack: TableColumn<AdminPayout> = {
    key: 'back',
    header: 'Take back',
    cell: (payout) =>
      mayComeBack(payout) ? (
        <Button size="dense" aria-haspopup="dialog" onClick={() => setAsked(payout)}>
          Take back…
          <span className="sr-only">
            {' '}
            {dollars(payout.amount)} from {payout.creator?.name ?? 'somebody who has left'}
          </span>
        </Button>
      ) : null,
  }
  return (
    <>
      <DataTable
        caption="Payouts, the newest first"
        hidesCaption
        columns={[...COLUMNS, takeBack]}
        rows={payouts}
        rowKey={({ id }) => id}
      />
      <TakeBackDialog payout={asked} onClose={() => setAsked(undefined)} />
    </>
  )
}

const stateWord = (state: Filter['state']) => (state === 'all' ? 'All' : PAYOUT_WORDS[state].label)

const NoPayouts = ({ filter: { search, state, mode } }: { readonly filter: Filter }) =>
  search === '' && state === 'all' && mode === 'all' ? (
    <EmptyState level={3} title="No payouts yet">
      They begin on the first Monday after something of a creator was sold, or when they ask.
    </EmptyState>
  ) : (
    <EmptyState level={3} title="No payout found">
      Nothing fits this search and these filters.
    </EmptyState>
  )

const code = (text: string) => <code className="font-mono text-13 whitespace-nowrap">{text}</code>

const COLUMNS: readonly TableColumn<AdminPayout>[] = [
  {
    key: 'creator',
    header: 'Creator',
    isHeader: true,
    cell: ({ creator, creatorId }) => creator?.email ?? `has left (${creatorId})`,
  },
  {
    key: 'state',
    header: 'State',
    // Why nothing was paid is told to its creator in words that are for them.
    cell: (payout) => (
      <PayoutState
        payout={
          payout.status === 'skipped' && payout.reason !== null ? { ...payout, why: shortWhy(payout.reason) } : payout
        }
      />
    ),
  },
  { key: 'amount', header: 'Amount', numeric: true, cell: ({ amount }) => dollars(amount) },
  { key: 'how', header: 'How', cell: ({ isWeekly }) => (isWeekly ? 'Weekly' : 'Asked') },
  {
    key: 'provider',
    header: 'At the provider',
    cell: ({ transferId }) => (transferId === null ? '–' : code(transferId)),
  },
  {
    key: 'planned',
    header: 'Planned',
    cell: ({ createdAt }) => <TimeAgo at={createdAt} className="whitespace-nowrap" />,
  },
  {
    key: 'ended',
    header: 'Ended',
    cell: ({ endedAt }) => (endedAt === null ? '–' : <TimeAgo at={endedAt} className="whitespace-nowrap" />),
  },
]
