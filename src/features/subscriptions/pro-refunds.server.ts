import { fourEyes, isOfCall } from '#src/features/checkout/four-eyes.ts'
import type { AdminRefund } from '#src/features/checkout/payments-admin.server.ts'
import { notRefundable, ownOrder, refundUnanswered } from '#src/features/checkout/till.ts'
import { findAskedRefund } from '#src/features/payments/find-asked.ts'
import { ProviderRefusedError, ProviderUnavailableError, type Refund } from '#src/features/payments/provider.ts'
import type { Db } from '#src/server/database.ts'
import { assertFound } from '#src/server/http/app-error.ts'
import type { Billing } from './billing.server.ts'
import { findOrder, type OrderRow } from './orders.queries.ts'
import { hasOpenProDispute, sumClaims } from './pro-claims.queries.ts'
import { followPayment } from './pro-claims.server.ts'
import {
  agreeToProRefund,
  goesBackByItself,
  insertProRefund,
  type ListedProRefund,
  listProRefunds,
  type ProRefundRow,
  refuseProRefund,
} from './pro-refunds.queries.ts'
import { lockSubscription } from './subscriptions.queries.ts'

const bankRefused = () => notRefundable('REFUSED', 'The bank did not take this back')

/** What was asked for and is in no claim yet. */
const asked = (refunds: readonly ProRefundRow[]): number =>
  refunds.reduce((sum, row) => (row.status === 'requested' ? sum + row.amount : sum), 0)

/** Throws 409 where nothing may be given back. */
async function leftOf(transaction: Db, order: OrderRow, refunds: readonly ProRefundRow[]): Promise<number> {
  if (order.status !== 'paid') throw notRefundable('NOT_PAID', 'Nothing was paid for this order')
  if (await hasOpenProDispute(transaction, order.id))
    throw notRefundable('DISPUTED', 'The bank is asked to decide about this payment, so nothing can be sent back now')
  if (await goesBackByItself(transaction, order.id))
    throw notRefundable('GOES_BACK', 'This came after the end of Pro, and goes back by itself')
  const left = order.amount - (await sumClaims(transaction, order.id)) - asked(refunds)
  if (left <= 0) throw notRefundable('REFUNDED', 'Everything was sent back already, or is on its way')
  return left
}

interface Reserved {
  readonly row: ProRefundRow
  /** An earlier one of the same calls has reserved it. */
  readonly isRepeat: boolean
}

/**
 * Puts the amount aside under the lock of the subscription, so that two who ask at once cannot give it back twice;
 * undefined when it waits for a second admin.
 */
const reserve = ({ db }: Billing, request: AdminRefund): Promise<Reserved | undefined> =>
  db.transaction().execute(async (transaction) => {
    const found = await findOrder(transaction, request.orderId)
    assertFound(found, 'order')
    const { row: subscription } = await lockSubscription(transaction, found.subscription_id)
    if (subscription.user_id === request.actorId) throw ownOrder()
    // Read again, as what was read before the lock may be older than what is known.
    const order = await findOrder(transaction, request.orderId)
    assertFound(order, 'order')
    const refunds = await listProRefunds(transaction, order.id)
    const before = refunds.find((row) => isOfCall(row, request.claim.id))
    if (before !== undefined) return { row: before, isRepeat: true }
    const left = await leftOf(transaction, order, refunds)
    const amount = request.amount ?? left
    if (amount > left) throw notRefundable('TOO_MUCH', 'So much is not left of this order')
    const row = await reserveOf(transaction, { ...request, amount }, refunds)
    await request.onReserved(transaction, { waitsForSecond: row === undefined })
    return row && { row, isRepeat: false }
  })

async function reserveOf(
  transaction: Db,
  request: AdminRefund & { readonly amount: number },
  refunds: readonly ListedProRefund[],
): Promise<ProRefundRow | undefined> {
  const { claim, orderId, amount, actorId, reason } = request
  const insert = (status: 'proposed' | 'requested') =>
    insertProRefund(transaction, { id: claim.id, orderId, amount, status, actorId, reason })
  const decision = fourEyes({ amount, actorId }, refunds)
  switch (decision.do) {
    case 'send':
      return insert('requested')
    case 'propose':
      await insert('proposed')
      return undefined
    case 'wait':
      return undefined
    case 'agree':
      await agreeToProRefund(transaction, decision.to.id, { actorId, call: claim.id })
      return { ...decision.to, status: 'requested' }
  }
}

/** Gives money back that was paid for Pro; false when it waits for a second admin. */
export async function giveBackPro(billing: Billing, request: AdminRefund): Promise<boolean> {
  const reserved = await reserve(billing, request)
  if (reserved === undefined || reserved.row.status === 'proposed') return false
  const { row, isRepeat } = reserved
  if (row.status === 'refused') throw notRefundable('REFUSED', 'The provider did not send this back')
  if (row.status === 'failed') throw bankRefused()
  if (!row.is_known) await sendProRefund(billing, row, { wasAsked: isRepeat })
  return true
}

/**
 * Asks the provider under the key of the row, so that asking again after a lost answer moves nothing twice. What may have
 * been asked before is looked for first: keys are forgotten after a day. All else follows as from an event.
 */
export async function sendProRefund(billing: Billing, row: ProRefundRow, { wasAsked = false } = {}): Promise<void> {
  const order = await findOrder(billing.db, row.order_id)
  if (order?.intent_id == null) throw new Error(`order ${row.order_id} was paid without an intent`)
  try {
    const { id, status } = await made(billing, row, order.intent_id, wasAsked)
    await followPayment(billing, 'refund', id)
    if (status === 'failed') throw bankRefused()
  } catch (error) {
    if (error instanceof ProviderUnavailableError) throw refundUnanswered()
    if (!(error instanceof ProviderRefusedError)) throw error
    await refuseProRefund(billing.db, row.id)
    throw notRefundable('REFUSED', error.message)
  }
}

async function made(
  { provider }: Billing,
  { id, order_id: orderId, amount }: ProRefundRow,
  intentId: string,
  wasAsked: boolean,
): Promise<Refund> {
  const known = wasAsked ? await findAskedRefund(provider, intentId, { refundId: id }) : undefined
  return known ?? provider.refund({ intentId, amount, key: `refund:${id}`, metadata: { refundId: id, orderId } })
}
