import { sql } from 'kysely'
import type { Db } from '#src/server/database.ts'

/**
 * From here on only what belongs to this money opens anything: subscriptions and purchases of the other stay, and rest.
 * False when nothing has changed.
 */
export async function setMoneyMode(db: Db, livemode: boolean, { mayLeaveReal = true } = {}): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update money_mode set livemode = ${livemode} where livemode <> ${livemode} and (${mayLeaveReal} or not livemode)
  `.execute(db)
  return numAffectedRows === 1n
}
