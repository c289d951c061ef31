import fc from 'fast-check'
import { releaseShares } from '#src/features/checkout/money-chores.server.ts'
import { handleProviderEvent } from '#src/features/checkout/provider-events.server.ts'
import { giveBack } from '#src/features/checkout/refunds.server.ts'
import { insertSale, setFee, setIntent, setPaid, setReleased } from '#src/features/checkout/sales.queries.ts'
import { does } from '#src/features/checkout/test-order-steps.ts'
import { DiedError, type WorldEvent } from '#src/features/checkout/test-world.ts'
import { type Till, toBooked } from '#src/features/checkout/till.ts'
import { charge, release } from '#src/features/ledger/journals.ts'
import { postJournal } from '#src/features/ledger/ledger.queries.ts'
import { sharesOf } from '#src/features/ledger/shares.ts'
import { onlyAsks } from '#src/features/payments/provider.ts'
import { uuidv7 } from '#src/lib/ids.ts'
import { AppError } from '#src/server/http/app-error.ts'
import type { TestDatabase } from '#src/server/test-database.ts'
import { plan, send } from './pay-out.server.ts'
import { followPayout, sendDue } from './payout-chores.server.ts'
import { MIN_PAYOUT, mondayOf } from './payout-rules.ts'
import { TransferWorld } from './test-transfer-world.ts'

const MINUTE_MS = 60_000
const DAY_MS = 1440 * MINUTE_MS

const oneOf = fc.nat({ max: 20 })
const atOnce = fc.integer({ min: 1, max: 3 })
const nothing = fc.constant({})
export const step = fc.oneof(
  does(
    8,
    'sell',
    fc.record({ cents: fc.integer({ min: 99, max: 8000 }), isReleased: fc.constantFrom(true, true, false) }),
  ),
  does(2, 'refund', fc.record({ which: oneOf, cents: fc.integer({ min: 1, max: 3000 }), atOnce })),
  does(1, 'refund_at_desk', fc.record({ which: oneOf, cents: fc.integer({ min: 1, max: 3000 }) })),
  does(1, 'refund_fails', fc.record({ which: oneOf })),
  does(3, 'dispute', fc.record({ which: oneOf, cents: fc.constantFrom(undefined, undefined, 1, 99, 1500) })),
  does(1, 'inquire', fc.record({ which: oneOf })),
  does(3, 'decide', fc.record({ which: oneOf, isOurs: fc.boolean() })),
  // Somebody asks for their money while it is claimed.
  does(2, 'ask_and_deliver', fc.record({ which: oneOf })),
  does(7, 'ask', fc.record({ atOnce })),
  does(2, 'week', fc.record({ atOnce })),
  does(3, 'chore', fc.record({ atOnce, minutes: fc.constantFrom(0, 1, 3) })),
  does(3, 'arrive', fc.record({ which: oneOf })),
  does(1, 'bounce', fc.record({ which: oneOf })),
  does(6, 'deliver', fc.record({ which: oneOf, keep: fc.boolean(), atOnce })),
  does(1, 'lose_event', fc.record({ which: oneOf })),
  does(
    3,
    'mishap',
    fc.record({ kind: fc.constantFrom('answer_lost' as const, 'call_lost' as const, 'caller_dies' as const) }),
  ),
  does(1, 'forget_keys', nothing),
  // Our own money goes to our bank, and the provider has too little left for the next payout.
  does(1, 'sweep_out', nothing),
  does(1, 'hold', nothing),
  does(1, 'lift', nothing),
)
export type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

/** What is refused, and dies, is part of life; anything else is a bug. */
export const orRefused = (work: Promise<unknown>): Promise<unknown> =>
  work.catch((error: unknown) => {
    const isLife = error instanceof AppError || error instanceof DiedError
    if (!isLife && !(error instanceof Error && error.name === 'ProviderUnavailableError')) throw error
  })
const times = (count: number, work: () => Promise<unknown>) =>
  Promise.all(Array.from({ length: count }, () => orRefused(work())))

interface People {
  readonly creator: string
  readonly tool: string
  readonly buyer: string
}

/** A creator with their sales, whom the provider pays. */
export class PayoutLife {
  readonly world = new TransferWorld()
  readonly problems: unknown[] = []
  /** What left the provider for our own bank, which the books leave out. */
  sweptOut = 0
  /** A payout was planned while a bank had the money of a sale. */
  paidBesideDispute = false
  now = Date.now()
  readonly till: Till
  readonly creator: string
  readonly #people: People
  readonly #database: TestDatabase
  constructor(database: TestDatabase, people: People) {
    this.#database = database
    this.#people = people
    this.creator = people.creator
    this.till = {
      ...{ db: database.db, provider: this.world.provider },
      queueMail: () => Promise.resolve(),
      log: { warn: (problem: unknown) => void this.problems.push(problem) },
      now: () => new Date(this.now),
    }
  }

  #sql = async (text: string, values: unknown[] = []) => (await this.#database.pool.query(text, values)).rows

  #pick<T>(things: Iterable<T>, at: number): T | undefined {
    const all = [...things]
    return all[at % Math.max(1, all.length)]
  }

  async take(step: Step): Promise<unknown> {
    const { world, till, creator } = this
    const { orders } = world
    const at = 'which' in step ? step.which : 0
    const transfer = this.#pick(world.transfers.keys(), at)
    const intent = this.#pick(orders.intents.values(), at)
    switch (step.do) {
      case 'sell':
        return this.sell(step.cents, step.isReleased)
      case 'refund':
        return intent && times(step.atOnce, () => this.#refund(intent.metadata.orderId ?? '', step.cents))
      case 'refund_at_desk':
        return intent && orders.refundAtDesk(intent.id, step.cents)
      case 'refund_fails': {
        const id = this.#pick(orders.refunds.keys(), at)
        return id && orders.failRefund(id)
      }
      case 'dispute':
        return intent && orders.dispute(intent.id, Math.min(step.cents ?? intent.amount, intent.amount))
      case 'inquire':
        return intent && world.inquire(intent.id, intent.amount)
      case 'decide': {
        const dispute = this.#pick(orders.disputes.values(), at)
        return dispute && world.decide(dispute, step.isOurs)
      }
      case 'ask_and_deliver': {
        const event = this.#pick(world.events, at)
        return Promise.all([orRefused(this.#pay(null)), event && orRefused(this.#hear(event))])
      }
      case 'ask':
        return times(step.atOnce, () => this.#pay(null))
      case 'week':
        this.now += 7 * DAY_MS
        await releaseShares(till)
        return times(step.atOnce, () => this.#pay(mondayOf(till.now()).toISOString().slice(0, 10)))
      case 'chore':
        this.now += step.minutes * MINUTE_MS
        return times(step.atOnce, () => sendDue(till))
      case 'arrive':
        return transfer && world.arrive(transfer)
      case 'bounce':
        return transfer && world.bounce(transfer)
      case 'deliver':
        return this.#deliver(step)
      case 'lose_event':
        return world.events.splice(step.which % Math.max(1, world.events.length), 1)
      case 'mishap':
        return world.mishaps.push(step.kind)
      case 'forget_keys':
        return world.forgetKeys()
      case 'sweep_out': {
        const out = Math.max(0, world.balance)
        this.sweptOut += out
        world.balance -= out
        return
      }
      case 'hold':
        return this.#sql(
          `insert into payout_hold (id, creator_id, reason, placed_at) values ($1, $2, 'Why', now()) on conflict do nothing`,
          [uuidv7(), creator],
        )
      case 'lift':
        return this.#sql(
          `update payout_hold set lifted_at = now(), lifted_because = 'Fine' where creator_id = $1 and lifted_at is null`,
          [creator],
        )
    }
  }

  async #pay(period: string | null): Promise<void> {
    const planned = await plan(this.till, this.creator, period)
    if (planned === undefined) return
    this.paidBesideDispute ||= [...this.world.orders.disputes.values()].some(
      ({ status }) => status === 'needs_response',
    )
    await send(this.till, planned.id)
  }

  /** A sale that was paid, whose hold is over or begins. */
  async sell(amount: number, isReleased: boolean): Promise<void> {
    const at = this.till.now()
    const shares = sharesOf(amount)
    const intentId = `pi_${uuidv7()}`
    const { creator, tool, buyer } = this.#people
    const orderId = await this.till.db.transaction().execute(async (transaction) => {
      const sale = await insertSale(transaction, {
        kind: 'purchase',
        ...{ buyerId: buyer, toolId: tool, creatorId: creator, amount, discount: 0, coupon: null, at },
        ...{
          tax: 0,
          taxRate: '',
          creatorShare: shares.creator,
          livemode: false,
          provider: 'embedded',
          address: '192.0.2.1',
        },
      })
      await setIntent(transaction, sale.id, 'cus', intentId)
      await setPaid(transaction, sale, at)
      await setFee(transaction, sale.id, 0)
      // Whoever buys it again has left meanwhile: nobody has a tool twice.
      await transaction.updateTable('sale').set({ buyer_id: null }).where('id', '=', sale.id).execute()
      await postJournal(transaction, charge(toBooked(sale), shares))
      if (isReleased) {
        await setReleased(transaction, sale.id, at)
        await postJournal(transaction, release(toBooked(sale)))
      }
      return sale.id
    })
    this.world.sell({ orderId, toolId: tool, buyerId: buyer, intentId, customerId: 'cus', amount })
  }

  #refund = (saleId: string, amount: number) =>
    giveBack(this.till, { saleId, amount, origin: 'creator', actorId: this.creator, reason: '' })

  async #hear({ kind, id }: WorldEvent): Promise<void> {
    if (!(await followPayout(this.till, kind, id))) await handleProviderEvent(this.till, kind, id)
  }

  async #deliver({ which, keep, atOnce: count }: Extract<Step, { do: 'deliver' }>): Promise<void> {
    const at = which % Math.max(1, this.world.events.length)
    const event = keep ? this.world.events[at] : this.world.events.splice(at, 1)[0]
    if (event !== undefined) await times(count, () => this.#hear(event))
  }

  /** Nothing is lost any more, and whoever asked last has had its time. */
  calmDown(): void {
    this.world.mishaps.length = 0
    this.now += 5 * MINUTE_MS
  }

  /** Everything that was begun is asked about, and everything that the provider knows is heard. */
  async settleAll(backwards: boolean): Promise<void> {
    const { transfers, orders } = this.world
    const all: WorldEvent[] = [
      ...[...orders.refunds.keys()].map((id) => ({ kind: 'refund', id }) as const),
      ...[...orders.disputes.keys()].map((id) => ({ kind: 'dispute', id }) as const),
      ...[...transfers.keys()].map((id) => ({ kind: 'transfer', id }) as const),
    ]
    for (const event of backwards ? all.toReversed() : all) await this.#hear(event)
    await sendDue(this.till)
  }

  /**
   * Banks decide, transfers arrive, and one more sale is large enough for a payout, whatever was owed. Nothing is left for
   * the next life, whose provider would not know it.
   */
  async end(isOurs: boolean): Promise<void> {
    const { world } = this
    await this.take({ do: 'lift' })
    for (const [n, dispute] of [...world.orders.disputes.values()].entries())
      if (dispute.status !== 'won' && dispute.status !== 'lost') world.decide(dispute, (n % 2 === 0) === isOurs)
    for (const dispute of world.orders.disputes.values())
      if (dispute.status === 'needs_response') world.decide(dispute, isOurs)
    for (const id of world.transfers.keys()) world.arrive(id)
    await this.settleAll(isOurs)
    // Fees of disputes are ours: the provider would have too little for the creators.
    const broughtIn = 1_000_000
    world.balance += broughtIn
    this.sweptOut -= broughtIn
    await this.sell(2 * (MIN_PAYOUT + Math.max(0, this.paid() - this.earned())), false)
    this.now += 8 * DAY_MS
    await releaseShares(this.till)
    await this.#pay(null)
    for (const id of world.transfers.keys()) world.arrive(id)
    await this.settleAll(isOurs)
  }

  /** All that the provider has sent to the creator, and that did not come back. */
  paid(): number {
    const sent = [...this.world.transfers.values()].filter(({ status }) => status !== 'failed')
    return sent.reduce((sum, { amount }) => sum + amount, 0)
  }

  /** What the provider says that is left of all sales, but for our part. What is claimed twice is taken once. */
  earned(): number {
    const { intents, refunds, disputes } = this.world.orders
    const claims = [
      ...[...refunds.values()].filter(({ status }) => status !== 'failed'),
      ...[...disputes.values()].filter((dispute) => dispute.status !== 'won' && !onlyAsks(dispute)),
    ]
    return [...intents.values()].reduce((sum, { id, amount }) => {
      const claimed = claims.reduce((all, claim) => (claim.intentId === id ? all + claim.amount : all), 0)
      const { creator } = sharesOf(amount)
      return sum + creator - Math.floor((creator * Math.min(claimed, amount)) / amount)
    }, 0)
  }

  /** What our books say that the provider has of this life, and what it has itself. */
  async clearing(): Promise<[number, number]> {
    const [row] = await this.#sql(
      `select coalesce(sum(posting.amount), 0)::int as sum from posting
         join ledger_account account on account.id = posting.account_id and account.kind = 'processor_clearing'
         join journal on journal.id = posting.journal_id
         left join sale_refund refund on refund.id = journal.source_id
         left join sale_dispute dispute on dispute.id = journal.source_id
         left join payout on payout.id = journal.source_id
         left join sale on sale.id in (journal.source_id, refund.sale_id, dispute.sale_id)
        where $1 in (sale.creator_id, payout.creator_id)`,
      [this.creator],
    )
    return [row.sum, this.world.balance + this.sweptOut]
  }
}
