import { randomBytes } from 'node:crypto'
import type { Selectable, Updateable } from 'kysely'
import type { TestPaymentsIntent } from '#db/types.ts'
import type { Db } from '#src/server/database.ts'
import type { Intent, IntentStatus, Metadata, PaymentFailure, SavedCard } from '../provider.ts'
import type { BehaviourName, TestCard } from './known-cards.ts'
import { missing, newId } from './world.queries.ts'

export type IntentRow = Selectable<TestPaymentsIntent>

export const toIntent = (row: IntentRow): Intent => ({
  id: row.id,
  status: row.status as IntentStatus,
  amount: row.amount,
  received: row.received,
  clientSecret: row.client_secret,
  customerId: row.customer_id,
  metadata: row.metadata as Metadata,
  livemode: false,
  chargeId: row.charge_id,
  fee: row.fee,
  cardId: row.card_id,
  failure: row.failure as PaymentFailure | null,
})

export async function insertCustomer(transaction: Db, accountId: string): Promise<string> {
  const id = newId('cus')
  await transaction.insertInto('test_payments.customer').values({ id, account_id: accountId }).execute()
  return id
}

export async function requireCustomer(db: Db, id: string): Promise<{ account_id: string }> {
  const row = await db.selectFrom('test_payments.customer').select('account_id').where('id', '=', id).executeTakeFirst()
  if (row === undefined) throw missing('customer')
  return row
}

interface NewRow {
  readonly kind: 'payment' | 'setup'
  readonly customerId: string
  readonly amount: number
  readonly description: string
  readonly metadata: Metadata
  readonly savesCard: boolean
}

export function insertIntent(transaction: Db, asked: NewRow): Promise<IntentRow> {
  const id = newId(asked.kind === 'setup' ? 'seti' : 'pi')
  return transaction
    .insertInto('test_payments.intent')
    .values({
      id,
      kind: asked.kind,
      customer_id: asked.customerId,
      amount: asked.amount,
      status: 'requires_payment_method',
      client_secret: `${id}_secret_${randomBytes(16).toString('hex')}`,
      description: asked.description,
      metadata: JSON.stringify(asked.metadata),
      saves_card: asked.savesCard,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function findIntent(db: Db, id: string, kind: IntentRow['kind'] = 'payment'): Promise<IntentRow> {
  const row = await db
    .selectFrom('test_payments.intent')
    .selectAll()
    .where('id', '=', id)
    .where('kind', '=', kind)
    .executeTakeFirst()
  if (row === undefined) throw missing(`${kind} intent`)
  return row
}

export const listIntentsOf = (db: Db, customerId: string): Promise<IntentRow[]> =>
  db
    .selectFrom('test_payments.intent')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('kind', '=', 'payment')
    .orderBy('created_at', 'desc')
    .execute()

/** Until the end of the transaction nobody else pays, refunds or disputes it. */
export async function lockIntent(transaction: Db, by: 'id' | 'client_secret', value: string): Promise<IntentRow> {
  const row = await transaction
    .selectFrom('test_payments.intent')
    .selectAll()
    .where(by, '=', value)
    .forUpdate()
    .executeTakeFirst()
  if (row === undefined) throw missing('payment intent')
  return row
}

export const updateIntent = (
  transaction: Db,
  id: string,
  { failure = null, ...values }: Omit<Updateable<TestPaymentsIntent>, 'failure'> & { failure?: PaymentFailure | null },
): Promise<IntentRow> =>
  transaction
    .updateTable('test_payments.intent')
    .set({ ...values, failure: failure === null ? null : JSON.stringify(failure) })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

export async function insertCard(transaction: Db, card: TestCard): Promise<string> {
  const id = newId('pm')
  const { behaviour, brand, last4, expMonth, expYear } = card
  await transaction
    .insertInto('test_payments.card')
    .values({ id, behaviour, brand, last4, exp_month: expMonth, exp_year: expYear })
    .execute()
  return id
}

export const keepCard = (transaction: Db, cardId: string, customerId: string) =>
  transaction.updateTable('test_payments.card').set({ customer_id: customerId }).where('id', '=', cardId).execute()

export interface CardRow extends SavedCard {
  readonly customerId: string | null
  readonly behaviour: BehaviourName
}

export async function findCard(db: Db, id: string): Promise<CardRow> {
  const row = await db.selectFrom('test_payments.card').selectAll().where('id', '=', id).executeTakeFirst()
  if (row === undefined) throw missing('payment method')
  return {
    id,
    brand: row.brand,
    last4: row.last4,
    expMonth: row.exp_month,
    expYear: row.exp_year,
    customerId: row.customer_id,
    behaviour: row.behaviour as BehaviourName,
  }
}
