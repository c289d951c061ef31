import type { ReactNode } from 'react'
import { dollars } from '#src/lib/price-text.ts'
import { Badge, type BadgeKind } from '#src/ui/badge.tsx'
import { DataTable, type TableColumn } from '#src/ui/data-table.tsx'
import { SectionHeader } from '#src/ui/shell/page-header.tsx'
import { TextLink } from '#src/ui/text-link.tsx'
import { TimeAgo } from '#src/ui/time-ago.tsx'
import type { BookedJournal, PaymentStory } from './payment-list.schema.ts'

type Refund = PaymentStory['refunds'][number]
type Dispute = PaymentStory['disputes'][number]
type Event = PaymentStory['events'][number]

interface PartProps {
  readonly id: string
  readonly title: string
  /** Said where there is nothing. */
  readonly none: string
  readonly isEmpty: boolean
  readonly children: ReactNode
}

const Part = ({ id, title, none, isEmpty, children }: PartProps) => (
  <section aria-labelledby={id} className="flex min-w-0 flex-col gap-3">
    <SectionHeader id={id} title={title} />
    {isEmpty ? <p className="text-14 text-text-2">{none}</p> : children}
  </section>
)

const STATUS_KINDS: Readonly<Record<Refund['status'] | Dispute['status'], { label: string; kind: BadgeKind }>> = {
  proposed: { label: 'Waits for a second admin', kind: 'warn' },
  lapsed: { label: 'Lapsed: its admin may no longer refund', kind: 'neutral' },
  requested: { label: 'Being asked for', kind: 'accent' },
  pending: { label: 'On its way', kind: 'accent' },
  succeeded: { label: 'Given back', kind: 'ok' },
  failed: { label: 'Failed', kind: 'bad' },
  refused: { label: 'Refused', kind: 'bad' },
  open: { label: 'With the bank', kind: 'warn' },
  inquiry: { label: 'The bank asks', kind: 'warn' },
  inquiry_over: { label: 'The bank only asked', kind: 'ok' },
  won: { label: 'Won', kind: 'ok' },
  lost: { label: 'Lost', kind: 'bad' },
}
const Status = ({ status }: { readonly status: keyof typeof STATUS_KINDS }) => (
  <Badge kind={STATUS_KINDS[status].kind}>{STATUS_KINDS[status].label}</Badge>
)

const ORIGINS: Readonly<Record<Refund['origin'], string>> = {
  buyer: 'Buyer',
  creator: 'Creator',
  admin: 'Admin',
  provider: 'Provider’s desk',
  removal: 'By itself: the tool was removed',
}
const asCode = (text: string | null) =>
  text === null ? '–' : <code className="font-mono text-13 whitespace-nowrap">{text}</code>

const REFUNDS: readonly TableColumn<Refund>[] = [
  { key: 'amount', header: 'Amount', numeric: true, isHeader: true, cell: ({ amount }) => dollars(amount) },
  { key: 'status', header: 'State', cell: ({ status }) => <Status status={status} /> },
  {
    key: 'who',
    header: 'Asked by',
    cell: ({ origin, actor, agreedBy }) => {
      const asked = actor === null ? ORIGINS[origin] : `${ORIGINS[origin]}, ${actor.email}`
      return agreedBy === null ? asked : `${asked}; agreed by ${agreedBy.email}`
    },
  },
  { key: 'reason', header: 'Reason', cell: ({ reason }) => (reason === '' ? '–' : reason) },
  { key: 'provider', header: 'Provider’s id', cell: ({ providerId }) => asCode(providerId) },
  { key: 'at', header: 'Asked', cell: ({ createdAt }) => <TimeAgo at={createdAt} className="whitespace-nowrap" /> },
]

export const Refunds = ({ refunds }: { readonly refunds: readonly Refund[] }) => (
  <Part id="refunds" title="Refunds" none="Nothing was given back." isEmpty={refunds.length === 0}>
    <DataTable caption="Refunds" hidesCaption columns={REFUNDS} rows={refunds} rowKey={({ id }) => id} />
  </Part>
)

/** A deadline is a date and a time, not a distance. */
const deadline = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' })

const DISPUTES: readonly TableColumn<Dispute>[] = [
  { key: 'amount', header: 'Amount', numeric: true, isHeader: true, cell: ({ amount }) => dollars(amount) },
  { key: 'fee', header: 'Fee', numeric: true, cell: ({ fee }) => dollars(fee) },
  { key: 'status', header: 'State', cell: ({ status }) => <Status status={status} /> },
  { key: 'reason', header: 'Reason', cell: ({ reason }) => (reason === '' ? '–' : reason) },
  { key: 'provider', header: 'Provider’s id', cell: ({ providerId }) => asCode(providerId) },
  {
    key: 'by',
    header: 'Answer by',
    cell: ({ respondBy, status }) =>
      respondBy === null
        ? '–'
        : status === 'open' || status === 'inquiry'
          ? deadline.format(new Date(respondBy))
          : 'over',
  },
  { key: 'at', header: 'Opened', cell: ({ openedAt }) => <TimeAgo at={openedAt} className="whitespace-nowrap" /> },
]

export const Disputes = ({ disputes }: { readonly disputes: readonly Dispute[] }) => (
  <Part id="disputes" title="Disputes" none="No bank disputes it." isEmpty={disputes.length === 0}>
    <DataTable caption="Disputes" hidesCaption columns={DISPUTES} rows={disputes} rowKey={({ id }) => id} />
  </Part>
)

const EVENTS: readonly TableColumn<Event>[] = [
  { key: 'type', header: 'Event', isHeader: true, cell: ({ type }) => asCode(type) },
  { key: 'object', header: 'About', cell: ({ objectId }) => asCode(objectId) },
  { key: 'at', header: 'Happened', cell: ({ at }) => <TimeAgo at={at} className="whitespace-nowrap" /> },
  {
    key: 'handled',
    header: 'Acted on',
    cell: ({ handledAt }) =>
      handledAt === null ? (
        <Badge kind="warn">Not yet</Badge>
      ) : (
        <TimeAgo at={handledAt} className="whitespace-nowrap" />
      ),
  },
]

export const Events = ({ events }: { readonly events: readonly Event[] }) => (
  <Part
    id="events"
    title="What the provider told"
    none="Nothing was heard of the provider."
    isEmpty={events.length === 0}
  >
    <DataTable caption="Events of the provider" hidesCaption columns={EVENTS} rows={events} rowKey={({ id }) => id} />
  </Part>
)

interface Line {
  readonly key: string
  readonly journal: BookedJournal
  readonly line: BookedJournal['lines'][number]
  readonly isFirst: boolean
}

const LINES: readonly TableColumn<Line>[] = [
  {
    key: 'journal',
    header: 'Journal',
    isHeader: true,
    cell: ({ journal, isFirst }) =>
      isFirst ? <TextLink to={`/admin/payments/ledger/journals/${journal.id}`}>{journal.kind}</TextLink> : null,
  },
  {
    key: 'account',
    header: 'Account',
    cell: ({ line: { accountId, account, owner } }) => (
      <TextLink to={`/admin/payments/ledger/accounts/${accountId}`}>
        {owner === null ? account : `${account}, ${owner.email}`}
      </TextLink>
    ),
  },
  {
    key: 'debit',
    header: 'Debit',
    numeric: true,
    cell: ({ line: { amount } }) => (amount > 0 ? dollars(amount) : null),
  },
  {
    key: 'credit',
    header: 'Credit',
    numeric: true,
    cell: ({ line: { amount } }) => (amount < 0 ? dollars(-amount) : null),
  },
  {
    key: 'at',
    header: 'Booked',
    cell: ({ journal: { at }, isFirst }) => (isFirst ? <TimeAgo at={at} className="whitespace-nowrap" /> : null),
  },
]

export const Journals = ({ journals }: { readonly journals: readonly BookedJournal[] }) => (
  <Part id="journals" title="In the books" none="Nothing of it is booked." isEmpty={journals.length === 0}>
    <DataTable
      caption="Journals with their postings"
      hidesCaption
      columns={LINES}
      rows={journals.flatMap((journal) =>
        journal.lines.map((line, at) => ({ key: `${journal.id} ${at}`, journal, line, isFirst: at === 0 })),
      )}
      rowKey={({ key }) => key}
    />
  </Part>
)
