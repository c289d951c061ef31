import { DiedError, TestWorld } from '#src/features/checkout/test-world.ts'
import {
  type Dispute,
  onlyAsks,
  type PaymentProvider,
  ProviderRefusedError,
  ProviderUnavailableError,
  type Transfer,
} from '#src/features/payments/provider.ts'
import { uuidv7 } from '#src/lib/ids.ts'

type Open<T> = { -readonly [Name in keyof T]: T[Name] }

/** How a call ends besides well: the answer is lost, the call is, or whoever asks dies before hearing of it. */
export type Mishap = 'answer_lost' | 'call_lost' | 'caller_dies'

interface SoldOrder {
  readonly orderId: string
  readonly toolId: string
  readonly buyerId: string
  readonly intentId: string
  readonly customerId: string
  readonly amount: number
}

/** A payment provider that pays creators from what buyers pay and take back, in memory, for thousands of sequences. */
export class TransferWorld {
  readonly orders = new TestWorld()
  readonly transfers = new Map<string, Open<Transfer>>()
  /** Not delivered yet. */
  readonly events = this.orders.events
  /** Of the calls to come that are about transfers, one each. */
  readonly mishaps: Mishap[] = []
  readonly #byKey = new Map<string, string>()
  readonly #name = uuidv7()
  readonly provider: PaymentProvider

  constructor() {
    this.provider = {
      ...this.orders.provider,
      transfer: (asked) => this.#answer(() => this.#transfer(asked)),
      getTransfer: (id) => this.#answer(() => this.#get(id)),
      findTransfer: (payoutId) =>
        this.#answer(() => [...this.transfers.values()].find(({ metadata }) => metadata.payoutId === payoutId)),
    }
  }

  get balance(): number {
    return this.orders.balance
  }

  set balance(cents: number) {
    this.orders.balance = cents
  }

  /** Paid already; this provider takes nothing for it. */
  sell({ orderId, toolId, buyerId, intentId: id, customerId, amount }: SoldOrder): void {
    this.orders.intents.set(id, {
      ...{ id, amount, customerId, metadata: { orderId, toolId, buyerId }, livemode: false, status: 'succeeded' },
      ...{ received: amount, clientSecret: `${id}_secret`, chargeId: `ch_${id}`, fee: 0, cardId: null, failure: null },
    })
    this.balance += amount
  }

  /** A bank asks about a payment, and takes nothing yet. */
  inquire(intentId: string, amount: number): void {
    const { disputes } = this.orders
    if ([...disputes.values()].some((dispute) => dispute.intentId === intentId)) return
    const id = `dp_${intentId}`
    const asked = { id, intentId, amount, fee: 1500, reason: 'fraudulent', respondBy: null } as const
    disputes.set(id, { ...asked, status: 'inquiry' })
    this.events.push({ kind: 'dispute', id })
  }

  /** A bank that only asked is satisfied, or takes the money. What it has taken it keeps, or gives back. */
  decide(dispute: Open<Dispute>, isOurs: boolean): void {
    if (!onlyAsks(dispute)) this.orders.decide(dispute.id, isOurs ? 'won' : 'lost')
    if (dispute.status !== 'inquiry') return
    dispute.status = isOurs ? 'inquiry_over' : 'needs_response'
    if (!isOurs) this.balance -= dispute.amount + dispute.fee
    this.events.push({ kind: 'dispute', id: dispute.id })
  }

  arrive(id: string): void {
    const transfer = this.#get(id)
    if (transfer.status !== 'in_transit') return
    transfer.status = 'paid'
    this.events.push({ kind: 'transfer', id })
  }

  /** The bank sends it back, be it days after it took it. */
  bounce(id: string): void {
    const transfer = this.#get(id)
    if (transfer.status === 'failed') return
    transfer.status = 'failed'
    this.balance += transfer.amount
    this.events.push({ kind: 'transfer', id })
  }

  forgetKeys(): void {
    this.#byKey.clear()
  }

  async #answer<T>(work: () => T): Promise<T> {
    await Promise.resolve()
    const mishap = this.mishaps.shift()
    if (mishap === 'call_lost') throw new ProviderUnavailableError('the call was lost')
    const done = work()
    if (mishap === 'answer_lost') throw new ProviderUnavailableError('the answer was lost')
    if (mishap === 'caller_dies') throw new DiedError('the process died')
    return typeof done === 'object' && done !== null ? { ...done } : done
  }

  #get(id: string): Open<Transfer> {
    const transfer = this.transfers.get(id)
    if (transfer === undefined) throw new Error(`there is no ${id}`)
    return transfer
  }

  #transfer({ amount, payoutId, key }: Parameters<PaymentProvider['transfer']>[0]): Transfer {
    const known = this.#byKey.get(key)
    if (known !== undefined) return this.#get(known)
    if (this.balance < amount)
      throw new ProviderRefusedError({ code: 'balance_insufficient', message: 'Too little money', mayRetry: true })
    const id = `tr_${this.#name}_${this.transfers.size}`
    this.#byKey.set(key, id)
    const transfer: Transfer = { id, amount, status: 'in_transit', metadata: { payoutId } }
    this.transfers.set(id, transfer)
    this.balance -= amount
    this.events.push({ kind: 'transfer', id })
    return transfer
  }
}
