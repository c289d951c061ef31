import { MismatchError } from '#src/features/checkout/till.ts'
import { postJournal } from '#src/features/ledger/ledger.queries.ts'
import { taxPart } from '#src/features/ledger/tax.ts'
import type { ProviderObject } from '#src/features/payments/event-kinds.ts'
import { type Mark, noMark } from '#src/features/payments/handle-events.server.ts'
import { type Dispute, onlyAsks, type Refund } from '#src/features/payments/provider.ts'
import { dollars } from '#src/lib/price-text.ts'
import type { Db } from '#src/server/database.ts'
import type { QueueMail } from '#src/server/mail/queue-mail.ts'
import { notify } from '#src/server/notifications/notify.queries.ts'
import { type Billing, settlePayment } from './billing.server.ts'
import { lastPaidOrder } from './orders.queries.ts'
import {
  type ClaimRow,
  endClaim,
  findClaim,
  findPaidOrder,
  insertClaim,
  type PaidOrder,
  sumClaims,
  sumRefunds,
} from './pro-claims.queries.ts'
import { speakForPro } from './pro-evidence.server.ts'
import { endInquiry, insertInquiry } from './pro-inquiries.queries.ts'
import { proClaimed, proLostAfterAll, proReturned } from './pro-journals.ts'
import { findAskedId } from './pro-refunds.queries.ts'
import { setBackNow } from './send-back.queries.ts'
import { mayHappen } from './subscription-state.ts'
import { disputedMail, refundedMail, refundFailedMail } from './subscriptions.mails.ts'
import { happen, type Known, lockSubscription, readNow } from './subscriptions.queries.ts'

type Claim = Omit<ClaimRow, 'id'>
type Status = ClaimRow['status']

interface Told {
  readonly intentId: string
  readonly claim: Claim
  /** Of a refund that we have asked for; one that was made at the provider's own desk has none. */
  readonly askedAs?: string | undefined
}

const ofRefund = ({ id, intentId, amount, status, metadata }: Refund): Told => ({
  ...{ intentId, askedAs: metadata.refundId },
  claim: { kind: 'refund', provider_id: id, amount, fee: 0, status, turns: 0, reason: '', respond_by: null },
})

const ofDispute = ({ id, intentId, amount, fee, status, reason, respondBy }: Dispute): Told => ({
  intentId,
  claim: {
    ...{ kind: 'dispute', provider_id: id, amount, fee, turns: 0, reason, respond_by: respondBy },
    status: status === 'won' || status === 'lost' ? status : 'open',
  },
})

/** What may follow; anything else is older than what is known. */
const NEXT: Readonly<Record<Status, readonly Status[]>> = {
  pending: ['succeeded', 'failed'],
  succeeded: ['failed'],
  failed: [],
  open: ['won', 'lost'],
  won: ['lost'],
  lost: ['won'],
}
const isDecided = (status: Status): boolean => status === 'won' || status === 'lost'
/** The money is with us after all. */
const cameBack = (status: Status): boolean => status === 'failed' || status === 'won'

/** Whether the payment of the running period went back whole. An older one says nothing of the next charge. */
async function tookAllBack(transaction: Db, { id, amount, subscription_id }: PaidOrder): Promise<boolean> {
  const last = await lastPaidOrder(transaction, subscription_id)
  return last?.id === id && (await sumRefunds(transaction, id)) >= amount
}

/**
 * Whoever asks the bank for their money does not want the next charge. What is past due is then ended by the clock, which
 * closes an open form. A charge that was not sent yet is not sent any more; what one takes that was goes back, and gives
 * nothing.
 */
async function endRenewal(transaction: Db, known: Known, at: Date): Promise<void> {
  if (mayHappen(known.state, 'cancel_requested') && !known.state.cancelAtPeriodEnd)
    await happen(transaction, known, { kind: 'cancel_requested', at })
}

/** Nothing is paid for the running period any more: it ends now, and as above no further one follows. */
async function endPeriod(transaction: Db, known: Known, at: Date): Promise<boolean> {
  if (!mayHappen(known.state, 'refunded')) return false
  await happen(transaction, known, { kind: 'refunded', at })
  return true
}

/** Whoever was told that the money comes. */
async function tellRefundFailed(queueMail: QueueMail, transaction: Db, userId: string, amount: number): Promise<void> {
  await queueMail(transaction, refundFailedMail, { userId }, { amount })
  await notify(transaction, {
    ...{ userId, kind: 'purchase.refund-failed', href: '/support' },
    title: `Your bank did not take back ${dollars(amount)} for Pro`,
    body: 'The money is with us again. Write to support, so that you get it another way.',
  })
}

interface Begun {
  readonly queueMail: QueueMail
  readonly transaction: Db
  readonly known: Known
  readonly order: PaidOrder
  readonly claim: Claim
  readonly at: Date
}

/** What a claim does to Pro when it is first heard of, and what its payer is told. */
async function begin({ queueMail, transaction, known, order, claim, at }: Begun): Promise<void> {
  const isRefund = claim.kind === 'refund'
  const endsPro = isRefund && (await tookAllBack(transaction, order)) && (await endPeriod(transaction, known, at))
  if (!isRefund) await endRenewal(transaction, known, at)
  const { user_id: userId } = known.row
  if (userId === null) return
  if (isRefund) await queueMail(transaction, refundedMail, { userId }, { amount: claim.amount, endsPro })
  else await queueMail(transaction, disputedMail, { userId }, { amount: claim.amount })
}

/** Writes down what was taken back of a payment; the same answer again changes nothing. */
const applyClaim = (
  { db, provider, queueMail }: Billing,
  { intentId, claim, askedAs = '' }: Told,
  mark: Mark,
): Promise<void> =>
  db.transaction().execute(async (transaction) => {
    await mark(transaction)
    const order = await findPaidOrder(transaction, intentId)
    if (order === undefined) throw new MismatchError(`${claim.kind} ${claim.provider_id} is of nothing that was paid`)
    const { livemode } = order
    const known = await lockSubscription(transaction, order.subscription_id)
    const at = await readNow(transaction, livemode)
    const before = await findClaim(transaction, claim.provider_id)
    if (before !== undefined && !NEXT[before.status].includes(claim.status)) return
    const turned = before !== undefined && isDecided(before.status)
    // Asked anew under the lock, as what was asked before it may be older than what is known.
    if (turned && (await provider.getDispute(claim.provider_id)).status !== claim.status) return
    const row =
      before === undefined
        ? await insertClaim(transaction, order.id, claim, { id: await findAskedId(transaction, order.id, askedAs), at })
        : { ...before, status: claim.status, turns: before.turns + (turned ? 1 : 0) }
    if (before !== undefined) await endClaim(transaction, row, at)
    else if (claim.kind === 'refund') await setBackNow(transaction, order.id, at)
    if (claim.kind === 'dispute') await endInquiry(transaction, claim.provider_id, at)
    const { user_id: userId } = known.row
    // Only once: whoever resumes after a dispute goes on, whatever else is heard of it.
    if (before === undefined && claim.status !== 'failed')
      await begin({ queueMail, transaction, known, order, claim, at })
    if (before !== undefined && claim.status === 'failed' && userId !== null)
      await tellRefundFailed(queueMail, transaction, userId, claim.amount)
    const others = await sumClaims(transaction, order.id, row.id)
    const booked = { ...row, tax: taxPart({ ...order, claimed: others }, row.amount) }
    // Nothing is booked of a refund of which we hear only that it failed.
    if (before === undefined && claim.status !== 'failed') await postJournal(transaction, proClaimed(booked, livemode))
    if (turned && claim.status === 'lost') await postJournal(transaction, proLostAfterAll(booked, livemode))
    if (cameBack(claim.status) && (before !== undefined || claim.kind === 'dispute'))
      await postJournal(transaction, proReturned(booked, livemode))
  })

/** A bank that only asks has taken nothing, so that Pro goes on; admins are told by the table itself. */
const applyInquiry = ({ db }: Billing, dispute: Dispute, mark: Mark): Promise<void> =>
  db.transaction().execute(async (transaction) => {
    await mark(transaction)
    const order = await findPaidOrder(transaction, dispute.intentId)
    if (order === undefined) throw new MismatchError(`inquiry ${dispute.id} is about nothing that was paid`)
    const at = await readNow(transaction, order.livemode)
    await insertInquiry(transaction, order.id, dispute, at)
    if (dispute.status === 'inquiry_over') await endInquiry(transaction, dispute.id, at)
  })

/** What the provider tells of a payment, a refund or a dispute; false when it is not one of Pro. */
export async function followPayment(
  billing: Billing,
  kind: ProviderObject,
  id: string,
  mark: Mark = noMark,
): Promise<boolean> {
  if (kind === 'intent') return settlePayment(billing, id, mark)
  if (kind !== 'refund' && kind !== 'dispute') return false
  const { provider } = billing
  const dispute = kind === 'dispute' ? await provider.getDispute(id) : undefined
  const told = dispute === undefined ? ofRefund(await provider.getRefund(id)) : ofDispute(dispute)
  if (!(await settlePayment(billing, told.intentId))) return false
  if (dispute !== undefined && onlyAsks(dispute)) await applyInquiry(billing, dispute, mark)
  else await applyClaim(billing, told, mark)
  // What a crash leaves out here the sweep makes up for.
  if (dispute !== undefined) await speakForPro(billing, dispute)
  return true
}
