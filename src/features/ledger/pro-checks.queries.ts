import { sql } from 'kysely'
import type { Check } from './check.ts'

export const PRO_CHECKS: readonly Check[] = [
  {
    name: 'Pro',
    rule: 'What waits to be shared of Pro is what was paid less what was taken back and the months that were shared',
    broken: sql`
      select mode.livemode::text as what from (values (true), (false)) mode (livemode)
       where (select coalesce(-sum(posting.amount), 0) from posting
                join ledger_account account on account.id = posting.account_id
               where account.kind = 'pro_revenue' and account.livemode = mode.livemode)
          <> (select coalesce(sum(amount - tax), 0) from subscription_order
               where status = 'paid' and livemode = mode.livemode)
           - (select coalesce(sum(claimed.amount - paid.tax * least(claimed.amount, paid.amount) / paid.amount), 0)
                from subscription_order paid
                join lateral (select coalesce(sum(amount), 0)::bigint as amount from subscription_claim
                               where order_id = paid.id and status not in ('failed', 'won')) claimed on true
               where paid.livemode = mode.livemode)
           - (select coalesce(sum(net), 0) from pro_month where shared > 0 and livemode = mode.livemode)`,
  },
  {
    name: 'periods of Pro',
    rule: 'Each period of a subscription was paid once, each payment is in the books once, and what came after the end went back',
    broken: sql`
      select max(id::text) as what from subscription_order where status = 'paid' and not unwanted
       group by subscription_id, period having count(*) > 1
      union all
      select paid.id::text from subscription_order paid
        left join lateral (
          select count(distinct journal.id) as journals, sum(-posting.amount) as amount
            from journal join posting on posting.journal_id = journal.id
            join ledger_account account on account.id = posting.account_id and account.kind = 'pro_revenue'
           where journal.source_type = 'subscription' and journal.source_id = paid.id and journal.kind = 'charge') booked
          on true
       where coalesce(booked.amount, 0) <> case paid.status when 'paid' then paid.amount - paid.tax else 0 end
          or booked.journals > 1
      union all
      select late.id::text from subscription_order late
       where late.unwanted and late.paid_at < billing_clock(late.livemode) - interval '1 day'
         and late.amount > (select coalesce(sum(amount), 0) from subscription_claim
                             where order_id = late.id and status <> 'won')`,
  },
]
