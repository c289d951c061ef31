import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { atHome, type Person } from '#src/app/test-app.ts'
import { checkBooks } from '#src/features/ledger/checks.queries.ts'
import { typed } from '#src/features/payments/embedded/embedded-fixture.ts'
import { NO_CARD } from '#src/features/payments/stripe/fake-stripe-fixture.ts'
import { type StripeApp, startStripeApp } from '#src/features/payments/stripe/stripe-app-fixture.ts'
import { runDue } from './clock.server.ts'
import { PRO_CONSENT } from './pro-consent.ts'
import { lookAtPro } from './pro-sweep.server.ts'

let stripe: StripeApp
let person: Person
beforeAll(async () => {
  stripe = await startStripeApp()
})
beforeEach(async () => {
  await sql('update subscription set next_at = null')
  person = atHome(await stripe.fettle.aPerson())
})
afterAll(() => stripe.stop())

const GOOD = '4242424242424242'
const sql = async (text: string, values: unknown[] = []) => (await stripe.fettle.database.pool.query(text, values)).rows
const subscription = async () => (await person.get('/api/subscription')).body.subscription

async function fillIn(path: string, body: object = {}): Promise<void> {
  const { clientSecret } = (await person.post(path, body)).body
  const asked = { clientSecret: String(clientSecret), accountId: person.id, card: typed(GOOD) }
  expect((await stripe.world.confirm(asked)).status).toBe('succeeded')
}
const subscribe = () => fillIn('/api/subscription', { interval: 'month', trial: false, consent: PRO_CONSENT })

/** What was paid with so far is no card, as a bank account is none. */
const turnIntoNoCards = () => sql('update test_payments.card set brand = $1', [NO_CARD])

const later = async (days: number) => {
  await stripe.world.moveClock(days * 86_400)
  await runDue(stripe.fettle.parts.billing)
}

const charges = async () =>
  (
    await sql(
      `select i.amount from test_payments.intent i join test_payments.customer c on c.id = i.customer_id
        where c.account_id = $1 and i.kind = 'payment' and i.status = 'succeeded'`,
      [person.id],
    )
  ).map(({ amount }) => Number(amount))

test('Stripe is asked for cards alone, to pay and to keep', async () => {
  await subscribe()
  expect(await subscription()).toMatchObject({ status: 'active', card: { last4: '4242' } })
  await fillIn('/api/subscription/card')
  const forms = stripe.fake.calls.filter(({ path, method }) => method === 'POST' && path.endsWith('_intents'))
  expect(forms.map(({ path }) => path)).toEqual(['/v1/payment_intents', '/v1/setup_intents'])
  for (const { form } of forms)
    expect([form.get('payment_method_types[0]'), form.has('automatic_payment_methods[enabled]')]).toEqual([
      'card',
      false,
    ])
})

test('Pro that was paid for without a card is given, and a card is asked for when it is due', async () => {
  await subscribe()
  await turnIntoNoCards()
  expect(await subscription()).toMatchObject({ status: 'active', card: null })
  await stripe.hear()
  await later(32)
  expect(await subscription()).toMatchObject({ status: 'past_due', isHopeless: true })
  expect(await charges()).toEqual([900])
  const mails = await sql(`select id from mail where user_id = $1 and subject like 'A payment for Pro did not%'`, [
    person.id,
  ])
  expect(mails.length).toBe(1)
  await fillIn('/api/subscription/card')
  expect(await subscription()).toMatchObject({ card: { last4: '4242' } })
  await later(0)
  expect(await subscription()).toMatchObject({ status: 'active' })
  expect(await charges()).toEqual([900, 900])
})

test('a renewal whose card cannot be read afterwards is a renewal', async () => {
  await subscribe()
  expect(await subscription()).toMatchObject({ status: 'active', card: { last4: '4242' } })
  await turnIntoNoCards()
  await later(32)
  expect(await subscription()).toMatchObject({ status: 'active', card: { last4: '4242' } })
  expect(await charges()).toEqual([900, 900])
})

test('what was kept and is no card does not take the place of one', async () => {
  await subscribe()
  expect(await subscription()).toMatchObject({ card: { last4: '4242' } })
  await fillIn('/api/subscription/card')
  await turnIntoNoCards()
  expect((await person.get('/api/subscription')).status).toBe(200)
  expect(await subscription()).toMatchObject({ status: 'active', card: { last4: '4242' } })
})

/** What is booked of the fees of this person's payments. */
const fees = () =>
  sql(
    `select o.fee::int, (select count(*)::int from journal where source_id = o.id and kind = 'fee') as journals
       from subscription_order o join subscription s on s.id = o.subscription_id where s.user_id = $1 order by o.period`,
    [person.id],
  )

test('a fee that Stripe knows only later is booked once, by its event', async () => {
  stripe.fake.knowsFees = false
  await subscribe()
  await stripe.hear()
  expect(await fees()).toEqual([{ fee: null, journals: 0 }])
  stripe.fake.knowsFees = true
  await sql(
    `insert into test_payments.event (id, type, object_id)
     select 'evt_' || o.id, 'charge.updated', o.intent_id from subscription_order o join subscription s on s.id = o.subscription_id
      where s.user_id = $1`,
    [person.id],
  )
  await stripe.hear()
  expect(await fees()).toEqual([{ fee: 56, journals: 1 }])
})

test('a fee of which nothing was told is booked once, by the sweep', async () => {
  stripe.fake.knowsFees = false
  await subscribe()
  await stripe.hear()
  const { billing } = stripe.fettle.parts
  await lookAtPro(billing)
  expect(await fees()).toEqual([{ fee: null, journals: 0 }])
  stripe.fake.knowsFees = true
  await lookAtPro(billing)
  await lookAtPro(billing)
  expect(await fees()).toEqual([{ fee: 56, journals: 1 }])
  expect(await checkBooks(stripe.fettle.database.db, new Date())).toEqual([])
})
