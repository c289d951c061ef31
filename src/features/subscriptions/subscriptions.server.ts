import { cardFormLimit } from '#src/features/payments/failed-tries.server.ts'
import { ProviderUnavailableError } from '#src/features/payments/provider.ts'
import { inSession, limitWith, signedIn } from '#src/server/http/guards.ts'
import type { Limiter } from '#src/server/http/limiter.ts'
import { type Route, route } from '#src/server/http/route.ts'
import { type Billing, withTax } from './billing.server.ts'
import { nextStep } from './next-step.ts'
import { priceAt } from './pro-price.server.ts'
import {
  asking,
  cancel,
  changeCard,
  changeInterval,
  pay,
  refresh,
  resume,
  start,
  upgradePrice,
} from './subscribe.server.ts'
import { accessUntil } from './subscription-state.ts'
import { findSubscription, hadTrial, hasPro, type Known, readNow } from './subscriptions.queries.ts'
import { type SubscriptionAnswer, type SubscriptionView, subscriptionsContract } from './subscriptions.schema.ts'

const toCard = ({ card_brand, card_last4, card_exp_month, card_exp_year }: Known['row']): SubscriptionView['card'] =>
  card_brand === null || card_last4 === null || card_exp_month === null || card_exp_year === null
    ? null
    : { brand: card_brand, last4: card_last4, expMonth: card_exp_month, expYear: card_exp_year }

async function toView(billing: Billing, known: Known): Promise<SubscriptionView> {
  const { state, row } = known
  const step = nextStep(state)
  const { db } = billing
  const withItsTax = async (price: number) => (await withTax(billing, db, known, price)).amount
  const upgrade = await upgradePrice(db, known, await readNow(db, row.livemode))
  const isCharge = step?.do === 'charge' || step?.do === 'notice'
  const chargedAt = step?.do === 'notice' ? state.period?.end : step?.at
  return {
    ...{ status: state.status, interval: state.interval, nextInterval: state.nextInterval },
    isRefunded: state.isRefunded,
    ...{ cancelAtPeriodEnd: state.cancelAtPeriodEnd, periodEnd: state.period?.end.toISOString() ?? null },
    accessUntil: accessUntil(state)?.toISOString() ?? null,
    nextCharge:
      isCharge && chargedAt !== undefined
        ? { at: chargedAt.toISOString(), amount: await withItsTax(await priceAt(db, known, chargedAt)) }
        : null,
    card: toCard(row),
    isHopeless: state.isHopeless,
    upgradePrice: upgrade === null ? null : await withItsTax(upgrade),
    livemode: row.livemode,
  }
}

async function answerFor(billing: Billing, userId: string): Promise<SubscriptionAnswer> {
  const known = await findSubscription(billing.db, userId)
  return {
    subscription: known === undefined ? null : await toView(billing, known),
    hasPro: await hasPro(billing.db, userId),
    mayTry: !(await hadTrial(billing.db, userId)),
  }
}

/** What was paid is seen at once where the provider answers, and a little later where it does not. */
async function bringUpToDate(billing: Billing, userId: string): Promise<void> {
  const known = await findSubscription(billing.db, userId)
  if (known === undefined) return
  try {
    await refresh(billing, known)
  } catch (error) {
    if (!(error instanceof ProviderUnavailableError)) throw error
    billing.log.warn({ err: error }, 'The payment provider did not answer')
  }
}

interface SubscriptionDeps {
  readonly billing: Billing
  readonly limiter: Limiter
}

export function subscriptionRoutes({ billing, limiter }: SubscriptionDeps): Route[] {
  const limit = limitWith(limiter)('10/min', 'subscription')
  // After the call was read, so that a malformed one is told why.
  const mayTry = cardFormLimit(billing.db, limiter, 'subscribe')
  return [
    route(subscriptionsContract.get, [signedIn], async ({ user }) => {
      await bringUpToDate(billing, user.id)
      return answerFor(billing, user.id)
    }),
    route(subscriptionsContract.start, [inSession], async (asked) => {
      await mayTry(asked)
      return asking(start(billing, { user: asked.user, address: asked.address, ...asked.body }))
    }),
    route(subscriptionsContract.pay, [inSession], async (asked) => {
      await mayTry(asked)
      return asking(pay(billing, asked.user))
    }),
    route(subscriptionsContract.changeCard, [inSession], async (asked) => {
      await mayTry(asked)
      return asking(changeCard(billing, asked.user))
    }),
    route(subscriptionsContract.change, [inSession], async (asked) => {
      limit(asked)
      await asking(changeInterval(billing, asked.user, asked.body.interval))
      return answerFor(billing, asked.user.id)
    }),
    route(subscriptionsContract.cancel, [inSession], async ({ user }) => {
      await asking(cancel(billing, user))
      return answerFor(billing, user.id)
    }),
    route(subscriptionsContract.resume, [inSession], async ({ user }) => {
      await asking(resume(billing, user))
      return answerFor(billing, user.id)
    }),
  ]
}
