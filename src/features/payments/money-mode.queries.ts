import { sql } from 'kysely'
import type { Db } from '#src/server/database.ts'

/** From here on only what belongs to this money opens anything: subscriptions and purchases of the other stay, and rest. */
export const setMoneyMode = (db: Db, livemode: boolean) =>
  sql`update money_mode set livemode = ${livemode} where livemode <> ${livemode}`.execute(db)
