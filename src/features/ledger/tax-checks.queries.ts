import { sql } from 'kysely'
import type { Check } from './check.ts'

export const TAX_CHECK: Check = {
  name: 'tax',
  rule: 'What waits to be paid as tax is the tax of all orders less what refunds and disputes gave back of it',
  broken: sql`
    select mode.livemode::text as what from (values (true), (false)) mode (livemode)
     where (select coalesce(-sum(posting.amount), 0) from posting
              join ledger_account account on account.id = posting.account_id
             where account.kind = 'tax_payable' and account.livemode = mode.livemode)
        <> (select coalesce(sum(sale.tax
                - coalesce(sale.tax * least(sale.claimed, sale.amount) / nullif(sale.amount, 0), 0)
                + coalesce((select sum(tax_part) from sale_dispute where sale_id = sale.id and status = 'open'), 0)), 0)
              from sale where status = 'paid' and livemode = mode.livemode)
         + (select coalesce(sum(paid.tax - paid.tax * least(claimed.amount, paid.amount) / paid.amount), 0)
              from subscription_order paid
              join lateral (select coalesce(sum(amount), 0)::bigint as amount from subscription_claim
                             where order_id = paid.id and status not in ('failed', 'won')) claimed on true
             where paid.status = 'paid' and paid.livemode = mode.livemode)`,
}
