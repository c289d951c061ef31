import { useQueryClient } from '@tanstack/react-query'
import { Link, type LoaderFunctionArgs } from 'react-router'
import { api } from '#src/client/api.ts'
import { Protected } from '#src/client/protected.tsx'
import { QueryView, useLoadedPages } from '#src/client/query-view.tsx'
import { requireUser } from '#src/client/require-user.ts'
import { dollars } from '#src/lib/price-text.ts'
import { Button, ButtonLink } from '#src/ui/button.tsx'
import { Card } from '#src/ui/card.tsx'
import { DataTable } from '#src/ui/data-table.tsx'
import { PageBody, PageHeader } from '#src/ui/shell/page-header.tsx'
import { RowSkeletons } from '#src/ui/skeleton.tsx'
import { PageSpinner } from '#src/ui/spinner.tsx'
import { EmptyState, ErrorState, OfflineState } from '#src/ui/states.tsx'
import { DetailsForm } from './details-form.web.tsx'
import { dayOf, KIND_WORDS } from './invoice-words.ts'
import type { InvoiceEntry, invoicesContract } from './invoices.schema.ts'

export function loader(args: LoaderFunctionArgs) {
  requireUser(args)
  return null
}

const KEY = ['/api/billing', 'pages']

export default function BillingPage() {
  return (
    <Protected waiting={<PageSpinner />}>
      <title>Billing History · Fettle</title>
      <PageHeader
        title="Billing History"
        lead="Your invoices and credit notes, and what stands on them."
        actions={<ButtonLink to="/subscription">Subscription</ButtonLink>}
      />
      <PageBody>
        <Billing />
      </PageBody>
    </Protected>
  )
}

function Billing() {
  const query = useLoadedPages({
    queryKey: KEY,
    fetchPage: (cursor, signal) =>
      api<typeof invoicesContract.list>('GET', '/api/billing', { query: { cursor } }, signal),
    ...{ loaded: undefined, staleTime: 0 },
  })
  const client = useQueryClient()
  return (
    <QueryView
      query={query}
      loading={<RowSkeletons count={6} label="Loading your invoices…" />}
      offline={<OfflineState />}
      failed={(failure) => <ErrorState title="Failed to fetch your invoices" {...failure} />}
    >
      {({ pages }) => (
        <>
          <InvoiceTable invoices={pages.flatMap(({ invoices }) => invoices)} />
          {query.hasNextPage ? (
            <Button className="w-fit" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
              Older invoices
            </Button>
          ) : null}
          <Card heading="On your invoices">
            <DetailsForm
              details={pages[0]?.details ?? null}
              onSaved={() => void client.invalidateQueries({ queryKey: KEY })}
            />
          </Card>
        </>
      )}
    </QueryView>
  )
}

const COLUMNS = [
  {
    ...{ key: 'number', header: 'Number', isHeader: true },
    cell: ({ id, number }: InvoiceEntry) => (
      <Link to={`/billing/${id}`} className="whitespace-nowrap text-accent-text underline">
        {number}
      </Link>
    ),
  },
  // Before what a narrow screen has to scroll to.
  { key: 'amount', header: 'Amount', numeric: true, cell: ({ amount }: InvoiceEntry) => dollars(amount) },
  {
    key: 'date',
    header: 'Date',
    cell: ({ issuedAt }: InvoiceEntry) => <span className="whitespace-nowrap">{dayOf(issuedAt)}</span>,
  },
  {
    ...{ key: 'what', header: 'For' },
    cell: ({ title, kind }: InvoiceEntry) => (
      <div className="min-w-48">{kind === 'invoice' ? title : `${KIND_WORDS[kind]}: ${title}`}</div>
    ),
  },
]

function InvoiceTable({ invoices }: { readonly invoices: readonly InvoiceEntry[] }) {
  if (invoices.length === 0)
    return (
      <EmptyState title="No invoices yet" actions={<ButtonLink to="/pricing">See what Pro costs</ButtonLink>}>
        Whatever you pay for here gets an invoice, which you find on this page.
      </EmptyState>
    )
  return <DataTable caption="Invoices" hidesCaption columns={COLUMNS} rows={invoices} rowKey={({ id }) => id} />
}
