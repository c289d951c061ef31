import { sql } from 'kysely'
import type { Dispute, PaymentProvider } from '#src/features/payments/provider.ts'
import type { Db } from '#src/server/database.ts'

// Banks that only ask about a payment for Pro.

export const insertInquiry = (transaction: Db, orderId: string, dispute: Dispute, at: Date) =>
  transaction
    .insertInto('subscription_inquiry')
    .values({
      ...{ provider_dispute_id: dispute.id, order_id: orderId, amount: dispute.amount, reason: dispute.reason },
      ...{ respond_by: dispute.respondBy, at, ended_at: dispute.status === 'inquiry' ? null : at },
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

/** The bank has its answer, needs none any more, or has taken the money. */
export const endInquiry = (transaction: Db, providerId: string, at: Date) =>
  transaction
    .updateTable('subscription_inquiry')
    .set({ ended_at: at })
    .where('provider_dispute_id', '=', providerId)
    .where('ended_at', 'is', null)
    .execute()

/** For the sweep: of one provider, those that were not looked at for the longest time first. */
export async function takeOpenInquiries(
  db: Db,
  { name, livemode }: Pick<PaymentProvider, 'name' | 'livemode'>,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ provider_dispute_id: string }>`
    update subscription_inquiry set looked_at = now() where id in (
      select inquiry.id from subscription_inquiry inquiry
        join subscription_order o on o.id = inquiry.order_id join subscription s on s.id = o.subscription_id
       where inquiry.ended_at is null and s.provider = ${name} and s.livemode = ${livemode}
       order by inquiry.looked_at nulls first, inquiry.at limit ${limit} for update of inquiry skip locked)
    returning provider_dispute_id`.execute(db)
  return rows.map((row) => row.provider_dispute_id)
}
