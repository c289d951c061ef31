import { useState } from 'react'
import { dollars } from '#src/lib/price-text.ts'
import { Button } from '#src/ui/button.tsx'
import { DataTable, type TableColumn } from '#src/ui/data-table.tsx'
import { SectionHeader } from '#src/ui/shell/page-header.tsx'
import { TextLink } from '#src/ui/text-link.tsx'
import { BalanceNote } from './balance-note.web.tsx'
import { ExplainMove, type UnknownMove } from './explain-move.web.tsx'
import { moneyText } from './money-text.ts'
import type { Report } from './reconciliation.schema.ts'
import { Outcome, utc } from './report-table.web.tsx'

type Total = Report['totals'][number]
type Difference = Report['differences'][number]

const KIND_WORDS: Readonly<Record<Total['kind'], string>> = {
  charge: 'Payment',
  refund: 'Refund',
  refund_failure: 'Refund that failed',
  dispute: 'Dispute',
  dispute_reversal: 'Dispute won',
  transfer: 'Payout',
  transfer_reversal: 'Payout that came back',
  fee: 'Fee',
  bank: 'Our own bank',
  other: 'Of a kind not known here',
}

const TOTALS: readonly TableColumn<Total>[] = [
  { key: 'kind', header: 'Kind', isHeader: true, cell: ({ kind }) => KIND_WORDS[kind] },
  { key: 'moves', header: 'Count', numeric: true, cell: ({ moves }) => moves.toLocaleString('en') },
  { key: 'provider', header: 'Provider', numeric: true, cell: ({ provider }) => dollars(provider) },
  { key: 'books', header: 'Books', numeric: true, cell: ({ books }) => dollars(books) },
]

const side = (cents: number | null, currency?: string) => (cents === null ? 'missing' : moneyText(cents, currency))

const differenceColumns = (onExplain?: (move: UnknownMove) => void): readonly TableColumn<Difference>[] => [
  { key: 'kind', header: 'Kind', isHeader: true, cell: ({ kind }) => KIND_WORDS[kind] },
  {
    key: 'order',
    header: 'Order',
    cell: ({ orderId }) =>
      orderId === null ? 'of no order' : <TextLink to={`/admin/payments/${orderId}`}>{orderId}</TextLink>,
  },
  {
    key: 'id',
    header: 'Provider’s id',
    cell: ({ providerId }) => <code className="font-mono text-13">{providerId ?? 'not known'}</code>,
  },
  { key: 'provider', header: 'Provider', numeric: true, cell: ({ provider, currency }) => side(provider, currency) },
  { key: 'books', header: 'Books', numeric: true, cell: ({ books }) => side(books) },
  ...(onExplain === undefined ? [] : [explainColumn(onExplain)]),
]

/** What nobody can book by itself. */
function unknownMove({ kind, providerId, provider, books, currency }: Difference): UnknownMove | undefined {
  const isUnknown = (kind === 'other' && books === null) || currency !== undefined
  return isUnknown && providerId !== null && provider !== null ? { id: providerId, net: provider, currency } : undefined
}

const explainColumn = (onExplain: (move: UnknownMove) => void): TableColumn<Difference> => ({
  key: 'explain',
  header: 'What it was',
  cell: (difference) => {
    const move = unknownMove(difference)
    return move === undefined ? null : (
      <Button className="whitespace-nowrap" onClick={() => onExplain(move)}>
        Say what it was
      </Button>
    )
  },
})

interface ReportViewProps {
  readonly report: Report
  /** Another report is to be looked at. */
  readonly onShow: (reportId: string) => void
}

export function ReportView({ report, onShow }: ReportViewProps) {
  const { id, from, until, found, settled, totals, differences } = report
  const [asked, setAsked] = useState<UnknownMove>()
  const canExplain = settled === null && differences.some((one) => unknownMove(one) !== undefined)
  return (
    <section aria-labelledby="report" className="flex min-w-0 flex-col gap-4">
      <SectionHeader id="report" title={`${utc(from)} – ${utc(until)} UTC`} actions={<Outcome {...report} />} />
      <p className="text-14 text-text-2">
        After fees, in what our account with the provider gained. Compared one by one, by the provider’s ids.
      </p>
      {totals.length === 0 ? (
        <p className="text-14 text-text-2">Nothing moved in this time.</p>
      ) : (
        <DataTable caption="Sums by kind" columns={TOTALS} rows={totals} rowKey={({ kind }) => kind} />
      )}
      <BalanceNote balance={report.balance} />
      {found === 0 ? null : (
        <DataTable
          caption={
            differences.length < found ? `The first ${differences.length} of ${found} differences` : 'Differences'
          }
          columns={differenceColumns(canExplain ? setAsked : undefined)}
          rows={differences}
          rowKey={({ kind, providerId }, at) => `${kind} ${providerId} ${at}`}
        />
      )}
      <ExplainMove reportId={id} move={asked} onClose={() => setAsked(undefined)} onBooked={onShow} />
    </section>
  )
}
