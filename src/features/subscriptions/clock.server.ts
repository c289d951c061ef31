import { repeat } from '#src/engine/repeat.ts'
import type { PaymentFailure } from '#src/features/payments/provider.ts'
import type { Db } from '#src/server/database.ts'
import type { Logger } from '#src/server/log.ts'
import { type Billing, beginCharge, charge, closeForm, orderDue, withTax, writeFailure } from './billing.server.ts'
import { nextStep, type Step } from './next-step.ts'
import { cancelOrder, findOpenOrder } from './orders.queries.ts'
import { addHours } from './periods.ts'
import { priceAt, tellHigherPrices } from './pro-price.server.ts'
import { sendBackUnwanted } from './send-back.server.ts'
import type { SubscriptionEvent } from './subscription-state.ts'
import { endedMail, renewalMail } from './subscriptions.mails.ts'
import {
  happen,
  type Known,
  listDue,
  lockSubscription,
  mayBeCharged,
  readNow,
  setNextAt,
} from './subscriptions.queries.ts'

const EVERY_MS = 30_000
const BATCH = 100
const LATER_HOURS = 0.25

/** The first payment was made with something that cannot be charged again. */
const NO_CARD: PaymentFailure = {
  code: 'card_missing',
  message: 'There is no card that could be charged.',
  mayRetry: false,
}

type Doing = Exclude<Step['do'], 'charge'>
const EVENTS = {
  expire: 'expired',
  notice: 'noticed',
  pause: 'card_missing',
  give_up: 'given_up',
  end: 'ended',
} as const satisfies Record<Doing, SubscriptionEvent['kind']>

async function carryOut(billing: Billing, transaction: Db, known: Known, doing: Doing, at: Date): Promise<void> {
  const { state, row } = await happen(transaction, known, { kind: EVENTS[doing], at })
  const { user_id: userId, card_last4: card } = row
  if (doing === 'expire' || doing === 'end') {
    const order = await findOpenOrder(transaction, row.id)
    if (order !== undefined) await cancelOrder(transaction, order.id)
  }
  if (userId === null) return
  const to = { userId }
  if (doing === 'notice' && state.period !== null)
    await billing.queueMail(transaction, renewalMail, to, {
      ...{
        amount: (await withTax(billing, transaction, known, await priceAt(transaction, known, state.period.end)))
          .amount,
      },
      ...{ at: state.period.end, card: card ?? '' },
      isTrial: state.status === 'trialing',
    })
  // Whoever has their money back was told so, and that Pro ended with it.
  const isTold = doing === 'end' && state.isRefunded
  if (!isTold && (doing === 'end' || doing === 'give_up' || doing === 'pause'))
    await billing.queueMail(transaction, endedMail, to, { isUnpaid: doing !== 'end' })
}

/** Decides under the lock what is to be done now. Answers the order that is to be charged. */
async function decide(billing: Billing, transaction: Db, id: string): Promise<string | null> {
  const known = await lockSubscription(transaction, id)
  const now = await readNow(transaction, known.row.livemode)
  if (known.row.next_at === null || known.row.next_at > now) return null
  const open = await findOpenOrder(transaction, id)
  // What was begun is brought to its end before anything else.
  if (open?.mode === 'away') {
    await beginCharge(transaction, known, open, now)
    return open.id
  }
  const step = nextStep(known.state)
  if (step === null || step.at > now) {
    await happen(transaction, known)
    return null
  }
  if (step.do !== 'charge') {
    await carryOut(billing, transaction, known, step.do, now)
    return null
  }
  if (!(await mayBeCharged(transaction, known.row.user_id))) {
    await carryOut(billing, transaction, known, 'end', now)
    return null
  }
  const order = await orderDue(billing, transaction, known, now)
  if (known.row.card_id === null) {
    await writeFailure(billing, transaction, known, order, NO_CARD)
    return null
  }
  await beginCharge(transaction, known, order, now)
  return order.id
}

async function doOne(billing: Billing, id: string): Promise<void> {
  const open = await findOpenOrder(billing.db, id)
  if (open?.mode === 'here' && !(await closeForm(billing, open))) return
  const due = await billing.db.transaction().execute((transaction) => decide(billing, transaction, id))
  if (due !== null) await charge(billing, due)
}

/**
 * Does what is due with every subscription, and sends back what came after its end. What fails is tried again later, and
 * holds nobody else up.
 */
export async function runDue(billing: Billing): Promise<void> {
  for (;;) {
    const { livemode } = billing.provider
    const now = await readNow(billing.db, livemode)
    const due = await listDue(billing.db, now, livemode, BATCH)
    for (const id of due) {
      try {
        await doOne(billing, id)
      } catch (error) {
        billing.log.warn({ err: error, subscription: id }, 'A subscription could not be looked after')
        await setNextAt(billing.db, id, addHours(now, LATER_HOURS))
      }
    }
    if (due.length === 0) break
  }
  await sendBackUnwanted(billing)
}

/** Goes on for as long as the process runs. Returns the way to end it. */
export const startBilling = (billing: Billing, log: Logger): (() => Promise<void>) =>
  repeat(
    'Billing for Pro',
    EVERY_MS,
    async () => {
      await runDue(billing)
      await tellHigherPrices(billing)
    },
    log,
  )
