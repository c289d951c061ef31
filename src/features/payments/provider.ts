/**
 * What our billing asks of whoever moves the money. Stripe and the embedded test provider implement it,
 * and both pass `provider-contract-fixture.ts`. Amounts are whole cents of US dollars. Every call that creates
 * something takes a key: the same key with the same values gives the first answer again, for a day at least. Whoever
 * asks again later looks first for what the first call has made (`find-asked.ts`).
 */
export interface PaymentProvider {
  readonly name: 'stripe' | 'embedded'
  /** False: nothing that this provider makes is real money. */
  readonly livemode: boolean
  /** What the browser's card form needs; null with the embedded provider, whose form is ours. */
  readonly publishableKey: string | null

  createCustomer(request: { accountId: string; email: string; key: string }): Promise<{ id: string }>

  createIntent(request: NewIntent): Promise<Intent>
  getIntent(id: string): Promise<Intent>
  /** All of a customer, the newest first. */
  listIntents(customerId: string): Promise<readonly Intent[]>
  /** Only before it succeeded. */
  cancelIntent(id: string, key: string): Promise<Intent>

  /** A form that saves a card without a charge. */
  createSetup(request: { customerId: string; key: string }): Promise<{ id: string; clientSecret: string }>
  getSetup(id: string): Promise<Setup>
  /** Only while it is open. */
  cancelSetup(id: string, key: string): Promise<void>
  getCard(paymentMethodId: string): Promise<SavedCard>

  refund(request: { intentId: string; amount: number; key: string; metadata: Metadata }): Promise<Refund>
  getRefund(id: string): Promise<Refund>
  /** All of a payment, in any order. */
  listRefunds(intentId: string): Promise<readonly Refund[]>

  getDispute(id: string): Promise<Dispute>
  submitEvidence(id: string, evidence: Evidence, key: string): Promise<Dispute>

  createPayee(request: { accountId: string; email: string; country: string; key: string }): Promise<Payee>
  getPayee(id: string): Promise<Payee>
  /** A page of the provider's where somebody says who they are and where their money goes. */
  onboardingLink(request: { payeeId: string; returnUrl: string; refreshUrl: string }): Promise<{ url: string }>

  transfer(request: { payeeId: string; amount: number; payoutId: string; key: string }): Promise<Transfer>
  getTransfer(id: string): Promise<Transfer>
  /** What became of a call whose answer was lost; keys are not kept forever. */
  findTransfer(payoutId: string): Promise<Transfer | undefined>
  /** Takes all of it back, where it has not reached a bank; it counts as failed then. */
  reverseTransfer(id: string, key: string): Promise<Transfer>

  /** What a webhook says, after its signature over the raw bytes is proven. Throws `WebhookRefusedError`. */
  readEvent(rawBody: Uint8Array, signature: string | undefined): ProviderEvent
  /** Events since then, oldest first; what the sweep for lost webhooks reads. */
  listEvents(request: { since: Date; after?: string }): Promise<readonly ProviderEvent[]>
  /** Every movement of our balance since then, in any currency, oldest first; what the reconciliation reads. */
  listBalance(request: { since: Date; after?: string }): Promise<readonly BalanceMove[]>
  /** Our balance now, with what is on its way into it: all dollars that `listBalance` ever listed, after fees. */
  readBalance(): Promise<number>
}

export type Metadata = Readonly<Record<string, string>>

export interface NewIntent {
  readonly orderId: string
  readonly amount: number
  readonly customerId: string
  readonly description: string
  readonly metadata: Metadata
  /** Charges this saved card at once, without its owner being there. */
  readonly offSessionCard?: string
  /** Keeps the card for later charges. */
  readonly saveCard?: boolean
  readonly key: string
}

export type IntentStatus =
  | 'requires_payment_method'
  | 'requires_confirmation'
  | 'requires_action'
  | 'processing'
  | 'succeeded'
  | 'canceled'

export interface Intent {
  readonly id: string
  readonly status: IntentStatus
  readonly amount: number
  /** What has been taken; 0 until it succeeded. */
  readonly received: number
  /** Bound to this intent; never logged. */
  readonly clientSecret: string
  readonly customerId: string | null
  readonly metadata: Metadata
  readonly livemode: boolean
  readonly chargeId: string | null
  /** What the processor kept; null until known. */
  readonly fee: number | null
  readonly cardId: string | null
  readonly failure: PaymentFailure | null
}

/** A form that keeps a card. */
export interface Setup {
  readonly id: string
  /** open: the form can still be filled in. */
  readonly status: 'open' | 'succeeded' | 'canceled'
  /** Bound to this form; never logged. */
  readonly clientSecret: string
  /** The card that was kept. */
  readonly cardId: string | null
}

export interface PaymentFailure {
  /** The provider's: card_declined, insufficient_funds, expired_card, authentication_required … */
  readonly code: string
  /** For the buyer. */
  readonly message: string
  /** False: the same card will never do (stolen, closed), so renewals stop early. */
  readonly mayRetry: boolean
}

export interface SavedCard {
  readonly id: string
  readonly brand: string
  readonly last4: string
  readonly expMonth: number
  readonly expYear: number
}

export interface Refund {
  readonly id: string
  readonly intentId: string
  readonly amount: number
  readonly status: 'pending' | 'succeeded' | 'failed'
  readonly metadata: Metadata
}

export interface Dispute {
  readonly id: string
  readonly intentId: string
  readonly amount: number
  /** What the provider takes for it, whoever wins. */
  readonly fee: number
  readonly reason: string
  /** inquiry: the bank only asks, and has taken nothing. inquiry_over: so it did, and has its answer or needs none. */
  readonly status: 'inquiry' | 'inquiry_over' | 'needs_response' | 'under_review' | 'won' | 'lost'
  readonly respondBy: Date | null
}

/** It has taken nothing. Where it does later, the same dispute goes on as one. */
export const onlyAsks = ({ status }: Pick<Dispute, 'status'>): boolean =>
  status === 'inquiry' || status === 'inquiry_over'

/** What speaks for the sale. */
export interface Evidence {
  readonly productDescription: string
  readonly customerEmail: string
  /** Address that the purchase came from. */
  readonly customerAddress: string | null
  /** What the buyer ran, with times. */
  readonly accessLog: string
  /** The consent that was given, word for word, with its time. */
  readonly consent: string
}

export interface Payee {
  readonly id: string
  /** Whether transfers to it reach a bank. */
  readonly ready: boolean
  /** Whether the first form was sent. Who did that and is not ready is asked for more, or not accepted. */
  readonly submitted: boolean
  /** What is still asked for, in the provider's words. */
  readonly missing: readonly string[]
}

export interface Transfer {
  readonly id: string
  readonly amount: number
  readonly status: 'in_transit' | 'paid' | 'failed'
  readonly metadata: Metadata
}

/** A hint: whoever handles it fetches the object again. */
export interface ProviderEvent {
  readonly id: string
  /** Stripe's names: payment_intent.succeeded, charge.refund.updated, charge.dispute.created … */
  readonly type: string
  readonly objectId: string
  readonly livemode: boolean
  readonly createdAt: Date
}

export interface BalanceMove {
  readonly id: string
  readonly kind:
    | 'charge'
    | 'refund'
    | 'refund_failure'
    | 'dispute'
    | 'dispute_reversal'
    | 'transfer'
    | 'transfer_reversal'
    | 'fee'
    // To our own bank, or from there.
    | 'bank'
    // What moved it is not known to us. Nobody books it by itself, so that it shows as a difference.
    | 'other'
  /** Signed: what our balance with the provider gained, before `fee`. Both in the smallest unit of `currency`. */
  readonly amount: number
  readonly fee: number
  /** "usd", which is all that we ask for; an account with the provider may have others beside it. */
  readonly currency: string
  /** The charge, refund, dispute or transfer that moved it. */
  readonly sourceId: string
  /** The payment that the charge, refund or dispute is of; null for what belongs to none. */
  readonly intentId: string | null
  readonly createdAt: Date
}

/** The provider did not answer, or answered with an error that the same call may overcome later. */
export class ProviderUnavailableError extends Error {
  override name = 'ProviderUnavailableError'
}

/** The provider says no, and will say it again. */
export class ProviderRefusedError extends Error {
  override name = 'ProviderRefusedError'
  readonly failure: PaymentFailure
  constructor(failure: PaymentFailure) {
    super(failure.message)
    this.failure = failure
  }
}

/** A webhook without a valid signature, or one too old. */
export class WebhookRefusedError extends Error {
  override name = 'WebhookRefusedError'
}
