import type { ProviderObject } from '#src/features/payments/event-kinds.ts'
import {
  type Dispute,
  type Evidence,
  type Intent,
  type NewIntent,
  type PaymentProvider,
  ProviderRefusedError,
  ProviderUnavailableError,
  type Refund,
} from '#src/features/payments/provider.ts'
import { uuidv7 } from '#src/lib/ids.ts'

type Open<T> = { -readonly [Name in keyof T]: T[Name] }

/** Of a process that goes no further, whatever became of what it had asked for. */
export class DiedError extends Error {
  override name = 'DiedError'
}

export interface WorldEvent {
  readonly kind: ProviderObject
  readonly id: string
}

/**
 * A payment provider in memory, for thousands of sequences: it keeps its own balance, tells of everything by events that
 * the test delivers as it likes, and loses answers on demand. What it shares with the real ones is in
 * provider-contract.ts of the payments.
 */
export class TestWorld {
  readonly intents = new Map<string, Open<Intent>>()
  readonly refunds = new Map<string, Open<Refund>>()
  readonly disputes = new Map<string, Open<Dispute>>()
  readonly evidence: Evidence[] = []
  /** Not delivered yet. */
  readonly events: WorldEvent[] = []
  balance = 0
  /** Does what is asked, and then does not answer, so many times. */
  lostAnswers = 0
  /** How refunds come out at first. */
  refundsAre: Refund['status'] = 'succeeded'
  readonly #byKey = new Map<string, string>()
  #next = 0
  /** Ids are unique among worlds. */
  readonly #name = uuidv7()

  readonly provider: PaymentProvider

  constructor(livemode = false) {
    const unused = () => Promise.reject(new Error('not part of this test'))
    this.provider = {
      ...{ name: 'embedded', livemode, publishableKey: null },
      createCustomer: ({ accountId }) => this.#answer({ id: `cus_${accountId}` }),
      createIntent: (request) => this.#answer(this.#createIntent(request, livemode)),
      getIntent: (id) => this.#answer(this.#get(this.intents, id)),
      listIntents: (customerId) => this.#answerAll(this.intents, (intent) => intent.customerId === customerId),
      cancelIntent: (id) => this.#answer(this.#cancel(id)),
      refund: (request) => this.#answer(this.#refund(request)),
      getRefund: (id) => this.#answer(this.#get(this.refunds, id)),
      listRefunds: (id) => this.#answerAll(this.refunds, ({ intentId }) => intentId === id),
      getDispute: (id) => this.#answer(this.#get(this.disputes, id)),
      submitEvidence: (id, evidence) => {
        this.evidence.push(evidence)
        return this.#answer(this.#get(this.disputes, id))
      },
      ...{
        createSetup: unused,
        getSetup: unused,
        cancelSetup: unused,
        getCard: unused,
        createPayee: unused,
        getPayee: unused,
        onboardingLink: unused,
      },
      ...{ transfer: unused, getTransfer: unused, findTransfer: unused, reverseTransfer: unused },
      ...{ listEvents: unused, listBalance: unused, readBalance: unused },
      readEvent() {
        throw new Error('not part of this test')
      },
    }
  }

  /** The buyer's card is charged. */
  pay(intentId: string): void {
    const intent = this.#get(this.intents, intentId)
    if (intent.status === 'succeeded' || intent.status === 'canceled') return
    const fee = feeOf(intent.amount)
    Object.assign(intent, { status: 'succeeded', received: intent.amount, fee, chargeId: `ch_${intentId}` })
    this.balance += intent.amount - fee
    this.events.push({ kind: 'intent', id: intentId })
  }

  decline(intentId: string): void {
    const intent = this.#get(this.intents, intentId)
    if (intent.status !== 'requires_payment_method') return
    intent.failure = { code: 'card_declined', message: 'Your card was declined.', mayRetry: true }
  }

  /** A day has gone by. */
  forgetKeys(): void {
    this.#byKey.clear()
  }

  /** The bank does not take what was sent back. */
  failRefund(id: string): void {
    const refund = this.#get(this.refunds, id)
    if (refund.status === 'failed') return
    refund.status = 'failed'
    this.balance += refund.amount
    this.events.push({ kind: 'refund', id })
  }

  dispute(intentId: string, amount: number): string | undefined {
    const intent = this.#get(this.intents, intentId)
    const open = [...this.disputes.values()].some((one) => one.intentId === intentId)
    if (intent.status !== 'succeeded' || open) return undefined
    const id = this.#id('dp')
    const dispute: Dispute = {
      ...{ id, intentId, amount, fee: 1500, reason: 'fraudulent', status: 'needs_response', respondBy: null },
    }
    this.disputes.set(id, dispute)
    this.balance -= amount + dispute.fee
    this.events.push({ kind: 'dispute', id })
    return id
  }

  decide(id: string, status: 'won' | 'lost'): void {
    const dispute = this.#get(this.disputes, id)
    if (dispute.status === status) return
    if (status === 'won') this.balance += dispute.amount
    // The money of a dispute that was won has come back to us.
    else if (dispute.status === 'won') this.balance -= dispute.amount
    dispute.status = status
    this.events.push({ kind: 'dispute', id })
  }

  /** Somebody gives money back at the provider's own desk. */
  refundAtDesk(intentId: string, amount: number): void {
    try {
      this.#refund({ intentId, amount, key: this.#id('desk'), metadata: {} })
    } catch (error) {
      if (!(error instanceof ProviderRefusedError)) throw error
    }
  }

  #id(prefix: string): string {
    this.#next += 1
    return `${prefix}_${this.#name}_${this.#next}`
  }

  #get<T>(things: ReadonlyMap<string, T>, id: string): T {
    const thing = things.get(id)
    if (thing === undefined) throw new Error(`there is no ${id}`)
    return thing
  }

  async #answer<T extends object>(thing: T): Promise<T> {
    await Promise.resolve()
    if (this.lostAnswers > 0) {
      this.lostAnswers -= 1
      throw new ProviderUnavailableError('the answer was lost')
    }
    return { ...thing }
  }

  async #answerAll<T extends object>(things: ReadonlyMap<string, T>, belongs: (one: T) => boolean): Promise<T[]> {
    const { all } = await this.#answer({ all: [...things.values()].filter(belongs) })
    return all.map((one) => ({ ...one })).reverse()
  }

  #createIntent({ amount, customerId, metadata, key }: NewIntent, livemode: boolean): Intent {
    const known = this.#byKey.get(key)
    if (known !== undefined) return this.#get(this.intents, known)
    const id = this.#id('pi')
    this.#byKey.set(key, id)
    const intent: Intent = {
      ...{ id, amount, customerId, metadata, livemode, status: 'requires_payment_method', received: 0 },
      ...{ clientSecret: `${id}_secret`, chargeId: null, fee: null, cardId: null, failure: null },
    }
    this.intents.set(id, intent)
    return intent
  }

  #cancel(id: string): Intent {
    const intent = this.#get(this.intents, id)
    if (intent.status === 'succeeded') throw refused('payment_intent_unexpected_state')
    intent.status = 'canceled'
    return intent
  }

  #refund({ intentId, amount, key, metadata }: Parameters<PaymentProvider['refund']>[0]): Refund {
    const known = this.#byKey.get(key)
    if (known !== undefined) return this.#get(this.refunds, known)
    const given = [...this.refunds.values()]
      .filter((refund) => refund.intentId === intentId && refund.status !== 'failed')
      .reduce((sum, refund) => sum + refund.amount, 0)
    const intent = this.#get(this.intents, intentId)
    if (intent.received < given + amount) throw refused('charge_already_refunded')
    const id = this.#id('re')
    this.#byKey.set(key, id)
    const refund: Refund = { id, intentId, amount, status: this.refundsAre, metadata }
    this.refunds.set(id, refund)
    if (refund.status !== 'failed') this.balance -= amount
    this.events.push({ kind: 'refund', id })
    return refund
  }
}

const refused = (code: string) => new ProviderRefusedError({ code, message: code, mayRetry: false })

/** 2.9 % and 30 cents, as the usual card costs. */
export const feeOf = (amount: number): number => Math.round(amount * 0.029) + 30
