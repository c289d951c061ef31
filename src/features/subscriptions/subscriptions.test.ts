import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { atHome, type Person, startTestApp, type TestApp } from '#src/app/test-app.ts'
import { checkBooks } from '#src/features/ledger/checks.queries.ts'
import {
  createEmbeddedProvider,
  type EmbeddedProvider,
} from '#src/features/payments/embedded/create-embedded.server.ts'
import { connect, type Database } from '#src/server/database.ts'
import { type Billing, beginCharge, orderDue } from './billing.server.ts'
import { runDue } from './clock.server.ts'
import { followPayment } from './pro-claims.server.ts'
import { PRO_CONSENT } from './pro-consent.ts'
import { accessUntil, replay } from './subscription-state.ts'
import { hasPro, lockSubscription, readHistory, readNow } from './subscriptions.queries.ts'
import type { ProCardForm, SubscriptionAnswer } from './subscriptions.schema.ts'

let fettle: TestApp
let own: Database
let provider: EmbeddedProvider
let billing: Billing
let person: Person

const DAY = 86_400
const GOOD = '4242424242424242'
const DECLINED_LATER = '4000000000000341'

beforeAll(async () => {
  fettle = await startTestApp({ env: { TRUST_PROXY: 'true' } })
  own = connect({ url: fettle.database.url })
  provider = createEmbeddedProvider({ db: own.db, webhookSecret: 'x'.repeat(32), publicUrl: 'http://localhost:3000' })
  billing = {
    ...fettle.parts.billing,
    ...{ db: own.db, provider },
    log: { warn: (problem: unknown) => expect.fail(JSON.stringify(problem)) },
  }
})
beforeEach(async () => {
  // Those of the tests before are nobody's, so that the clock leaves them alone.
  await fettle.database.pool.query(`update subscription set next_at = null`)
  person = atHome(await fettle.aPerson())
})
afterAll(async () => {
  await own.close()
  await fettle.stop()
})

const wish = (interval: 'month' | 'year', trial = false) => ({ interval, trial, consent: PRO_CONSENT })
const get = async () => (await person.get('/api/subscription')).body as unknown as SubscriptionAnswer
const confirm = (clientSecret: string, number: string) =>
  provider.confirm({
    ...{ clientSecret, accountId: person.id },
    card: { number, expMonth: 12, expYear: 2099, cvc: '123' },
  })

async function form(path = '', body: object = {}): Promise<ProCardForm> {
  const answer = await person.post(`/api/subscription${path}`, body)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body as unknown as ProCardForm
}

async function subscribe(number = GOOD, interval: 'month' | 'year' = 'month'): Promise<void> {
  const { clientSecret } = await form('', wish(interval))
  expect((await confirm(clientSecret, number)).status).toBe('succeeded')
  expect((await get()).subscription?.status).toBe('active')
}

async function keepCard(number: string): Promise<void> {
  const { clientSecret, amount } = await form('/card')
  expect(amount).toBe(0)
  expect((await confirm(clientSecret, number)).status).toBe('succeeded')
  expect((await get()).subscription?.card?.last4).toBe(number.slice(-4))
}

const later = async (days: number) => {
  await provider.moveClock(days * DAY)
  await runDue(billing)
}

const orders = async () =>
  (
    await fettle.database.pool.query(
      `select o.period, o.amount, o.status, o.attempt from subscription_order o
         join subscription s on s.id = o.subscription_id where s.user_id = $1 order by o.period, o.created_at`,
      [person.id],
    )
  ).rows.map(({ period, amount, status, attempt }) => [period, Number(amount), status, attempt].join(' '))

/** Charges that the provider has made for this person. */
const charges = async () => {
  const { rows } = await fettle.database.pool.query(
    `select i.amount from test_payments.intent i join test_payments.customer c on c.id = i.customer_id
      where c.account_id = $1 and i.kind = 'payment' and i.status = 'succeeded' order by i.created_at`,
    [person.id],
  )
  return rows.map(({ amount }) => Number(amount))
}

const mails = async () =>
  (
    await fettle.database.pool.query(
      `select subject from mail where user_id = $1 and category = 'account' order by id`,
      [person.id],
    )
  ).rows
    .map(({ subject }) => String(subject).replace(/ TEST-.*$/, ''))
    .filter((subject) => !subject.startsWith('Confirm'))

test('a month is paid, renewed three times with one failure between, cancelled, resumed and ended', async () => {
  await subscribe()
  await keepCard(DECLINED_LATER)
  expect(await orders()).toEqual(['0 900 paid 0'])
  expect(await hasPro(own.db, person.id)).toBe(true)
  await later(32)
  expect((await get()).subscription).toMatchObject({ status: 'past_due', isHopeless: false })
  expect(await hasPro(own.db, person.id)).toBe(true)
  expect(await orders()).toEqual(['0 900 paid 0', '1 900 open 1'])
  await keepCard(GOOD)
  await later(0)
  expect((await get()).subscription?.status).toBe('active')
  expect(await orders()).toEqual(['0 900 paid 0', '1 900 paid 1'])
  await later(31)
  await later(31)
  expect(await charges()).toEqual([900, 900, 900, 900])
  expect((await person.post('/api/subscription/cancel', {})).body.subscription).toMatchObject({
    ...{ status: 'active', cancelAtPeriodEnd: true, nextCharge: null },
  })
  expect((await person.post('/api/subscription/resume', {})).body.subscription).toMatchObject({
    cancelAtPeriodEnd: false,
  })
  await person.post('/api/subscription/cancel', {})
  await later(31)
  expect(await get()).toMatchObject({ subscription: { status: 'canceled', accessUntil: null }, hasPro: false })
  expect(await charges()).toEqual([900, 900, 900, 900])
  expect(await mails()).toEqual([
    'Your invoice',
    'A payment for Pro did not succeed',
    'Your invoice',
    'Your invoice',
    'Your invoice',
    'Pro has ended',
  ])
})

test('a trial needs a card, is announced, is charged when it ends, and is given once', async () => {
  const { clientSecret, amount } = await form('', wish('year', true))
  expect(amount).toBe(0)
  expect(await hasPro(own.db, person.id)).toBe(false)
  expect((await confirm(clientSecret, GOOD)).status).toBe('succeeded')
  expect(await get()).toMatchObject({
    subscription: { status: 'trialing', nextCharge: { amount: 9000 } },
    ...{ hasPro: true, mayTry: false },
  })
  await later(11.5)
  expect(await mails()).toEqual(['Your trial of Pro ends soon'])
  await later(3)
  expect((await get()).subscription).toMatchObject({ status: 'active', interval: 'year' })
  expect(await charges()).toEqual([9000])
  await person.post('/api/subscription/cancel', {})
  await later(366)
  expect(await get()).toMatchObject({ subscription: { status: 'canceled' }, hasPro: false })
  const again = await person.post('/api/subscription', wish('month', true))
  expect([again.status, (again.body.error as { code: string }).code]).toEqual([409, 'TRIAL_USED'])
  await subscribe()
  expect(await charges()).toEqual([9000, 900])
})

test('a form that is opened twice is one form; what was never paid lapses after 23 hours', async () => {
  const [first, second] = await Promise.all([form('', wish('month')), form('', wish('month'))])
  expect(second.clientSecret).toBe(first.clientSecret)
  const year = await form('', wish('year'))
  expect(year.amount).toBe(9000)
  await expect(confirm(first.clientSecret, GOOD)).rejects.toThrow('This payment was canceled.')
  expect((await confirm(year.clientSecret, '4000000000000002')).status).toBe('failed')
  expect(await get()).toMatchObject({ subscription: { status: 'incomplete' }, hasPro: false })
  await later(22 / 24)
  expect((await get()).subscription?.status).toBe('incomplete')
  await later(2 / 24)
  expect((await get()).subscription?.status).toBe('incomplete_expired')
  expect(await charges()).toEqual([])
  await subscribe()
  expect((await person.post('/api/subscription', wish('month'))).status).toBe(409)
})

test('a year is charged at once, less what is left of the month; a card that refuses changes nothing', async () => {
  await subscribe()
  const year = { interval: 'year' }
  await keepCard('4000000000000341')
  const refused = await person.post('/api/subscription/interval', year)
  expect([refused.status, (refused.body.error as { code: string }).code]).toEqual([402, 'CARD_REFUSED'])
  expect((await get()).subscription).toMatchObject({ status: 'active', interval: 'month' })
  await keepCard(GOOD)
  const { body } = await person.post('/api/subscription/interval', year)
  expect(body.subscription).toMatchObject({ status: 'active', interval: 'year', nextInterval: 'year' })
  const [, paid] = await charges()
  // A month has 28 to 31 days, of which a few seconds are gone.
  expect(paid).toBeGreaterThanOrEqual(8100)
  expect(paid).toBeLessThanOrEqual(8101)
  expect((await person.post('/api/subscription/interval', { interval: 'month' })).body.subscription).toMatchObject({
    ...{ interval: 'year', nextInterval: 'month', nextCharge: { amount: 900 } },
  })
  await later(367)
  expect((await charges()).slice(2)).toEqual([900])
})

test('what is not paid after the grace ends Pro, after 21 days the tries, and can be paid at a form', async () => {
  await subscribe()
  await keepCard(DECLINED_LATER)
  await later(31)
  for (const days of [2, 4, 2, 7, 8]) await later(days)
  expect(await get()).toMatchObject({ subscription: { status: 'unpaid' }, hasPro: false })
  const history = await fettle.database.pool.query(
    `select e.kind from subscription_event e join subscription s on s.id = e.subscription_id
      where s.user_id = $1 order by e.seq`,
    [person.id],
  )
  expect(history.rows.map(({ kind }) => kind)).toEqual([
    ...['started', 'paid', 'card_saved', 'payment_failed', 'payment_failed', 'payment_failed', 'payment_failed'],
    ...['payment_failed', 'given_up'],
  ])
  const { clientSecret, amount } = await form('/pay')
  expect(amount).toBe(900)
  expect((await confirm(clientSecret, GOOD)).status).toBe('succeeded')
  expect(await get()).toMatchObject({ subscription: { status: 'active' }, hasPro: true })
  expect(await charges()).toEqual([900, 900])
})

test('whoever is past due and has all their money back is not charged again, also where the form is open', async () => {
  await subscribe()
  await keepCard(DECLINED_LATER)
  await later(32)
  await form('/pay')
  const { rows } = await fettle.database.pool.query(
    `select o.intent_id from subscription_order o join subscription s on s.id = o.subscription_id
      where s.user_id = $1 and o.status = 'paid'`,
    [person.id],
  )
  const intentId = String(rows[0]?.intent_id)
  const { id } = await provider.refund({ intentId, amount: 900, key: `desk:${intentId}`, metadata: {} })
  await followPayment(billing, 'refund', id)
  expect((await get()).subscription).toMatchObject({ status: 'past_due', cancelAtPeriodEnd: true, nextCharge: null })
  await later(0)
  expect((await get()).subscription?.status).toBe('canceled')
  expect(await orders()).toEqual(['0 900 paid 0', '1 900 canceled 2'])
  await later(30)
  expect(await charges()).toEqual([900])
})

test('a card that will never do is not tried again', async () => {
  await subscribe()
  // As if the bank had closed the card since.
  await fettle.database.pool.query(`update test_payments.card set behaviour = 'stolen_card'`)
  await later(31)
  expect((await get()).subscription).toMatchObject({ status: 'past_due', isHopeless: true, nextCharge: null })
  await later(8)
  expect((await get()).subscription?.status).toBe('unpaid')
  expect(await orders()).toEqual(['0 900 paid 0', '1 900 open 1'])
})

test('whoever leaves or was suspended is not charged', async () => {
  await subscribe()
  await fettle.database.pool.query(`update "user" set deletion_due_at = now() where id = $1`, [person.id])
  await later(31)
  expect(await charges()).toEqual([900])
  await fettle.database.pool.query(`update "user" set deletion_due_at = null where id = $1`, [person.id])
  expect((await get()).subscription?.status).toBe('canceled')
})

test('two clocks at once make one order and one charge for each period', async () => {
  await subscribe()
  await provider.moveClock(31 * DAY)
  await Promise.all([runDue(billing), runDue(billing), runDue(billing)])
  await Promise.all([runDue(billing), runDue(billing)])
  expect(await orders()).toEqual(['0 900 paid 0', '1 900 paid 0'])
  expect(await charges()).toEqual([900, 900])
})

test('a charge whose answer is lost is asked for again under the same key', async () => {
  await subscribe()
  await provider.moveClock(31 * DAY)
  const silent: Billing = {
    ...billing,
    log: { warn: () => undefined },
    provider: {
      ...provider,
      async createIntent(request) {
        await provider.createIntent(request)
        throw new Error('the process was killed')
      },
    },
  }
  await runDue(silent)
  expect(await charges()).toEqual([900, 900])
  expect(await orders()).toEqual(['0 900 paid 0', '1 900 open 0'])
  await later(0.5)
  expect(await charges()).toEqual([900, 900])
  expect(await orders()).toEqual(['0 900 paid 0', '1 900 paid 0'])
})

/** A renewal during which all of the last payment goes back: before the provider is asked, or while it works. */
async function renewedWhileRefunded(when: 'unsent' | 'sent'): Promise<void> {
  await subscribe()
  const { rows } = await fettle.database.pool.query(
    `select o.intent_id from subscription_order o join subscription s on s.id = o.subscription_id where s.user_id = $1`,
    [person.id],
  )
  const intentId = String(rows[0]?.intent_id)
  const giveBack = async () => {
    const { id } = await provider.refund({ intentId, amount: 900, key: `desk:${intentId}`, metadata: {} })
    await followPayment(billing, 'refund', id)
  }
  await provider.moveClock(32 * DAY)
  if (when === 'unsent') {
    // As a process leaves it that ends right before it asks.
    await own.db.transaction().execute(async (transaction) => {
      const { rows: found } = await fettle.database.pool.query('select id from subscription where user_id = $1', [
        person.id,
      ])
      const known = await lockSubscription(transaction, String(found[0]?.id))
      const now = await readNow(transaction, false)
      await beginCharge(transaction, known, await orderDue(billing, transaction, known, now), now)
    })
    await giveBack()
  }
  await runDue({
    ...billing,
    provider: {
      ...provider,
      async createIntent(request) {
        const intent = await provider.createIntent(request)
        if (when === 'sent') await giveBack()
        return intent
      },
    },
  })
  await later(0)
}

test('a renewal that was begun is not sent once all was given back', async () => {
  await renewedWhileRefunded('unsent')
  expect([await charges(), await orders()]).toEqual([[900], ['0 900 paid 0', '1 900 canceled 1']])
  expect((await get()).subscription?.status).toBe('canceled')
})

test('a renewal that was sent when all was given back extends nothing, and goes back once', async () => {
  await renewedWhileRefunded('sent')
  expect([await charges(), await orders()]).toEqual([
    [900, 900],
    ['0 900 paid 0', '1 900 paid 0'],
  ])
  expect(await get()).toMatchObject({ subscription: { status: 'canceled' }, hasPro: false })
  const { rows } = await fettle.database.pool.query(
    `select o.unwanted, o.ends_at = o.starts_at as "isEmpty", claim.amount::int, claim.status
       from subscription_order o join subscription s on s.id = o.subscription_id
       join subscription_claim claim on claim.order_id = o.id where s.user_id = $1 order by o.period`,
    [person.id],
  )
  const back = { amount: 900, status: 'succeeded' }
  expect(rows).toEqual([
    { unwanted: false, isEmpty: false, ...back },
    { unwanted: true, isEmpty: true, ...back },
  ])
  expect((await mails()).slice(-2)).toEqual(Array(2).fill('$9.00 for Pro on the way back to you'))
  expect(await checkBooks(own.db, new Date())).toEqual([])
})

test('the row of a subscription is what its history says, and the history cannot be changed', async () => {
  const { pool } = fettle.database
  const { rows } = await pool.query(`select id, status, had_trial, access_until from subscription`)
  expect(rows.length).toBeGreaterThan(5)
  for (const { id, ...row } of rows) {
    const state = replay(await readHistory(own.db, String(id)))
    if (state === undefined) throw new Error('a subscription without history')
    expect(row).toEqual({ status: state.status, had_trial: state.hadTrial, access_until: accessUntil(state) })
  }
  await expect(pool.query(`update subscription_event set seq = seq`)).rejects.toThrow('UPDATE of a history is refused')
  await expect(pool.query(`delete from subscription_event`)).rejects.toThrow('DELETE of a history is refused')
})
