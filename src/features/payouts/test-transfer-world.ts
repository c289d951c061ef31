import {
  type PaymentProvider,
  ProviderRefusedError,
  ProviderUnavailableError,
  type Transfer,
} from '#src/features/payments/provider.ts'
import { uuidv7 } from '#src/lib/ids.ts'

type Open<T> = { -readonly [Name in keyof T]: T[Name] }

/** How a call ends besides well: the answer is lost, the call is, or whoever asks dies before hearing of it. */
export type Mishap = 'answer_lost' | 'call_lost' | 'caller_dies'

export class DiedError extends Error {
  override name = 'DiedError'
}

/** The part of a payment provider that pays creators, in memory, for thousands of sequences. */
export class TransferWorld {
  readonly transfers = new Map<string, Open<Transfer>>()
  /** Ids of transfers about which there is something to hear. */
  readonly events: string[] = []
  /** Of the calls to come, one each. */
  readonly mishaps: Mishap[] = []
  balance = 0
  readonly #byKey = new Map<string, string>()
  readonly #name = uuidv7()
  readonly provider: PaymentProvider

  constructor() {
    const unused = () => Promise.reject(new Error('not part of this test'))
    this.provider = {
      ...{ name: 'embedded', livemode: false, publishableKey: null },
      ...{ createCustomer: unused, createIntent: unused, getIntent: unused, cancelIntent: unused },
      ...{ listIntents: unused, listRefunds: unused, createSetup: unused, getSetup: unused, getCard: unused },
      ...{ cancelSetup: unused },
      ...{ refund: unused, getRefund: unused },
      ...{ getDispute: unused, submitEvidence: unused, createPayee: unused, getPayee: unused },
      ...{ onboardingLink: unused, reverseTransfer: unused, listEvents: unused, listBalance: unused },
      transfer: (asked) => this.#answer(() => this.#transfer(asked)),
      getTransfer: (id) => this.#answer(() => this.#get(id)),
      findTransfer: (payoutId) =>
        this.#answer(() => [...this.transfers.values()].find(({ metadata }) => metadata.payoutId === payoutId)),
      readEvent() {
        throw new Error('not part of this test')
      },
    }
  }

  arrive(id: string): void {
    const transfer = this.#get(id)
    if (transfer.status !== 'in_transit') return
    transfer.status = 'paid'
    this.events.push(id)
  }

  /** The bank sends it back, be it days after it took it. */
  bounce(id: string): void {
    const transfer = this.#get(id)
    if (transfer.status === 'failed') return
    transfer.status = 'failed'
    this.balance += transfer.amount
    this.events.push(id)
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
    this.events.push(id)
    return transfer
  }
}
