import type Stripe from 'stripe'
import { toFailure } from '../declines.ts'
import type {
  BalanceMove,
  Dispute,
  Intent,
  IntentStatus,
  Payee,
  PaymentFailure,
  Refund,
  Transfer,
} from '../provider.ts'

const idOf = (given: string | { readonly id: string } | null | undefined): string | null =>
  given === null || given === undefined ? null : typeof given === 'string' ? given : given.id

/** What was wrong, from an answer or an error. The bank's own reason says more than "card_declined". */
export const failureOf = ({
  code,
  decline_code: reason,
  message,
}: {
  readonly code?: string | null | undefined
  readonly decline_code?: string | null | undefined
  readonly message?: string | null | undefined
}): PaymentFailure =>
  toFailure(
    reason === undefined || reason === null || reason === 'generic_decline' ? (code ?? 'card_declined') : reason,
    message ?? undefined,
  )

/** Our books are in dollars, and what Stripe keeps in another currency is none of their cents. */
const isInDollars = ({ currency }: { readonly currency: string }): boolean => currency === 'usd'

/** The fee is known when the charge and its balance transaction were asked for with it. */
function feeOf(charge: string | Stripe.Charge | null): number | null {
  if (charge === null || typeof charge === 'string') return null
  const moved = charge.balance_transaction
  const isKnown = moved !== null && moved !== undefined && typeof moved !== 'string'
  return isKnown && isInDollars(moved) ? moved.fee : null
}

export const toIntent = (intent: Stripe.PaymentIntent): Intent => ({
  id: intent.id,
  // "requires_capture" cannot be: everything is captured at once.
  status: intent.status as IntentStatus,
  amount: intent.amount,
  received: intent.amount_received,
  clientSecret: intent.client_secret ?? '',
  customerId: idOf(intent.customer),
  metadata: intent.metadata,
  livemode: intent.livemode,
  chargeId: idOf(intent.latest_charge),
  fee: feeOf(intent.latest_charge),
  cardId: idOf(intent.payment_method),
  failure: intent.last_payment_error ? failureOf(intent.last_payment_error) : null,
})

const REFUND_STATUS: Readonly<Record<string, Refund['status']>> = {
  succeeded: 'succeeded',
  failed: 'failed',
  canceled: 'failed',
}

export const toRefund = (refund: Stripe.Refund): Refund => ({
  id: refund.id,
  intentId: idOf(refund.payment_intent) ?? '',
  amount: refund.amount,
  status: REFUND_STATUS[refund.status ?? ''] ?? 'pending',
  metadata: refund.metadata ?? {},
})

const DISPUTE_STATUS: Readonly<Record<string, Dispute['status']>> = {
  needs_response: 'needs_response',
  lost: 'lost',
  won: 'won',
  // The bank has taken something, and given it back.
  warning_closed: 'won',
  prevented: 'won',
}

/** A bank that only asks has taken nothing. */
const isInquiry = ({ status, balance_transactions: moved }: Stripe.Dispute): boolean =>
  moved.length === 0 && (status.startsWith('warning_') || status === 'prevented')

function statusOf(dispute: Stripe.Dispute): Dispute['status'] {
  if (isInquiry(dispute)) return dispute.status === 'warning_needs_response' ? 'inquiry' : 'inquiry_over'
  return DISPUTE_STATUS[dispute.status] ?? 'under_review'
}

export const toDispute = (dispute: Stripe.Dispute): Dispute => ({
  id: dispute.id,
  intentId: idOf(dispute.payment_intent) ?? '',
  amount: dispute.amount,
  fee: dispute.balance_transactions.filter(isInDollars).reduce((sum, { fee }) => sum + fee, 0),
  reason: dispute.reason,
  status: statusOf(dispute),
  respondBy: dispute.evidence_details.due_by === null ? null : new Date(dispute.evidence_details.due_by * 1000),
})

export const toPayee = (account: Stripe.Account): Payee => ({
  id: account.id,
  ready: account.payouts_enabled === true && account.capabilities?.transfers === 'active',
  submitted: account.details_submitted === true,
  missing: account.requirements?.currently_due ?? [],
})

/** A transfer is in the payee's account at once; Stripe pays it out to their bank by itself. */
export const toTransfer = (transfer: Stripe.Transfer): Transfer => ({
  id: transfer.id,
  amount: transfer.amount,
  status: transfer.reversed ? 'failed' : 'paid',
  metadata: transfer.metadata,
})

/** What comes up here later is a difference until somebody has said what it is. */
const KINDS: Readonly<Record<string, BalanceMove['kind']>> = {
  charge: 'charge',
  payment: 'charge',
  refund: 'refund',
  payment_refund: 'refund',
  refund_failure: 'refund_failure',
  payment_failure_refund: 'refund_failure',
  transfer: 'transfer',
  transfer_refund: 'transfer_reversal',
  transfer_cancel: 'transfer_reversal',
  transfer_failure: 'transfer_reversal',
  stripe_fee: 'fee',
  stripe_fx_fee: 'fee',
  tax_fee: 'fee',
  payout: 'bank',
  payout_cancel: 'bank',
  payout_failure: 'bank',
  // Kept back from our bank, and let go later.
  payout_minimum_balance_hold: 'bank',
  payout_minimum_balance_release: 'bank',
  topup: 'bank',
  topup_reversal: 'bank',
} satisfies Partial<Record<Stripe.BalanceTransaction.Type, BalanceMove['kind']>>

function kindOf({ type, amount, source }: Stripe.BalanceTransaction): BalanceMove['kind'] {
  const isOfDispute = type === 'adjustment' && /^d[pu]_/.test(idOf(source) ?? '')
  if (isOfDispute) return amount < 0 ? 'dispute' : 'dispute_reversal'
  return KINDS[type] ?? 'other'
}

/** Of a charge, a refund or a dispute, where it was asked for with the movement. */
const intentOf = (source: Stripe.BalanceTransaction['source']): string | null =>
  source !== null && typeof source === 'object' && 'payment_intent' in source ? idOf(source.payment_intent) : null

/** What moved it; of a transfer that is taken back, as our books know it, the transfer and not its reversal. */
function sourceOf({ id, source }: Stripe.BalanceTransaction): string {
  const isReversal = source !== null && typeof source === 'object' && source.object === 'transfer_reversal'
  return idOf(isReversal ? source.transfer : source) ?? id
}

export const toMove = (moved: Stripe.BalanceTransaction): BalanceMove => ({
  id: moved.id,
  kind: kindOf(moved),
  amount: moved.amount,
  fee: moved.fee,
  currency: moved.currency,
  sourceId: sourceOf(moved),
  intentId: intentOf(moved.source),
  createdAt: new Date(moved.created * 1000),
})

/** In US dollars, the only currency that we take. */
export const toBalance = ({ available, pending }: Stripe.Balance): number =>
  [...available, ...pending].filter(isInDollars).reduce((sum, { amount }) => sum + amount, 0)
