import { sql } from 'kysely'
import type { MonthOfPro } from '#src/features/checkout/checkout.schema.ts'
import type { Db } from '#src/server/database.ts'
import type { Weight } from './pro-shares.ts'

/** Nobody shares the same month at the same time. */
export const lockMonths = (transaction: Db) =>
  sql`select pg_advisory_xact_lock(hashtextextended('months of Pro', 0))`.execute(transaction)

/** The first month that is not shared yet, as "2026-03-01"; undefined before anybody paid. */
export async function nextMonth(db: Db, livemode: boolean): Promise<string | undefined> {
  const { rows } = await sql<{ month: string | null }>`
    select to_char(coalesce(
      (select max(month) + interval '1 month' from pro_month where livemode = ${livemode}),
      (select date_trunc('month', min(paid_at) at time zone 'UTC') from subscription_order
        where status = 'paid' and livemode = ${livemode})), 'YYYY-MM-DD') as month`.execute(db)
  return rows[0]?.month ?? undefined
}

/** What had come in by the end of the month, less all that was taken back of it and all that was shared until now. */
export async function netOf(db: Db, end: Date, livemode: boolean): Promise<number> {
  const { rows } = await sql<{ net: number }>`
    select (-coalesce(sum(posting.amount), 0))::bigint as net
      from ledger_account account join posting on posting.account_id = account.id
      join journal on journal.id = posting.journal_id
     where account.kind = 'pro_revenue' and account.livemode = ${livemode}
       and (journal.at < ${end} or journal.kind = 'pro_share'
            or (journal.source_type in ('refund', 'dispute') and exists (
                  select from subscription_claim claim
                    join journal paid on paid.source_type = 'subscription' and paid.source_id = claim.order_id
                   where claim.id = journal.source_id and paid.kind = 'charge' and paid.at < ${end})))`.execute(db)
  return rows[0]?.net ?? 0
}

/**
 * Creators of what was a Pro tool when it was used, each with how many people used it in the month while they paid for Pro.
 * Whoever has taken all of it back, or asks their bank for it, did not pay.
 */
export async function weightsOf(db: Db, start: Date, end: Date, livemode: boolean): Promise<Weight[]> {
  const { rows } = await sql<{ creator_id: string; people: number }>`
    select tool.owner_id as creator_id, count(distinct run.user_id)::int as people
      from tool_run run join tool on tool.id = run.tool_id
     where run.at >= ${start} and run.at < ${end} and run.success and run.of_pro
       and tool.owner_id is not null and run.user_id <> tool.owner_id
       and exists (select from subscription s join subscription_order o on o.subscription_id = s.id
                    where s.user_id = run.user_id and s.livemode = ${livemode} and o.status = 'paid'
                      and o.starts_at <= run.at and run.at < o.ends_at
                      and o.amount > (select coalesce(sum(amount), 0) from subscription_claim
                                       where order_id = o.id and status not in ('failed', 'won')))
     group by tool.owner_id`.execute(db)
  return rows.map(({ creator_id: creatorId, people }) => ({ creatorId, people }))
}

/** What a creator got of each month of Pro, the newest first. */
export async function listShares(db: Db, creatorId: string, livemode: boolean): Promise<MonthOfPro[]> {
  const { rows } = await sql<Omit<MonthOfPro, 'sharedAt'> & { at: Date }>`
    select to_char(month, 'YYYY-MM') as month, (share->>'people')::int as people, (share->>'amount')::bigint as amount, at
      from pro_month cross join json_array_elements(shares) share
     where livemode = ${livemode} and share->>'creatorId' = ${creatorId}::text order by pro_month.month desc`.execute(
    db,
  )
  return rows.map(({ at, ...share }) => ({ ...share, sharedAt: at.toISOString() }))
}

interface SharedMonth {
  readonly month: string
  readonly livemode: boolean
  readonly net: number
  readonly shared: number
  readonly shares: readonly unknown[]
}

export const insertMonth = (transaction: Db, { month, livemode, net, shared, shares }: SharedMonth) =>
  sql`insert into pro_month (month, livemode, net, shared, shares)
      values (${month}, ${livemode}, ${net}, ${shared}, ${JSON.stringify(shares)}::json)`.execute(transaction)
