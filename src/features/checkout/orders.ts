import { creatorDue } from '#src/features/ledger/shares.ts'
import { HOLD_DAYS, type OrderState, type Purchase, REFUND_DAYS, REFUND_RUNS, type Sale } from './checkout.schema.ts'
import type { OrderRow } from './purchases.queries.ts'

// What buyers and creators see of an order.

const DAY_MS = 86_400_000
const daysAfter = (date: Date, days: number) => new Date(date.getTime() + days * DAY_MS)

/** A tip only for as long as its creator waits for their share, which then may be gone. */
const refundDays = ({ kind }: OrderRow): number => (kind === 'tip' ? HOLD_DAYS : REFUND_DAYS)
const refundableUntil = (row: OrderRow, paidAt: Date): Date => daysAfter(paidAt, refundDays(row))

function stateOf({ status, claimed, amount, dispute, refunded }: OrderRow): OrderState {
  if (status !== 'paid') return status
  if (amount === 0) return 'paid'
  if (dispute !== null && dispute.status !== 'won') return 'disputed'
  if (claimed >= amount) return 'refunded'
  return refunded > 0 ? 'partly_refunded' : 'paid'
}

/** Why a buyer cannot take the money back alone; null when it can be done. */
export function whyNotRefundable(row: OrderRow, now: Date): Purchase['notRefundable'] {
  if (row.paid_at === null || row.amount === 0) return 'NOT_PAID'
  if (row.dispute?.status === 'open') return 'DISPUTED'
  if (row.claimed >= row.amount) return 'REFUNDED'
  const isGone = row.kind === 'tip' && row.released_at !== null
  if (isGone || now > refundableUntil(row, row.paid_at)) return 'TOO_LATE'
  // A tip buys no runs and no code.
  if (row.kind === 'tip') return null
  if (row.has_code) return 'COPIED'
  // Only who agreed to be supplied at once gives up a part of the 14 days by using it.
  return row.has_consented && row.runs > REFUND_RUNS ? 'USED' : null
}

const REFUND_STATUS = { requested: 'pending', pending: 'pending', succeeded: 'succeeded', failed: 'failed' } as const

/** What was bought with the other money, test or real, opens nothing meanwhile. */
export const toPurchase = (row: OrderRow, now: Date, { livemode }: { readonly livemode: boolean }): Purchase => ({
  orderId: row.id,
  kind: row.kind,
  state: stateOf(row),
  tool: {
    id: row.tool_id,
    slug: row.slug,
    title: row.title,
    status: row.tool_status,
  },
  licenseType: row.kind === 'tip' ? null : 'personal',
  hasAccess: row.stands && row.livemode === livemode,
  amount: row.amount,
  discount: row.discount,
  coupon: row.coupon_code,
  tax: row.tax,
  taxRate: row.tax_rate,
  refunded: row.refunded,
  currency: 'usd',
  livemode: row.livemode,
  receiptNumber: row.receipt_number,
  invoiceId: row.invoice_id,
  createdAt: row.created_at.toISOString(),
  paidAt: row.paid_at?.toISOString() ?? null,
  refundableUntil:
    row.paid_at === null || whyNotRefundable(row, now) !== null
      ? null
      : refundableUntil(row, row.paid_at).toISOString(),
  notRefundable: whyNotRefundable(row, now),
  refunds: row.refunds.map(({ id, amount, status, created_at }) => ({
    ...{ id, amount, status: REFUND_STATUS[status as keyof typeof REFUND_STATUS] },
    createdAt: new Date(created_at).toISOString(),
  })),
})

export function toSale(row: OrderRow): Sale {
  const paidAt = row.paid_at ?? row.created_at
  const sale = { amount: row.amount, creatorShare: row.creator_share, claimed: row.claimed }
  return {
    orderId: row.id,
    kind: row.kind,
    tool: { id: row.tool_id, slug: row.slug, title: row.title },
    state: stateOf(row),
    amount: row.amount,
    tax: row.tax,
    coupon: row.coupon_code,
    share: row.creator_share,
    platformFee: row.amount - row.tax - row.creator_share,
    refunded: row.refunded,
    taken: creatorDue(sale),
    livemode: row.livemode,
    paidAt: paidAt.toISOString(),
    availableAt: (row.released_at ?? daysAfter(paidAt, HOLD_DAYS)).toISOString(),
    dispute: row.dispute && {
      status: row.dispute.status,
      reason: row.dispute.reason,
      evidenceSent: row.dispute.evidence_sent,
      respondBy: row.dispute.respond_by === null ? null : new Date(row.dispute.respond_by).toISOString(),
    },
  }
}
