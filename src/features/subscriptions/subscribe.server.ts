import { providerSilent } from '#src/features/checkout/till.ts'
import { taxDue } from '#src/features/ledger/tax.ts'
import { countryOf } from '#src/features/ledger/tax-country.queries.ts'
import { ProviderRefusedError, ProviderUnavailableError, type Setup } from '#src/features/payments/provider.ts'
import { type Interval, PRO_PRICE, TRIAL_DAYS } from '#src/lib/pro-plan.ts'
import type { Db } from '#src/server/database.ts'
import { AppError, conflict } from '#src/server/http/app-error.ts'
import type { Viewer } from '#src/server/http/request-context.ts'
import {
  type Billing,
  beginCharge,
  catchUp,
  charge,
  closeForm,
  customerOf,
  openForm,
  orderDue,
  paymentProcessing,
  readCard,
  withTax,
} from './billing.server.ts'
import { cancelOrder, ensureOrder, findOpenOrder, lastPaidOrder, type OrderRow } from './orders.queries.ts'
import { addDays, unusedPart } from './periods.ts'
import { sumClaims } from './pro-claims.queries.ts'
import { isOver, mayHappen, type SubscriptionEvent } from './subscription-state.ts'
import {
  findSubscription,
  hadTrial,
  happen,
  insertSubscription,
  type Known,
  lockSubscribing,
  lockSubscription,
  readNow,
  setCard,
  setSetup,
} from './subscriptions.queries.ts'
import type { ProCardForm } from './subscriptions.schema.ts'

const noSubscription = () => conflict('NO_SUBSCRIPTION', 'You have no subscription')
const alreadySubscribed = () => conflict('ALREADY_SUBSCRIBED', 'You have a subscription already')
const trialUsed = () => conflict('TRIAL_USED', 'You have tried Pro before')
const nothingDue = () => conflict('NOTHING_DUE', 'Nothing is due at the moment')
const notPossible = (message: string) => conflict('NOT_POSSIBLE', message)
const cardRefused = (message: string) => new AppError({ code: 'CARD_REFUSED', status: 402, message })

/** What the provider refuses is for its customer to read; when it does not answer, nothing has happened. */
export async function asking<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (error instanceof ProviderUnavailableError) throw providerSilent()
    if (error instanceof ProviderRefusedError) throw cardRefused(error.message)
    throw error
  }
}

const toForm = (
  { provider }: Billing,
  clientSecret: string,
  { amount, tax, tax_rate: taxRate }: ToPay,
): ProCardForm => ({
  ...{ clientSecret, amount, tax, taxRate, currency: 'usd', provider: provider.name },
  ...{ publishableKey: provider.publishableKey, livemode: provider.livemode },
})

type ToPay = Pick<OrderRow, 'amount' | 'tax' | 'tax_rate'>
/** A card that is only kept. */
const NOTHING: ToPay = { amount: 0, tax: 0, tax_rate: '' }

async function ownSubscription(billing: Billing, userId: string): Promise<Known> {
  const known = await findSubscription(billing.db, userId)
  if (known === undefined || isOver(known.state)) throw noSubscription()
  return known
}

/** Locks what this person has, with what the provider says of it written down before. */
async function changing<T>(
  billing: Billing,
  userId: string,
  work: (transaction: Db, known: Known, now: Date) => Promise<T>,
): Promise<T> {
  const before = await ownSubscription(billing, userId)
  await refresh(billing, before)
  return billing.db
    .transaction()
    .execute(async (transaction) =>
      work(
        transaction,
        await lockSubscription(transaction, before.row.id),
        await readNow(transaction, before.row.livemode),
      ),
    )
}

/** What a form has brought meanwhile: a payment, a card, the beginning of a trial. */
export async function refresh(billing: Billing, known: Known): Promise<void> {
  await catchUp(billing, known)
  const { setup_id: setupId, id } = known.row
  if (setupId === null) return
  const setup = await billing.provider.getSetup(setupId)
  if (setup.status === 'succeeded' && setup.cardId !== null) await keepCard(billing, id, setup, setup.cardId)
}

async function keepCard(billing: Billing, id: string, setup: Setup, cardId: string): Promise<void> {
  const card = await readCard(billing, cardId)
  if (card === null) return
  await billing.db.transaction().execute(async (transaction) => {
    const known = await lockSubscription(transaction, id)
    if (known.row.setup_id !== setup.id || !mayHappen(known.state, 'card_saved')) return
    const at = await readNow(transaction, known.row.livemode)
    await setCard(transaction, id, card)
    const events: SubscriptionEvent[] = [{ kind: 'card_saved', at }]
    if (known.state.status === 'incomplete')
      events.push({ kind: 'trial_started', at, trialEnd: addDays(at, TRIAL_DAYS) })
    await happen(transaction, known, ...events)
  })
}

interface Wish {
  readonly user: Viewer
  /** Where it comes from. */
  readonly address: string
  readonly interval: Interval
  readonly trial: boolean
  readonly consent: string
}

/** What was begun and is not what is wished for now ends, unless it was paid meanwhile. */
async function endIncomplete(billing: Billing, known: Known): Promise<void> {
  const open = await findOpenOrder(billing.db, known.row.id)
  if (open !== undefined && !(await closeForm(billing, open))) throw paymentProcessing()
  await billing.db.transaction().execute(async (transaction) => {
    const locked = await lockSubscription(transaction, known.row.id)
    if (!mayHappen(locked.state, 'expired')) return
    if (open !== undefined) await cancelOrder(transaction, open.id)
    await happen(transaction, locked, { kind: 'expired', at: await readNow(transaction, known.row.livemode) })
  })
}

/** Whether what was begun is what would be agreed now: another country since then pays another tax. */
async function isAsBegun(billing: Billing, known: Known, trial: boolean): Promise<boolean> {
  const open = await findOpenOrder(billing.db, known.row.id)
  if (open === undefined || trial) return (open === undefined) === trial
  const { amount, taxRate } = await withTax(billing, billing.db, known, PRO_PRICE[open.interval])
  return open.amount === amount && open.tax_rate === taxRate
}

/** Begins Pro. Two tabs get the same form, and nobody has two subscriptions. */
export async function start(billing: Billing, wish: Wish): Promise<ProCardForm> {
  const { user, address, interval, trial, consent } = wish
  const before = await findSubscription(billing.db, user.id)
  if (before !== undefined && !isOver(before.state)) {
    await refresh(billing, before)
    const known = await findSubscription(billing.db, user.id)
    if (known?.state.status !== 'incomplete') throw alreadySubscribed()
    await countryOf(billing.db, user.id, billing.taxRates)
    if (known.state.interval === interval && (await isAsBegun(billing, known, trial))) return formOf(billing, known)
    await endIncomplete(billing, known)
  }
  if (trial && (await hadTrial(billing.db, user.id))) throw trialUsed()
  await countryOf(billing.db, user.id, billing.taxRates)
  const customerId = await customerOf(billing, user)
  const known = await billing.db.transaction().execute(async (transaction) => {
    await lockSubscribing(transaction, user.id)
    const current = await findSubscription(transaction, user.id)
    if (current !== undefined && !isOver(current.state)) return current
    const { provider } = billing
    const at = await readNow(transaction, provider.livemode)
    const created = await insertSubscription(transaction, {
      userId: user.id,
      customerId,
      provider,
      interval,
      consent,
      address,
      at,
    })
    if (!trial) await orderDue(billing, transaction, created, at)
    return created
  })
  return formOf(billing, known)
}

/** The form of what is due; of a card where a trial begins. */
async function formOf(billing: Billing, { row }: Known): Promise<ProCardForm> {
  const order = await findOpenOrder(billing.db, row.id)
  if (order === undefined) return cardForm(billing, row.id, row.customer_id, row.setup_id)
  const { intent } = await openForm(billing, order.id)
  if (intent.status === 'processing') throw paymentProcessing()
  if (intent.status === 'succeeded') throw alreadySubscribed()
  return toForm(billing, intent.clientSecret, order)
}

async function cardForm(
  billing: Billing,
  id: string,
  customerId: string,
  setupId: string | null,
): Promise<ProCardForm> {
  if (setupId !== null) {
    const open = await billing.provider.getSetup(setupId)
    if (open.status === 'open') return toForm(billing, open.clientSecret, NOTHING)
  }
  const now = await readNow(billing.db, billing.provider.livemode)
  const setup = await billing.provider.createSetup({ customerId, key: `subscription:${id}:card:${now.getTime()}` })
  await setSetup(billing.db, id, setup.id)
  return toForm(billing, setup.clientSecret, NOTHING)
}

export async function changeCard(billing: Billing, user: Viewer): Promise<ProCardForm> {
  const known = await ownSubscription(billing, user.id)
  const { id, customer_id: customerId, setup_id: setupId } = known.row
  if (known.state.status === 'incomplete') throw noSubscription()
  return cardForm(billing, id, customerId, setupId)
}

/** A form for what is due: after a failed renewal, or to go on after a pause. */
export async function pay(billing: Billing, user: Viewer): Promise<ProCardForm> {
  const orderId = await changing(billing, user.id, async (transaction, known, now) => {
    const { status } = known.state
    if (status !== 'past_due' && status !== 'unpaid' && status !== 'paused') throw nothingDue()
    return (await orderDue(billing, transaction, known, now)).id
  })
  const { order, intent } = await openForm(billing, orderId)
  if (intent.status === 'processing') throw paymentProcessing()
  return toForm(billing, intent.clientSecret, order)
}

/** Cancels: with what is paid, or at once where nothing is. */
export async function cancel(billing: Billing, user: Viewer): Promise<void> {
  const before = await ownSubscription(billing, user.id)
  await refresh(billing, before)
  const { state, row } = await ownSubscription(billing, user.id)
  if (state.status === 'incomplete') return endIncomplete(billing, { state, row, seq: 0 })
  const open = await findOpenOrder(billing.db, row.id)
  if (state.status === 'past_due' && open !== undefined && !(await closeForm(billing, open))) throw paymentProcessing()
  await billing.db.transaction().execute(async (transaction) => {
    const known = await lockSubscription(transaction, row.id)
    const at = await readNow(transaction, known.row.livemode)
    if (known.state.status === 'past_due') {
      const order = await findOpenOrder(transaction, row.id)
      if (order?.mode != null) throw paymentProcessing()
      if (order !== undefined) await cancelOrder(transaction, order.id)
      await happen(transaction, known, { kind: 'ended', at })
      return
    }
    if (!mayHappen(known.state, 'cancel_requested'))
      throw notPossible('There is nothing to cancel: nothing is charged.')
    if (!known.state.cancelAtPeriodEnd) await happen(transaction, known, { kind: 'cancel_requested', at })
  })
}

export const resume = (billing: Billing, user: Viewer): Promise<void> =>
  changing(billing, user.id, async (transaction, known, at) => {
    if (!mayHappen(known.state, 'resumed')) throw notPossible('There is no cancellation to take back.')
    if (known.state.isRefunded)
      throw notPossible('Your payment was given back, so Pro has ended. You can begin it anew in a minute.')
    if (known.state.cancelAtPeriodEnd) await happen(transaction, known, { kind: 'resumed', at })
  })

/** What was paid last before tax, less what went back of it or is disputed. */
async function keptOfLast(db: Db, subscriptionId: string): Promise<number> {
  const paid = await lastPaidOrder(db, subscriptionId)
  if (paid === undefined) return 0
  const claimed = Math.min(await sumClaims(db, paid.id), paid.amount)
  return paid.amount - claimed - (paid.tax - taxDue({ ...paid, claimed }))
}

/** What a year would cost today before tax: less what is left of the month. */
export async function upgradePrice(db: Db, { row, state }: Known, now: Date): Promise<number | null> {
  const { status, interval, period, cancelAtPeriodEnd } = state
  if (status !== 'active' || interval !== 'month' || period === null || cancelAtPeriodEnd) return null
  return PRO_PRICE.year - unusedPart(await keptOfLast(db, row.id), period, now)
}

/** Pays a year at once, or says what the next period will be. */
export async function changeInterval(billing: Billing, user: Viewer, interval: Interval): Promise<void> {
  const orderId = await changing(billing, user.id, async (transaction, known, now) => {
    const { state, row } = known
    if (!mayHappen(state, 'switch_planned')) throw notPossible('Pay what is due first.')
    const price = interval === 'year' ? await upgradePrice(transaction, known, now) : null
    if (price === null || row.card_id === null) {
      if (state.nextInterval !== interval)
        await happen(transaction, known, { kind: 'switch_planned', at: now, interval })
      return null
    }
    if ((await findOpenOrder(transaction, row.id)) !== undefined) throw paymentProcessing()
    const order = await ensureOrder(transaction, {
      ...{ subscriptionId: row.id, period: state.paidPeriods, reason: 'upgrade', interval },
      price: PRO_PRICE[interval],
      ...(await withTax(billing, transaction, known, price)),
      ...{ livemode: row.livemode, at: now },
    })
    await beginCharge(transaction, known, order, now)
    return order.id
  })
  if (orderId === null) return
  const outcome = await charge(billing, orderId)
  if (outcome === null) throw paymentProcessing()
  if (outcome === 'ended')
    throw notPossible('Your subscription ends. Nothing was changed, and nothing is kept of a charge.')
  if (outcome !== 'paid') throw cardRefused(outcome.message)
}
