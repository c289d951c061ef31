import { sql } from 'kysely'
import type { PaymentProvider } from '#src/features/payments/provider.ts'
import type { Db } from '#src/server/database.ts'

export interface ToSendBack {
  readonly id: string
  readonly intent_id: string
  /** What is not on its way back yet. */
  readonly left: number
  /** How often the provider has said no. */
  readonly back_refusals: number
}

/**
 * Payments that came after the end and did not go back whole, as far as it is time to ask for it. What a bank has refused
 * is not sent a second time, and what the provider has refused too often is left to an admin.
 */
export async function listToSendBack(
  db: Db,
  { name, livemode }: Pick<PaymentProvider, 'name' | 'livemode'>,
  limit: number,
): Promise<ToSendBack[]> {
  const { rows } = await sql<ToSendBack>`
    select o.id, o.intent_id, o.amount - taken.amount as left, o.back_refusals
      from subscription_order o join subscription s on s.id = o.subscription_id
      join lateral (select coalesce(sum(amount), 0)::bigint as amount from subscription_claim
                     where order_id = o.id and status <> 'won') taken on true
     where o.unwanted and s.provider = ${name} and s.livemode = ${livemode} and taken.amount < o.amount
       and case when o.back_next_at is null then o.back_refused is null
                else o.back_next_at <= billing_clock(o.livemode) end
     order by o.back_next_at nulls first, o.paid_at limit ${limit}`.execute(db)
  return rows
}

/** The provider has said no. Two that hear the same no count it once. */
export const setBackRefused = (
  db: Db,
  { id, back_refusals: refusals }: ToSendBack,
  { said, nextAt }: { readonly said: string; readonly nextAt: Date | null },
) =>
  db
    .updateTable('subscription_order')
    .set({ back_refusals: refusals + 1, back_refused: said, back_next_at: nextAt })
    .where('id', '=', id)
    .where('back_refusals', '=', refusals)
    .execute()

export const setBackLater = (db: Db, id: string, nextAt: Date) =>
  db.updateTable('subscription_order').set({ back_next_at: nextAt }).where('id', '=', id).execute()

/** Something else went back: what was refused, perhaps because of that, is asked for again, also after the last no. */
export const setBackNow = (db: Db, id: string, at: Date) =>
  db
    .updateTable('subscription_order')
    .set({ back_next_at: at })
    .where('id', '=', id)
    .where('back_refused', 'is not', null)
    .execute()
