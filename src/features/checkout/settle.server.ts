import { charge, fee } from '#src/features/ledger/journals.ts'
import { postJournal } from '#src/features/ledger/ledger.queries.ts'
import { sharesOf } from '#src/features/ledger/shares.ts'
import { type Mark, noMark } from '#src/features/payments/handle-events.server.ts'
import type { Intent } from '#src/features/payments/provider.ts'
import type { Db } from '#src/server/database.ts'
import { insertRefund, type RefundRow } from './claims.queries.ts'
import { tellPaid } from './news.server.ts'
import { send } from './refunds.server.ts'
import {
  findSale,
  isRemoved,
  lockSale,
  type SaleRow,
  setCanceled,
  setFee,
  setIntent,
  setPaid,
} from './sales.queries.ts'
import { MismatchError, NotYetKnownError, type Till, toBooked } from './till.ts'

/**
 * Brings an order up to what the provider says of its payment, asked anew: whoever comes first, the page or the webhook,
 * writes it down; whoever comes later changes nothing. From paid there is no way back but refunds and disputes.
 */
export async function settleIntent(till: Till, intentId: string, mark: Mark = noMark): Promise<SaleRow> {
  const intent = await till.provider.getIntent(intentId)
  await settle(till, intent, mark)
  const sale = await findSale(till.db, { intentId })
  if (sale === undefined) throw new Error(`the order of intent ${intentId} is gone`)
  return sale
}

export async function settle(till: Till, intent: Intent, mark: Mark = noMark): Promise<void> {
  const back = await till.db.transaction().execute((transaction) => settleIn(till, transaction, intent, mark))
  if (back === undefined) return
  // What does not go back now the sweep sends.
  await send(till, back).catch((err: unknown) => till.log.warn({ err }, 'What was paid for a removed tool'))
}

/** Answers what is to go back at once. */
async function settleIn(till: Till, transaction: Db, intent: Intent, mark: Mark): Promise<RefundRow | undefined> {
  const sale = await lockSaleOf(transaction, intent)
  assertSame(sale, intent)
  const isNew = sale.status === 'open' && intent.status === 'succeeded'
  const back = isNew ? await book(till, transaction, sale, intent) : undefined
  if (sale.status === 'open' && intent.status === 'canceled') await setCanceled(transaction, sale.id)
  if (sale.status === 'paid' && sale.fee === null) await bookFee(transaction, sale, intent)
  if (sale.status === 'canceled' && intent.status === 'succeeded')
    throw new MismatchError(`intent ${intent.id} took money for order ${sale.id}, which was canceled`)
  await mark(transaction)
  return back
}

/** The answer that named the intent may have been lost: then it names the order. */
async function lockSaleOf(transaction: Db, intent: Intent): Promise<SaleRow> {
  const known = await lockSale(transaction, { intentId: intent.id })
  if (known !== undefined) return known
  const { orderId } = intent.metadata
  const sale = orderId === undefined ? undefined : await lockSale(transaction, { id: orderId })
  if (sale === undefined || sale.intent_id !== null) throw new NotYetKnownError(`no order has intent ${intent.id}`)
  await setIntent(transaction, sale.id, intent.customerId ?? '', intent.id)
  return { ...sale, customer_id: intent.customerId, intent_id: intent.id }
}

function assertSame(sale: SaleRow, intent: Intent): void {
  const { orderId, toolId, buyerId } = intent.metadata
  const isSame =
    intent.amount === sale.amount &&
    intent.livemode === sale.livemode &&
    intent.customerId === sale.customer_id &&
    orderId === sale.id &&
    toolId === sale.tool_id &&
    // Who has left is no longer in the order.
    (sale.buyer_id === null || buyerId === sale.buyer_id) &&
    (intent.status !== 'succeeded' || intent.received === sale.amount)
  if (!isSame) throw new MismatchError(`intent ${intent.id} is not what was agreed in order ${sale.id}`)
}

/** Gives what a coupon has made free; false when the order costs something. Twice gives the same as once. */
export const take = (till: Till, orderId: string): Promise<boolean> =>
  till.db.transaction().execute(async (transaction) => {
    const sale = await lockSale(transaction, { id: orderId })
    if (sale?.amount !== 0 || sale.status === 'canceled') return false
    if (sale.status === 'paid') return true
    await setPaid(transaction, sale, till.now())
    await setFee(transaction, sale.id, 0)
    await tellPaid(till, transaction, sale)
    return true
  })

async function book(till: Till, transaction: Db, sale: SaleRow, intent: Intent): Promise<RefundRow | undefined> {
  const isGone = sale.kind === 'purchase' && (await isRemoved(transaction, sale.tool_id))
  await setPaid(transaction, sale, till.now())
  if (!isGone) await tellPaid(till, transaction, sale)
  await postJournal(transaction, charge(toBooked(sale), sharesOf(sale.amount - sale.tax)))
  await bookFee(transaction, sale, intent)
  if (!isGone) return undefined
  return insertRefund(transaction, {
    ...{ saleId: sale.id, amount: sale.amount, status: 'requested', origin: 'removal', actorId: null },
    ...{ reason: 'The tool was removed before it was paid for.', at: till.now() },
  })
}

async function bookFee(transaction: Db, sale: SaleRow, intent: Intent): Promise<void> {
  if (intent.fee === null) return
  await setFee(transaction, sale.id, intent.fee)
  await postJournal(transaction, fee(toBooked(sale), intent.fee))
}
