import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, type LoaderFunctionArgs } from 'react-router'
import { Protected } from '#src/client/protected.tsx'
import { getting } from '#src/client/query-client.ts'
import { QueryView } from '#src/client/query-view.tsx'
import { requireUser } from '#src/client/require-user.ts'
import type { AnswerOf } from '#src/lib/contract.ts'
import { dollars } from '#src/lib/price-text.ts'
import { ButtonLink } from '#src/ui/button.tsx'
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

const ownInvoices = getting<typeof invoicesContract.list>('/api/billing')

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
  const query = useQuery({ ...ownInvoices, staleTime: 0 })
  const client = useQueryClient()
  return (
    <QueryView
      query={query}
      loading={<RowSkeletons count={6} label="Loading your invoices…" />}
      offline={<OfflineState />}
      failed={(failure) => <ErrorState title="Failed to fetch your invoices" {...failure} />}
    >
      {(answer) => (
        <>
          <InvoiceTable answer={answer} />
          <Card heading="On your invoices">
            <DetailsForm
              details={answer.details}
              onSaved={(details) => client.setQueryData(ownInvoices.queryKey, { ...answer, details })}
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
  {
    key: 'date',
    header: 'Date',
    cell: ({ issuedAt }: InvoiceEntry) => <span className="whitespace-nowrap">{dayOf(issuedAt)}</span>,
  },
  {
    ...{ key: 'what', header: 'For' },
    cell: ({ title, kind }: InvoiceEntry) => (kind === 'invoice' ? title : `${KIND_WORDS[kind]}: ${title}`),
  },
  { key: 'amount', header: 'Amount', numeric: true, cell: ({ amount }: InvoiceEntry) => dollars(amount) },
]

function InvoiceTable({ answer: { invoices, hasMore } }: { answer: AnswerOf<typeof invoicesContract.list> }) {
  if (invoices.length === 0)
    return (
      <EmptyState title="No invoices yet" actions={<ButtonLink to="/pricing">See what Pro costs</ButtonLink>}>
        Whatever you pay for here gets an invoice, which you find on this page.
      </EmptyState>
    )
  return (
    <div className="flex flex-col gap-2">
      <DataTable caption="Invoices" hidesCaption columns={COLUMNS} rows={invoices} rowKey={({ id }) => id} />
      {hasMore ? <p className="meta-line">The newest 50 are shown. Your data export has all of them.</p> : null}
    </div>
  )
}
