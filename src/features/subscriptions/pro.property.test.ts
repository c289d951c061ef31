import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestApp, type TestApp } from '#src/app/test-app.ts'
import { checkBooks } from '#src/features/ledger/checks.queries.ts'
import {
  createEmbeddedProvider,
  type EmbeddedProvider,
} from '#src/features/payments/embedded/create-embedded.server.ts'
import type { NewIntent } from '#src/features/payments/provider.ts'
import { connect, type Database } from '#src/server/database.ts'
import { AppError } from '#src/server/http/app-error.ts'
import type { Billing } from './billing.server.ts'
import { checkHistories } from './check-histories.server.ts'
import { runDue } from './clock.server.ts'
import { followPayment } from './pro-claims.server.ts'
import { PRO_CONSENT } from './pro-consent.ts'
import { cancel, changeCard, changeInterval, pay, refresh, resume, start } from './subscribe.server.ts'
import { replay } from './subscription-state.ts'
import { findSubscription, readHistory } from './subscriptions.queries.ts'

// Random lives of subscriptions, with tax: renewals during which money goes back, is disputed, is cancelled or resumed,
// before the provider is asked, while it works, or after its answer was lost. Each payment has to have extended Pro or to
// have gone back, never both and never neither, and the books have to agree with the provider to the cent.

const SEQUENCES = Number(process.env.MONEY_SEQUENCES ?? 300)
const DAY = 86_400
const CARDS = { good: '4242424242424242', declinedLater: '4000000000000341', refundFails: '4000000000005126' } as const

let fettle: TestApp
let own: Database
let provider: EmbeddedProvider
let person: Person
beforeAll(async () => {
  fettle = await startTestApp({ env: { ROLE: 'web', TAX_RATES: 'DE=19' } })
  own = connect({ url: fettle.database.url })
  provider = createEmbeddedProvider({ db: own.db, webhookSecret: 'x'.repeat(32), publicUrl: 'http://localhost:3000' })
  person = await fettle.aPerson()
  await person.send('PUT', '/api/billing/details', { name: 'Ada', address: '1 Heron Way', country: 'DE', taxId: '' })
})
afterAll(async () => {
  await own.close()
  await fettle.stop()
})

const sql = async (text: string, values: unknown[] = []) => (await fettle.database.pool.query(text, values)).rows

const viewer = () => ({ id: person.id, email: person.email }) as Parameters<typeof pay>[1]

/** What is refused is part of life; anything else is a bug. */
const orRefused = <T>(work: Promise<T>): Promise<T | undefined> =>
  work.catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error
    return undefined
  })

const which = fc.nat({ max: 5 })
const act = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('refund' as const), which, part: fc.boolean(), heard: fc.boolean() }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('dispute' as const), which, heard: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('decide' as const), which, won: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('hear' as const), which }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('cancel', 'resume', 'year', 'pay', 'open_form') }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('card' as const), card: fc.constantFrom(...Object.values(CARDS)) }),
  },
)
type Act = typeof act extends fc.Arbitrary<infer T> ? T : never
const renewal = fc.record({
  days: fc.constantFrom(0, 1, 5, 31, 32),
  /** What happens while the provider is asked. */
  before: fc.option(act),
  after: fc.option(act),
  cut: fc.constantFrom('no', 'no', 'no', 'unsent', 'unheard'),
})
const step = fc.oneof(
  { weight: 3, arbitrary: renewal.map((clock) => ({ clock })) },
  { weight: 2, arbitrary: act.map((one) => ({ act: one })) },
)

class UnwantedChargeError extends Error {
  override name = 'UnwantedChargeError'
}

class Life {
  subscription = ''
  #sent = new Set<string>()
  readonly warnings: unknown[] = []

  billing(asked: { before?: Act | null; after?: Act | null; cut?: string } = {}): Billing {
    return {
      ...fettle.parts.billing,
      ...{ db: own.db, log: { warn: ({ err }: { err?: unknown }) => void this.warnings.push(err) } },
      provider: {
        ...provider,
        createIntent: async (request: NewIntent) => {
          if (request.offSessionCard === undefined) return provider.createIntent(request)
          if (!this.#sent.has(request.key)) await this.assertWanted()
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
  async assertWanted(): Promise<void> {
    const state = replay(await readHistory(own.db, this.subscription))
    if (state?.cancelAtPeriodEnd !== false) throw new UnwantedChargeError(this.subscription)
  }

  async begin(card: string): Promise<void> {
    const wish = {
      user: viewer(),
      address: '192.0.2.1',
      interval: 'month',
      trial: false,
      consent: PRO_CONSENT,
    } as const
    const { clientSecret } = await start(this.billing(), wish)
    await this.confirm(clientSecret, card)
    const known = await findSubscription(own.db, person.id)
    if (known === undefined) throw new Error('there is no subscription')
    this.subscription = known.row.id
    await refresh(this.billing(), known)
  }

  confirm = (clientSecret: string, number: string) =>
    provider.confirm({ clientSecret, accountId: person.id, card: { number, expMonth: 12, expYear: 9999, cvc: '123' } })

  /** All that the provider has taken, as it says itself. */
  intents = async () =>
    (
      await sql(
        `select id, amount::int from test_payments.intent
          where status = 'succeeded' and kind = 'payment' and metadata ->> 'subscriptionId' = $1 order by id`,
        [this.subscription],
      )
    ).map(({ id, amount }) => ({ id: String(id), amount: Number(amount) }))

  /** Also those that failed. */
  tries = async () =>
    (
      await sql(
        `select id from test_payments.intent where kind = 'payment' and metadata ->> 'subscriptionId' = $1 order by id`,
        [this.subscription],
      )
    ).map(({ id }) => ({ kind: 'intent' as const, id: String(id) }))

  claims = async (table: 'refund' | 'dispute') =>
    (
      await sql(
        `select claim.id from test_payments.${table} claim join test_payments.intent on intent.id = claim.intent_id
          where intent.metadata ->> 'subscriptionId' = $1 order by claim.id`,
        [this.subscription],
      )
    ).map(({ id }) => ({ kind: table, id: String(id) }))

  async act(one: Act): Promise<void> {
    const intents = await this.intents()
    const intent = 'which' in one ? intents[one.which % Math.max(1, intents.length)] : undefined
    const follow = (kind: 'intent' | 'refund' | 'dispute', id: string) => followPayment(this.billing(), kind, id)
    if (one.do === 'refund' && intent !== undefined) {
      const amount = one.part ? 300 : intent.amount
      const asked = { intentId: intent.id, amount, key: `desk:${Math.random()}`, metadata: {} }
      const made = await provider.refund(asked).catch(() => undefined)
      if (made !== undefined && one.heard) await follow('refund', made.id)
    }
    if (one.do === 'dispute' && intent !== undefined) {
      const made = await provider.openDispute(intent.id).catch(() => undefined)
      if (made !== undefined && one.heard) await follow('dispute', made.id)
    }
    if (one.do === 'decide') {
      const all = await this.claims('dispute')
      const dispute = all[one.which % Math.max(1, all.length)]
      if (dispute !== undefined)
        await provider.closeDispute(dispute.id, one.won ? 'won' : 'lost').catch(() => undefined)
    }
    if (one.do === 'hear') {
      const all = [...(await this.claims('refund')), ...(await this.claims('dispute')), ...(await this.tries())]
      const told = all[one.which % Math.max(1, all.length)]
      if (told !== undefined) await follow(told.kind, told.id)
    }
    if (one.do === 'cancel') await orRefused(cancel(this.billing(), viewer()))
    if (one.do === 'resume') await orRefused(resume(this.billing(), viewer()))
    if (one.do === 'year') await orRefused(changeInterval(this.billing(), viewer(), 'year'))
    if (one.do === 'pay' || one.do === 'open_form') await this.pay(one.do === 'pay')
    if (one.do === 'card') await this.keepCard(one.card)
  }

  async pay(confirmed: boolean): Promise<void> {
    const form = await orRefused(pay(this.billing(), viewer()))
    if (form !== undefined && confirmed) await this.confirm(form.clientSecret, CARDS.good).catch(() => undefined)
  }

  async keepCard(number: string): Promise<void> {
    const form = await orRefused(changeCard(this.billing(), viewer()))
    if (form !== undefined) await this.confirm(form.clientSecret, number).catch(() => undefined)
    const known = await findSubscription(own.db, person.id)
    if (known !== undefined) await refresh(this.billing(), known)
  }

  async clock({ days, ...asked }: { days: number; before: Act | null; after: Act | null; cut: string }) {
    await provider.moveClock(days * DAY)
    await runDue(this.billing(asked))
  }

  /** Everything is heard of at last, in one order and then in the other. */
  async settle(): Promise<void> {
    const billing = this.billing()
    for (const isLast of [false, false, true]) {
      // Banks refuse refunds hours later, so that there is no more to hear of only when nothing is sent back after that. What
      // the provider would not send back before we heard of another refund is asked for again within three days.
      await provider.moveClock(isLast ? DAY : 4 * DAY)
      if (!isLast) await runDue(billing)
      const intents = (await this.intents()).map(({ id }) => ({ kind: 'intent' as const, id }))
      const all = [...intents, ...(await this.claims('refund')), ...(await this.claims('dispute'))]
      for (const { kind, id } of isLast ? all.toReversed() : all) await followPayment(billing, kind, id)
    }
    await this.takeBackWhatIsKept()
  }

  /** This provider refunds nothing that was disputed: where we won, banks change their minds. */
  async takeBackWhatIsKept(): Promise<void> {
    const kept = await sql(
      `select claim.provider_id as id from subscription_claim claim join subscription_order o on o.id = claim.order_id
        where o.unwanted and claim.status = 'won' and o.subscription_id = $1`,
      [this.subscription],
    )
    for (const { id } of kept) {
      await provider.closeDispute(id, 'lost')
      await followPayment(this.billing(), 'dispute', id)
    }
  }

  /** What is in the books of each payment that the provider has taken, and what the history says of it. */
  async payments() {
    const intents = await this.intents()
    const orders = await sql(
      `select intent_id, unwanted, ends_at > starts_at as extends,
              o.amount <= (select coalesce(sum(amount), 0) from subscription_claim
                             where order_id = o.id and status <> 'won') as returned
         from subscription_order o where subscription_id = $1 and status = 'paid' order by intent_id`,
      [this.subscription],
    )
    const history = await readHistory(own.db, this.subscription)
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
}

const clearing = async () => {
  const [row] = await sql(
    `select (select coalesce(sum(amount - fee), 0)::int from test_payments.balance_move) as provider,
            (select coalesce(sum(amount), 0)::int from posting join ledger_account account on account.id = account_id
              where account.kind = 'processor_clearing') as books`,
  )
  return [Number(row?.books), Number(row?.provider)] as const
}

test(`${SEQUENCES} random lives of subscriptions: each payment extends Pro or goes back`, { timeout: 0 }, async () => {
  const lives = fc.record({
    card: fc.constantFrom(CARDS.good, CARDS.good, CARDS.refundFails),
    steps: fc.array(step, { minLength: 2, maxLength: 12 }),
  })
  let lived = 0
  await fc.assert(
    fc.asyncProperty(lives, async ({ card, steps }) => {
      await sql('update subscription set user_id = null, next_at = null where user_id is not null')
      const life = new Life()
      await life.begin(card)
      for (const one of steps) await ('clock' in one ? life.clock(one.clock) : life.act(one.act))
      await life.settle()
      const { taken, booked, neitherOrBoth, extended, periods } = await life.payments()
      expect(booked).toEqual(taken)
      expect(neitherOrBoth).toEqual([])
      expect(extended).toBe(periods)
      // What a warning hides would be a charge that should not have been made.
      expect(life.warnings.filter((problem) => problem instanceof UnwantedChargeError)).toEqual([])
      const [books, atProvider] = await clearing()
      expect(books).toBe(atProvider)
      lived += 1
      if (lived % 25 === 0) expect(await checkBooks(own.db, new Date())).toEqual([])
    }),
    {
      numRuns: SEQUENCES,
      endOnFailure: process.env.MONEY_SEQUENCES !== undefined,
      ...(process.env.MONEY_SEED !== undefined && { seed: Number(process.env.MONEY_SEED) }),
    },
  )
  expect(await checkBooks(own.db, new Date())).toEqual([])
  expect(await checkHistories(own.db, new Date())).toEqual([])
})
