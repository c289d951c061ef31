import { sql } from 'kysely'
import { LISTED_DAYS } from './listed-days.ts'

/** What lists of the catalogue hold: tools that can be opened, but none that has been under maintenance for long. */
export const isListed = sql`tool.status = 'published' and
  (tool.maintenance_since is null or tool.maintenance_since > now() - make_interval(days => ${sql.lit(LISTED_DAYS)}))`
