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
    rule: 'The last daily comparison with each payment provider found no difference',
    broken: sql`
      select last.id::text as what from (
          select distinct on (source, livemode) id, found from reconciliation where origin = 'daily'
           order by source, livemode, until_at desc) last
       where last.found > 0`,
  },
]
