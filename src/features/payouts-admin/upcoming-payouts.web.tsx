import { useState } from 'react'
import { api } from '#src/client/api.ts'
import { QueryView, useLoadedPages } from '#src/client/query-view.tsx'
import { shortWhy } from '#src/features/payouts/payout-words.ts'
import { dollars } from '#src/lib/price-text.ts'
import { Badge } from '#src/ui/badge.tsx'
import { Button } from '#src/ui/button.tsx'
import { DataTable, type TableColumn } from '#src/ui/data-table.tsx'
import { SectionHeader } from '#src/ui/shell/page-header.tsx'
import { RowSkeletons } from '#src/ui/skeleton.tsx'
import { EmptyState, ErrorState, OfflineState } from '#src/ui/states.tsx'
import { TimeAgo } from '#src/ui/time-ago.tsx'
import { HoldDialog, type HoldTask } from './hold-dialog.web.tsx'
import type { payoutsAdminContract, Upcoming } from './payouts-admin.schema.ts'

/** What the next run would do for each creator, with the way to hold it back. */
export function UpcomingPayouts({ search }: { readonly search: string }) {
  const [task, setTask] = useState<HoldTask>()
  const query = useLoadedPages({
    queryKey: ['/api/admin/payouts/upcoming', search],
    fetchPage: (cursor, signal) =>
      api<typeof payoutsAdminContract.upcoming>(
        'GET',
        '/api/admin/payouts/upcoming',
        { query: { search, cursor } },
        signal,
      ),
    loaded: undefined,
  })
  return (
    <section aria-labelledby="upcoming" className="flex min-w-0 flex-col gap-3">
      <SectionHeader id="upcoming" title="Next Monday" />
      <QueryView
        query={query}
        loading={<RowSkeletons count={3} label="Loading what is paid next…" />}
        offline={<OfflineState level={3} />}
        failed={(failure) => <ErrorState level={3} title="Failed to fetch what is paid next" {...failure} />}
      >
        {({ pages }) => {
          const creators = pages.flatMap((page) => page.creators)
          return creators.length === 0 ? (
            <EmptyState level={3} title={search === '' ? 'Nobody waits for money' : 'Nobody found'}>
              {search === ''
                ? 'Creators are listed here as soon as something of theirs is sold, and while they are on hold.'
                : 'No account fits this search.'}
            </EmptyState>
          ) : (
            <div className="flex flex-col gap-4">
              <p className="text-14 text-text-2">{leadOf(pages[0])}</p>
              <DataTable
                caption="Creators and what the next run pays them, holds first"
                hidesCaption
                columns={[
                  ...COLUMNS,
                  { key: 'hold', header: 'Hold', cell: (row) => <HoldCell row={row} onAsk={setTask} /> },
                ]}
                rows={creators}
                rowKey={({ creator }) => creator.id}
              />
              {query.hasNextPage ? (
                <Button
                  className="mx-auto w-fit"
                  busy={query.isFetchingNextPage}
                  onClick={() => void query.fetchNextPage()}
                >
                  More creators
                </Button>
              ) : null}
            </div>
          )
        }}
      </QueryView>
      <HoldDialog task={task} onClose={() => setTask(undefined)} />
    </section>
  )
}

const leadOf = (page: { readonly at: string; readonly livemode: boolean } | undefined) =>
  page === undefined
    ? ''
    : `What the run of ${page.at.slice(0, 10)} would pay${page.livemode ? '' : ' in test money'}, if nothing else happens until then.`

const HoldCell = ({ row: { creator, hold }, onAsk }: { row: Upcoming; onAsk: (task: HoldTask) => void }) => {
  const kind = hold === null ? 'hold' : 'lift'
  return (
    <Button size="dense" onClick={() => onAsk({ kind, creator })}>
      {hold === null ? 'Hold' : 'Lift'}
      <span className="sr-only"> payouts of {creator.name}</span>
    </Button>
  )
}

const COLUMNS: readonly TableColumn<Upcoming>[] = [
  {
    key: 'creator',
    header: 'Creator',
    isHeader: true,
    cell: ({ creator }) => (
      <span className="flex flex-col">
        <span>{creator.name}</span>
        <span className="text-13 font-normal text-text-2">{creator.email}</span>
      </span>
    ),
  },
  {
    key: 'state',
    header: 'What happens',
    cell: ({ next, hold }) => (
      <div className="flex min-w-40 flex-col items-start gap-1">
        {next.reason === null ? (
          <Badge kind="ok">Will be paid</Badge>
        ) : (
          <Badge kind="warn">{shortWhy(next.reason)}</Badge>
        )}
        {hold === null ? null : (
          <span className="max-w-md text-13 text-text-2 [overflow-wrap:anywhere]">
            {hold.reason} ({hold.by?.name ?? 'somebody who has left'}, <TimeAgo at={hold.since} />)
          </span>
        )}
      </div>
    ),
  },
  { key: 'next', header: 'Next', numeric: true, cell: ({ next }) => dollars(next.amount) },
  { key: 'available', header: 'Available', numeric: true, cell: ({ available }) => dollars(available) },
  { key: 'pending', header: 'Pending', numeric: true, cell: ({ pending }) => dollars(pending) },
  { key: 'held', header: 'Disputed', numeric: true, cell: ({ held }) => dollars(held) },
]
