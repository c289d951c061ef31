import { dollars } from '#src/lib/price-text.ts'
import { Badge, type BadgeKind } from '#src/ui/badge.tsx'
import { DataTable, type TableColumn } from '#src/ui/data-table.tsx'
import { TimeAgo } from '#src/ui/time-ago.tsx'
import type { Payout } from './payouts.schema.ts'

export const PAYOUT_WORDS: Readonly<Record<Payout['status'], { readonly label: string; readonly kind: BadgeKind }>> = {
  planned: { label: 'Planned', kind: 'neutral' },
  sending: { label: 'On its way', kind: 'accent' },
  paid: { label: 'Paid out', kind: 'ok' },
  failed: { label: 'Failed', kind: 'bad' },
  skipped: { label: 'Not paid', kind: 'neutral' },
}

export const PayoutState = ({ payout: { status, livemode, why } }: { readonly payout: Payout }) => (
  <div className="flex min-w-40 flex-col items-start gap-1">
    <span className="flex flex-wrap gap-1">
      <Badge kind={PAYOUT_WORDS[status].kind}>{PAYOUT_WORDS[status].label}</Badge>
      {livemode ? null : <Badge kind="warn">Test</Badge>}
    </span>
    {why === '' ? null : <span className="max-w-md text-13 text-text-2 [overflow-wrap:anywhere]">{why}</span>}
  </div>
)

const COLUMNS: readonly TableColumn<Payout>[] = [
  {
    key: 'when',
    header: 'When',
    isHeader: true,
    cell: ({ createdAt }) => <TimeAgo at={createdAt} className="whitespace-nowrap" />,
  },
  { key: 'state', header: 'State', cell: (payout) => <PayoutState payout={payout} /> },
  {
    key: 'how',
    header: 'How',
    cell: ({ isWeekly }) => <span className="whitespace-nowrap">{isWeekly ? 'Weekly' : 'You asked'}</span>,
  },
  { key: 'amount', header: 'Amount', numeric: true, cell: ({ amount }) => dollars(amount) },
]

export const PayoutList = ({ payouts }: { readonly payouts: readonly Payout[] }) => (
  <DataTable
    caption="Payouts, the newest first"
    hidesCaption
    columns={COLUMNS}
    rows={payouts}
    rowKey={({ id }) => id}
  />
)
