import { sql } from 'kysely'
import type { Dispute } from '#src/features/payments/provider.ts'
import type { Db } from '#src/server/database.ts'
import type { Sweep } from './sales.queries.ts'

// Banks that only ask about a sale.

/** False when it is known already. */
export async function insertInquiry(transaction: Db, saleId: string, dispute: Dispute, at: Date): Promise<boolean> {
  const { id, amount, reason, respondBy, status } = dispute
  const { numInsertedOrUpdatedRows } = await transaction
    .insertInto('sale_inquiry')
    .values({
      ...{ provider_dispute_id: id, sale_id: saleId, amount, reason, respond_by: respondBy, at },
      ended_at: status === 'inquiry' ? null : at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** The bank has its answer, needs none any more, or has taken the money. */
export const endInquiry = (transaction: Db, providerId: string, at: Date) =>
  transaction
    .updateTable('sale_inquiry')
    .set({ ended_at: at })
    .where('provider_dispute_id', '=', providerId)
    .where('ended_at', 'is', null)
    .execute()

export async function lacksEvidence(db: Db, providerId: string): Promise<boolean> {
  const row = await db
    .selectFrom('sale_inquiry')
    .select('evidence_at')
    .where('provider_dispute_id', '=', providerId)
    .executeTakeFirst()
  return row?.evidence_at === null
}

export const setInquiryEvidenceAt = (db: Db, providerId: string, at: Date) =>
  db.updateTable('sale_inquiry').set({ evidence_at: at }).where('provider_dispute_id', '=', providerId).execute()

/** For the sweep: what may have ended or still lacks its evidence. */
export async function takeOpenInquiries(db: Db, { provider, at, limit }: Omit<Sweep, 'before'>): Promise<string[]> {
  const { rows } = await sql<{ provider_dispute_id: string }>`
    update sale_inquiry set looked_at = ${at} where id in (
      select sale_inquiry.id from sale_inquiry join sale on sale.id = sale_id
       where sale_inquiry.ended_at is null and provider = ${provider.name} and livemode = ${provider.livemode}
       order by sale_inquiry.looked_at nulls first, sale_inquiry.at limit ${limit} for update of sale_inquiry skip locked)
    returning provider_dispute_id`.execute(db)
  return rows.map((row) => row.provider_dispute_id)
}
