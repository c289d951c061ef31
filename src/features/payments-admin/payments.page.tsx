import { useSearchParams } from 'react-router'
import { api } from '#src/client/api.ts'
import { QueryView, useLoadedPages } from '#src/client/query-view.tsx'
import { ORDER_WORDS } from '#src/features/purchases/order-words.ts'
import { dollars } from '#src/lib/price-text.ts'
import { Button } from '#src/ui/button.tsx'
import { DataTable, type TableColumn } from '#src/ui/data-table.tsx'
import { SearchForm } from '#src/ui/search-form.tsx'
import { RowSkeletons } from '#src/ui/skeleton.tsx'
import { EmptyState, ErrorState, OfflineState } from '#src/ui/states.tsx'
import { TextLink } from '#src/ui/text-link.tsx'
import { TimeAgo } from '#src/ui/time-ago.tsx'
import { addressOf, Choices, MODE_WORDS, type MoneyFilter, toParams } from './money-filter.web.tsx'
import { MoneyFrame } from './money-frame.web.tsx'
import { PAYMENT_MODES, PAYMENT_STATES, type Payment, type paymentListContract } from './payment-list.schema.ts'
import { PaymentState } from './payment-state.web.tsx'
import { SaveCsv } from './save-csv.web.tsx'

const PATH = '/admin/payments'

interface Filter extends MoneyFilter {
  readonly state: (typeof PAYMENT_STATES)[number]
  readonly mode: (typeof PAYMENT_MODES)[number]
}

export default function PaymentsPage() {
  const [params, setParams] = useSearchParams()
  const filter: Filter = {
    search: params.get('q') ?? '',
    state: PAYMENT_STATES.find((one) => one === params.get('state')) ?? 'all',
    mode: PAYMENT_MODES.find((one) => one === params.get('mode')) ?? 'all',
  }
  const query = useLoadedPages({
    queryKey: ['/api/admin/payments', ...Object.values(filter)],
    fetchPage: (cursor, signal) =>
      api<typeof paymentListContract.list>('GET', '/api/admin/payments', { query: { ...filter, cursor } }, signal),
    loaded: undefined,
  })
  return (
    <MoneyFrame
      title="Payments"
      lead="Every order of a tool or of Pro, and what became of it."
      actions={
        <SaveCsv
          name="payments"
          load={() => api<typeof paymentListContract.export>('POST', '/api/admin/payments/export', { body: filter })}
        />
      }
    >
      <div className="flex flex-col gap-3">
        <SearchForm
          key={filter.search}
          action={PATH}
          label="Search by person, tool, order or provider id"
          defaultValue={filter.search}
          onSubmit={(search) => setParams(toParams({ ...filter, search }))}
        />
        <Choices
          label="State"
          of={PAYMENT_STATES}
          current={filter.state}
          wordOf={stateWord}
          addressOf={(state) => addressOf(PATH, { ...filter, state })}
        />
        <Choices
          label="Kind of money"
          of={PAYMENT_MODES}
          current={filter.mode}
          wordOf={(mode) => MODE_WORDS[mode]}
          addressOf={(mode) => addressOf(PATH, { ...filter, mode })}
        />
      </div>
      <QueryView
        query={query}
        loading={<RowSkeletons count={8} label="Loading payments…" />}
        offline={<OfflineState />}
        failed={(failure) => <ErrorState title="Failed to fetch payments" {...failure} />}
      >
        {({ pages }) => {
          const payments = pages.flatMap((page) => page.payments)
          return payments.length === 0 ? (
            <NoPayments filter={filter} />
          ) : (
            <div className="flex flex-col gap-4">
              <DataTable
                caption="Payments, the newest first"
                hidesCaption
                columns={COLUMNS}
                rows={payments}
                rowKey={({ orderId }) => orderId}
              />
              {query.hasNextPage ? (
                <Button
                  className="mx-auto w-fit"
                  busy={query.isFetchingNextPage}
                  onClick={() => void query.fetchNextPage()}
                >
                  Older payments
                </Button>
              ) : null}
            </div>
          )
        }}
      </QueryView>
    </MoneyFrame>
  )
}

const stateWord = (state: Filter['state']) =>
  state === 'all' ? 'All' : state === 'proposed' ? 'Waits for a second admin' : ORDER_WORDS[state].label

const NoPayments = ({ filter: { search, state, mode } }: { readonly filter: Filter }) =>
  search === '' && state === 'all' && mode === 'all' ? (
    <EmptyState title="No payments yet">Orders are listed here as soon as somebody begins to buy.</EmptyState>
  ) : (
    <EmptyState title="No payment found">Nothing fits this search and these filters.</EmptyState>
  )

const COLUMNS: readonly TableColumn<Payment>[] = [
  {
    key: 'title',
    header: 'Order',
    isHeader: true,
    cell: ({ orderId, title }) => <TextLink to={`/admin/payments/${orderId}`}>{title}</TextLink>,
  },
  {
    key: 'buyer',
    header: 'Buyer',
    cell: ({ buyer }) => (buyer === null ? 'has left' : <span className="whitespace-nowrap">{buyer.email}</span>),
  },
  { key: 'state', header: 'State', cell: (payment) => <PaymentState {...payment} /> },
  { key: 'amount', header: 'Amount', numeric: true, cell: ({ amount }) => dollars(amount) },
  { key: 'fee', header: 'Fee', numeric: true, cell: ({ fee }) => (fee === null ? '–' : dollars(fee)) },
  {
    key: 'refunded',
    header: 'Refunded',
    numeric: true,
    cell: ({ refunded }) => (refunded === 0 ? '–' : dollars(refunded)),
  },
  { key: 'at', header: 'Begun', cell: ({ createdAt }) => <TimeAgo at={createdAt} className="whitespace-nowrap" /> },
]
