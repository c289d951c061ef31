import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { Protected } from '#src/client/protected.tsx'
import { getting } from '#src/client/query-client.ts'
import { QueryView } from '#src/client/query-view.tsx'
import { requestContext } from '#src/client/request-context.ts'
import { firstData, requireUser } from '#src/client/require-user.ts'
import { dollars } from '#src/lib/price-text.ts'
import { Breadcrumbs } from '#src/ui/breadcrumbs.tsx'
import { buttonClass } from '#src/ui/button.tsx'
import { Card } from '#src/ui/card.tsx'
import { DataTable } from '#src/ui/data-table.tsx'
import { PageBody, PageHeader } from '#src/ui/shell/page-header.tsx'
import { RowSkeletons } from '#src/ui/skeleton.tsx'
import { PageSpinner } from '#src/ui/spinner.tsx'
import { ErrorState, OfflineState } from '#src/ui/states.tsx'
import { TextLink } from '#src/ui/text-link.tsx'
import { correctionsOf, dayOf, KIND_WORDS, partyLines } from './invoice-words.ts'
import type { Invoice, invoicesContract, Party } from './invoices.schema.ts'

/** Somebody else's is a page that is not there. */
export async function loader(args: LoaderFunctionArgs) {
  requireUser(args)
  const { call } = args.context.get(requestContext)
  const id = String(args.params.id)
  const found = await firstData(call<typeof invoicesContract.get>('GET', '/api/billing/:id', { params: { id } }))
  return { id, number: found?.invoice.number ?? 'Invoice' }
}

export default function InvoicePage() {
  const { id, number } = useLoaderData<typeof loader>()
  return (
    <Protected waiting={<PageSpinner />}>
      <title>{`${number} · Fettle`}</title>
      <PageHeader
        eyebrow={<Breadcrumbs trail={[{ label: 'Billing History', to: '/billing' }, { label: number }]} />}
        title={number}
        actions={
          <a href={`/api/billing/${id}/pdf`} download className={buttonClass({ variant: 'primary' })}>
            <Download size={16} />
            Download PDF
          </a>
        }
      />
      <PageBody>
        <OneInvoice id={id} />
      </PageBody>
    </Protected>
  )
}

function OneInvoice({ id }: { readonly id: string }) {
  const query = useQuery(getting<typeof invoicesContract.get>('/api/billing', id))
  return (
    <QueryView
      query={query}
      loading={<RowSkeletons count={5} label="Loading the invoice…" />}
      offline={<OfflineState />}
      failed={(failure) => <ErrorState title="Failed to fetch the invoice" {...failure} />}
    >
      {({ invoice }) => <InvoiceView invoice={invoice} />}
    </QueryView>
  )
}

const COLUMNS = [
  { key: 'text', header: 'Description', isHeader: true, cell: ({ text }: { text: string }) => text },
  { key: 'amount', header: 'Amount', numeric: true, cell: ({ amount }: { amount: number }) => dollars(amount) },
]

function InvoiceView({ invoice }: { readonly invoice: Invoice }) {
  const { kind, issuedAt, livemode, seller, buyer, lines, amount, tax, taxRate, corrects, creditNotes } = invoice
  const rows = [
    ...lines,
    { text: `Tax (${taxRate === '' ? 'none' : taxRate})`, amount: tax },
    { text: 'Total in US dollars', amount },
  ]
  const left = correctionsOf(invoice).at(-1)
  return (
    <>
      <p className="text-14 text-text-2">
        {KIND_WORDS[kind]} of {dayOf(issuedAt)}. {livemode ? '' : 'This was a test: no money has moved. '}
        {corrects === null ? null : (
          <>
            It corrects <TextLink to={`/billing/${corrects.id}`}>{corrects.number}</TextLink>.
          </>
        )}
      </p>
      <div className="grid gap-4 md:grid-cols-2">
        <PartyCard heading="From" party={seller} />
        {buyer === null ? (
          <Card heading="To">
            <p className="text-14 text-text-2">
              Nobody is named yet. Enter your name and address under <TextLink to="/billing">Billing History</TextLink>.
            </p>
          </Card>
        ) : (
          <PartyCard heading="To" party={buyer} />
        )}
      </div>
      <DataTable caption="What was paid for" hidesCaption columns={COLUMNS} rows={rows} rowKey={({ text }) => text} />
      {creditNotes.length === 0 ? null : (
        <Card heading="Credit notes">
          <ul className="flex flex-col gap-1 text-14">
            {creditNotes.map((note) => (
              <li key={note.id}>
                {KIND_WORDS[note.kind]} <TextLink to={`/billing/${note.id}`}>{note.number}</TextLink>:{' '}
                {dollars(note.amount)}
              </li>
            ))}
          </ul>
          <p className="text-14">
            {left?.text}: {dollars(left?.amount ?? 0)}
          </p>
        </Card>
      )}
    </>
  )
}

const PartyCard = ({ heading, party }: { heading: string; party: Party }) => (
  <Card heading={heading}>
    <address className="text-14 not-italic whitespace-pre-line [overflow-wrap:anywhere]">{partyLines(party)}</address>
  </Card>
)
