import { type Selectable, sql, type Updateable } from 'kysely'
import type { TestPaymentsDispute, TestPaymentsPayee, TestPaymentsRefund } from '#db/types.ts'
import type { Db } from '#src/server/database.ts'
import type { Dispute, Metadata, Refund, Transfer } from '../provider.ts'
import { missing } from './world.queries.ts'

export async function insertRefund(transaction: Db, { id, intentId, amount, status, metadata }: Refund): Promise<void> {
  await transaction
    .insertInto('test_payments.refund')
    .values({ id, intent_id: intentId, amount, status, metadata: JSON.stringify(metadata) })
    .execute()
}

const toRefund = (row: Selectable<TestPaymentsRefund>): Refund => ({
  id: row.id,
  intentId: row.intent_id,
  amount: row.amount,
  status: row.status as Refund['status'],
  metadata: row.metadata as Metadata,
})

export async function findRefund(db: Db, id: string): Promise<Refund> {
  const row = await db.selectFrom('test_payments.refund').selectAll().where('id', '=', id).executeTakeFirst()
  if (row === undefined) throw missing('refund')
  return toRefund(row)
}

export const listRefunds = async (db: Db, intentId: string): Promise<readonly Refund[]> =>
  (await db.selectFrom('test_payments.refund').selectAll().where('intent_id', '=', intentId).execute()).map(toRefund)

export const setRefundStatus = (transaction: Db, id: string, status: Refund['status']) =>
  transaction.updateTable('test_payments.refund').set({ status }).where('id', '=', id).execute()

/** What went back, or is on its way. */
export async function refundedOf(db: Db, intentId: string): Promise<number> {
  const rows = await db
    .selectFrom('test_payments.refund')
    .select('amount')
    .where('intent_id', '=', intentId)
    .where('status', '!=', 'failed')
    .execute()
  return rows.reduce((sum, { amount }) => sum + amount, 0)
}

export const toDispute = (row: Selectable<TestPaymentsDispute>): Dispute => ({
  id: row.id,
  intentId: row.intent_id,
  amount: row.amount,
  fee: row.fee,
  reason: row.reason,
  status: row.status as Dispute['status'],
  respondBy: row.respond_by,
})

export async function insertDispute(transaction: Db, dispute: Dispute & { readonly respondBy: Date }): Promise<void> {
  const { id, intentId, amount, fee, reason, status, respondBy } = dispute
  await transaction
    .insertInto('test_payments.dispute')
    .values({ id, intent_id: intentId, amount, fee, reason, status, respond_by: respondBy })
    .execute()
}

export async function findDispute(db: Db, id: string): Promise<Dispute> {
  const row = await db.selectFrom('test_payments.dispute').selectAll().where('id', '=', id).executeTakeFirst()
  if (row === undefined) throw missing('dispute')
  return toDispute(row)
}

export async function lockDispute(transaction: Db, id: string): Promise<Dispute> {
  await transaction.selectFrom('test_payments.dispute').select('id').where('id', '=', id).forUpdate().execute()
  return findDispute(transaction, id)
}

export const disputeOf = (db: Db, intentId: string) =>
  db.selectFrom('test_payments.dispute').select('id').where('intent_id', '=', intentId).executeTakeFirst()

export const setDisputeStatus = (transaction: Db, id: string, status: Dispute['status']) =>
  transaction.updateTable('test_payments.dispute').set({ status }).where('id', '=', id).execute()

export const insertPayee = (transaction: Db, id: string, accountId: string, token: string) =>
  transaction.insertInto('test_payments.payee').values({ id, account_id: accountId, onboarding_token: token }).execute()

export type PayeeRow = Selectable<TestPaymentsPayee>

export async function findPayee(db: Db, by: 'id' | 'onboarding_token', value: string): Promise<PayeeRow> {
  const row = await db.selectFrom('test_payments.payee').selectAll().where(by, '=', value).executeTakeFirst()
  if (row === undefined) throw missing('account')
  return row
}

export const updatePayee = (transaction: Db, id: string, values: Updateable<TestPaymentsPayee>) =>
  transaction.updateTable('test_payments.payee').set(values).where('id', '=', id).execute()

export async function insertTransfer(transaction: Db, payeeId: string, transfer: Transfer): Promise<void> {
  const { id, amount, status, metadata } = transfer
  await transaction
    .insertInto('test_payments.transfer')
    .values({ id, payee_id: payeeId, amount, status, metadata: JSON.stringify(metadata) })
    .execute()
}

export async function findTransfer(db: Db, id: string): Promise<Transfer & { readonly payeeId: string }> {
  const row = await db.selectFrom('test_payments.transfer').selectAll().where('id', '=', id).executeTakeFirst()
  if (row === undefined) throw missing('transfer')
  return {
    id,
    amount: row.amount,
    status: row.status as Transfer['status'],
    metadata: row.metadata as Metadata,
    payeeId: row.payee_id,
  }
}

export async function findTransferOf(db: Db, payoutId: string): Promise<Transfer | undefined> {
  const row = await db
    .selectFrom('test_payments.transfer')
    .select('id')
    .where(sql<string>`metadata ->> 'payoutId'`, '=', payoutId)
    .executeTakeFirst()
  if (row === undefined) return undefined
  const { payeeId: _, ...transfer } = await findTransfer(db, row.id)
  return transfer
}

export const setTransferStatus = (transaction: Db, id: string, status: Transfer['status']) =>
  transaction.updateTable('test_payments.transfer').set({ status }).where('id', '=', id).execute()
