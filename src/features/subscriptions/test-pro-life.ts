import { isDeepStrictEqual } from 'node:util'
import type { TestApp } from '#src/app/test-app.ts'
import { DiedError } from '#src/features/checkout/test-world.ts'
import type { EmbeddedProvider } from '#src/features/payments/embedded/create-embedded.server.ts'
import { type NewIntent, ProviderUnavailableError } from '#src/features/payments/provider.ts'
import { uuidv7 } from '#src/lib/ids.ts'
import type { Db } from '#src/server/database.ts'
import { AppError } from '#src/server/http/app-error.ts'
import type { Claim } from '#src/server/http/idempotency.ts'
import type { Billing } from './billing.server.ts'
import { runDue } from './clock.server.ts'
import { followPayment } from './pro-claims.server.ts'
import { PRO_CONSENT } from './pro-consent.ts'
import { giveBackPro } from './pro-refunds.server.ts'
import { lookAtPro } from './pro-sweep.server.ts'
import { shareMonths } from './share-months.server.ts'
import { cancel, changeCard, changeInterval, pay, refresh, resume, start } from './subscribe.server.ts'
import { replay } from './subscription-state.ts'
import { findSubscription, readHistory } from './subscriptions.queries.ts'
import { dueMonths, sharedMonths, type Use } from './test-pro-months.ts'
import { type Act, type Beginning, CARDS, type Doing, type Renewal } from './test-pro-steps.ts'

const DAY = 86_400

/** What is refused is part of life, and so is death; anything else is a bug. */
const orRefused = <T>(work: Promise<T>): Promise<T | undefined> =>
  work.catch((error: unknown) => {
    if (!(error instanceof AppError || error instanceof DiedError)) throw error
    return undefined
  })

export class UnwantedChargeError extends Error {
  override name = 'UnwantedChargeError'
}

interface Cast {
  readonly fettle: TestApp
  /** With the rights of the owner. */
  readonly db: Db
  readonly provider: EmbeddedProvider
  readonly payer: { readonly id: string; readonly email: string }
  /** One for each Pro tool. */
  readonly creators: readonly string[]
  readonly tools: readonly string[]
  readonly admins: readonly string[]
}

type Asking = (cut: string, claim: Claim) => Promise<unknown>

export class ProLife {
  subscription = ''
  readonly warnings: unknown[] = []
  readonly #cast: Cast
  readonly #sent = new Set<string>()
  readonly #uses: Use[] = []
  /** Refunds that admins asked for, each under its key. */
  readonly #asked: { readonly id: string; readonly ask: Asking }[] = []

  constructor(cast: Cast) {
    this.#cast = cast
  }

  #sql = async (text: string, values: unknown[] = []) =>
    (await this.#cast.fettle.database.pool.query(text, values)).rows

  #viewer = () => this.#cast.payer as Parameters<typeof pay>[1]

  billing(asked: Partial<Renewal> = {}): Billing {
    const { fettle, db, provider } = this.#cast
    return {
      ...fettle.parts.billing,
      ...{ db, log: { warn: ({ err }: { err?: unknown }) => void this.warnings.push(err) } },
      provider: {
        ...provider,
        createIntent: async (request: NewIntent) => {
          if (request.offSessionCard === undefined) return provider.createIntent(request)
          if (!this.#sent.has(request.key)) await this.#assertWanted()
          this.#sent.add(request.key)
          if (asked.before) await this.act(asked.before)
          if (asked.cut === 'unsent') throw new Error('cut off')
          const intent = await provider.createIntent(request)
          if (asked.after) await this.act(asked.after)
          if (asked.cut === 'unheard') throw new Error('cut off')
          return intent
        },
      },
    }
  }

  /** Nobody is charged who has ended the renewal before the provider was asked. */
  async #assertWanted(): Promise<void> {
    const state = replay(await readHistory(this.#cast.db, this.subscription))
    if (state?.cancelAtPeriodEnd !== false) throw new UnwantedChargeError(this.subscription)
  }

  async begin({ card, interval, used }: Beginning): Promise<void> {
    const wish = { user: this.#viewer(), address: '192.0.2.1', interval, trial: false, consent: PRO_CONSENT }
    const { clientSecret } = await start(this.billing(), wish)
    await this.#confirm(clientSecret, card)
    const known = await findSubscription(this.#cast.db, this.#cast.payer.id)
    if (known === undefined) throw new Error('there is no subscription')
    this.subscription = known.row.id
    await refresh(this.billing(), known)
    await this.#use(used)
  }

  #confirm(clientSecret: string, number: string) {
    const { provider, payer } = this.#cast
    const card = { number, expMonth: 12, expYear: 9999, cvc: '123' }
    return provider.confirm({ clientSecret, accountId: payer.id, card })
  }

  /** All that the provider has taken, as it says itself. */
  #intents = async () =>
    (
      await this.#sql(
        `select id, amount::int, metadata ->> 'orderId' as order from test_payments.intent
          where status = 'succeeded' and kind = 'payment' and metadata ->> 'subscriptionId' = $1 order by id`,
        [this.subscription],
      )
    ).map(({ id, amount, order }) => ({ id: String(id), amount: Number(amount), orderId: String(order) }))

  /** Also those that failed. */
  #tries = async () =>
    (
      await this.#sql(
        `select id from test_payments.intent where kind = 'payment' and metadata ->> 'subscriptionId' = $1 order by id`,
        [this.subscription],
      )
    ).map(({ id }) => ({ kind: 'intent' as const, id: String(id) }))

  #claims = async (table: 'refund' | 'dispute') =>
    (
      await this.#sql(
        `select claim.id from test_payments.${table} claim join test_payments.intent on intent.id = claim.intent_id
          where intent.metadata ->> 'subscriptionId' = $1 order by claim.id`,
        [this.subscription],
      )
    ).map(({ id }) => ({ kind: table, id: String(id) }))

  #follow = (kind: 'intent' | 'refund' | 'dispute', id: string) => followPayment(this.billing(), kind, id)

  async act(one: Act): Promise<unknown> {
    const { provider } = this.#cast
    const intents = 'which' in one ? await this.#intents() : []
    const intent = 'which' in one ? intents[one.which % Math.max(1, intents.length)] : undefined
    switch (one.do) {
      case 'refund': {
        if (intent === undefined) return
        const amount = one.part ? 300 : intent.amount
        const asked = { intentId: intent.id, amount, key: `desk:${Math.random()}`, metadata: {} }
        const made = await provider.refund(asked).catch(() => undefined)
        return made !== undefined && one.heard && this.#follow('refund', made.id)
      }
      case 'admin_refunds':
        return intent && this.#adminRefunds(intent.orderId, one)
      case 'ask_again': {
        const asked = this.#asked[one.which % Math.max(1, this.#asked.length)]
        return asked && orRefused(asked.ask('no', { id: asked.id, isRepeat: true }))
      }
      case 'sweep':
        return this.#sweep()
      case 'dispute': {
        const made = intent && (await provider.openDispute(intent.id).catch(() => undefined))
        return made !== undefined && one.heard && this.#follow('dispute', made.id)
      }
      case 'decide': {
        const all = await this.#claims('dispute')
        const dispute = all[one.which % Math.max(1, all.length)]
        return dispute && provider.closeDispute(dispute.id, one.won ? 'won' : 'lost').catch(() => undefined)
      }
      case 'hear': {
        const all = [...(await this.#claims('refund')), ...(await this.#claims('dispute')), ...(await this.#tries())]
        const told = all[one.which % Math.max(1, all.length)]
        return told && this.#follow(told.kind, told.id)
      }
      default:
        return this.#actOfPayer(one)
    }
  }

  async #actOfPayer(
    one: Doing<'use' | 'share' | 'cancel' | 'resume' | 'year' | 'pay' | 'open_form' | 'card'>,
  ): Promise<unknown> {
    switch (one.do) {
      case 'use':
        return this.#use(one.tools)
      case 'share':
        return this.share(one.atOnce)
      case 'cancel':
        return orRefused(cancel(this.billing(), this.#viewer()))
      case 'resume':
        return orRefused(resume(this.billing(), this.#viewer()))
      case 'year':
        return orRefused(changeInterval(this.billing(), this.#viewer(), 'year'))
      case 'pay':
      case 'open_form':
        return this.#pay(one.do === 'pay')
      case 'card':
        return this.#keepCard(one.card)
    }
  }

  async #pay(confirmed: boolean): Promise<void> {
    const form = await orRefused(pay(this.billing(), this.#viewer()))
    if (form !== undefined && confirmed) await this.#confirm(form.clientSecret, CARDS.good).catch(() => undefined)
  }

  async #keepCard(number: string): Promise<void> {
    const form = await orRefused(changeCard(this.billing(), this.#viewer()))
    if (form !== undefined) await this.#confirm(form.clientSecret, number).catch(() => undefined)
    const known = await findSubscription(this.#cast.db, this.#cast.payer.id)
    if (known !== undefined) await refresh(this.billing(), known)
  }

  /** As an admin has it whose call to the provider ends so. */
  #cutOff(cut: string): Billing {
    const billing = this.billing()
    const { refund } = billing.provider
    return {
      ...billing,
      provider: {
        ...billing.provider,
        refund: async (asked) => {
          if (cut === 'unsent') throw new DiedError('the process died')
          const made = await refund(asked)
          if (cut === 'unheard') throw new DiedError('the process died')
          if (cut === 'unanswered') throw new ProviderUnavailableError('the answer was lost')
          return made
        },
      },
    }
  }

  /** One admin after the other; the first of several calls may be cut off. */
  async #adminRefunds(orderId: string, one: Doing<'admin_refunds'>): Promise<void> {
    for (const by of one.by) {
      const refund = { orderId, amount: one.cents, actorId: this.#cast.admins[by] ?? '', reason: 'Why' }
      const ask: Asking = (cut, claim) =>
        giveBackPro(this.#cutOff(cut), { ...refund, claim, onReserved: () => Promise.resolve() })
      const key = uuidv7()
      const calls = Array.from({ length: one.atOnce }, (_, at) => {
        const id = one.isOneCall ? key : uuidv7()
        this.#asked.push({ id, ask })
        return orRefused(ask(at === 0 ? one.cut : 'no', { id, isRepeat: false }))
      })
      // All of them come to their end, or they would go on in the next life.
      for (const ended of await Promise.allSettled(calls)) if (ended.status === 'rejected') throw ended.reason
    }
  }

  /** The sweep leaves alone what was asked for just now, by the clock on the wall. */
  async #sweep(): Promise<void> {
    await this.#sql(`update subscription_refund set asked_at = asked_at - interval '11 minutes'
                      where status = 'requested'`)
    await lookAtPro(this.billing())
  }

  async #use(which: readonly number[]): Promise<void> {
    const { creators, tools, payer, provider } = this.#cast
    const at = await provider.now()
    for (const n of which) {
      await this.#sql(
        `insert into tool_run (id, tool_id, version, user_id, source, success, duration_ms, at, of_pro)
         values (gen_random_uuid(), $1, 1, $2, 'api', true, 5, $3, true)`,
        [tools[n], payer.id, at],
      )
      this.#uses.push({ creator: creators[n] ?? '', at })
    }
  }

  /** Months are shared once, as what was paid and used until now says. */
  async share(atOnce: number): Promise<void> {
    const { db, provider, payer, fettle } = this.#cast
    const now = await provider.now()
    const [row] = await this.#sql('select count(*)::int as count from pro_month where not livemode')
    const due = await dueMonths(fettle.database, { payer: payer.id, uses: this.#uses, now })
    const sharing = { db, queueMail: () => Promise.resolve() }
    await Promise.all(Array.from({ length: atOnce }, () => shareMonths(sharing, now)))
    const shared = await sharedMonths(fettle.database, Number(row?.count))
    if (!isDeepStrictEqual(shared, due))
      throw new Error(`months were shared as ${JSON.stringify(shared)} and not as ${JSON.stringify(due)}`)
  }

  async clock({ days, ...asked }: Renewal): Promise<void> {
    await this.#cast.provider.moveClock(days * DAY)
    await runDue(this.billing(asked))
  }

  /** Everything is heard of at last, in one order and then in the other. */
  async settle(): Promise<void> {
    for (const isLast of [false, false, true]) {
      // Banks refuse refunds hours later, so that there is no more to hear of only when nothing is sent back after that. What
      // the provider would not send back before we heard of another refund is asked for again within three days.
      await this.#cast.provider.moveClock(isLast ? DAY : 4 * DAY)
      if (!isLast) await this.#sweep()
      if (!isLast) await runDue(this.billing())
      const intents = (await this.#intents()).map(({ id }) => ({ kind: 'intent' as const, id }))
      const all = [...intents, ...(await this.#claims('refund')), ...(await this.#claims('dispute'))]
      for (const { kind, id } of isLast ? all.toReversed() : all) await this.#follow(kind, id)
    }
    await this.#takeBackWhatIsKept()
  }

  /** This provider refunds nothing that was disputed: where we won, banks change their minds. */
  async #takeBackWhatIsKept(): Promise<void> {
    const kept = await this.#sql(
      `select claim.provider_id as id from subscription_claim claim join subscription_order o on o.id = claim.order_id
        where o.unwanted and claim.status = 'won' and o.subscription_id = $1`,
      [this.subscription],
    )
    for (const { id } of kept) {
      await this.#cast.provider.closeDispute(id, 'lost')
      await this.#follow('dispute', id)
    }
  }

  /** Banks decide, and the last month is shared, so that nothing of it is left for the next life. */
  async end(): Promise<void> {
    const { provider } = this.#cast
    for (const { id } of await this.#claims('dispute')) {
      await provider.closeDispute(id, 'lost').catch(() => undefined)
      await this.#follow('dispute', id)
    }
    await provider.moveClock(38 * DAY)
    await this.share(2)
  }

  /** What is in the books of each payment that the provider has taken, and what the history says of it. */
  async payments() {
    const intents = await this.#intents()
    const orders = await this.#sql(
      `select intent_id, unwanted, ends_at > starts_at as extends,
              o.amount <= (select coalesce(sum(amount), 0) from subscription_claim
                             where order_id = o.id and status <> 'won') as returned
         from subscription_order o where subscription_id = $1 and status = 'paid' order by intent_id`,
      [this.subscription],
    )
    const history = await readHistory(this.#cast.db, this.subscription)
    return {
      taken: intents.map(({ id }) => id),
      booked: orders.map((order) => order.intent_id),
      /** Given for, or sent back: exactly one of them. */
      neitherOrBoth: orders.filter(
        ({ unwanted, extends: gives, returned }) => gives === unwanted || (unwanted && !returned),
      ),
      extended: orders.filter((order) => order.extends).length,
      periods: history.filter(({ kind }) => kind === 'paid').length,
    }
  }

  /** What admins asked for, and must not be: still without an answer, made twice, or above $100 by one of them alone. */
  async wrongRefunds(): Promise<unknown[]> {
    return this.#sql(
      `with ours as (select refund.*, coalesce(claim.status, refund.status) as came_to
                       from subscription_refund refund join subscription_order o on o.id = refund.order_id
                       left join subscription_claim claim on claim.id = refund.id where o.subscription_id = $1)
       select 'open ' || id as what from ours where came_to = 'requested'
       union all select 'twice ' || (metadata ->> 'refundId') from test_payments.refund
                  where metadata ->> 'refundId' in (select id::text from ours)
                  group by metadata ->> 'refundId' having count(*) > 1
       union all select 'alone ' || order_id from ours where came_to in ('requested', 'pending', 'succeeded')
                  group by order_id
                 having sum(amount) filter (where agreed_by is null) > 10000 or bool_or(agreed_by = actor_id)`,
      [this.subscription],
    )
  }
}
