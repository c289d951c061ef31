import { Badge } from '#src/ui/badge.tsx'
import { DataTable, type TableColumn } from '#src/ui/data-table.tsx'
import { TextLink } from '#src/ui/text-link.tsx'
import { TimeAgo } from '#src/ui/time-ago.tsx'
import { balanceGap, type ReportSummary } from './reconciliation.schema.ts'

/** "2026-03-02 00:00": books are compared by days in UTC. */
export const utc = (at: string): string => at.slice(0, 16).replace('T', ' ')

export function Outcome({ found, settled, balance }: Pick<ReportSummary, 'found' | 'settled' | 'balance'>) {
  if (found === 0)
    return balanceGap({ balance }) === 0 ? (
      <Badge kind="ok">Nothing differs</Badge>
    ) : (
      <Badge kind="bad">The balance differs</Badge>
    )
  const differences = `${found} ${found === 1 ? 'difference' : 'differences'}`
  return settled === null ? <Badge kind="bad">{differences}</Badge> : <Badge>{`${differences}, settled since`}</Badge>
}

const COLUMNS: readonly TableColumn<ReportSummary>[] = [
  {
    key: 'span',
    header: 'From and until (UTC)',
    isHeader: true,
    cell: ({ id, from, until }) => (
      <TextLink to={`/admin/payments/reconciliation?report=${id}`}>
        <span className="whitespace-nowrap">{utc(from)} –</span> <span className="whitespace-nowrap">{utc(until)}</span>
      </TextLink>
    ),
  },
  { key: 'found', header: 'Outcome', cell: (report) => <Outcome {...report} /> },
  { key: 'origin', header: 'Made', cell: ({ origin }) => (origin === 'daily' ? 'by itself' : 'by an admin') },
  {
    key: 'mode',
    header: 'Money',
    cell: ({ livemode }) => (livemode ? <Badge>Real</Badge> : <Badge kind="warn">Test</Badge>),
  },
  { key: 'at', header: 'When', cell: ({ at }) => <TimeAgo at={at} className="whitespace-nowrap" /> },
]

export const ReportTable = ({ reports }: { readonly reports: readonly ReportSummary[] }) => (
  <DataTable
    caption="Comparisons, the newest first"
    hidesCaption
    columns={COLUMNS}
    rows={reports}
    rowKey={({ id }) => id}
  />
)
