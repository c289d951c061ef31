import { sql } from 'kysely'
import type { BalanceMove, PaymentProvider } from '#src/features/payments/provider.ts'
import { uuidv7 } from '#src/lib/ids.ts'
import type { Db } from '#src/server/database.ts'
import type { Balance, Booked, Difference, Total } from './compare.ts'
import { type REPORT_ORIGINS, REPORTS_LISTED } from './reconciliation.schema.ts'

export interface Span {
  readonly from: Date
  readonly until: Date
}

/** What each kind of journal is at the provider. */
const KINDS = sql`(values ('charge', 'charge'), ('fee', 'charge'), ('refund', 'refund'), ('refund_failed', 'refund_failure'),
  ('dispute_opened', 'dispute'), ('dispute_lost', 'dispute'),
  ('dispute_won', 'dispute_reversal'), ('payout_sent', 'transfer'),
  ('payout_failed', 'transfer_reversal'), ('provider_fee', 'fee'), ('own_bank', 'bank')) as known (journal, kind)`

/** All that our account with the provider gained or lost from then on, and what is booked of these ids at any time. */
export async function listBooked(
  db: Db,
  livemode: boolean,
  { from, until }: { readonly from: Date; readonly until?: Date },
  providerIds: readonly string[],
): Promise<Booked[]> {
  const { rows } = await sql<Booked>`
    with ours (source_type, source_id, provider_id, order_id) as not materialized (
      select 'sale', id, intent_id, id from sale
      union all select 'subscription', id, intent_id, id from subscription_order
      union all select 'refund', id, provider_refund_id, sale_id from sale_refund
      union all select 'dispute', id, provider_dispute_id, sale_id from sale_dispute
      union all select kind, id, provider_id, order_id from subscription_claim
      union all select 'payout', id, transfer_id, null::uuid from payout
      union all select unnest(array['provider_fee', 'own_bank']), id, provider_id, null::uuid from provider_move),
    wanted as (
      select source_type, source_id from journal where at >= ${from} and at < coalesce(${until ?? null}, 'infinity'::timestamptz) and livemode = ${livemode}
      union select source_type, source_id from ours where provider_id = any(${providerIds}))
    select known.kind, ours.provider_id as "providerId", ours.order_id as "orderId", sum(posting.amount)::bigint as net,
           min(journal.at) as at
      from wanted join journal on journal.source_type = wanted.source_type and journal.source_id = wanted.source_id
      join ${KINDS} on known.journal = journal.kind
      join posting on posting.journal_id = journal.id
      join ledger_account account on account.id = posting.account_id and account.kind = 'processor_clearing'
      left join ours on ours.source_type = journal.source_type and ours.source_id = journal.source_id
     where journal.livemode = ${livemode}
     group by known.kind, journal.source_type, journal.source_id, journal.turn, ours.provider_id, ours.order_id
     order by at, journal.source_id`.execute(db)
  return rows
}

/** All that our books say of our account with the provider. */
export async function sumClearing(db: Db, livemode: boolean): Promise<number> {
  const { rows } = await sql<{ sum: number }>`
    select coalesce(sum(balance.amount), 0)::bigint as sum
      from ledger_balance balance join ledger_account account on account.id = balance.account_id
     where account.kind = 'processor_clearing' and account.livemode = ${livemode}`.execute(db)
  return rows[0]?.sum ?? 0
}

/** Its id; undefined when it is known. */
export async function insertMove(
  transaction: Db,
  { name }: Pick<PaymentProvider, 'name'>,
  { id: providerId, createdAt }: Pick<BalanceMove, 'id' | 'createdAt'>,
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    insert into provider_move (id, source, provider_id, at) values (${uuidv7()}, ${name}, ${providerId}, ${createdAt})
    on conflict do nothing returning id`.execute(transaction)
  return rows[0]?.id
}

/** Those of these movements that an admin has explained and that no book has: they are in another currency. */
export async function listNoted(
  db: Db,
  { name }: Pick<PaymentProvider, 'name'>,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const { rows } = await sql<{ id: string }>`
    select provider_id as id from provider_move
     where source = ${name} and provider_id = any(${ids})
       and not exists (select from journal where source_id = provider_move.id)`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

interface Report extends Span {
  readonly origin: (typeof REPORT_ORIGINS)[number]
  readonly totals: readonly Total[]
  readonly differences: readonly Difference[]
  /** Absent: money moved whenever the provider was asked. */
  readonly balance: Balance | undefined
}

/** A difference is looked into one by one; whoever finds thousands looks for one cause. */
const MOST_KEPT = 500

/** Its id; undefined when another process has made the daily one already. */
export async function insertReport(
  db: Db,
  { name, livemode }: Pick<PaymentProvider, 'name' | 'livemode'>,
  { origin, from, until, totals, differences, balance }: Report,
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    insert into reconciliation (id, source, livemode, origin, from_at, until_at, totals, found, differences,
                                balance_provider, balance_books, balance_opening)
    values (${uuidv7()}, ${name}, ${livemode}, ${origin}, ${from}, ${until}, ${JSON.stringify(totals)}::json,
            ${differences.length}, ${JSON.stringify(differences.slice(0, MOST_KEPT))}::json,
            ${balance?.provider ?? null}, ${balance?.books ?? null}, ${balance?.opening ?? null})
    on conflict (source, livemode, until_at) where origin = 'daily' do nothing returning id`.execute(db)
  return rows[0]?.id
}

/** Where the next daily one begins: at the end of the last, or with the first order. */
export async function nextFrom(db: Db, { name, livemode }: Pick<PaymentProvider, 'name' | 'livemode'>) {
  const { rows } = await sql<{ at: Date | null }>`
    select coalesce(
      (select max(until_at) from reconciliation where origin = 'daily' and source = ${name} and livemode = ${livemode}),
      (select date_trunc('day', min(created_at), 'UTC') from (
         select created_at from sale where livemode = ${livemode}
         union all select created_at from subscription_order where livemode = ${livemode}) begun)) as at`.execute(db)
  return rows[0]?.at ?? undefined
}

/** What the provider had of us before the books began, and from when on was compared then; undefined when nobody has asked yet. */
export async function findOpening(db: Db, { name, livemode }: Pick<PaymentProvider, 'name' | 'livemode'>) {
  const { rows } = await sql<{ opening: number; from: Date }>`
    select balance_opening as opening, from_at as "from" from reconciliation
     where source = ${name} and livemode = ${livemode} and balance_opening is not null
     order by at limit 1`.execute(db)
  return rows[0]
}

export interface ReportRow {
  readonly id: string
  readonly source: string
  readonly livemode: boolean
  readonly origin: Report['origin']
  readonly from_at: Date
  readonly until_at: Date
  readonly totals: Total[]
  readonly found: number
  readonly differences: Difference[]
  readonly at: Date
  /** When both sides agreed on a daily one that had found something. */
  readonly settled_at: Date | null
  readonly balance_provider: number | null
  readonly balance_books: number | null
  readonly balance_opening: number | null
}

/** Null where it was not read. */
export const balanceOf = ({
  balance_provider: provider,
  balance_books: books,
  balance_opening: opening,
}: ReportRow): Balance | null =>
  provider === null || books === null || opening === null ? null : { provider, books, opening }

/** Daily ones that found something which is there still, the oldest first. */
export async function listOpen(db: Db, { name, livemode }: Pick<PaymentProvider, 'name' | 'livemode'>) {
  const { rows } = await sql<Pick<ReportRow, 'id' | 'from_at' | 'until_at'>>`
    select id, from_at, until_at from reconciliation
     where source = ${name} and livemode = ${livemode} and origin = 'daily' and found > 0 and settled_at is null
     order by until_at`.execute(db)
  return rows
}

export const settle = (db: Db, id: string) =>
  sql`update reconciliation set settled_at = now() where id = ${id} and settled_at is null`.execute(db)

export async function listReports(db: Db): Promise<ReportRow[]> {
  const { rows } = await sql<ReportRow>`
    select * from reconciliation order by at desc, id desc limit ${REPORTS_LISTED}`.execute(db)
  return rows
}

export async function findReport(db: Db, id: string): Promise<ReportRow | undefined> {
  const { rows } = await sql<ReportRow>`select * from reconciliation where id = ${id}`.execute(db)
  return rows[0]
}
