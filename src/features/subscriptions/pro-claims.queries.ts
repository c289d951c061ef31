import { sql } from 'kysely'
import type { PaymentProvider } from '#src/features/payments/provider.ts'
import { uuidv7 } from '#src/lib/ids.ts'
import type { Db } from '#src/server/database.ts'

export interface ClaimRow {
  readonly id: string
  readonly kind: 'refund' | 'dispute'
  readonly provider_id: string
  readonly amount: number
  readonly fee: number
  readonly status: 'pending' | 'succeeded' | 'failed' | 'open' | 'won' | 'lost'
  /** How often a bank has changed its mind about a dispute that was decided. */
  readonly turns: number
  /** Of a dispute: the bank's. */
  readonly reason: string
  readonly respond_by: Date | null
}

export interface PaidOrder {
  readonly id: string
  readonly subscription_id: string
  readonly amount: number
  readonly tax: number
  readonly livemode: boolean
}

export async function findPaidOrder(db: Db, intentId: string): Promise<PaidOrder | undefined> {
  const { rows } = await sql<PaidOrder>`
    select id, subscription_id, amount, tax, livemode from subscription_order
     where intent_id = ${intentId} and status = 'paid'`.execute(db)
  return rows[0]
}

export async function findClaim(transaction: Db, providerId: string): Promise<ClaimRow | undefined> {
  const { rows } = await sql<ClaimRow>`
    select id, kind, provider_id, amount, fee, status, turns, reason, respond_by from subscription_claim
     where provider_id = ${providerId}`.execute(transaction)
  return rows[0]
}

/** What was sent back of an order, as far as banks took it. */
export async function sumRefunds(db: Db, orderId: string): Promise<number> {
  const { rows } = await sql<{ amount: number }>`
    select coalesce(sum(amount), 0)::bigint as amount from subscription_claim
     where order_id = ${orderId} and kind = 'refund' and status <> 'failed'`.execute(db)
  return rows[0]?.amount ?? 0
}

/** What all claims that stand together take of an order; of all but one where that is named. */
export async function sumClaims(db: Db, orderId: string, butFor: string | null = null): Promise<number> {
  const { rows } = await sql<{ amount: number }>`
    select coalesce(sum(amount), 0)::bigint as amount from subscription_claim
     where order_id = ${orderId} and id is distinct from ${butFor}::uuid and status not in ('failed', 'won')`.execute(
    db,
  )
  return rows[0]?.amount ?? 0
}

export async function hasOpenProDispute(db: Db, orderId: string): Promise<boolean> {
  const { rows } = await sql`
    select from subscription_claim where order_id = ${orderId} and status = 'open' limit 1`.execute(db)
  return rows.length > 0
}

const IN_WORK: ReadonlySet<string> = new Set(['pending', 'open'])

export async function insertClaim(
  transaction: Db,
  orderId: string,
  claim: Omit<ClaimRow, 'id'>,
  { id = uuidv7(), at }: { readonly id?: string | undefined; readonly at: Date },
): Promise<ClaimRow> {
  const row = { id, ...claim }
  await transaction
    .insertInto('subscription_claim')
    .values({ ...row, order_id: orderId, created_at: at, ended_at: IN_WORK.has(claim.status) ? null : at })
    .execute()
  return row
}

export const endClaim = (transaction: Db, { id, status, turns }: Pick<ClaimRow, 'id' | 'status' | 'turns'>, at: Date) =>
  transaction.updateTable('subscription_claim').set({ status, turns, ended_at: at }).where('id', '=', id).execute()

/** Where it stands that a bank wants to hear what speaks for a payment: in a dispute, or where it only asks. */
const ASKED = {
  needs_response: sql`(select order_id, provider_id, created_at, evidence_at from subscription_claim)`,
  inquiry: sql`(select order_id, provider_dispute_id as provider_id, at as created_at, evidence_at
                  from subscription_inquiry)`,
} as const
export type Asked = keyof typeof ASKED

interface Claimed {
  readonly user_id: string | null
  readonly email: string | null
  readonly since: Date
  readonly until: Date
  readonly consent: string | null
  readonly consent_at: Date | null
  readonly address: string | null
  readonly evidence_at: Date | null
}

/** Whose payment a bank asks about, since when it was used, and what its payer agreed to last and from where. */
export async function describeClaimed(db: Db, asked: Asked, providerId: string): Promise<Claimed | undefined> {
  const { rows } = await sql<Claimed>`
    select s.user_id, u.email, s.address, o.starts_at as since, claim.created_at as until, claim.evidence_at,
           begun.data ->> 'consent' as consent, begun.at as consent_at
      from ${ASKED[asked]} claim
      join subscription_order o on o.id = claim.order_id
      join subscription s on s.id = o.subscription_id
      left join "user" u on u.id = s.user_id
      left join lateral (select data, at from subscription_event
                          where subscription_id = s.id and kind = 'started' order by seq desc limit 1) begun on true
     where claim.provider_id = ${providerId}`.execute(db)
  return rows[0]
}

export const setEvidenceSent = (db: Db, asked: Asked, providerId: string) =>
  (asked === 'inquiry'
    ? sql`update subscription_inquiry set evidence_at = now() where provider_dispute_id = ${providerId}`
    : sql`update subscription_claim set evidence_at = now() where provider_id = ${providerId}`
  ).execute(db)

/** For the sweep: of one provider, those that were not looked at for the longest time first. */
export async function takeOpenDisputes(
  db: Db,
  { name, livemode }: Pick<PaymentProvider, 'name' | 'livemode'>,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ provider_id: string }>`
    update subscription_claim set looked_at = now() where id in (
      select claim.id from subscription_claim claim
        join subscription_order o on o.id = claim.order_id join subscription s on s.id = o.subscription_id
       where claim.status = 'open' and s.provider = ${name} and s.livemode = ${livemode}
       order by claim.looked_at nulls first, claim.created_at limit ${limit} for update of claim skip locked)
    returning provider_id`.execute(db)
  return rows.map((row) => row.provider_id)
}

/** What somebody has run of the tools that Pro opened then. */
export async function listProUse(db: Db, { user_id: userId, since, until }: Claimed, limit: number) {
  const { rows } = await sql<{ at: Date; source: string; title: string; success: boolean }>`
    select run.at, run.source, tool.title, run.success from tool_run run join tool on tool.id = run.tool_id
     where run.user_id = ${userId} and run.of_pro and run.at >= ${since} and run.at < ${until}
     order by run.at limit ${limit}`.execute(db)
  return rows
}
