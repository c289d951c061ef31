import Stripe from 'stripe'
import type { StripeSettings } from '#src/server/env-money.ts'
import {
  type Intent,
  type NewIntent,
  type PaymentProvider,
  ProviderRefusedError,
  ProviderUnavailableError,
  type Setup,
} from '../provider.ts'
import { objectOf, readSignedEvent } from '../webhook-signature.ts'
import { failureOf, toBalance, toDispute, toIntent, toMove, toPayee, toRefund, toTransfer } from './stripe-shapes.ts'

/** The one that these shapes were written for: raise it together with the package. */
const VERSION = '2026-10-28.endive'
const TIMEOUT_MS = 20_000
const PAGE = 100
/** So many at most are read before the oldest of them can be answered first. */
const MOST = 10_000

/** How lists are read: after one that is known, or from a time on. */
interface Span {
  readonly since: Date
  readonly after?: string
}

/** Another place than Stripe's own, for tests. */
interface At {
  readonly host: string
  readonly port: number
}

/** Renewals charge what was kept, and only a card can be shown, replaced and charged like that. */
const BY_CARD = { payment_method_types: ['card'] }
const WITH_FEE = { expand: ['latest_charge.balance_transaction'] }
const WITH_FEES = { expand: ['data.latest_charge.balance_transaction'] }
const WITH_SOURCE = { expand: ['data.source'] }

const isRefusal = (error: unknown): error is InstanceType<typeof Stripe.errors.StripeError> =>
  error instanceof Stripe.errors.StripeCardError || error instanceof Stripe.errors.StripeInvalidRequestError

/** What Stripe will say again is a refusal. All else may pass: its own faults, the network, a limit, a key being changed. */
async function answered<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (isRefusal(error)) throw new ProviderRefusedError({ ...failureOf(error), mayRetry: false })
    if (error instanceof Stripe.errors.StripeIdempotencyError && error.statusCode !== 409)
      throw new ProviderRefusedError({ code: 'idempotency_error', message: error.message, mayRetry: false })
    if (!(error instanceof Stripe.errors.StripeError)) throw error
    throw new ProviderUnavailableError(`Stripe does not answer: ${error.type}`, { cause: error })
  }
}

/** A card that is declined without its owner is an answer: the intent waits for another one. */
async function chargeAnswered(stripe: Stripe, work: Promise<Stripe.PaymentIntent>): Promise<Intent> {
  try {
    return toIntent(await work)
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeCardError) || error.payment_intent === undefined) throw error
    const intent = toIntent(await stripe.paymentIntents.retrieve(error.payment_intent.id, WITH_FEE))
    return { ...intent, failure: intent.failure ?? failureOf(error) }
  }
}

const intentParams = (asked: NewIntent): Stripe.PaymentIntentCreateParams => ({
  amount: asked.amount,
  currency: 'usd',
  customer: asked.customerId,
  description: asked.description,
  metadata: { ...asked.metadata, orderId: asked.orderId },
  ...BY_CARD,
  ...(asked.saveCard === true && { setup_future_usage: 'off_session' as const }),
  ...(asked.offSessionCard !== undefined && {
    payment_method: asked.offSessionCard,
    off_session: true,
    confirm: true,
  }),
  ...WITH_FEE,
})

const secondsOf = (date: Date): number => Math.floor(date.getTime() / 1000)

/**
 * Lists begin with the newest; ours with the oldest. After one that is known, Stripe gives the next page by itself. Else
 * the time is halved until all of its earlier part can be read, so that nothing old is passed over for what is new.
 */
async function oldestFirst<T extends { id: string }>(
  list: (page: Stripe.PaginationParams & { created: Stripe.RangeQueryParam }) => Stripe.ApiListPromise<T>,
  { since, after }: Span,
  most: number,
): Promise<T[]> {
  let gte = secondsOf(since)
  if (after !== undefined) return (await list({ created: { gte }, limit: PAGE, ending_before: after })).data.reverse()
  for (let lt: number | undefined; ; ) {
    const created = lt === undefined ? { gte } : { gte, lt }
    const found = await list({ created, limit: PAGE }).autoPagingToArray({ limit: most })
    const seconds = (lt ?? secondsOf(new Date()) + 1) - gte
    if (found.length >= most && seconds > 1) lt = gte + Math.ceil(seconds / 2)
    else if (found.length > 0 || lt === undefined) return found.reverse()
    else [gte, lt] = [lt, undefined]
  }
}

const setupsAndCards = (stripe: Stripe) =>
  ({
    async createSetup({ customerId, key }) {
      const params = { customer: customerId, usage: 'off_session' as const, ...BY_CARD }
      const { id, client_secret: secret } = await answered(stripe.setupIntents.create(params, { idempotencyKey: key }))
      return { id, clientSecret: secret ?? '' }
    },
    async getSetup(id) {
      const { status, client_secret: secret, payment_method: card } = await answered(stripe.setupIntents.retrieve(id))
      const known = status === 'succeeded' || status === 'canceled' ? status : 'open'
      const cardId = typeof card === 'string' ? card : (card?.id ?? null)
      return {
        id,
        status: known as Setup['status'],
        clientSecret: secret ?? '',
        cardId: known === 'succeeded' ? cardId : null,
      }
    },
    async cancelSetup(id, key) {
      await answered(stripe.setupIntents.cancel(id, {}, { idempotencyKey: key }))
    },
    async getCard(id) {
      const { card } = await answered(stripe.paymentMethods.retrieve(id))
      if (card === undefined)
        throw new ProviderRefusedError({ code: 'not_a_card', message: 'This is not a card.', mayRetry: false })
      return { id, brand: card.brand, last4: card.last4, expMonth: card.exp_month, expYear: card.exp_year }
    },
  }) satisfies Partial<PaymentProvider>

const afterSale = (stripe: Stripe) =>
  ({
    refund: async ({ intentId, amount, metadata, key }) =>
      toRefund(
        await answered(
          stripe.refunds.create(
            { payment_intent: intentId, amount, metadata: { ...metadata } },
            { idempotencyKey: key },
          ),
        ),
      ),
    getRefund: async (id) => toRefund(await answered(stripe.refunds.retrieve(id))),
    async listRefunds(intentId) {
      const pages = stripe.refunds.list({ payment_intent: intentId, limit: PAGE })
      return (await answered(pages.autoPagingToArray({ limit: MOST }))).map(toRefund)
    },
    getDispute: async (id) => toDispute(await answered(stripe.disputes.retrieve(id))),
    async submitEvidence(id, evidence, key) {
      const said = {
        product_description: evidence.productDescription,
        customer_email_address: evidence.customerEmail,
        ...(evidence.customerAddress !== null && { customer_purchase_ip: evidence.customerAddress }),
        access_activity_log: evidence.accessLog,
        uncategorized_text: evidence.consent,
      }
      return toDispute(
        await answered(stripe.disputes.update(id, { evidence: said, submit: true }, { idempotencyKey: key })),
      )
    },
  }) satisfies Partial<PaymentProvider>

const payouts = (stripe: Stripe) =>
  ({
    async createPayee({ accountId, email, country, key }) {
      const params = { type: 'express', country, email, metadata: { accountId } } as const
      const capabilities = { transfers: { requested: true } }
      return toPayee(await answered(stripe.accounts.create({ ...params, capabilities }, { idempotencyKey: key })))
    },
    getPayee: async (id) => toPayee(await answered(stripe.accounts.retrieve(id))),
    async onboardingLink({ payeeId, returnUrl, refreshUrl }) {
      const params = {
        account: payeeId,
        return_url: returnUrl,
        refresh_url: refreshUrl,
        type: 'account_onboarding',
      } as const
      return { url: (await answered(stripe.accountLinks.create(params))).url }
    },
    async transfer({ payeeId, amount, payoutId, key }) {
      const params = { amount, currency: 'usd', destination: payeeId, metadata: { payoutId }, transfer_group: payoutId }
      return toTransfer(await answered(stripe.transfers.create(params, { idempotencyKey: key })))
    },
    getTransfer: async (id) => toTransfer(await answered(stripe.transfers.retrieve(id))),
    async findTransfer(payoutId) {
      const [found] = (await answered(stripe.transfers.list({ transfer_group: payoutId, limit: 1 }))).data
      return found && toTransfer(found)
    },
    async reverseTransfer(id, key) {
      await answered(stripe.transfers.createReversal(id, {}, { idempotencyKey: key }))
      return toTransfer(await answered(stripe.transfers.retrieve(id)))
    },
  }) satisfies Partial<PaymentProvider>

/** Real payments, with cards that never come to us. Separate charges and transfers: the money is ours until a payout. */
export function createStripeProvider(settings: StripeSettings, at?: At, most = MOST): PaymentProvider {
  const { secretKey, publishableKey, webhookSecret } = settings
  const stripe = new Stripe(secretKey, {
    apiVersion: VERSION,
    maxNetworkRetries: 2,
    timeout: TIMEOUT_MS,
    telemetry: false,
    ...(at && { ...at, protocol: 'http' as const }),
  })
  return {
    name: 'stripe',
    livemode: settings.livemode,
    publishableKey,
    async createCustomer({ accountId, email, key }) {
      const { id } = await answered(
        stripe.customers.create({ email, metadata: { accountId } }, { idempotencyKey: key }),
      )
      return { id }
    },
    createIntent: ({ key, ...asked }) =>
      answered(
        chargeAnswered(stripe, stripe.paymentIntents.create(intentParams({ ...asked, key }), { idempotencyKey: key })),
      ),
    getIntent: async (id) => toIntent(await answered(stripe.paymentIntents.retrieve(id, WITH_FEE))),
    async listIntents(customerId) {
      const pages = stripe.paymentIntents.list({ customer: customerId, limit: PAGE, ...WITH_FEES })
      return (await answered(pages.autoPagingToArray({ limit: MOST }))).map(toIntent)
    },
    cancelIntent: async (id, key) =>
      toIntent(await answered(stripe.paymentIntents.cancel(id, {}, { idempotencyKey: key }))),
    ...setupsAndCards(stripe),
    ...afterSale(stripe),
    ...payouts(stripe),
    readEvent: (rawBody, signature) => readSignedEvent(rawBody, signature, webhookSecret),
    async listEvents(span) {
      const events = await answered(oldestFirst((page) => stripe.events.list(page), span, most))
      return events.map(({ id, type, livemode, created, data }) => ({
        ...{ id, type, livemode, createdAt: new Date(created * 1000) },
        objectId: objectOf(type, data.object as Parameters<typeof objectOf>[1]),
      }))
    },
    async listBalance(span) {
      const moves = await answered(
        oldestFirst((page) => stripe.balanceTransactions.list({ ...page, ...WITH_SOURCE }), span, most),
      )
      return moves.map(toMove)
    },
    readBalance: async () => toBalance(await answered(stripe.balance.retrieve())),
  }
}
