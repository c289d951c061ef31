import { refundFailed, refund as refundJournal } from '#src/features/ledger/journals.ts'
import { balancesOf, postJournal } from '#src/features/ledger/ledger.queries.ts'
import { creatorPart } from '#src/features/ledger/shares.ts'
import { findAskedRefund } from '#src/features/payments/find-asked.ts'
import { type Mark, noMark } from '#src/features/payments/handle-events.server.ts'
import { ProviderRefusedError, ProviderUnavailableError, type Refund } from '#src/features/payments/provider.ts'
import { dollars } from '#src/lib/price-text.ts'
import type { Db } from '#src/server/database.ts'
import { assertFound } from '#src/server/http/app-error.ts'
import type { Claim } from '#src/server/http/idempotency.ts'
import {
  approveRefund,
  findRefund,
  hasOpenDispute,
  insertRefund,
  type ListedRefund,
  listAskedBeside,
  listRefunds,
  lockRefundsOf,
  type RefundRow,
  updateRefund,
} from './claims.queries.ts'
import { fourEyes, isOfCall } from './four-eyes.ts'
import { tellRefunded, tellRefundFailed, tellRefundRefused } from './news.server.ts'
import { whyNotRefundable } from './orders.ts'
import type { OrderRow } from './purchases.queries.ts'
import { addClaim, findSale, lockSale, type SaleRow } from './sales.queries.ts'
import { NotYetKnownError, notRefundable, refundUnanswered, type Till, toBooked } from './till.ts'

export interface RefundRequest {
  readonly saleId: string
  /** Absent: all that is left. */
  readonly amount: number | undefined
  readonly origin: 'buyer' | 'creator' | 'admin'
  readonly actorId: string
  readonly reason: string
  /** The call that asks for it: whoever repeats it asks for the same refund. */
  readonly claim?: Claim
  /** Called in the transaction that puts the money aside, as its last: it goes back from there, whoever dies then. */
  readonly onReserved?: (transaction: Db, reserved: { readonly waitsForSecond: boolean }) => Promise<void>
}

/** What refunds that the books do not have yet are going to take. */
const asked = (refunds: readonly RefundRow[]): number =>
  refunds.reduce((sum, { status, booked, amount }) => (status === 'requested' && !booked ? sum + amount : sum), 0)

/** Throws 409 where nothing may be given back. */
function leftOf(sale: SaleRow, refunds: readonly RefundRow[], disputed: boolean): number {
  if (sale.status !== 'paid' || sale.amount === 0) throw notRefundable('NOT_PAID', 'Nothing was paid for this order')
  if (disputed)
    throw notRefundable('DISPUTED', 'The bank is asked to decide about this payment, so nothing can be sent back now')
  const left = sale.amount - sale.claimed - asked(refunds)
  if (left <= 0) throw notRefundable('REFUNDED', 'Everything was sent back already, or is on its way')
  return left
}

/** What refunds that creators give may leave them owing us. */
const MAX_CREATOR_DEBT = 10_000
const THEIRS = ['creator_pending', 'creator_available', 'creator_held'] as const

/**
 * What was paid out to a creator is ours to lose: they give back by themselves as long as their debt stays small, with
 * all that is asked for by now, of this sale (`askedOfIt` and `amount`) and of their others.
 */
async function assertBears(transaction: Db, sale: SaleRow, askedOfIt: number, amount: number): Promise<void> {
  await lockRefundsOf(transaction, sale.creator_id)
  // Before the balance: what is booked between the two is counted twice, and never not at all.
  const beside = await listAskedBeside(transaction, sale)
  const elsewhere = beside.reduce((sum, other) => sum + creatorPart(other, other.asked), 0)
  const owed = await balancesOf(transaction, sale.creator_id, sale.livemode)
  const balance = THEIRS.reduce((sum, kind) => sum + (owed.get(kind) ?? 0), 0)
  const after = balance - elsewhere - creatorPart(toBooked(sale), askedOfIt + amount)
  if (after < -MAX_CREATOR_DEBT)
    throw notRefundable(
      'BALANCE_TOO_LOW',
      `Your balance would fall below −${dollars(MAX_CREATOR_DEBT)}. Write to support to have this money sent back.`,
    )
}

interface Reserved {
  readonly row: RefundRow
  /** An earlier one of the same calls has reserved it. */
  readonly isRepeat: boolean
}

/**
 * Puts the amount aside in one transaction, so that two who ask at once cannot give it back twice; undefined when it
 * waits for a second admin.
 */
const reserve = (till: Till, request: RefundRequest): Promise<Reserved | undefined> =>
  till.db.transaction().execute(async (transaction) => {
    const sale = await lockSale(transaction, { id: request.saleId })
    assertFound(sale, 'order')
    const refunds = await listRefunds(transaction, sale.id)
    const call = request.claim?.id
    const before = call === undefined ? undefined : refunds.find((row) => isOfCall(row, call))
    if (before !== undefined) return { row: before, isRepeat: true }
    const row = await reserveOf(transaction, till, { request, sale, refunds })
    await request.onReserved?.(transaction, { waitsForSecond: row === undefined })
    return row && { row, isRepeat: false }
  })

const notAlone = (why: string) => notRefundable(why, 'This purchase can no longer be given back without asking')

interface Asked {
  readonly request: RefundRequest
  readonly sale: SaleRow
  readonly refunds: readonly ListedRefund[]
}

async function reserveOf(
  transaction: Db,
  till: Till,
  { request, sale, refunds }: Asked,
): Promise<RefundRow | undefined> {
  // The clone that was made while they asked.
  if (request.origin === 'buyer' && sale.copied_at !== null && sale.kind === 'purchase') throw notAlone('COPIED')
  const left = leftOf(sale, refunds, await hasOpenDispute(transaction, sale.id))
  const amount = request.amount ?? left
  if (amount > left) throw notRefundable('TOO_MUCH', 'So much is not left of this order')
  if (request.origin === 'creator') await assertBears(transaction, sale, asked(refunds), amount)
  const { origin, actorId } = request
  const ofAdmins = refunds.filter((row) => row.origin === 'admin')
  const decision = origin === 'admin' ? fourEyes({ amount, actorId }, ofAdmins) : ({ do: 'send' } as const)
  switch (decision.do) {
    case 'send':
      return insertRefund(transaction, toNew(till, request, amount, 'requested'))
    case 'propose':
      await insertRefund(transaction, toNew(till, request, amount, 'proposed'))
      return undefined
    case 'wait':
      return undefined
    case 'agree':
      await approveRefund(transaction, decision.to.id, { actorId, call: request.claim?.id ?? null })
      return { ...decision.to, status: 'requested' }
  }
}

const toNew = (till: Till, request: RefundRequest, amount: number, status: 'proposed' | 'requested') => ({
  ...{ id: request.claim?.id, saleId: request.saleId, amount, status, origin: request.origin },
  ...{ actorId: request.actorId, reason: request.reason, at: till.now() },
})

/** Gives money back; false when it waits for a second admin. */
export async function giveBack(till: Till, request: RefundRequest): Promise<boolean> {
  const reserved = await reserve(till, request)
  if (reserved === undefined || reserved.row.status === 'proposed') return false
  const { row, isRepeat } = reserved
  if (row.status === 'refused') throw notRefundable('REFUSED', 'The provider did not send this back')
  if (row.status === 'requested') await send(till, row, { wasAsked: isRepeat })
  return true
}

/** Gives a buyer all that is left of an order, where they need not ask anybody. */
export async function takeBack(
  till: Till,
  order: OrderRow,
  asked: Pick<RefundRequest, 'actorId' | 'reason' | 'claim'>,
): Promise<void> {
  const why = whyNotRefundable(order, till.now())
  if (why !== null) throw notAlone(why)
  await giveBack(till, { ...asked, saleId: order.id, amount: undefined, origin: 'buyer' })
}

/**
 * Asks the provider under the key of the row, so that asking again after a lost answer moves nothing twice. What may have
 * been asked before is looked for first: keys are forgotten after a day.
 */
export async function send(till: Till, row: RefundRow, { wasAsked = false } = {}): Promise<void> {
  const { provider } = till
  const sale = await findSale(till.db, { id: row.sale_id })
  if (sale?.intent_id == null) throw new Error(`order ${row.sale_id} was paid without an intent`)
  const intentId = sale.intent_id
  const metadata = { refundId: row.id, orderId: row.sale_id }
  try {
    const known = wasAsked ? await findAskedRefund(provider, intentId, { refundId: row.id }) : undefined
    const asking = { intentId, amount: row.amount, key: `refund:${row.id}`, metadata }
    await applyRefund(till, known ?? (await provider.refund(asking)))
  } catch (error) {
    if (error instanceof ProviderUnavailableError) throw refundUnanswered()
    if (!(error instanceof ProviderRefusedError)) throw error
    await till.db.transaction().execute(async (transaction) => {
      const change = { status: 'refused', booked: false, providerRefundId: null, at: till.now() } as const
      await updateRefund(transaction, row.id, change)
      // Nobody waits for the answer any more.
      if (wasAsked) await tellRefundRefused(till, transaction, sale, row)
    })
    throw notRefundable('REFUSED', error.message)
  }
}

/** Writes down what the provider says of a refund, whoever asked for it; the same answer again changes nothing. */
export const applyRefund = (till: Till, refund: Refund, mark: Mark = noMark): Promise<void> =>
  till.db.transaction().execute(async (transaction) => {
    const sale = await lockSale(transaction, { intentId: refund.intentId })
    if (sale?.status !== 'paid') throw new NotYetKnownError(`refund ${refund.id} is of no paid order`)
    await mark(transaction)
    const row =
      (await findRefund(transaction, sale.id, refund)) ?? (await atProvidersDesk(till, transaction, sale, refund))
    // What was asked earlier may be answered later: a refund that failed stays so, one that arrived does not wait again.
    if (row.status === 'failed' || (row.status === 'succeeded' && refund.status === 'pending')) return
    const booked = row.booked || refund.status !== 'failed'
    const change = { status: refund.status, booked, providerRefundId: refund.id, at: till.now() }
    if (row.status !== refund.status || row.booked !== booked) await updateRefund(transaction, row.id, change)
    if (!row.booked && booked) await book(till, transaction, sale, row)
    if (row.booked && refund.status === 'failed') await unbook(till, transaction, sale, row)
    // Whoever asked for it here was told that it goes back.
    if (!booked && row.origin !== 'provider') await tellRefundFailed(till, transaction, sale, row.amount)
  })

const atProvidersDesk = (till: Till, transaction: Db, sale: SaleRow, { amount }: Refund): Promise<RefundRow> =>
  insertRefund(transaction, {
    ...{ saleId: sale.id, amount, status: 'requested', origin: 'provider', actorId: null, reason: '', at: till.now() },
  })

async function book(till: Till, transaction: Db, sale: SaleRow, row: RefundRow): Promise<void> {
  await addClaim(transaction, sale.id, row.amount)
  await tellRefunded(till, transaction, sale, row)
  await postJournal(transaction, refundJournal(toBooked(sale), row))
}

async function unbook(till: Till, transaction: Db, sale: SaleRow, row: RefundRow): Promise<void> {
  await addClaim(transaction, sale.id, -row.amount)
  await tellRefundFailed(till, transaction, sale, row.amount)
  await postJournal(transaction, refundFailed(toBooked(sale), row))
}
