import { dollars } from '#src/lib/price-text.ts'
import type { Db } from '#src/server/database.ts'
import { notify } from '#src/server/notifications/notify.queries.ts'
import {
  disputedMail,
  receiptMail,
  refundedMail,
  refundFailedMail,
  refundRefusedMail,
  soldMail,
} from './checkout.mails.ts'
import type { RefundRow } from './claims.queries.ts'
import { describeSale, type SaleRow } from './sales.queries.ts'
import type { Till } from './till.ts'

// Whom a movement of money concerns is told in its transaction.

const EARNINGS = '/earnings'

export async function tellPaid({ queueMail }: Till, transaction: Db, sale: SaleRow): Promise<void> {
  const facts = await describeSale(transaction, sale.id)
  const path = `/checkout/success?order=${sale.id}`
  const { amount, livemode, discount, coupon_code: coupon } = sale
  const isTip = sale.kind === 'tip'
  const receipt = {
    ...{ amount, receiptNumber: facts.receipt_number ?? '', tool: facts.title },
    ...{ livemode, discount, coupon, isTip, path },
  }
  if (sale.buyer_id !== null) await queueMail(transaction, receiptMail, { userId: sale.buyer_id }, receipt)
  if (facts.creator_account === null) return
  await notify(transaction, {
    userId: facts.creator_account,
    kind: 'sale.made',
    title: newsOf(sale, facts.title),
    body: `Your share is ${dollars(sale.creator_share)}.`,
    href: EARNINGS,
  })
  if (amount === 0) return
  await queueMail(transaction, soldMail, { userId: facts.creator_account }, { share: sale.creator_share, isTip })
}

function newsOf({ kind, amount, coupon_code: coupon }: SaleRow, title: string): string {
  if (kind === 'tip') return `Somebody tipped you for “${title}”`
  return amount === 0 ? `Somebody took “${title}” with your code ${coupon}` : `You sold “${title}”`
}

export async function tellRefunded(
  { queueMail }: Till,
  transaction: Db,
  sale: SaleRow,
  { amount, origin, reason }: RefundRow,
): Promise<void> {
  const facts = await describeSale(transaction, sale.id)
  const receiptNumber = facts.receipt_number ?? ''
  // Its creator was not told that it was sold.
  const isRemoved = origin === 'removal'
  if (sale.buyer_id !== null)
    await queueMail(transaction, refundedMail, { userId: sale.buyer_id }, { amount, receiptNumber, isRemoved })
  if (facts.creator_account === null || origin === 'creator' || isRemoved) return
  await notify(transaction, {
    userId: facts.creator_account,
    kind: 'sale.refunded',
    title: `${dollars(amount)} for “${facts.title}” was refunded`,
    // Asked for as a help to the creator; what admins write is for the books.
    ...(origin === 'buyer' && reason !== '' && { body: `The buyer says: “${reason}”` }),
    href: EARNINGS,
  })
}

export async function tellRefundFailed(
  { queueMail }: Till,
  transaction: Db,
  sale: SaleRow,
  amount: number,
): Promise<void> {
  if (sale.buyer_id === null) return
  const { receipt_number: receiptNumber } = await describeSale(transaction, sale.id)
  const facts = { amount, receiptNumber: receiptNumber ?? '' }
  await queueMail(transaction, refundFailedMail, { userId: sale.buyer_id }, facts)
  await notify(transaction, {
    userId: sale.buyer_id,
    kind: 'purchase.refund-failed',
    title: `Your bank did not take back ${dollars(amount)}`,
    body: 'The purchase stands as before. Write to support if you want the money another way.',
    href: '/purchases',
  })
}

/** Who asked for it and got no answer then. */
export async function tellRefundRefused(
  { queueMail }: Till,
  transaction: Db,
  sale: SaleRow,
  { amount, origin }: RefundRow,
): Promise<void> {
  if (sale.buyer_id === null || origin !== 'buyer') return
  const { receipt_number: receiptNumber } = await describeSale(transaction, sale.id)
  const facts = { amount, receiptNumber: receiptNumber ?? '' }
  await queueMail(transaction, refundRefusedMail, { userId: sale.buyer_id }, facts)
  await notify(transaction, {
    userId: sale.buyer_id,
    kind: 'purchase.refund-failed',
    title: `${dollars(amount)} could not be sent back`,
    body: 'The payment provider refused it. The purchase stands as before. Write to support if you want the money another way.',
    href: '/purchases',
  })
}

export async function tellDisputed(
  { queueMail }: Till,
  transaction: Db,
  sale: SaleRow,
  { amount }: { readonly amount: number },
): Promise<void> {
  const { creator_account: userId, title } = await describeSale(transaction, sale.id)
  if (userId === null) return
  await notify(transaction, {
    userId,
    kind: 'sale.disputed',
    title: `A buyer disputes a payment for “${title}”`,
    body: 'Your share of it is held until the bank has decided.',
    href: EARNINGS,
  })
  await queueMail(transaction, disputedMail, { userId }, { amount })
}

/** A bank only asks, and has taken nothing. */
export async function tellAsked(transaction: Db, sale: SaleRow): Promise<void> {
  const { creator_account: userId, title } = await describeSale(transaction, sale.id)
  if (userId === null) return
  await notify(transaction, {
    userId,
    kind: 'sale.disputed',
    title: `The bank of a buyer asks about a payment for “${title}”`,
    body: 'Nothing was taken. If you give the money back now, it does not become a dispute.',
    href: EARNINGS,
  })
}

export async function tellDisputeEnded(transaction: Db, sale: SaleRow, outcome: 'won' | 'lost'): Promise<void> {
  const { creator_account: userId, title } = await describeSale(transaction, sale.id)
  if (userId === null) return
  await notify(transaction, {
    userId,
    kind: 'sale.disputed',
    title: outcome === 'won' ? `The payment for “${title}” stands` : `The bank took back the payment for “${title}”`,
    href: EARNINGS,
  })
}
