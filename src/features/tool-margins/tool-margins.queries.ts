import { sql } from 'kysely'
import type { Db } from '#src/server/database.ts'
import type { MARGIN_ORDERS, ToolMargin } from './tool-margins.schema.ts'

interface Asked {
  readonly livemode: boolean
  readonly order: (typeof MARGIN_ORDERS)[number]
  readonly limit: number
}

const ORDERS = { margin: sql`margin, gross desc`, gross: sql`gross desc, margin` }

/** From the postings of all journals that an order of the tool, its refunds or its disputes have. */
export async function listMargins(db: Db, { livemode, order, limit }: Asked): Promise<ToolMargin[]> {
  const { rows } = await sql<ToolMargin>`
    with of_sale as (
      select 'sale' as source_type, id as source_id, id as sale_id from sale
      union all select 'refund', id, sale_id from sale_refund
      union all select 'dispute', id, sale_id from sale_dispute),
    sums as (
      select sale.tool_id, count(distinct sale.id) as orders,
             coalesce(sum(posting.amount) filter (where account.kind = 'processor_clearing' and journal.kind = 'charge'), 0)
               as gross,
             coalesce(-sum(posting.amount) filter (
               where account.kind = 'processor_clearing' and journal.source_type = 'refund'), 0) as refunds,
             coalesce(-sum(posting.amount) filter (
               where account.kind in ('processor_clearing', 'dispute_hold') and journal.source_type = 'dispute'), 0)
               as dispute_costs,
             coalesce(sum(posting.amount) filter (where account.kind = 'processor_fees'), 0) as fees,
             coalesce(-sum(posting.amount) filter (where account.kind = 'tax_payable'), 0) as tax,
             coalesce(-sum(posting.amount) filter (where account.kind like 'creator%'), 0) as creator_share,
             coalesce(-sum(posting.amount) filter (
               where account.kind in ('platform_revenue', 'processor_fees', 'dispute_fees')), 0) as margin
        from of_sale
        join sale on sale.id = of_sale.sale_id and sale.livemode = ${livemode} and sale.status = 'paid'
        join journal on journal.source_type = of_sale.source_type and journal.source_id = of_sale.source_id
        join posting on posting.journal_id = journal.id
        join ledger_account account on account.id = posting.account_id
       group by sale.tool_id)
    select json_build_object('id', tool.id, 'slug', tool.slug, 'title', tool.title) as tool, orders,
           gross::bigint, refunds::bigint, dispute_costs::bigint as "disputeCosts", fees::bigint, tax::bigint,
           creator_share::bigint as "creatorShare", margin::bigint
      from sums join tool on tool.id = sums.tool_id order by ${ORDERS[order]}, tool.id limit ${limit}`.execute(db)
  return rows
}
