import { randomBytes } from 'node:crypto'
import type { Db } from '#src/server/database.ts'
import {
  type Dispute,
  type Evidence,
  type Metadata,
  type Payee,
  ProviderRefusedError,
  type Refund,
  type Transfer,
} from '../provider.ts'
import {
  disputeOf,
  findDispute,
  findPayee,
  findRefund,
  findTransfer,
  insertDispute,
  insertPayee,
  insertRefund,
  insertTransfer,
  lockDispute,
  type PayeeRow,
  refundedOf,
  setDisputeStatus,
  setRefundStatus,
  setTransferStatus,
  updatePayee,
} from './after-sale.queries.ts'
import { findCard, lockIntent } from './intents.queries.ts'
import { type Behaviour, behaviours } from './known-cards.ts'
import {
  addEvent,
  addLater,
  addMove,
  lockBalance,
  newId,
  once,
  readBalance,
  readClock,
  refused,
  takeLater,
} from './world.queries.ts'

const HOUR_S = 3600
const DAY_S = 86_400
const DISPUTE_FEE = 1500
const DAYS_TO_RESPOND = 9

interface RefundRequest {
  readonly intentId: string
  readonly amount: number
  readonly metadata: Metadata
  readonly key: string
}

export const refund = (db: Db, { key, ...asked }: RefundRequest): Promise<Refund> =>
  once(db, key, asked, async (transaction) => {
    const { intentId, amount, metadata } = asked
    const row = await lockIntent(transaction, 'id', intentId)
    if (row.status !== 'succeeded' || row.card_id === null)
      throw refused('payment_intent_unexpected_state', 'Nothing was paid.')
    if ((await disputeOf(transaction, intentId)) !== undefined)
      throw refused('charge_disputed', 'This payment is disputed, so it cannot be refunded.')
    const left = row.received - (await refundedOf(transaction, intentId))
    if (left === 0) throw refused('charge_already_refunded', 'This payment has been refunded.')
    if (!Number.isSafeInteger(amount) || amount < 1 || amount > left)
      throw refused('amount_too_large', `The refund must be from 1 to ${left} cents.`)
    const { later }: Behaviour = behaviours[(await findCard(transaction, row.card_id)).behaviour]
    const status = later === 'refund_waits' ? 'pending' : 'succeeded'
    const made: Refund = { id: newId('re'), intentId, amount, status, metadata }
    await insertRefund(transaction, made)
    await addMove(transaction, { kind: 'refund', amount: -amount, sourceId: made.id })
    await addEvent(transaction, 'refund.created', made.id)
    if (later === 'refund_waits' || later === 'refund_fails') await addLater(transaction, HOUR_S, later, made.id)
    return made
  })

type RefundEnd = 'succeeded' | 'failed'

/** Only what waits can arrive; what arrived may still come back, and what came back stays. */
const canEnd = (status: Refund['status'], as: RefundEnd): boolean =>
  status === 'pending' || (status === 'succeeded' && as === 'failed')

async function finishRefund(transaction: Db, id: string, as: RefundEnd): Promise<boolean> {
  const { intentId, amount } = await findRefund(transaction, id)
  await lockIntent(transaction, 'id', intentId)
  if (!canEnd((await findRefund(transaction, id)).status, as)) return false
  await setRefundStatus(transaction, id, as)
  if (as === 'failed') {
    await addMove(transaction, { kind: 'refund_failure', amount, sourceId: id })
    await addEvent(transaction, 'refund.failed', id)
  }
  await addEvent(transaction, 'charge.refund.updated', id)
  return true
}

/** What the operator decides about a refund. */
export async function endRefund(transaction: Db, id: string, as: RefundEnd): Promise<Refund> {
  if (!(await finishRefund(transaction, id, as))) throw refused('refund_ended', 'This refund has ended.')
  return findRefund(transaction, id)
}

/** The bank of a buyer takes the money back. */
export async function openDispute(transaction: Db, intentId: string, reason = 'fraudulent'): Promise<Dispute> {
  const row = await lockIntent(transaction, 'id', intentId)
  const amount = row.received - (await refundedOf(transaction, intentId))
  if (amount === 0) throw refused('nothing_to_dispute', 'Nothing of this payment is left to dispute.')
  if ((await disputeOf(transaction, intentId)) !== undefined)
    throw refused('charge_disputed', 'This payment is disputed already.')
  const respondBy = new Date((await readClock(transaction)).getTime() + DAYS_TO_RESPOND * DAY_S * 1000)
  const status = 'needs_response'
  const made = { id: newId('dp'), intentId, amount, fee: DISPUTE_FEE, reason, status, respondBy } as const
  await insertDispute(transaction, made)
  await addMove(transaction, { kind: 'dispute', amount: -amount, fee: DISPUTE_FEE, sourceId: made.id })
  await addEvent(transaction, 'charge.dispute.created', made.id)
  await addLater(transaction, DAYS_TO_RESPOND * DAY_S, 'dispute_unanswered', made.id)
  return made
}

/** What was refunded meanwhile is not disputed. */
async function disputeWhatIsLeft(transaction: Db, intentId: string): Promise<void> {
  await openDispute(transaction, intentId).catch((error: unknown) => {
    if (!(error instanceof ProviderRefusedError)) throw error
  })
}

/** These words in an access log decide, as they do in Stripe's test mode; else the operator does. */
const DECIDED_BY = { winning_evidence: 'won', losing_evidence: 'lost' } as const

/** What speaks for the sale is looked at and kept nowhere. */
export const submitEvidence = (db: Db, id: string, { accessLog }: Evidence): Promise<Dispute> =>
  db.transaction().execute(async (transaction) => {
    const { status } = await lockDispute(transaction, id)
    if (status !== 'needs_response') return findDispute(transaction, id)
    await setDisputeStatus(transaction, id, 'under_review')
    await addEvent(transaction, 'charge.dispute.updated', id)
    for (const [word, outcome] of Object.entries(DECIDED_BY))
      if (accessLog.includes(word)) return closeDispute(transaction, id, outcome)
    return findDispute(transaction, id)
  })

/** The fee stays with the provider, whoever wins. A bank may change its mind afterwards. */
export async function closeDispute(transaction: Db, id: string, outcome: 'won' | 'lost'): Promise<Dispute> {
  const dispute = await lockDispute(transaction, id)
  if (dispute.status === outcome) throw refused('dispute_closed', 'This dispute has been decided.')
  await setDisputeStatus(transaction, id, outcome)
  if (outcome === 'won') await addMove(transaction, { kind: 'dispute_reversal', amount: dispute.amount, sourceId: id })
  else if (dispute.status === 'won')
    await addMove(transaction, { kind: 'dispute', amount: -dispute.amount, sourceId: id })
  await addEvent(transaction, 'charge.dispute.closed', id)
  return { ...dispute, status: outcome }
}

async function endUnanswered(transaction: Db, id: string): Promise<void> {
  const { status } = await lockDispute(transaction, id)
  if (status === 'needs_response') await closeDispute(transaction, id, 'lost')
}

/** What somebody says about their bank on the page of the test provider. */
export type TestBank = 'pays' | 'refuses' | 'asks_more'

const MISSING: Readonly<Record<string, readonly string[]>> = { asks_more: ['individual.verification.document'] }

const toPayee = ({ id, bank }: Pick<PayeeRow, 'id' | 'bank'>): Payee => ({
  id,
  ready: bank === 'pays' || bank === 'refuses',
  submitted: bank !== null,
  missing: bank === null ? ['external_account'] : (MISSING[bank] ?? []),
})

export const createPayee = (db: Db, { accountId, key }: { accountId: string; key: string }): Promise<Payee> =>
  once(db, key, { payee: accountId }, async (transaction) => {
    const id = newId('acct')
    await insertPayee(transaction, id, accountId, randomBytes(24).toString('base64url'))
    return toPayee({ id, bank: null })
  })

export const getPayee = async (db: Db, id: string): Promise<Payee> => toPayee(await findPayee(db, 'id', id))

/** The secret of the page where somebody says where their money goes. */
export async function onboardingToken(db: Db, payeeId: string, returnUrl: string): Promise<string> {
  const { onboarding_token: token } = await findPayee(db, 'id', payeeId)
  await updatePayee(db, payeeId, { return_url: returnUrl })
  return token
}

/** What somebody chose on that page; answers where they came from. */
export const finishOnboarding = (db: Db, token: string, bank: TestBank): Promise<{ returnUrl: string }> =>
  db.transaction().execute(async (transaction) => {
    const { id, return_url: returnUrl } = await findPayee(transaction, 'onboarding_token', token)
    await updatePayee(transaction, id, { bank })
    await addEvent(transaction, 'account.updated', id)
    return { returnUrl: returnUrl ?? '/' }
  })

interface TransferRequest {
  readonly payeeId: string
  readonly amount: number
  readonly payoutId: string
  readonly key: string
}

export const transfer = (db: Db, { key, ...asked }: TransferRequest): Promise<Transfer> =>
  once(db, key, asked, async (transaction) => {
    const { payeeId, amount, payoutId } = asked
    await lockBalance(transaction)
    const { ready } = toPayee(await findPayee(transaction, 'id', payeeId))
    if (!ready) throw refused('account_not_ready', 'This account cannot be paid yet.')
    if (!Number.isSafeInteger(amount) || amount < 1)
      throw refused('amount_too_small', 'The amount must be whole cents.')
    if ((await readBalance(transaction)) < amount)
      throw refused('balance_insufficient', 'There is not enough money in our balance.')
    const made: Transfer = { id: newId('tr'), amount, status: 'in_transit', metadata: { payoutId } }
    await insertTransfer(transaction, payeeId, made)
    await addMove(transaction, { kind: 'transfer', amount: -amount, sourceId: made.id })
    await addEvent(transaction, 'transfer.created', made.id)
    await addLater(transaction, DAY_S, 'transfer_arrives', made.id)
    return made
  })

export async function getTransfer(db: Db, id: string): Promise<Transfer> {
  const { amount, status, metadata } = await findTransfer(db, id)
  return { id, amount, status, metadata }
}

/** The money comes back to our balance. */
async function returnTransfer(transaction: Db, id: string, amount: number): Promise<void> {
  await setTransferStatus(transaction, id, 'failed')
  await addMove(transaction, { kind: 'transfer_reversal', amount, sourceId: id })
  await addEvent(transaction, 'transfer.reversed', id)
}

export const reverseTransfer = (db: Db, id: string, key: string): Promise<Transfer> =>
  once(db, key, { reverse: id }, async (transaction) => {
    await lockBalance(transaction)
    const { amount, status } = await findTransfer(transaction, id)
    if (status === 'failed') throw refused('transfer_already_reversed', 'This transfer came back already.')
    if (status === 'paid') throw refused('balance_insufficient', 'This money has left the account.')
    await returnTransfer(transaction, id, amount)
    return getTransfer(transaction, id)
  })

async function endTransfer(transaction: Db, id: string): Promise<void> {
  await lockBalance(transaction)
  const { amount, payeeId, status } = await findTransfer(transaction, id)
  if (status !== 'in_transit') return
  const { bank } = await findPayee(transaction, 'id', payeeId)
  if (bank !== 'refuses') {
    await setTransferStatus(transaction, id, 'paid')
    return void (await addEvent(transaction, 'transfer.updated', id))
  }
  await returnTransfer(transaction, id, amount)
}

const LATER: Readonly<Record<string, (transaction: Db, id: string) => Promise<unknown>>> = {
  dispute: disputeWhatIsLeft,
  dispute_unanswered: endUnanswered,
  refund_waits: (transaction, id) => finishRefund(transaction, id, 'succeeded'),
  refund_fails: (transaction, id) => finishRefund(transaction, id, 'failed'),
  transfer_arrives: endTransfer,
}

/** Does what its clock has come to; false when there is nothing left. */
export const doNext = (db: Db): Promise<boolean> =>
  db.transaction().execute(async (transaction) => {
    const next = await takeLater(transaction)
    if (next === undefined) return false
    await LATER[next.what]?.(transaction, next.object_id)
    return true
  })
