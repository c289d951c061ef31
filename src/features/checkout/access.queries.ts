import { sql } from 'kysely'
import type { Db } from '#src/server/database.ts'

export interface Standing {
  readonly has_pro: boolean
  /** Beyond its trial: for a month that was paid, or because an admin said so. */
  readonly has_paid_pro: boolean
  /** Paid for, and not all of it given back or disputed. */
  readonly has_bought: boolean
  /** Its creator lets them use it for nothing. */
  readonly has_licence: boolean
}

export async function findStanding(db: Db, toolId: string, userId: string): Promise<Standing> {
  const { rows } = await sql<Standing>`
    select has_pro(${userId}) as has_pro,
           exists (select from "user" where id = ${userId} and pro_until > now())
             or exists (select from subscription where user_id = ${userId} and livemode = money_is_live()
                          and access_until > billing_clock(livemode)
                          and exists (select from subscription_order
                                       where subscription_id = subscription.id and status = 'paid'))
             as has_paid_pro,
           exists (select from sale where buyer_id = ${userId} and tool_id = ${toolId} and stands
                     and livemode = money_is_live())
             as has_bought,
           exists (select from tool_licence where holder_id = ${userId} and tool_id = ${toolId} and ended_at is null)
             as has_licence`.execute(db)
  return rows[0] as Standing
}

/**
 * Notes that a buyer gets the code of what they bought, after any refund that is under way; false when one is, or when
 * nothing of theirs stands.
 */
export const noteCopy = (db: Db, toolId: string, buyerId: string): Promise<boolean> =>
  db.transaction().execute(async (transaction) => {
    const { rows: locked } = await sql<{ id: string }>`
      select id from sale where buyer_id = ${buyerId} and tool_id = ${toolId} and stands and livemode = money_is_live()
       order by id for update`.execute(transaction)
    const { rows } = await sql<{ copied: boolean }>`
      update sale set copied_at = coalesce(copied_at, now())
       where id = any(${locked.map(({ id }) => id)}::uuid[]) and stands
         and not exists (select from sale_refund where sale_id = sale.id and status = 'requested' and not booked)
      returning true as copied`.execute(transaction)
    return rows.length > 0
  })

/**
 * Of `tool`: whether it is left to buyers once its creator is suspended. Moderators have decided nothing about it, nor
 * does a first look wait at what its creator has not deleted.
 */
export const outlastsSuspension = sql<boolean>`(
  tool.removed_reason is null
  and not exists (select from tool_hold where tool_id = tool.id
                     and (cause in ('decision', 'removal') or cause = 'first-look' and tool.status <> 'deleted')))`

/** Of `tool`, which is not published: whether it is away only because its creator deleted it or was suspended. */
export const isLeftToBuyers = sql<boolean>`(
  ${outlastsSuspension}
  and (tool.status = 'deleted'
       or (tool.status = 'hidden'
           and exists (select from tool_hold where tool_id = tool.id and cause = 'suspension'))))`

export async function isKeptForBuyers(db: Db, toolId: string): Promise<boolean> {
  const { rows } = await sql<{
    kept: boolean
  }>`select ${isLeftToBuyers} as kept from tool where id = ${toolId}`.execute(db)
  return rows[0]?.kept === true
}
