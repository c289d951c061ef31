import { sql } from 'kysely'
import type { Check } from './check.ts'

export const PROVIDER_CHECKS: readonly Check[] = [
  {
    name: 'events',
    rule: 'Nothing that a payment provider told us was given up, or waits for longer than a day',
    broken: sql`
      select id as what from provider_event
       where handled_at is null and (next_at is null or received_at < now() - interval '1 day')`,
  },
  {
    name: 'provider',
    rule: 'Every day was compared with the payment provider, by lines and as a whole, and no difference that was found is there still',
    broken: sql`
      with last as (
        select source, livemode, at from reconciliation where origin = 'daily' and livemode = money_is_live()
         order by at desc limit 1),
           balances as (
        select *, balance_provider - balance_books - balance_opening as gap from reconciliation)
      select report.id::text as what from last join reconciliation report using (source, livemode)
       where report.origin = 'daily' and report.found > 0 and report.settled_at is null
      union
      (select report.id::text from last join balances report using (source, livemode)
        where report.origin = 'daily' and gap <> 0
          and not exists (select from balances later
                           where later.source = report.source and later.livemode = report.livemode
                             and later.at > report.at and later.gap = 0)
        order by report.at limit 1)
      union all
      select 'not compared for two days' from last where at < now() - interval '2 days'
      union all
      select 'never compared' where not exists (select from last)
         and (select min(applied_at) from migration) < now() - interval '2 days'
         and least(
          (select min(created_at) from sale where livemode = money_is_live()),
          (select min(created_at) from subscription_order where livemode = money_is_live())) < now() - interval '2 days'`,
  },
]
