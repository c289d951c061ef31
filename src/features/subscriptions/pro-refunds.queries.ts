import { sql } from 'kysely'
import { roleOfActor } from '#src/features/checkout/claims.queries.ts'
import type { Agreement } from '#src/features/checkout/four-eyes.ts'
import type { PaymentProvider } from '#src/features/payments/provider.ts'
import { uuidv7 } from '#src/lib/ids.ts'
import type { Role } from '#src/lib/roles.ts'
import type { Db } from '#src/server/database.ts'

export interface ProRefundRow {
  readonly id: string
  readonly order_id: string
  readonly amount: number
  readonly status: 'proposed' | 'requested' | 'refused' | 'pending' | 'succeeded' | 'failed'
  readonly actor_id: string | null
  /** The call by which a second admin asked for the same. */
  readonly agreed_call: string | null
  /** Whether the provider has made it, as far as we have heard. */
  readonly is_known: boolean
}

/** What came of it is the claim that has its id. */
const columns = sql<ProRefundRow>`
  refund.id, refund.order_id, refund.amount, coalesce(claim.status, refund.status) as status, refund.actor_id, refund.agreed_call,
  claim.id is not null as is_known`

export interface ListedProRefund extends ProRefundRow {
  readonly actor_role: Role | null
}

export async function listProRefunds(db: Db, orderId: string): Promise<ListedProRefund[]> {
  const { rows } = await sql<ListedProRefund>`
    select ${columns}, ${roleOfActor} as actor_role from subscription_refund refund left join subscription_claim claim on claim.id = refund.id
     where refund.order_id = ${orderId} order by refund.id`.execute(db)
  return rows
}

/** Ours for a refund that the provider tells of, before anything is written down of it; undefined: we asked for none such. */
export async function findAskedId(transaction: Db, orderId: string, askedAs: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from subscription_refund refund
     where id::text = ${askedAs} and order_id = ${orderId}
       and not exists (select from subscription_claim where id = refund.id)`.execute(transaction)
  return rows[0]?.id
}

interface NewProRefund {
  /** Of the call that asks for it; absent: a new one. */
  readonly id?: string | undefined
  readonly orderId: string
  readonly amount: number
  readonly status: 'proposed' | 'requested'
  readonly actorId: string
  readonly reason: string
}

export async function insertProRefund(
  transaction: Db,
  { id = uuidv7(), orderId, amount, status, actorId, reason }: NewProRefund,
): Promise<ProRefundRow> {
  await transaction
    .insertInto('subscription_refund')
    .values({
      ...{ id, order_id: orderId, amount, status, actor_id: actorId, reason },
      ...(status === 'requested' && { asked_at: sql<Date>`now()` }),
    })
    .execute()
  return { id, order_id: orderId, amount, status, actor_id: actorId, agreed_call: null, is_known: false }
}

export const agreeToProRefund = (transaction: Db, id: string, { actorId, call }: Agreement) =>
  transaction
    .updateTable('subscription_refund')
    .set({ status: 'requested', agreed_by: actorId, agreed_call: call, asked_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute()

export const refuseProRefund = (db: Db, id: string) =>
  db.updateTable('subscription_refund').set({ status: 'refused' }).where('id', '=', id).execute()

/** Whether what came after the end is still sent back by the clock. */
export async function goesBackByItself(db: Db, orderId: string): Promise<boolean> {
  const { rows } = await sql`
    select from subscription_order o
     where id = ${orderId} and unwanted and (back_refused is null or back_next_at is not null)
       and amount > (select coalesce(sum(amount), 0) from subscription_claim where order_id = o.id and status <> 'won')`.execute(
    db,
  )
  return rows.length > 0
}

/** For the sweep: those of one provider whose answer did not come within ten minutes. */
export async function takeUnansweredRefunds(
  db: Db,
  { name, livemode }: Pick<PaymentProvider, 'name' | 'livemode'>,
  limit: number,
): Promise<ProRefundRow[]> {
  const { rows } = await sql<ProRefundRow>`
    update subscription_refund set looked_at = now() where id in (
      select refund.id from subscription_refund refund
        join subscription_order o on o.id = refund.order_id join subscription s on s.id = o.subscription_id
       where refund.status = 'requested' and refund.asked_at < now() - interval '10 minutes'
         and s.provider = ${name} and s.livemode = ${livemode}
         and not exists (select from subscription_claim where id = refund.id)
       order by refund.looked_at nulls first, refund.asked_at limit ${limit} for update of refund skip locked)
    returning id, order_id, amount, status, actor_id, agreed_call, false as is_known`.execute(db)
  return rows
}
