import { issueMissing } from '#src/features/invoices/issue-invoices.server.ts'
import type { TaxRates } from '#src/features/ledger/tax.ts'
import { ProviderUnavailableError } from '#src/features/payments/provider.ts'
import { uuidv7 } from '#src/lib/ids.ts'
import { AppError } from '#src/server/http/app-error.ts'
import type { TestDatabase } from '#src/server/test-database.ts'
import { noteCopy } from './access.queries.ts'
import type { CardForm } from './checkout.schema.ts'
import { makeUpForLostEvents, releaseShares } from './money-chores.server.ts'
import { giveBackSale } from './payments-admin.server.ts'
import { handleProviderEvent } from './provider-events.server.ts'
import { purchase } from './purchase.server.ts'
import { findPurchase } from './purchases.queries.ts'
import { giveBack, takeBack } from './refunds.server.ts'
import { findSale, isRemoved, setConsent } from './sales.queries.ts'
import { take } from './settle.server.ts'
import type { Death, Doing, Single, Step } from './test-order-steps.ts'
import { mayTakeBack } from './test-order-truth.ts'
import { DiedError, TestWorld } from './test-world.ts'
import { NotYetKnownError, type Till } from './till.ts'
import { tip } from './tip.server.ts'

const DAY_MS = 86_400_000
export const SELLER = { name: 'Fettle', address: '', country: '', taxId: '' }

const isExpected = (error: unknown): boolean =>
  [AppError, NotYetKnownError, DiedError, ProviderUnavailableError].some((kind) => error instanceof kind)

/** What is refused is part of life, and so is death; anything else is a bug. */
async function orRefused(work: Promise<unknown>): Promise<void> {
  await work.catch((error: unknown) => {
    if (!isExpected(error)) throw error
  })
}

interface Cast {
  readonly creator: string
  readonly buyers: readonly string[]
  readonly admins: readonly string[]
  /** With a price, at first. */
  readonly forSale: string
  readonly free: string
}

type RefundStep = 'creator_refunds' | 'buyer_refunds' | 'admin_refunds'
const by = (actorId: string) => ({ actorId, reason: 'Why' })
type Asking = (till: Till, claim: { readonly id: string; readonly isRepeat: boolean }) => Promise<unknown>

/** Two tools of a creator, and what becomes of all that is paid for them. */
export class OrderLife {
  readonly world = new TestWorld()
  now = Date.now()
  /** What came about that not every life has. */
  readonly reached = new Set<string>()
  readonly problems: unknown[] = []
  readonly till: Till
  readonly #cast: Cast
  readonly #database: TestDatabase
  /** Refunds that were asked for, each under its key. */
  readonly #asked: { readonly id: string; readonly ask: Asking }[] = []
  #isRemoved = false

  constructor(database: TestDatabase, cast: Cast, taxRates: TaxRates) {
    this.#database = database
    this.#cast = cast
    this.till = {
      ...{ db: database.db, provider: this.world.provider, taxRates },
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

  #buyer = (who: number): string => this.#pick(this.#cast.buyers, who) ?? ''

  async take(step: Step): Promise<void> {
    const steps = Array.isArray(step) ? step : [step]
    const isModerated = steps.some((one) => one.do === 'moderate')
    const before = this.#isRemoved && !isModerated ? await this.#paid() : undefined
    // All of them come to their end, or they would go on in the next life.
    const ended = await Promise.allSettled(steps.map((one) => orRefused(this.#take(one, steps.length === 1))))
    for (const one of ended) if (one.status === 'rejected') throw one.reason
    // Of moderators who meet, the last one to write has decided.
    if (isModerated) this.#isRemoved = await isRemoved(this.till.db, this.#cast.forSale)
    if (before !== undefined) await this.#assertGoBack(before)
  }

  #paid = async (): Promise<ReadonlySet<string>> =>
    new Set(
      (
        await this.#sql(
          "select id from sale where tool_id = $1 and kind = 'purchase' and status = 'paid' and amount > 0",
          [this.#cast.forSale],
        )
      ).map(({ id }) => String(id)),
    )

  /** What was paid while the tool was removed is on its way back, whole. */
  async #assertGoBack(before: ReadonlySet<string>): Promise<void> {
    const since = [...(await this.#paid())].filter((id) => !before.has(id))
    if (since.length === 0) return
    this.reached.add('paid for a removed tool')
    const back = await this.#sql(
      `select sale.id from sale join sale_refund back on back.sale_id = sale.id and back.amount = sale.amount
        where sale.id = any($1) and origin = 'removal'`,
      [since],
    )
    if (back.length !== since.length) throw new Error('what was paid for a removed tool does not go back')
  }

  async #take(step: Single, isAlone: boolean): Promise<unknown> {
    const { world, till } = this
    const at = 'which' in step ? step.which : 0
    const intent = this.#pick(world.intents.values(), at)
    switch (step.do) {
      case 'buy':
        return this.#buy(step, isAlone)
      case 'tip':
        return this.#tip(step, isAlone)
      case 'take':
        return this.#takeFree(step.which)
      case 'pay':
        return intent && world.pay(intent.id)
      case 'decline':
        return intent && world.decline(intent.id)
      case 'creator_refunds':
      case 'buyer_refunds':
      case 'admin_refunds':
        return intent && this.#refund(intent.metadata.orderId ?? '', step, isAlone)
      case 'ask_again': {
        const asked = this.#pick(this.#asked, at)
        return asked?.ask(this.#mortal(step.dies), { id: asked.id, isRepeat: true })
      }
      case 'refund_at_desk':
        return intent && world.refundAtDesk(intent.id, step.cents)
      case 'refund_fails': {
        const id = this.#pick(world.refunds.keys(), at)
        return id && world.failRefund(id)
      }
      case 'dispute':
        return intent && world.dispute(intent.id, Math.min(step.cents ?? intent.amount, intent.amount))
      case 'decide': {
        const id = this.#pick(world.disputes.keys(), at)
        return id && world.decide(id, step.won ? 'won' : 'lost')
      }
      case 'deliver':
        return this.#deliver(step)
      case 'lose_event':
        return world.events.splice(at % Math.max(1, world.events.length), 1)
      case 'lose_answer':
        world.lostAnswers = step.answers
        return
      case 'wait':
        this.now += step.days * DAY_MS
        world.forgetKeys()
        return releaseShares(till)
      case 'sweep':
        return makeUpForLostEvents(till)
      case 'invoice':
        return issueMissing({ db: till.db, seller: SELLER })
      default:
        return this.#change(step)
    }
  }

  /** What somebody does with a tool or says about it, without any money. */
  async #change(step: Doing<'run' | 'consent' | 'copy' | 'move' | 'price' | 'moderate'>): Promise<unknown> {
    const { db } = this.till
    const { forSale } = this.#cast
    switch (step.do) {
      case 'run':
        return this.#sql(
          `insert into tool_run (id, tool_id, version, user_id, source, success, duration_ms, at)
           select gen_random_uuid(), $1, 1, $2, 'browser', $3, 1, $4 from generate_series(1, $5)`,
          [forSale, this.#buyer(step.who), step.success, this.till.now(), step.times],
        )
      case 'consent': {
        const { orderId: id = '', buyerId = '' } = this.#pick(this.world.intents.values(), step.which)?.metadata ?? {}
        return id && setConsent(db, { id, buyerId, text: 'At once', at: this.till.now() })
      }
      case 'copy':
        return noteCopy(db, forSale, this.#buyer(step.who))
      case 'move':
        return this.#sql('update billing_details set country = $2 where user_id = $1', [this.#buyer(step.who), step.to])
      case 'price':
        return this.#sql('update tool set price_cents = $2 where id = $1', [forSale, step.cents])
      case 'moderate':
        return this.#sql('update tool set status = $2, removed_reason = $3 where id = $1', [
          forSale,
          ...(step.isRemoved ? ['deleted', 'by our moderators: malware'] : ['published', null]),
        ])
    }
  }

  /** The till of somebody who dies at the first thing that they have the provider do. */
  #mortal(dies: Death): Till {
    if (dies === 'no') return this.till
    const { provider } = this.till
    const cut =
      <Asked extends unknown[], Made>(call: (...asked: Asked) => Promise<Made>) =>
      async (...asked: Asked): Promise<Made> => {
        if (dies === 'after') await call(...asked)
        this.reached.add(`died ${dies} the provider heard of it`)
        throw new DiedError('the process died')
      }
    const { createIntent, cancelIntent, refund } = provider
    return {
      ...this.till,
      provider: {
        ...provider,
        ...{ createIntent: cut(createIntent), cancelIntent: cut(cancelIntent), refund: cut(refund) },
      },
    }
  }

  /** Several at once, of whom the first may die. All of them come to their end. */
  async #atOnce<T>({ atOnce, dies }: { atOnce: number; dies: Death }, work: (till: Till) => Promise<T>): Promise<T[]> {
    const tills = Array.from({ length: atOnce }, (_, index) => (index === 0 ? this.#mortal(dies) : this.till))
    const ended = await Promise.allSettled(tills.map(work))
    for (const one of ended) if (one.status === 'rejected' && !isExpected(one.reason)) throw one.reason
    return ended.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  }

  async #buy(step: Doing<'buy'>, isAlone: boolean): Promise<void> {
    const buying = { toolId: this.#cast.forSale, buyer: this.#viewer(step.who), address: '192.0.2.1' }
    const forms = await this.#atOnce(step, (till) => purchase(till, { ...buying, coupon: step.coupon }))
    await this.#assertOneOrder(forms, isAlone)
  }

  async #tip(step: Doing<'tip'>, isAlone: boolean): Promise<void> {
    const toolId = step.isForSale ? this.#cast.forSale : this.#cast.free
    const tipping = { toolId, amount: step.cents, from: this.#viewer(step.who), address: '192.0.2.1' }
    await this.#assertOneOrder(await this.#atOnce(step, (till) => tip(till, tipping)), isAlone)
  }

  #viewer(who: number) {
    const id = this.#buyer(who)
    return { id, email: `${id}@example.com` } as Parameters<typeof purchase>[1]['buyer']
  }

  async #assertOneOrder(forms: readonly CardForm[], isAlone: boolean): Promise<void> {
    const orders = new Set(forms.map(({ orderId }) => orderId))
    if (orders.size < 2) return
    if (isAlone) throw new Error('one buyer got two orders of one tool')
    // The first one may have been given back meanwhile, or given up when the price changed.
    const standing = await this.#sql(
      `select id from sale where id = any($1) and status <> 'canceled' and (claimed < amount or amount = 0)
          and kind = 'purchase'`,
      [[...orders]],
    )
    if (standing.length > 1) throw new Error('one buyer got two orders of one tool')
  }

  /** Whatever order: only those that a coupon made free may be had for nothing. */
  async #takeFree(which: number): Promise<void> {
    const { forSale, free } = this.#cast
    const orders = await this.#sql('select id, amount from sale where tool_id in ($1, $2) order by id', [forSale, free])
    const order = this.#pick(orders, which)
    if (order === undefined) return
    if ((await take(this.till, order.id)) && order.amount > 0) throw new Error('an order was given for nothing')
  }

  /** One after the other, whoever of them asks. */
  #waysToAsk(orderId: string, step: Doing<RefundStep>): readonly Asking[] {
    const { creator, admins } = this.#cast
    switch (step.do) {
      case 'creator_refunds':
        return [
          (till, claim) =>
            giveBack(till, { ...{ saleId: orderId, amount: step.cents, origin: 'creator' }, ...by(creator), claim }),
        ]
      case 'buyer_refunds':
        return [
          async (till, claim) => {
            const buyer = (await findSale(till.db, { id: orderId }))?.buyer_id ?? ''
            const order = await findPurchase(till.db, buyer, orderId)
            return order && takeBack(till, order, { ...by(buyer), claim })
          },
        ]
      case 'admin_refunds':
        return step.by.map((n) => async (till, claim) => {
          const sale = await findSale(till.db, { id: orderId })
          const asked = { orderId, amount: step.cents, claim, onReserved: () => Promise.resolve() }
          return sale && giveBackSale(till, sale, { ...asked, ...by(admins[n] ?? '') })
        })
    }
  }

  async #refund(orderId: string, step: Doing<RefundStep>, isAlone: boolean): Promise<void> {
    const counted = step.do === 'buyer_refunds' && isAlone
    const may = counted && (await mayTakeBack(this.#database, orderId, this.now))
    const before = counted ? await this.#refundsOf(orderId) : 0
    const ways = this.#waysToAsk(orderId, step).map((ask) => ({ id: uuidv7(), ask }))
    await this.#atOnce(step, async (till) => {
      for (const { id: key, ask } of ways) {
        const id = step.isOneCall ? key : uuidv7()
        this.#asked.push({ id, ask })
        await orRefused(ask(till, { id, isRepeat: false }))
      }
    })
    if (!counted) return
    const isNew = (await this.#refundsOf(orderId)) > before
    if (isNew !== may)
      throw new Error(may ? 'a buyer could not take back what they may' : 'a buyer took back what they may not')
    if (isNew) this.reached.add('a buyer took it back')
  }

  #refundsOf = async (orderId: string): Promise<number> =>
    (await this.#sql("select id from sale_refund where sale_id = $1 and origin = 'buyer'", [orderId])).length

  async #deliver({ which, keep, ...asking }: Doing<'deliver'>): Promise<void> {
    const at = which % Math.max(1, this.world.events.length)
    const event = keep ? this.world.events[at] : this.world.events.splice(at, 1)[0]
    if (event === undefined) return
    await this.#atOnce(asking, (till) => handleProviderEvent(till, event.kind, event.id))
  }

  /** Everything that the provider knows is heard of at last, as its list of events tells. */
  async settleAll(backwards: boolean): Promise<void> {
    this.world.lostAnswers = 0
    const before = this.#isRemoved ? await this.#paid() : undefined
    await makeUpForLostEvents(this.till)
    const { intents, refunds, disputes } = this.world
    const all = [
      ...[...intents.keys()].map((id) => ({ kind: 'intent', id }) as const),
      ...[...refunds.keys()].map((id) => ({ kind: 'refund', id }) as const),
      ...[...disputes.keys()].map((id) => ({ kind: 'dispute', id }) as const),
    ]
    for (const { kind, id } of backwards ? all.toReversed() : all)
      await handleProviderEvent(this.till, kind, id).catch((error: unknown) => {
        // A payment can fail to be anything but open: there is no order that it could refund.
        if (!(error instanceof NotYetKnownError)) throw error
      })
    if (before === undefined) return
    await this.#assertGoBack(before)
    const open = await this.#sql("select id from sale where tool_id = $1 and kind = 'purchase' and status = 'open'", [
      this.#cast.forSale,
    ])
    if (open.length > 0) throw new Error('a removed tool can still be paid for')
  }

  /** Banks decide, so that nothing is left for the next life, whose provider would not know it. */
  async end(isWon: boolean): Promise<void> {
    for (const { id, status } of this.world.disputes.values()) {
      if (status === 'won' || status === 'lost') continue
      this.world.decide(id, isWon ? 'won' : 'lost')
      await handleProviderEvent(this.till, 'dispute', id)
    }
  }
}
