import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Scale } from 'lucide-react'
import { Link, useSearchParams } from 'react-router'
import { getting } from '#src/client/query-client.ts'
import { QueryView } from '#src/client/query-view.tsx'
import { MoneyFrame } from '#src/features/payments-admin/money-frame.web.tsx'
import { dollars } from '#src/lib/price-text.ts'
import { Badge, TagLink } from '#src/ui/badge.tsx'
import { DataTable, type TableColumn } from '#src/ui/data-table.tsx'
import { RowSkeletons } from '#src/ui/skeleton.tsx'
import { EmptyState, ErrorState, OfflineState } from '#src/ui/states.tsx'
import { MOST_MARGINS, type ToolMargin, type toolMarginsContract } from './tool-margins.schema.ts'

const PATH = '/admin/payments/margins'

/** What is taken away reads as such. */
const taken = (cents: number): string => (cents === 0 ? '–' : dollars(-cents))

const COLUMNS: readonly TableColumn<ToolMargin>[] = [
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
  { key: 'orders', header: 'Orders', numeric: true, cell: ({ orders }) => orders.toLocaleString('en') },
  { key: 'gross', header: 'Gross', numeric: true, cell: ({ gross }) => dollars(gross) },
  { key: 'creator', header: 'Creator', numeric: true, cell: ({ creatorShare }) => taken(creatorShare) },
  { key: 'fees', header: 'Card fees', numeric: true, cell: ({ fees }) => taken(fees) },
  { key: 'refunds', header: 'Refunds', numeric: true, cell: ({ refunds }) => taken(refunds) },
  { key: 'disputes', header: 'Disputes', numeric: true, cell: ({ disputeCosts }) => taken(disputeCosts) },
  { key: 'tax', header: 'Tax', numeric: true, cell: ({ tax }) => taken(tax) },
  {
    key: 'margin',
    header: 'Margin',
    numeric: true,
    cell: ({ margin }) => <strong className={margin < 0 ? 'text-bad' : ''}>{dollars(margin)}</strong>,
  },
]

export default function ToolMarginsPage() {
  const [search] = useSearchParams()
  const order = search.get('order') === 'gross' ? 'gross' : 'margin'
  const query = useQuery({
    ...getting<typeof toolMarginsContract.list>(`/api/admin/payments/margins?order=${order}`),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  return (
    <MoneyFrame
      title="Tool margins"
      lead="What the orders of each tool have brought, and what is left of it after creators, cards, refunds and banks."
    >
      <div className="flex flex-wrap gap-1.5">
        <TagLink to={PATH} current={order === 'margin'}>
          Lowest margin first
        </TagLink>
        <TagLink to={`${PATH}?order=gross`} current={order === 'gross'}>
          Highest gross first
        </TagLink>
      </div>
      <QueryView
        query={query}
        loading={<RowSkeletons count={6} label="Adding up the margins…" />}
        offline={<OfflineState />}
        failed={(failure) => <ErrorState title="Failed to fetch the margins" {...failure} />}
      >
        {({ livemode, margins, hasMore }) =>
          margins.length === 0 ? (
            <EmptyState icon={Scale} title="Nothing sold yet">
              Each tool is listed here from its first paid order on.
            </EmptyState>
          ) : (
            <>
              {livemode ? null : <Badge kind="warn">Test money</Badge>}
              <DataTable
                caption="Margins of tools"
                hidesCaption
                columns={COLUMNS}
                rows={margins}
                rowKey={({ tool }) => tool.id}
              />
              {hasMore ? (
                <p className="text-13 text-text-2">The first {MOST_MARGINS} are listed; the others lie beyond them.</p>
              ) : null}
            </>
          )
        }
      </QueryView>
    </MoneyFrame>
  )
}
