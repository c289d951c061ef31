import { isPassing } from '#src/lib/database-errors.ts'
import type { Db } from '#src/server/database.ts'
import type { CardInput, Confirmation } from '../payments.schema.ts'
import {
  type Dispute,
  type PaymentProvider,
  type ProviderEvent,
  ProviderUnavailableError,
  type Refund,
} from '../provider.ts'
import { readSignedEvent, signWebhook } from '../webhook-signature.ts'
import { findDispute, findRefund, findTransferOf, listRefunds } from './after-sale.queries.ts'
import {
  closeDispute,
  createPayee,
  doNext,
  endRefund,
  finishOnboarding,
  getPayee,
  getTransfer,
  onboardingToken,
  openDispute,
  refund,
  reverseTransfer,
  submitEvidence,
  type TestBank,
  transfer,
} from './after-sale.server.ts'
import {
  authenticate,
  cancelIntent,
  confirm,
  createCustomer,
  createIntent,
  createSetup,
  getCard,
  getIntent,
  getSetup,
  listIntents,
} from './intents.server.ts'
import {
  type DeliveryRules,
  listEvents,
  listMoves,
  moveClock,
  noteSending,
  readBalance,
  readClock,
  setDelivery,
  takeDueEvent,
  takeEvent,
} from './world.queries.ts'

interface EmbeddedOptions {
  readonly db: Db
  /** Signs its webhooks. */
  readonly webhookSecret: string
  readonly publicUrl: string
}

interface FormCall {
  readonly clientSecret: string
  readonly accountId: string
}

/** Takes a webhook; true when it was accepted. */
export type TakeWebhook = (body: string, signature: string) => Promise<boolean>

/** A payment processor of our own, with what its card form and its operator may do besides. */
export interface EmbeddedProvider extends PaymentProvider {
  readonly name: 'embedded'
  readonly livemode: false
  readonly publishableKey: null
  confirm(form: FormCall & { readonly card: CardInput }): Promise<Confirmation>
  authenticate(form: FormCall & { readonly passed: boolean }): Promise<Confirmation>
  finishOnboarding(token: string, bank: TestBank): Promise<{ returnUrl: string }>
  openDispute(intentId: string): Promise<Dispute>
  closeDispute(id: string, outcome: 'won' | 'lost'): Promise<Dispute>
  /** A refund that waits arrives or fails; one that arrived may still come back. */
  endRefund(id: string, outcome: 'succeeded' | 'failed'): Promise<Refund>
  /** Its clock, which only goes forward. */
  now(): Promise<Date>
  moveClock(seconds: number): Promise<void>
  /** Does all that its clock has come to. */
  catchUp(): Promise<void>
  setDelivery(rules: DeliveryRules): Promise<void>
  /** Sends the webhooks that are due; answers how many were accepted. */
  deliver(take: TakeWebhook): Promise<number>
  /** Sends one webhook now, whether it was sent before or not; answers whether it was accepted. */
  send(eventId: string, take: TakeWebhook): Promise<boolean>
}

export const isEmbedded = (provider: PaymentProvider): provider is EmbeddedProvider => provider.name === 'embedded'

/** As a network between us and it would: what passes by itself is no answer. */
async function answered<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!isPassing(error)) throw error
    throw new ProviderUnavailableError('The test payment provider does not answer', { cause: error })
  }
}

/** Stripe's shape, as far as `readSignedEvent` reads it. */
const toBody = ({ id, type, objectId, createdAt }: Awaited<ReturnType<typeof listEvents>>[number]): string =>
  JSON.stringify({
    id,
    object: 'event',
    type,
    livemode: false,
    created: Math.floor(createdAt.getTime() / 1000),
    data: { object: { id: objectId } },
  })

export function createEmbeddedProvider({ db, webhookSecret, publicUrl }: EmbeddedOptions): EmbeddedProvider {
  const catchUp = async () => {
    while (await doNext(db));
  }
  const sendIn = async (transaction: Db, event: ProviderEvent, take: TakeWebhook) => {
    const body = toBody(event)
    const wasTaken = await take(body, signWebhook(Buffer.from(body), webhookSecret)).catch(() => false)
    await noteSending(transaction, event.id, wasTaken)
    return wasTaken
  }
  const deliverOne = (take: TakeWebhook) =>
    db.transaction().execute(async (transaction) => {
      const event = await takeDueEvent(transaction)
      return event && sendIn(transaction, event, take)
    })
  return {
    name: 'embedded',
    livemode: false,
    publishableKey: null,
    createCustomer: (request) => answered(createCustomer(db, request)),
    createIntent: (request) => answered(createIntent(db, request)),
    getIntent: (id) => answered(getIntent(db, id)),
    listIntents: (customerId) => answered(listIntents(db, customerId)),
    cancelIntent: (id, key) => answered(cancelIntent(db, id, key)),
    createSetup: (request) => answered(createSetup(db, request)),
    getSetup: (id) => answered(getSetup(db, id)),
    cancelSetup: async (id, key) => void (await answered(cancelIntent(db, id, key))),
    getCard: (id) => answered(getCard(db, id)),
    refund: (request) => answered(refund(db, request)),
    getRefund: (id) => answered(findRefund(db, id)),
    listRefunds: (intentId) => answered(listRefunds(db, intentId)),
    getDispute: (id) => answered(findDispute(db, id)),
    submitEvidence: (id, evidence) => answered(submitEvidence(db, id, evidence)),
    createPayee: (request) => answered(createPayee(db, request)),
    getPayee: (id) => answered(getPayee(db, id)),
    onboardingLink: async ({ payeeId, returnUrl }) => ({
      url: `${publicUrl}/test-payments/onboarding#token=${await answered(onboardingToken(db, payeeId, returnUrl))}`,
    }),
    transfer: (request) => answered(transfer(db, request)),
    getTransfer: (id) => answered(getTransfer(db, id)),
    findTransfer: (payoutId) => answered(findTransferOf(db, payoutId)),
    reverseTransfer: (id, key) => answered(reverseTransfer(db, id, key)),
    readEvent: (rawBody, signature) => readSignedEvent(rawBody, signature, webhookSecret),
    listEvents: (request) => answered(listEvents(db, request)),
    listBalance: (request) => answered(listMoves(db, request)),
    readBalance: () => answered(readBalance(db)),
    confirm: (form) => answered(confirm(db, form)),
    authenticate: (form) => answered(authenticate(db, form)),
    finishOnboarding: (token, bank) => answered(finishOnboarding(db, token, bank)),
    openDispute: (intentId) => db.transaction().execute((transaction) => openDispute(transaction, intentId)),
    closeDispute: (id, outcome) => db.transaction().execute((transaction) => closeDispute(transaction, id, outcome)),
    endRefund: (id, outcome) => db.transaction().execute((transaction) => endRefund(transaction, id, outcome)),
    now: () => readClock(db),
    async moveClock(seconds) {
      await moveClock(db, seconds)
      await catchUp()
    },
    catchUp,
    setDelivery: async (rules) => void (await setDelivery(db, rules)),
    async deliver(take) {
      let taken = 0
      for (;;) {
        const wasTaken = await deliverOne(take)
        if (wasTaken === undefined) return taken
        if (wasTaken) taken += 1
      }
    },
    send: (eventId, take) =>
      db.transaction().execute(async (transaction) => sendIn(transaction, await takeEvent(transaction, eventId), take)),
  }
}
