import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#src/server/database.ts'
import { isLeftToBuyers } from './access.queries.ts'
import { PURCHASES_PER_PAGE } from './checkout.schema.ts'

/** One order with all that a list of orders says of it. */
export interface OrderRow {
  readonly id: string
  readonly kind: 'purchase' | 'tip'
  readonly status: 'open' | 'paid' | 'canceled'
  readonly tool_id: string
  readonly slug: string
  readonly title: string
  /** published · removed: by or with its creator, and kept for its buyers · hidden: by moderators */
  readonly tool_status: 'published' | 'removed' | 'hidden'
  readonly amount: number
  readonly discount: number
  readonly coupon_code: string | null
  readonly stands: boolean
  readonly tax: number
  readonly tax_rate: string
  readonly creator_share: number
  readonly claimed: number
  readonly refunded: number
  readonly livemode: boolean
  readonly receipt_number: string | null
  /** Its document, which is written a moment after the payment. */
  readonly invoice_id: string | null
  readonly created_at: Date
  readonly paid_at: Date | null
  readonly released_at: Date | null
  /**
   * Successful runs of the buyer since they first paid for the tool, as far as they matter: whoever buys it again gets no
   * new ones to try it.
   */
  readonly runs: number
  /** Whether the buyer agreed to be supplied at once. */
  readonly has_consented: boolean
  /** Whether the buyer has the code, from this purchase or an earlier one. */
  readonly has_code: boolean
  readonly refunds: readonly { id: string; amount: number; status: string; created_at: string }[]
  readonly dispute: {
    status: 'open' | 'won' | 'lost'
    reason: string
    respond_by: string | null
    evidence_sent: boolean
  } | null
}

/** Runs are counted no further than a refund depends on them. */
const RUNS_COUNTED = 10

const listOrders = async (db: Db, where: RawBuilder<unknown>, limit: number): Promise<OrderRow[]> => {
  const { rows } = await sql<OrderRow>`
    select sale.id, sale.kind, sale.status, tool.id as tool_id, tool.slug, tool.title,
           case when exists (select from case_version held where held.tool_id = tool.id
                                and held.version = tool.version and held.withheld) then 'hidden'
                when tool.status = 'published' then 'published'
                when ${isLeftToBuyers} then 'removed'
                else 'hidden' end as tool_status,
           sale.amount, sale.discount, sale.coupon_code, sale.stands, sale.tax, sale.tax_rate, sale.creator_share, sale.claimed,
           sale.livemode, sale.receipt_number, sale.created_at, sale.paid_at, sale.released_at,
           (select id from invoice where source_type = 'sale' and source_id = sale.id) as invoice_id,
           (select coalesce(sum(amount), 0)::bigint from sale_refund
             where sale_id = sale.id and booked and status <> 'failed') as refunded,
           (select count(*) from (select from tool_run
              where user_id = sale.buyer_id and tool_id = sale.tool_id and success and at >= (
                select min(paid_at) from sale own where own.buyer_id = sale.buyer_id and own.tool_id = sale.tool_id
                   and own.kind = 'purchase' and own.status = 'paid' and own.livemode = sale.livemode)
              limit ${RUNS_COUNTED}) counted) as runs,
           sale.consent is not null as has_consented,
           exists (select from sale own where own.buyer_id = sale.buyer_id and own.tool_id = sale.tool_id
                      and own.copied_at is not null) as has_code,
           (select coalesce(json_agg(json_build_object('id', id, 'amount', amount, 'status', status,
              'created_at', created_at) order by id), '[]') from sale_refund
             where sale_id = sale.id and status not in ('proposed', 'refused')) as refunds,
           (select json_build_object('status', status, 'reason', reason, 'respond_by', respond_by,
              'evidence_sent', evidence_at is not null) from sale_dispute
             where sale_id = sale.id order by id desc limit 1) as dispute
      from sale join tool on tool.id = sale.tool_id
     where ${where} order by sale.id desc limit ${limit}`.execute(db)
  return rows
}

/** One more than a page has. Orders that were given up are of no interest to anybody. */
export const listPurchases = (db: Db, buyerId: string, before?: string) =>
  listOrders(
    db,
    sql`sale.buyer_id = ${buyerId} and sale.status <> 'canceled'
        and (${before ?? null}::uuid is null or sale.id < ${before ?? null}::uuid)`,
    PURCHASES_PER_PAGE + 1,
  )

export const findPurchase = async (db: Db, buyerId: string, id: string): Promise<OrderRow | undefined> =>
  (await listOrders(db, sql`sale.buyer_id = ${buyerId} and sale.id = ${id}`, 1))[0]

const MOST = 500

/** Those of the money in force, test or real. */
export const listPurchasesOfTool = (db: Db, buyerId: string, toolId: string) =>
  listOrders(
    db,
    sql`sale.buyer_id = ${buyerId} and sale.tool_id = ${toolId} and sale.kind = 'purchase' and sale.status = 'paid'
        and sale.livemode = money_is_live()`,
    MOST,
  )

interface Page {
  /** The last one of the page before. */
  readonly before: string | undefined
  readonly limit: number
  readonly livemode: boolean
}

export const listSales = (db: Db, creatorId: string, { before, limit, livemode }: Page) =>
  listOrders(
    db,
    sql`sale.creator_id = ${creatorId} and sale.status = 'paid' and sale.livemode = ${livemode}
        and (${before ?? null}::uuid is null or sale.id < ${before ?? null}::uuid)`,
    limit,
  )

export const findCreatorsSale = async (db: Db, creatorId: string, id: string): Promise<OrderRow | undefined> =>
  (await listOrders(db, sql`sale.creator_id = ${creatorId} and sale.id = ${id} and sale.status = 'paid'`, 1))[0]

export interface Totals {
  readonly sales: number
  /** Without tax. */
  readonly gross: number
  readonly share: number
  /** What refunds and disputes have taken of the share. */
  readonly taken: number
}

export async function sumSales(db: Db, creatorId: string, livemode: boolean): Promise<Totals> {
  const { rows } = await sql<Totals>`
    select count(*) as sales, coalesce(sum(amount - tax), 0)::bigint as gross, coalesce(sum(creator_share), 0)::bigint as share,
           coalesce(sum(creator_share * least(claimed, amount) / nullif(amount, 0)), 0)::bigint as taken
      from sale where creator_id = ${creatorId} and status = 'paid' and livemode = ${livemode}`.execute(db)
  return rows[0] as Totals
}
