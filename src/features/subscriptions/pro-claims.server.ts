import { postJournal } from '#src/features/ledger/ledger.queries.ts'
import type { ProviderObject } from '#src/features/payments/event-kinds.ts'
import type { Dispute, Refund } from '#src/features/payments/provider.ts'
import { type Billing, MismatchError, settlePayment } from './billing.server.ts'
import { type ClaimRow, endClaim, findClaim, findPaidOrder, insertClaim } from './pro-claims.queries.ts'
import { speakForPro } from './pro-evidence.server.ts'
import { proClaimed, proReturned } from './pro-journals.ts'
import { mayHappen } from './subscription-state.ts'
import { disputedMail, refundedMail } from './subscriptions.mails.ts'
import { happen, lockSubscription, readNow } from './subscriptions.queries.ts'

type Claim = Omit<ClaimRow, 'id'>
type Status = ClaimRow['status']

interface Told {
  readonly intentId: string
  readonly claim: Claim
}

const ofRefund = ({ id, intentId, amount, status }: Refund): Told => ({
  intentId,
  claim: { kind: 'refund', provider_id: id, amount, fee: 0, status },
})

const ofDispute = ({ id, intentId, amount, fee, status }: Dispute): Told => ({
  intentId,
  claim: {
    ...{ kind: 'dispute', provider_id: id, amount, fee },
    status: status === 'won' || status === 'lost' ? status : 'open',
  },
})

/** What may follow; anything else is older than what is known. */
const NEXT: Readonly<Record<Status, readonly Status[]>> = {
  pending: ['succeeded', 'failed'],
  succeeded: ['failed'],
  failed: [],
  open: ['won', 'lost'],
  won: [],
  lost: [],
}
/** The money is with us after all. */
const cameBack = (status: Status): boolean => status === 'failed' || status === 'won'

const MAILS = { refund: refundedMail, dispute: disputedMail } as const

/** Writes down what was taken back of a payment; the same answer again changes nothing. */
const applyClaim = ({ db, queueMail }: Billing, intentId: string, claim: Claim): Promise<void> =>
  db.transaction().execute(async (transaction) => {
    const order = await findPaidOrder(transaction, intentId)
    if (order === undefined) throw new MismatchError(`${claim.kind} ${claim.provider_id} is of nothing that was paid`)
    const { livemode } = order
    const known = await lockSubscription(transaction, order.subscription_id)
    const at = await readNow(transaction, livemode)
    const before = await findClaim(transaction, claim.provider_id)
    if (before !== undefined && !NEXT[before.status].includes(claim.status)) return
    if (before !== undefined) await endClaim(transaction, before.id, claim.status, at)
    const row = before ?? (await insertClaim(transaction, order.id, claim, at))
    // Whoever asks the bank for the money back does not want the next charge.
    const isNewDispute = before === undefined && claim.kind === 'dispute'
    if (isNewDispute && mayHappen(known.state, 'cancel_requested') && !known.state.cancelAtPeriodEnd)
      await happen(transaction, known, { kind: 'cancel_requested', at })
    const { user_id: userId } = known.row
    if (before === undefined && claim.status !== 'failed' && userId !== null)
      await queueMail(transaction, MAILS[claim.kind], { userId }, { amount: claim.amount })
    // Nothing is booked of a refund of which we hear only that it failed.
    if (before === undefined && claim.status !== 'failed') await postJournal(transaction, proClaimed(row, livemode))
    if (cameBack(claim.status) && (before !== undefined || claim.kind === 'dispute'))
      await postJournal(transaction, proReturned(row, livemode))
  })

/** What the provider tells of a payment, a refund or a dispute; false when it is not one of Pro. */
export async function followPayment(billing: Billing, kind: ProviderObject, id: string): Promise<boolean> {
  if (kind === 'intent') return settlePayment(billing, id)
  if (kind !== 'refund' && kind !== 'dispute') return false
  const { provider } = billing
  const dispute = kind === 'dispute' ? await provider.getDispute(id) : undefined
  const { intentId, claim } = dispute === undefined ? ofRefund(await provider.getRefund(id)) : ofDispute(dispute)
  if (!(await settlePayment(billing, intentId))) return false
  await applyClaim(billing, intentId, claim)
  if (dispute !== undefined) await speakForPro(billing, dispute)
  return true
}
