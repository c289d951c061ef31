import { sql } from 'kysely'
import { uuidv7 } from '#src/lib/ids.ts'
import type { Db } from '#src/server/database.ts'

export interface ClaimRow {
  readonly id: string
  readonly kind: 'refund' | 'dispute'
  readonly provider_id: string
  readonly amount: number
  readonly fee: number
  readonly status: 'pending' | 'succeeded' | 'failed' | 'open' | 'won' | 'lost'
}

interface PaidOrder {
  readonly id: string
  readonly subscription_id: string
  readonly livemode: boolean
}

export async function findPaidOrder(db: Db, intentId: string): Promise<PaidOrder | undefined> {
  const { rows } = await sql<PaidOrder>`
    select id, subscription_id, livemode from subscription_order
     where intent_id = ${intentId} and status = 'paid'`.execute(db)
  return rows[0]
}

export async function findClaim(transaction: Db, providerId: string): Promise<ClaimRow | undefined> {
  const { rows } = await sql<ClaimRow>`
    select id, kind, provider_id, amount, fee, status from subscription_claim
     where provider_id = ${providerId}`.execute(transaction)
  return rows[0]
}

const IN_WORK: ReadonlySet<string> = new Set(['pending', 'open'])

export async function insertClaim(
  transaction: Db,
  orderId: string,
  claim: Omit<ClaimRow, 'id'>,
  at: Date,
): Promise<ClaimRow> {
  const row = { id: uuidv7(), ...claim }
  await transaction
    .insertInto('subscription_claim')
    .values({ ...row, order_id: orderId, created_at: at, ended_at: IN_WORK.has(claim.status) ? null : at })
    .execute()
  return row
}

export const endClaim = (transaction: Db, id: string, status: ClaimRow['status'], at: Date) =>
  transaction.updateTable('subscription_claim').set({ status, ended_at: at }).where('id', '=', id).execute()
