import type { Db } from '#src/server/database.ts'

interface NewPrice {
  readonly toolId: string
  readonly ownerId: string
  readonly accessTier: 'free' | 'pro'
  readonly cents: number
}

/** False when there is no such tool of theirs. */
export async function updatePrice(transaction: Db, { toolId, ownerId, accessTier, cents }: NewPrice): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('tool')
    .set({ access_tier: accessTier, price_cents: cents })
    .where('id', '=', toolId)
    .where('owner_id', '=', ownerId)
    .where('status', '!=', 'deleted')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
