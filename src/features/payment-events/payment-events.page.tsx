import { RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { api } from '#src/client/api.ts'
import { toApiError } from '#src/client/api-error.ts'
import { QueryView, useLoadedPages } from '#src/client/query-view.tsx'
import { toast } from '#src/client/toasts.ts'
import { useFreshSignIn } from '#src/features/accounts/fresh-sign-in.web.tsx'
import { MoneyFrame } from '#src/features/payments-admin/money-frame.web.tsx'
import { Badge, type BadgeKind, TagLink } from '#src/ui/badge.tsx'
import { Button } from '#src/ui/button.tsx'
import { DataTable, type TableColumn } from '#src/ui/data-table.tsx'
import { SearchForm } from '#src/ui/search-form.tsx'
import { RowSkeletons } from '#src/ui/skeleton.tsx'
import { EmptyState, ErrorState, OfflineState } from '#src/ui/states.tsx'
import { TextLink } from '#src/ui/text-link.tsx'
import { TimeAgo } from '#src/ui/time-ago.tsx'
import {
  EVENT_STATES,
  type EventState,
  type PaymentEvent,
  type paymentEventsContract,
} from './payment-events.schema.ts'

const BASE = '/admin/payments/webhooks'
const WORDS: Readonly<Record<EventState, { label: string; kind: BadgeKind }>> = {
  handled: { label: 'Acted on', kind: 'ok' },
  waiting: { label: 'Waiting', kind: 'neutral' },
  failing: { label: 'Failing', kind: 'warn' },
  given_up: { label: 'Given up', kind: 'bad' },
}

const toParams = (search: string, state: EventState | undefined) => ({
  ...(search !== '' && { q: search }),
  ...(state !== undefined && { state }),
})

export default function PaymentEventsPage() {
  const [params, setParams] = useSearchParams()
  const search = params.get('q') ?? ''
  const state = EVENT_STATES.find((one) => one === params.get('state'))
  const query = useLoadedPages({
    queryKey: ['/api/admin/payment-events', search, state],
    fetchPage: (cursor, signal) =>
      api<typeof paymentEventsContract.list>(
        'GET',
        '/api/admin/payment-events',
        { query: { search, state, cursor } },
        signal,
      ),
    loaded: undefined,
  })
  return (
    <MoneyFrame
      title="Webhooks"
      lead="What the payment provider told us. Of each event we keep what it is about, and ask the provider again for what happened."
    >
      <div className="flex flex-col gap-3">
        <SearchForm
          key={search}
          action={BASE}
          label="Search by kind, or by an id of the event, its object or an order"
          defaultValue={search}
          onSubmit={(text) => setParams(toParams(text, state))}
        />
        <nav aria-label="State">
          <ul className="flex flex-wrap gap-1.5">
            {[undefined, ...EVENT_STATES].map((one) => (
              <li key={one ?? 'all'}>
                <TagLink to={`${BASE}?${new URLSearchParams(toParams(search, one))}`} current={one === state}>
                  {one === undefined ? 'All' : WORDS[one].label}
                </TagLink>
              </li>
            ))}
          </ul>
        </nav>
      </div>
      <QueryView
        query={query}
        loading={<RowSkeletons count={8} label="Loading the events…" />}
        offline={<OfflineState />}
        failed={(failure) => <ErrorState title="Failed to fetch the events" {...failure} />}
      >
        {({ pages }) => {
          const events = pages.flatMap((page) => page.events)
          return events.length === 0 ? (
            <EmptyState title={search === '' && state === undefined ? 'Nothing was told yet' : 'No event found'}>
              {search === '' && state === undefined
                ? 'The payment provider sends an event for everything that happens to a payment.'
                : 'Nothing fits this search and this state.'}
            </EmptyState>
          ) : (
            <div className="flex flex-col gap-4">
              <EventTable events={events} onReplayed={() => void query.refetch()} />
              {query.hasNextPage ? (
                <Button
                  className="mx-auto w-fit"
                  busy={query.isFetchingNextPage}
                  onClick={() => void query.fetchNextPage()}
                >
                  Older events
                </Button>
              ) : null}
            </div>
          )
        }}
      </QueryView>
    </MoneyFrame>
  )
}

interface EventTableProps {
  readonly events: readonly PaymentEvent[]
  readonly onReplayed: () => void
}

const EventTable = ({ events, onReplayed }: EventTableProps) => (
  <DataTable
    caption="Events of the payment provider, the newest first"
    hidesCaption
    columns={[
      ...COLUMNS,
      { key: 'replay', header: 'Again', cell: (event) => <Replay event={event} onReplayed={onReplayed} /> },
    ]}
    rows={events}
    rowKey={({ source, id }) => `${source} ${id}`}
  />
)

const code = (text: string) => <code className="font-mono text-13 whitespace-nowrap">{text}</code>

const COLUMNS: readonly TableColumn<PaymentEvent>[] = [
  { key: 'type', header: 'Event', isHeader: true, cell: ({ type }) => code(type) },
  {
    key: 'state',
    header: 'State',
    cell: ({ state, error }) => (
      <div className="flex min-w-32 flex-col gap-1">
        <Badge kind={WORDS[state].kind}>{WORDS[state].label}</Badge>
        {error === null ? null : <span className="text-13 text-bad [overflow-wrap:anywhere]">{error}</span>}
      </div>
    ),
  },
  { key: 'tries', header: 'Tries', numeric: true, cell: ({ tries }) => tries.toLocaleString('en') },
  {
    key: 'about',
    header: 'About',
    cell: ({ objectId, orderId }) =>
      orderId === null ? code(objectId) : <TextLink to={`/admin/payments/${orderId}`}>{objectId}</TextLink>,
  },
  {
    key: 'at',
    header: 'Happened',
    cell: ({ happenedAt }) => <TimeAgo at={happenedAt} className="whitespace-nowrap" />,
  },
]

function Replay({ event, onReplayed }: { readonly event: PaymentEvent; readonly onReplayed: () => void }) {
  const withFresh = useFreshSignIn()
  const [busy, setBusy] = useState(false)
  const replay = async () => {
    setBusy(true)
    try {
      const { event: after } = await withFresh(() =>
        api<typeof paymentEventsContract.replay>('POST', '/api/admin/payment-events/:event/replay', {
          params: { event: event.id },
        }),
      )
      toast(
        after.error === null
          ? { kind: 'success', title: 'Acted on again' }
          : { kind: 'error', title: 'It failed again', description: after.error },
      )
      onReplayed()
    } catch (error) {
      toast({ kind: 'error', title: 'It could not be replayed', description: toApiError(error).message })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button size="dense" icon={RotateCcw} busy={busy} onClick={() => void replay()}>
      Replay<span className="sr-only"> {event.type}</span>
    </Button>
  )
}
