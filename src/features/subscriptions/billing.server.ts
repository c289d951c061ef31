import { findCustomer, insertCustomer } from '#src/features/checkout/sales.queries.ts'
import { MismatchError } from '#src/features/checkout/till.ts'
import { postJournal } from '#src/features/ledger/ledger.queries.ts'
import { type Taxed, type TaxRates, taxed } from '#src/features/ledger/tax.ts'
import { findCountry } from '#src/features/ledger/tax-country.queries.ts'
import { findAskedIntent } from '#src/features/payments/find-asked.ts'
import { type Mark, noMark } from '#src/features/payments/handle-events.server.ts'
import {
  type Intent,
  type PaymentFailure,
  type PaymentProvider,
  ProviderRefusedError,
  type SavedCard,
} from '#src/features/payments/provider.ts'
import type { Db } from '#src/server/database.ts'
import { conflict } from '#src/server/http/app-error.ts'
import type { Logger } from '#src/server/log.ts'
import type { QueueMail } from '#src/server/mail/queue-mail.ts'
import { periodPaidAt } from './next-step.ts'
import {
  beginAttempt,
  cancelOrder,
  endAttempt,
  ensureOrder,
  findOpenOrder,
  findOrder,
  type OrderRow,
  setOrderFee,
  setOrderIntent,
  setOrderPaid,
  setSent,
} from './orders.queries.ts'
import { addHours, addMonths } from './periods.ts'
import { proCharge, proFee } from './pro-journals.ts'
import { priceAt } from './pro-price.server.ts'
import { isOver } from './subscription-state.ts'
import { failedMail, receiptMail } from './subscriptions.mails.ts'
import {
  happen,
  type Known,
  lockSubscription,
  mayBeCharged,
  readNow,
  setCard,
  setNextAt,
} from './subscriptions.queries.ts'

/** What everything that bills for Pro works with. */
export interface Billing {
  readonly db: Db
  readonly provider: PaymentProvider
  readonly queueMail: QueueMail
  readonly log: Pick<Logger, 'warn'>
  readonly taxRates: TaxRates
  /** Gives what was paid its invoice, in the transaction that writes the payment down. Answers its number. */
  readonly issueInvoice: (transaction: Db, order: OrderRow, userId: string | null, at: Date) => Promise<string>
}

export const paymentProcessing = () =>
  conflict('PAYMENT_PROCESSING', 'Your bank is still working on a payment. Try again in a few minutes.')

/** How long a charge may take before somebody else looks after it. */
const LEASE_HOURS = 5 / 60
const PROCESSING_HOURS = 1

export async function customerOf({ db, provider }: Billing, user: { id: string; email: string }): Promise<string> {
  const known = await findCustomer(db, user.id, provider)
  if (known !== undefined) return known
  const { id } = await provider.createCustomer({ accountId: user.id, email: user.email, key: `customer:${user.id}` })
  await insertCustomer(db, user.id, provider, id)
  return id
}

/** What this person pays for a price: with the tax of their country, as far as we know it. */
export const withTax = async ({ taxRates }: Billing, db: Db, { row }: Known, price: number): Promise<Taxed> =>
  taxed(price, row.user_id === null ? null : await findCountry(db, row.user_id), taxRates)

/** The order that is due, or that stands already. */
export async function orderDue(billing: Billing, transaction: Db, known: Known, at: Date): Promise<OrderRow> {
  const { row, state } = known
  const price = await priceAt(transaction, known, at)
  return ensureOrder(transaction, {
    price,
    ...{ subscriptionId: row.id, period: state.paidPeriods, reason: state.paidPeriods === 0 ? 'first' : 'renewal' },
    ...(await withTax(billing, transaction, known, price)),
    ...{ interval: state.nextInterval, livemode: row.livemode, at },
  })
}

/**
 * Begins to charge the kept card. From here on until its outcome is known the order has no other way to be paid: the
 * clock takes up again what was begun and left, under the same key.
 */
export async function beginCharge(transaction: Db, { row }: Known, order: OrderRow, now: Date): Promise<void> {
  if (order.mode === null) await beginAttempt(transaction, order.id, 'away', row.card_id)
  await setNextAt(transaction, row.id, addHours(now, LEASE_HOURS))
}

const describe = ({ interval }: OrderRow): string => `Fettle Pro, one ${interval}`
const keyOf = ({ id, attempt }: OrderRow): string => `subscription-order:${id}:${attempt}`

const asking = (order: OrderRow, { row }: Known) => ({
  ...{ orderId: order.id, amount: order.amount, customerId: row.customer_id, description: describe(order) },
  metadata: { orderId: order.id, subscriptionId: row.id, attempt: String(order.attempt) },
  key: keyOf(order),
})

/** What came of a charge. Ended: nothing is given for it, and what it took goes back. Null: the bank is working on it. */
type Outcome = 'paid' | 'ended' | PaymentFailure | null

/** What a try has made at the provider, where the answer that named it was lost: keys are forgotten after a day. */
const findAsked = ({ provider }: Billing, { id, attempt }: OrderRow, { row }: Known): Promise<Intent | undefined> =>
  findAskedIntent(provider, row.customer_id, { orderId: id, attempt: String(attempt) })

/** The charge of a try; one whose card was not tried is asked for again. Else why the card may not be charged. */
async function intentOfTry(
  billing: Billing,
  order: OrderRow,
  known: Known,
  card: string,
): Promise<Intent | ProviderRefusedError> {
  if (order.intent_id !== null) return billing.provider.getIntent(order.intent_id)
  const found = order.sent_at === null ? undefined : await findAsked(billing, order, known)
  const isUntried = found?.status === 'requires_payment_method' || found?.status === 'requires_confirmation'
  if (found !== undefined && (!isUntried || found.failure !== null)) return found
  return billing.provider.createIntent({ ...asking(order, known), offSessionCard: card }).catch(orRefusal)
}

/** Only of what creates something is a refusal an answer. */
function orRefusal(error: unknown): ProviderRefusedError {
  if (error instanceof ProviderRefusedError) return error
  throw error
}

/** Under the lock, and once for each try: whoever has ended the renewal before that, or has left, is not charged. */
async function maySend(transaction: Db, known: Known, order: OrderRow): Promise<boolean> {
  if (order.sent_at !== null) return true
  if (!known.state.cancelAtPeriodEnd && (await mayBeCharged(transaction, known.row.user_id))) {
    await setSent(transaction, order.id, await readNow(transaction, order.livemode))
    return true
  }
  await endAttempt(transaction, order)
  if (order.reason === 'upgrade') await cancelOrder(transaction, order.id)
  await happen(transaction, known)
  return false
}

/** Charges the card of a try that was begun, and writes down what came of it. */
export async function charge(billing: Billing, orderId: string): Promise<Outcome> {
  const order = await findOrder(billing.db, orderId)
  if (order?.status === 'paid') return 'paid'
  if (order?.mode !== 'away' || order.attempt_card === null) return null
  const known = await billing.db.transaction().execute(async (transaction) => {
    const locked = await lockSubscription(transaction, order.subscription_id)
    const current = await findOrder(transaction, orderId)
    if (current?.status !== 'open' || current.attempt !== order.attempt) return null
    return (await maySend(transaction, locked, current)) ? locked : 'ended'
  })
  if (known === null || known === 'ended') return known
  const made = await intentOfTry(billing, order, known, order.attempt_card)
  if (!(made instanceof ProviderRefusedError)) return settle(billing, made)
  await billing.db.transaction().execute(async (transaction) => {
    const locked = await lockSubscription(transaction, order.subscription_id)
    const current = await findOrder(transaction, orderId)
    if (current?.status === 'open' && current.attempt === order.attempt)
      await writeFailure(billing, transaction, locked, current, made.failure)
  })
  return made.failure
}

/** Opens a form for the order, or the one that is open. */
export async function openForm(billing: Billing, orderId: string): Promise<{ order: OrderRow; intent: Intent }> {
  const order = await billing.db.transaction().execute(async (transaction) => {
    const found = await findOrder(transaction, orderId)
    if (found === undefined || found.status !== 'open') throw paymentProcessing()
    await lockSubscription(transaction, found.subscription_id)
    const current = await findOrder(transaction, orderId)
    if (current === undefined || current.status !== 'open' || current.mode === 'away') throw paymentProcessing()
    if (current.mode === null) await beginAttempt(transaction, orderId, 'here', null)
    return current
  })
  const known = await billing.db
    .transaction()
    .execute((transaction) => lockSubscription(transaction, order.subscription_id))
  const intent =
    order.intent_id === null
      ? ((order.mode === null ? undefined : await findAsked(billing, order, known)) ??
        (await billing.provider.createIntent({ ...asking(order, known), saveCard: true })))
      : await billing.provider.getIntent(order.intent_id)
  // Where the form was closed meanwhile, nobody may pay at this one.
  if (order.intent_id === null && !(await setOrderIntent(billing.db, order, intent.id))) {
    await billing.provider.cancelIntent(intent.id, `${keyOf(order)}:cancel`)
    throw paymentProcessing()
  }
  return { order, intent }
}

/**
 * Closes the form of an order, so that it can be paid in another way or not at all. False when it was paid at the form
 * meanwhile, which is then written down, or when the bank is still working on it.
 */
export async function closeForm(billing: Billing, order: OrderRow): Promise<boolean> {
  if (order.mode !== 'here') return order.mode === null
  if (order.intent_id !== null) {
    const intent = await billing.provider.getIntent(order.intent_id)
    if (intent.status === 'succeeded' || intent.status === 'processing') {
      await settle(billing, intent)
      return false
    }
    if (intent.status !== 'canceled') await billing.provider.cancelIntent(intent.id, `${keyOf(order)}:cancel`)
  }
  await endAttempt(billing.db, order)
  return true
}

/** Null where what was paid with is no card, or is gone: the payment counts all the same. */
export async function readCard({ provider, log }: Billing, id: string): Promise<SavedCard | null> {
  try {
    return await provider.getCard(id)
  } catch (err) {
    if (!(err instanceof ProviderRefusedError)) throw err
    log.warn({ err }, 'What was paid with cannot be kept')
    return null
  }
}

/**
 * Brings an order up to what the provider says of its payment. Whoever comes first, the page, the clock or an event,
 * writes it down; whoever comes later changes nothing.
 */
export async function settle(billing: Billing, intent: Intent, mark: Mark = noMark): Promise<Outcome> {
  const { status, cardId } = intent
  const card = status === 'succeeded' && cardId !== null ? await readCard(billing, cardId) : null
  return billing.db.transaction().execute(async (transaction) => {
    await mark(transaction)
    return settleIn(billing, transaction, intent, card)
  })
}

async function settleIn(billing: Billing, transaction: Db, intent: Intent, card: SavedCard | null): Promise<Outcome> {
  const found = await findOrder(transaction, intent.metadata.orderId ?? '')
  if (found === undefined) throw new MismatchError(`no order has intent ${intent.id}`)
  const known = await lockSubscription(transaction, found.subscription_id)
  const order = (await findOrder(transaction, found.id)) ?? found
  if (intent.status === 'succeeded') return writePayment(billing, transaction, known, order, { intent, card })
  if (order.status === 'paid') return 'paid'
  if (order.status === 'canceled' || !isOfThisTry(order, intent)) return null
  if (intent.status === 'processing') {
    await setOrderIntent(transaction, order, intent.id)
    await setNextAt(transaction, known.row.id, addHours(await readNow(transaction, order.livemode), PROCESSING_HOURS))
    return null
  }
  // Whoever has closed it, the next form is another one.
  if (order.mode === 'here' && intent.status === 'canceled') await endAttempt(transaction, order)
  const failure = failureIn(intent)
  if (order.mode !== 'away' || failure === null) return null
  await writeFailure(billing, transaction, known, order, failure)
  return failure
}

/** What is heard late of an earlier try says nothing of the one that runs now. */
const isOfThisTry = ({ attempt, intent_id: intentId }: OrderRow, { id, metadata }: Intent): boolean =>
  (intentId === null || intentId === id) && (metadata.attempt ?? String(attempt)) === String(attempt)

/** Null: the provider has the charge, and has not tried the card yet. */
const failureIn = ({ status, failure }: Intent): PaymentFailure | null =>
  failure ?? (status === 'requires_action' || status === 'canceled' ? ASKS : null)

/** The bank wants its customer to be there. */
const ASKS: PaymentFailure = {
  code: 'authentication_required',
  message: 'Your bank wants you to confirm this payment.',
  mayRetry: true,
}

function assertSame(known: Known, order: OrderRow, intent: Intent): void {
  const isSame =
    (order.status !== 'paid' || order.intent_id === intent.id) &&
    intent.amount === order.amount &&
    intent.received === order.amount &&
    intent.livemode === order.livemode &&
    intent.customerId === known.row.customer_id &&
    intent.metadata.subscriptionId === known.row.id
  if (!isSame) throw new MismatchError(`intent ${intent.id} is not what was agreed in order ${order.id}`)
}

/** Whoever has ended the renewal before this charge came through does not want what it would pay. */
const isUnwanted = ({ state }: Known, { status, mode }: OrderRow): boolean =>
  status === 'canceled' || isOver(state) || (mode === 'away' && state.cancelAtPeriodEnd)

interface Received {
  readonly intent: Intent
  readonly card: SavedCard | null
}

async function writePayment(
  billing: Billing,
  transaction: Db,
  known: Known,
  order: OrderRow,
  received: Received,
): Promise<Outcome> {
  assertSame(known, order, received.intent)
  if (order.status === 'paid') {
    if (order.fee === null) await bookFee(transaction, order, received.intent)
    return order.unwanted ? 'ended' : 'paid'
  }
  const at = await readNow(transaction, order.livemode)
  if (isUnwanted(known, order)) {
    // Without an event: what ends is ended by the clock, which also sends back what came.
    if (!isOver(known.state)) await happen(transaction, known)
    await book(billing, transaction, known, { ...order, unwanted: true, starts_at: at, ends_at: at }, received.intent)
    return 'ended'
  }
  const period =
    order.reason === 'upgrade'
      ? { start: at, end: addMonths(at, 12), interval: order.interval }
      : periodPaidAt({ ...known.state, nextInterval: order.interval }, at)
  await happen(transaction, known, { kind: 'paid', at, ...period })
  if (received.card !== null) await setCard(transaction, known.row.id, received.card)
  const { start, end } = period
  const paid = { ...order, starts_at: start, ends_at: end }
  const invoiceNumber = await book(billing, transaction, known, paid, received.intent)
  const { user_id: userId, livemode } = known.row
  const told = { amount: order.amount, invoiceNumber, livemode, until: end }
  if (userId !== null) await billing.queueMail(transaction, receiptMail, { userId }, told)
  return 'paid'
}

/** Writes a payment down, with its invoice and its journals. Answers the number of the invoice. */
async function book(
  { issueInvoice }: Billing,
  transaction: Db,
  { row }: Known,
  order: OrderRow,
  intent: Intent,
): Promise<string> {
  const at = await readNow(transaction, order.livemode)
  await setOrderPaid(transaction, { ...order, intent_id: intent.id, paid_at: at })
  const invoiceNumber = await issueInvoice(transaction, order, row.user_id, at)
  await postJournal(transaction, proCharge(order))
  await bookFee(transaction, order, intent)
  return invoiceNumber
}

/** What the provider keeps may be known only later. */
async function bookFee(transaction: Db, order: OrderRow, { fee }: Intent): Promise<void> {
  if (fee === null) return
  await setOrderFee(transaction, order.id, fee)
  await postJournal(transaction, proFee(order, fee))
}

/** A charge that came to nothing. */
export async function writeFailure(
  billing: Billing,
  transaction: Db,
  known: Known,
  order: OrderRow,
  failure: PaymentFailure,
): Promise<void> {
  // What was to be changed stays as it was, and whoever asked for it is told at once.
  if (order.reason === 'upgrade') {
    await cancelOrder(transaction, order.id)
    await happen(transaction, known)
    return
  }
  await endAttempt(transaction, order)
  const at = await readNow(transaction, order.livemode)
  const { state, row } = await happen(transaction, known, { kind: 'payment_failed', at, isHopeless: !failure.mayRetry })
  // Whoever has ended it is told that it has, and of no further tries.
  if (row.user_id === null || state.cancelAtPeriodEnd) return
  await billing.queueMail(
    transaction,
    failedMail,
    { userId: row.user_id },
    {
      ...{ amount: order.amount, message: failure.message, card: known.row.card_last4 ?? '' },
      ...{ isHopeless: state.isHopeless, isLast: row.next_at === null },
    },
  )
}

/** What stands open at the provider for this subscription, brought up to date. */
export async function catchUp(billing: Billing, { row }: Known): Promise<void> {
  const order = await findOpenOrder(billing.db, row.id)
  if (order?.mode === 'here' && order.intent_id !== null)
    await settle(billing, await billing.provider.getIntent(order.intent_id))
}

/** What the provider tells of a payment; false when it is not one for Pro. */
export async function settlePayment(billing: Billing, intentId: string, mark: Mark = noMark): Promise<boolean> {
  const intent = await billing.provider.getIntent(intentId)
  if (intent.metadata.subscriptionId === undefined) return false
  await settle(billing, intent, mark)
  return true
}
