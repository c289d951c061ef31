import { useState } from 'react'
import { Link } from 'react-router'
import type { Sale } from '#src/features/checkout/checkout.schema.ts'
import { ORDER_WORDS } from '#src/features/purchases/order-words.ts'
import { dollars } from '#src/lib/price-text.ts'
import { Badge } from '#src/ui/badge.tsx'
import { Button } from '#src/ui/button.tsx'
import { DataTable, type TableColumn } from '#src/ui/data-table.tsx'
import { TimeAgo } from '#src/ui/time-ago.tsx'
import { RefundSaleDialog } from './refund-sale-dialog.web.tsx'

const COLUMNS: readonly TableColumn<Sale>[] = [
  {
    key: 'tool',
    header: 'Tool',
    isHeader: true,
    cell: ({ tool }) => (
      <Link
        to={`/fxn/${tool.slug}`}
        dir="auto"
        className="-my-0.5 inline-block min-h-6 min-w-32 rounded-4 leading-6 [overflow-wrap:anywhere] hover:text-accent-text hover:underline"
      >
        {tool.title}
      </Link>
    ),
  },
  { key: 'when', header: 'Sold', cell: ({ paidAt }) => <TimeAgo at={paidAt} className="whitespace-nowrap" /> },
  {
    key: 'state',
    header: 'State',
    cell: (sale) => <State sale={sale} />,
  },
  { key: 'amount', header: 'Price', numeric: true, cell: ({ amount, tax }) => dollars(amount - tax) },
  { key: 'share', header: 'Your share', numeric: true, cell: ({ share }) => dollars(share) },
  { key: 'taken', header: 'Taken back', numeric: true, cell: ({ taken }) => (taken === 0 ? '–' : dollars(-taken)) },
]

const DISPUTE_ENDS = { won: 'Dispute won', lost: 'Dispute lost' } as const

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

/** What has been done about it, and until when the bank listens. */
const DisputeNote = ({ dispute }: { readonly dispute: NonNullable<Sale['dispute']> }) => {
  const { status, evidenceSent, respondBy } = dispute
  const words = evidenceSent ? 'Our evidence is with the bank' : 'We are sending the bank what speaks for the sale'
  return (
    <span className="text-13 text-text-2">
      {status === 'open' ? words : DISPUTE_ENDS[status]}
      {status === 'open' && respondBy !== null ? (
        <>
          . The bank takes evidence until <time dateTime={respondBy}>{day.format(new Date(respondBy))}</time>.
        </>
      ) : null}
    </span>
  )
}

const State = ({ sale: { kind, state, livemode, dispute, availableAt, coupon, amount } }: { readonly sale: Sale }) => (
  <div className="flex min-w-36 flex-col items-start gap-1">
    <span className="flex flex-wrap gap-1">
      {kind === 'tip' ? <Badge>Tip</Badge> : null}
      <Badge kind={ORDER_WORDS[state].kind}>{ORDER_WORDS[state].label}</Badge>
      {livemode ? null : <Badge kind="warn">Test</Badge>}
    </span>
    {dispute === null ? null : <DisputeNote dispute={dispute} />}
    {coupon === null ? null : <span className="text-13 text-text-2">With the code {coupon}</span>}
    {state === 'paid' && amount > 0 ? (
      <span className="text-13 text-text-2">
        Available from <time dateTime={availableAt}>{day.format(new Date(availableAt))}</time>
      </span>
    ) : null}
  </div>
)

const mayRefund = ({ state, amount }: Sale): boolean => amount > 0 && (state === 'paid' || state === 'partly_refunded')

interface SalesListProps {
  readonly sales: readonly Sale[]
  readonly onChanged: () => void
}

export function SalesList({ sales, onChanged }: SalesListProps) {
  const [returning, setReturning] = useState<Sale>()
  const refund: TableColumn<Sale> = {
    key: 'refund',
    header: 'Refund',
    cell: (sale) =>
      mayRefund(sale) ? (
        <Button size="dense" aria-haspopup="dialog" onClick={() => setReturning(sale)}>
          Refund…<span className="sr-only"> {sale.tool.title}</span>
        </Button>
      ) : null,
  }
  return (
    <>
      <DataTable
        caption="Sales, the newest first"
        hidesCaption
        columns={[...COLUMNS, refund]}
        rows={sales}
        rowKey={({ orderId }) => orderId}
      />
      {returning === undefined ? null : (
        <RefundSaleDialog sale={returning} onClose={() => setReturning(undefined)} onChanged={onChanged} />
      )}
    </>
  )
}
