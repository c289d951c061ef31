import type { TestDatabase } from '#src/server/test-database.ts'
import type { TestWorld } from './test-world.ts'

// What has to hold of orders, in other words than those of the code that it is asked about.

const DAY_MS = 86_400_000

type Asked = Pick<TestDatabase, 'pool'>
type Tools = readonly string[]

/**
 * Whether a buyer needs to ask nobody for their money: 14 days, but for who has the code, or has run it more than three
 * times after they agreed to have it at once; a tip until its creator has it.
 */
export async function mayTakeBack({ pool }: Asked, orderId: string, now: number): Promise<boolean> {
  const { rows } = await pool.query(
    `select sale.*, (select count(*)::int from tool_run run where run.user_id = sale.buyer_id and run.tool_id = sale.tool_id
                        and success and exists (select from sale first where first.buyer_id = sale.buyer_id
                          and first.tool_id = sale.tool_id and first.kind = 'purchase' and first.paid_at <= run.at)) as runs,
            exists (select from sale own where own.buyer_id = sale.buyer_id and own.tool_id = sale.tool_id
                       and own.copied_at is not null) as has_code,
            exists (select from sale_dispute where sale_id = sale.id and status = 'open') as is_disputed,
            amount > claimed + (select coalesce(sum(amount), 0) from sale_refund
                                 where sale_id = sale.id and status = 'requested' and not booked) as is_left
       from sale where id = $1`,
    [orderId],
  )
  const [sale] = rows
  if (sale?.status !== 'paid' || sale.is_disputed || !sale.is_left) return false
  const days = (now - sale.paid_at.getTime()) / DAY_MS
  if (sale.kind === 'tip') return days <= 7 && sale.released_at === null
  return days <= 14 && !sale.has_code && !(sale.consent !== null && sale.runs > 3)
}

/** What our books say that the provider has of these tools. */
export async function inClearing({ pool }: Asked, tools: Tools): Promise<number> {
  const { rows } = await pool.query(
    `select coalesce(sum(posting.amount), 0)::int as sum from posting
       join ledger_account account on account.id = posting.account_id and account.kind = 'processor_clearing'
       join journal on journal.id = posting.journal_id
       left join sale_refund refund on refund.id = journal.source_id
       left join sale_dispute dispute on dispute.id = journal.source_id
       join sale on sale.id in (journal.source_id, refund.sale_id, dispute.sale_id)
      where sale.tool_id = any($1)`,
    [tools],
  )
  return rows[0].sum
}

/** What the documents of these tools come to, and what they should: what was paid, less what went back. */
export async function sumDocuments({ pool }: Asked, tools: Tools): Promise<[number, number]> {
  const { rows } = await pool.query(
    `with sold as (select id, amount from sale where tool_id = any($1) and status = 'paid'),
          back as (select refund.id, refund.amount, refund.status from sale_refund refund join sold on sold.id = refund.sale_id)
     select (select coalesce(sum(amount), 0)::int from invoice
              where source_id in (select id from sold union all select id from back)) as documents,
            ((select coalesce(sum(amount), 0) from sold)
             - (select coalesce(sum(amount), 0) from back where status = 'succeeded'))::int as due`,
    [tools],
  )
  return [rows[0].documents, rows[0].due]
}

/** All that depends on what was heard, and must not depend on its order. */
export async function ordersOf({ pool }: Asked, tools: Tools): Promise<unknown[]> {
  const { rows } = await pool.query(
    `select buyer_id, kind, status, amount, claimed, fee,
            (select json_agg(json_build_array(origin, amount, status, booked) order by id) from sale_refund
              where sale_id = sale.id) as refunds,
            (select json_agg(status order by status) from sale_dispute where sale_id = sale.id) as disputes
       from sale where tool_id = any($1) order by id`,
    [tools],
  )
  return rows
}

/** Refunds that somebody here has asked for: each was made once at most, and none still waits for an answer. */
export async function openOrTwice({ pool }: Asked, tools: Tools, { refunds }: TestWorld): Promise<unknown[]> {
  const made = [...refunds.values()].flatMap(({ metadata }) => metadata.refundId ?? [])
  const { rows } = await pool.query(
    `select refund.id, refund.status from sale_refund refund join sale on sale.id = sale_id
      where tool_id = any($1) and refund.status = 'requested'`,
    [tools],
  )
  return [...rows, ...made.filter((id, at) => made.indexOf(id) !== at)]
}

/** Orders of which admins gave back more than $100 without a second one. */
export async function withoutSecond({ pool }: Asked, tools: Tools): Promise<unknown[]> {
  const { rows } = await pool.query(
    `select sale_id from sale_refund refund join sale on sale.id = sale_id
      where tool_id = any($1) and origin = 'admin' and refund.status in ('requested', 'pending', 'succeeded')
      group by sale_id
     having sum(refund.amount) filter (where agreed_by is null) > 10000 or bool_or(agreed_by = actor_id)`,
    [tools],
  )
  return rows
}

/** What came about in all lives together. */
export async function whatCameAbout({ pool }: Asked): Promise<string[]> {
  const { rows } = await pool.query(
    `select 'refund by ' || origin as what from sale_refund where status = 'succeeded'
     union select 'refund by two admins' from sale_refund where agreed_by is not null
     union select 'refund of a ' || kind from sale join sale_refund refund on sale_id = sale.id and booked
     union select 'dispute of a ' || kind from sale join sale_dispute on sale_id = sale.id`,
  )
  return rows.map(({ what }) => String(what))
}
