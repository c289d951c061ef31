import { sql } from 'kysely'
import type { PaymentProvider } from '#src/features/payments/provider.ts'
import { uuidv7 } from '#src/lib/ids.ts'
import type { Interval } from '#src/lib/pro-plan.ts'
import type { Db } from '#src/server/database.ts'

export interface OrderRow {
  readonly id: string
  readonly subscription_id: string
  readonly period: number
  readonly reason: 'first' | 'renewal' | 'upgrade'
  readonly interval: Interval
  readonly status: 'open' | 'paid' | 'canceled'
  readonly amount: number
  readonly tax: number
  readonly tax_rate: string
  readonly livemode: boolean
  readonly attempt: number
  /** How it is being paid: at a form, or by itself with the card that is kept. Null: not at the moment. */
  readonly mode: 'here' | 'away' | null
  readonly attempt_card: string | null
  /** When the provider was about to be asked to charge the card by itself. */
  readonly sent_at: Date | null
  readonly intent_id: string | null
  readonly fee: number | null
  readonly starts_at: Date | null
  readonly ends_at: Date | null
  readonly paid_at: Date | null
  /** Paid after the end: nothing is given for it, and it goes back. */
  readonly unwanted: boolean
}

const columns = sql<OrderRow>`
  o.id, o.subscription_id, o.period, o.reason, o.interval, o.status, o.amount, o.tax, o.tax_rate, o.livemode, o.attempt,
  o.mode, o.attempt_card, o.sent_at, o.intent_id, o.fee, o.starts_at, o.ends_at, o.paid_at, o.unwanted`

export async function findOpenOrder(db: Db, subscriptionId: string): Promise<OrderRow | undefined> {
  const { rows } = await sql<OrderRow>`
    select ${columns} from subscription_order o where subscription_id = ${subscriptionId} and status = 'open'`.execute(
    db,
  )
  return rows[0]
}

export async function findOrder(db: Db, id: string): Promise<OrderRow | undefined> {
  const { rows } = await sql<OrderRow>`select ${columns} from subscription_order o where id = ${id}`.execute(db)
  return rows[0]
}

export async function lastPaidOrder(db: Db, subscriptionId: string): Promise<OrderRow | undefined> {
  const { rows } = await sql<OrderRow>`
    select ${columns} from subscription_order o
     where subscription_id = ${subscriptionId} and status = 'paid' and not unwanted
     order by period desc limit 1`.execute(db)
  return rows[0]
}

interface NewOrder {
  readonly subscriptionId: string
  readonly period: number
  readonly reason: OrderRow['reason']
  readonly interval: Interval
  readonly amount: number
  /** What Pro cost when it was agreed, before tax. */
  readonly price: number
  readonly tax: number
  readonly taxRate: string
  readonly livemode: boolean
  readonly at: Date
}

/** The order of a period; the one that stands when there is one already. */
export async function ensureOrder(transaction: Db, order: NewOrder): Promise<OrderRow> {
  await sql`
    insert into subscription_order (id, subscription_id, period, reason, interval, amount, price,
                                    tax, tax_rate, livemode, created_at)
    values (${uuidv7()}, ${order.subscriptionId}, ${order.period}, ${order.reason}, ${order.interval}, ${order.amount}, ${order.price},
            ${order.tax}, ${order.taxRate}, ${order.livemode}, ${order.at})
    on conflict (subscription_id, period) where status <> 'canceled' and not unwanted do nothing`.execute(transaction)
  const { rows } = await sql<OrderRow>`
    select ${columns} from subscription_order o
     where subscription_id = ${order.subscriptionId} and period = ${order.period} and status <> 'canceled'
       and not unwanted`.execute(transaction)
  return rows[0] as OrderRow
}

/** A try begins. Its number is in the key that the provider gets, so that a repeat of it moves no more money. */
export const beginAttempt = (db: Db, id: string, mode: 'here' | 'away', card: string | null) =>
  db.updateTable('subscription_order').set({ mode, attempt_card: card, sent_at: null }).where('id', '=', id).execute()

/** From here on the card may have been charged. */
export const setSent = (transaction: Db, id: string, at: Date) =>
  transaction.updateTable('subscription_order').set({ sent_at: at }).where('id', '=', id).execute()

/** Of the try that is meant; false when that has ended meanwhile. */
export async function setOrderIntent(
  db: Db,
  { id, attempt }: Pick<OrderRow, 'id' | 'attempt'>,
  intentId: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('subscription_order')
    .set({ intent_id: intentId })
    .where('id', '=', id)
    .where('attempt', '=', attempt)
    .where('status', '=', 'open')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** The try has come to nothing; only the one that is meant, as another may have begun. */
export const endAttempt = (db: Db, { id, attempt }: Pick<OrderRow, 'id' | 'attempt'>) =>
  db
    .updateTable('subscription_order')
    .set({ mode: null, attempt_card: null, sent_at: null, intent_id: null, attempt: attempt + 1 })
    .where('id', '=', id)
    .where('attempt', '=', attempt)
    .where('status', '=', 'open')
    .execute()

export const setOrderPaid = (transaction: Db, order: OrderRow) =>
  transaction
    .updateTable('subscription_order')
    .set({
      ...{ status: 'paid', intent_id: order.intent_id, unwanted: order.unwanted },
      ...{ starts_at: order.starts_at, ends_at: order.ends_at, paid_at: order.paid_at },
      ...{ mode: null, attempt_card: null },
    })
    .where('id', '=', order.id)
    .execute()

export const setOrderFee = (transaction: Db, id: string, fee: number) =>
  transaction.updateTable('subscription_order').set({ fee }).where('id', '=', id).execute()

export const cancelOrder = (transaction: Db, id: string) =>
  transaction
    .updateTable('subscription_order')
    .set({ status: 'canceled', mode: null, attempt_card: null })
    .where('id', '=', id)
    .where('status', '=', 'open')
    .execute()

/** Payments of which it is not known yet what the provider kept; those not looked at for the longest time first. */
export async function takeWithoutFee(
  db: Db,
  { name, livemode }: Pick<PaymentProvider, 'name' | 'livemode'>,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ intent_id: string }>`
    update subscription_order set looked_at = now() where id in (
      select o.id from subscription_order o join subscription s on s.id = o.subscription_id
       where o.status = 'paid' and o.fee is null and o.intent_id is not null
         and s.provider = ${name} and o.livemode = ${livemode}
       order by o.looked_at nulls first, o.paid_at limit ${limit} for update of o skip locked)
    returning intent_id`.execute(db)
  return rows.map((row) => row.intent_id)
}
