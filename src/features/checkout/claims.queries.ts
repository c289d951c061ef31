import { sql } from 'kysely'
import type { Claimed } from '#src/features/ledger/shares.ts'
import type { Dispute, Refund } from '#src/features/payments/provider.ts'
import { uuidv7 } from '#src/lib/ids.ts'
import type { Role } from '#src/lib/roles.ts'
import type { Db } from '#src/server/database.ts'
import type { Agreement } from './four-eyes.ts'
import type { SaleRow, Sweep } from './sales.queries.ts'

// What takes money back from a sale: refunds and disputes.

export interface RefundRow {
  readonly id: string
  readonly sale_id: string
  readonly amount: number
  readonly status: 'proposed' | 'requested' | 'pending' | 'succeeded' | 'failed' | 'refused'
  /** removal: a moderator had removed the tool before it was paid for. */
  readonly origin: 'buyer' | 'creator' | 'admin' | 'provider' | 'removal'
  readonly actor_id: string | null
  readonly provider_refund_id: string | null
  readonly booked: boolean
  /** What whoever asked for it has said; may be empty. */
  readonly reason: string
  /** The call by which a second admin asked for the same. */
  readonly agreed_call: string | null
}

const refundColumns = sql<RefundRow>`id, sale_id, amount, status, origin, actor_id, provider_refund_id, booked, reason,
  agreed_call`

interface NewRefund {
  /** Of the call that asks for it; absent: a new one. */
  readonly id?: string | undefined
  readonly saleId: string
  readonly amount: number
  readonly status: 'proposed' | 'requested'
  readonly origin: RefundRow['origin']
  readonly actorId: string | null
  readonly reason: string
  readonly at: Date
}

export async function insertRefund(transaction: Db, refund: NewRefund): Promise<RefundRow> {
  const { rows } = await sql<RefundRow>`
    insert into sale_refund (id, sale_id, amount, status, origin, actor_id, reason, created_at)
    values (${refund.id ?? uuidv7()}, ${refund.saleId}, ${refund.amount}, ${refund.status}, ${refund.origin}, ${refund.actorId},
            ${refund.reason}, ${refund.at}) returning ${refundColumns}`.execute(transaction)
  return rows[0] as RefundRow
}

/** Of whoever has asked for it, as they are now; null when they are suspended or gone. */
export const roleOfActor = sql<Role | null>`(select role from "user" where id = actor_id and suspended_at is null)`

export interface ListedRefund extends RefundRow {
  readonly actor_role: Role | null
}

export async function listRefunds(db: Db, saleId: string): Promise<ListedRefund[]> {
  const { rows } = await sql<ListedRefund>`
    select ${refundColumns}, ${roleOfActor} as actor_role from sale_refund where sale_id = ${saleId} order by id`.execute(
    db,
  )
  return rows
}

/** Two refunds that one creator asks for wait for each other here. */
export const lockRefundsOf = (transaction: Db, creatorId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`refunds of ${creatorId}`}, 0))`.execute(transaction)

/** The other sales of its creator of which refunds are asked for that the books do not have yet, and how much. */
export async function listAskedBeside(
  transaction: Db,
  { id, creator_id, livemode }: SaleRow,
): Promise<(Claimed & { readonly asked: number })[]> {
  const { rows } = await sql<Claimed & { readonly asked: number }>`
    select sale.amount, creator_share as "creatorShare", claimed, sum(sale_refund.amount)::bigint as asked
      from sale_refund join sale on sale.id = sale_id
     where creator_id = ${creator_id} and livemode = ${livemode} and sale.id <> ${id}
       and sale_refund.status = 'requested' and not booked
     group by sale.id`.execute(transaction)
  return rows
}

export const approveRefund = (transaction: Db, id: string, { actorId, call }: Agreement) =>
  transaction
    .updateTable('sale_refund')
    .set({ status: 'requested', agreed_by: actorId, agreed_call: call })
    .where('id', '=', id)
    .execute()

/** Those that the provider was or is to be asked for, and has not ended. */
export async function takeUnfinishedRefunds(db: Db, { provider, before, at, limit }: Sweep): Promise<RefundRow[]> {
  const { rows } = await sql<RefundRow>`
    update sale_refund set looked_at = ${at} where id in (
      select sale_refund.id from sale_refund join sale on sale.id = sale_id
       where sale_refund.status in ('requested', 'pending') and sale_refund.created_at < ${before}
         and provider = ${provider.name} and livemode = ${provider.livemode}
       order by sale_refund.looked_at nulls first, sale_refund.created_at limit ${limit} for update of sale_refund skip locked)
    returning ${refundColumns}`.execute(db)
  return rows
}

interface RefundChange {
  readonly status: RefundRow['status']
  readonly booked: boolean
  readonly providerRefundId: string | null
  readonly at: Date
}

export const updateRefund = (transaction: Db, id: string, { status, booked, providerRefundId, at }: RefundChange) =>
  transaction
    .updateTable('sale_refund')
    .set({
      ...{ status, booked, provider_refund_id: providerRefundId },
      ...(status !== 'pending' && { ended_at: at }),
    })
    .where('id', '=', id)
    .execute()

/** Ours for the provider's; it carries our id unless it was made at the provider's own desk. */
export async function findRefund(transaction: Db, saleId: string, refund: Refund): Promise<RefundRow | undefined> {
  const ours = refund.metadata.refundId ?? null
  const { rows } = await sql<RefundRow>`
    select ${refundColumns} from sale_refund
     where provider_refund_id = ${refund.id}
        or (id::text = ${ours} and sale_id = ${saleId} and amount = ${refund.amount} and provider_refund_id is null)
     order by provider_refund_id nulls last limit 1`.execute(transaction)
  return rows[0]
}

export interface DisputeRow {
  readonly id: string
  readonly sale_id: string
  readonly provider_dispute_id: string
  readonly amount: number
  readonly creator_part: number
  readonly tax_part: number
  readonly status: 'open' | 'won' | 'lost'
  /** How often the bank has changed its mind after that. */
  readonly turns: number
  readonly reason: string
  readonly evidence_at: Date | null
}

const disputeColumns = sql<DisputeRow>`
  id, sale_id, provider_dispute_id, amount, creator_part, tax_part, status, turns, reason, evidence_at`

export async function findDispute(transaction: Db, providerId: string): Promise<DisputeRow | undefined> {
  const { rows } = await sql<DisputeRow>`
    select ${disputeColumns} from sale_dispute where provider_dispute_id = ${providerId}`.execute(transaction)
  return rows[0]
}

export async function hasOpenDispute(db: Db, saleId: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from sale_dispute where sale_id = ${saleId} and status = 'open' limit 1`.execute(db)
  return rows.length > 0
}

export async function insertDispute(
  transaction: Db,
  saleId: string,
  dispute: Dispute,
  { creatorPart, taxPart, at }: { readonly creatorPart: number; readonly taxPart: number; readonly at: Date },
): Promise<DisputeRow> {
  const { rows } = await sql<DisputeRow>`
    insert into sale_dispute (id, sale_id, provider_dispute_id, amount, fee, creator_part, tax_part, reason,
                              respond_by, opened_at)
    values (${uuidv7()}, ${saleId}, ${dispute.id}, ${dispute.amount}, ${dispute.fee}, ${creatorPart}, ${taxPart}, ${dispute.reason},
            ${dispute.respondBy}, ${at}) returning ${disputeColumns}`.execute(transaction)
  return rows[0] as DisputeRow
}

export const endDispute = (transaction: Db, id: string, status: 'won' | 'lost', at: Date) =>
  transaction.updateTable('sale_dispute').set({ status, ended_at: at }).where('id', '=', id).execute()

export const turnDispute = (
  transaction: Db,
  { id, turns }: DisputeRow,
  { status, at }: { readonly status: 'won' | 'lost'; readonly at: Date },
) =>
  transaction
    .updateTable('sale_dispute')
    .set({ status, ended_at: at, turns: turns + 1 })
    .where('id', '=', id)
    .execute()

export const setEvidenceAt = (db: Db, id: string, at: Date) =>
  db.updateTable('sale_dispute').set({ evidence_at: at }).where('id', '=', id).execute()

/** For the sweep: what may have ended or still lacks its evidence. */
export async function takeOpenDisputes(db: Db, { provider, at, limit }: Omit<Sweep, 'before'>): Promise<string[]> {
  const { rows } = await sql<{ provider_dispute_id: string }>`
    update sale_dispute set looked_at = ${at} where id in (
      select sale_dispute.id from sale_dispute join sale on sale.id = sale_id
       where sale_dispute.status = 'open' and provider = ${provider.name} and livemode = ${provider.livemode}
       order by sale_dispute.looked_at nulls first, opened_at limit ${limit} for update of sale_dispute skip locked)
    returning provider_dispute_id`.execute(db)
  return rows.map((row) => row.provider_dispute_id)
}

/** What the buyer did with the tool after paying, latest last. */
export async function listUse(db: Db, { buyerId, toolId, since }: Use, limit: number) {
  const { rows } = await sql<{ at: Date; source: string; success: boolean }>`
    select at, source, success from tool_run
     where user_id = ${buyerId} and tool_id = ${toolId} and at >= ${since} order by at limit ${limit}`.execute(db)
  return rows
}

interface Use {
  readonly buyerId: string
  readonly toolId: string
  readonly since: Date
}
