import type { MonthOfPro } from '#src/features/checkout/checkout.schema.ts'
import { dollars } from '#src/lib/price-text.ts'
import { nameOfShare } from '#src/lib/share-of-pro.ts'
import { DataTable, type TableColumn } from '#src/ui/data-table.tsx'
import { SectionHeader } from '#src/ui/shell/page-header.tsx'
import { TimeAgo } from '#src/ui/time-ago.tsx'

const COLUMNS: readonly TableColumn<MonthOfPro>[] = [
  { key: 'month', header: 'Month', isHeader: true, cell: ({ month }) => nameOfShare(month) },
  {
    key: 'when',
    header: 'Available since',
    cell: ({ sharedAt }) => <TimeAgo at={sharedAt} className="whitespace-nowrap" />,
  },
  { key: 'people', header: 'People who used your Pro tools', numeric: true, cell: ({ people }) => people },
  { key: 'amount', header: 'Your share', numeric: true, cell: ({ amount }) => dollars(amount) },
]

interface MonthsOfProProps {
  readonly months: readonly MonthOfPro[]
}

/** What Pro has brought in for a creator; takes no room for whoever got none of it. */
export const MonthsOfPro = ({ months }: MonthsOfProProps) =>
  months.length === 0 ? null : (
    <section aria-labelledby="months-of-pro" className="flex flex-col gap-4">
      <SectionHeader id="months-of-pro" title="Shares of Pro" />
      <DataTable
        caption="Shares of Pro, the newest first"
        hidesCaption
        columns={COLUMNS}
        rows={months}
        rowKey={({ month }) => month}
      />
    </section>
  )
