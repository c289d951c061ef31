import { sql } from 'kysely'
import type { Db } from '#src/server/database.ts'

export interface Standing {
  readonly has_pro: boolean
  /** Paid for, and not all of it given back or disputed. */
  readonly has_bought: boolean
  /** Its creator lets them use it for nothing. */
  readonly has_licence: boolean
}

export async function findStanding(db: Db, toolId: string, userId: string): Promise<Standing> {
  const { rows } = await sql<Standing>`
    select has_pro(${userId}) as has_pro,
           exists (select from sale where buyer_id = ${userId} and tool_id = ${toolId} and stands
                     and livemode = money_is_live())
             as has_bought,
           exists (select from tool_licence where holder_id = ${userId} and tool_id = ${toolId} and ended_at is null)
             as has_licence`.execute(db)
  return rows[0] as Standing
}
