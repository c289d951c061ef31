import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { atHome, type Person, startTestApp, type TestApp } from '#src/app/test-app.ts'
import {
  createEmbeddedProvider,
  type EmbeddedProvider,
} from '#src/features/payments/embedded/create-embedded.server.ts'
import type { Intent } from '#src/features/payments/provider.ts'
import { connect, type Database } from '#src/server/database.ts'
import type { Billing } from './billing.server.ts'
import { runDue } from './clock.server.ts'
import { followPayment } from './pro-claims.server.ts'
import { PRO_CONSENT } from './pro-consent.ts'
import { changeInterval } from './subscribe.server.ts'

// What a provider tells of a payment while another call about it still runs, or long after it.

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
  await sql(`update subscription set next_at = null`)
  person = atHome(await fettle.aPerson())
})
afterAll(async () => {
  await own.close()
  await fettle.stop()
})

const sql = async (text: string, values: unknown[] = []) => (await fettle.database.pool.query(text, values)).rows

async function fillIn(path: string, body: object, number: string): Promise<void> {
  const { clientSecret } = (await person.post(path, body)).body
  const card = { number, expMonth: 12, expYear: 2099, cvc: '123' }
  const asked = { clientSecret: String(clientSecret), accountId: person.id, card }
  expect((await provider.confirm(asked)).status).toBe('succeeded')
  await person.get('/api/subscription')
}
const subscribe = () => fillIn('/api/subscription', { interval: 'month', trial: false, consent: PRO_CONSENT }, GOOD)

/** Everything of this person's: orders with their tries, and mails of failure. */
async function state() {
  const orders = await sql(
    `select o.status, o.attempt from subscription_order o join subscription s on s.id = o.subscription_id
      where s.user_id = $1 order by o.period, o.created_at`,
    [person.id],
  )
  const charged = await sql(
    `select i.id from test_payments.intent i join test_payments.customer c on c.id = i.customer_id
      where c.account_id = $1 and i.kind = 'payment' and i.status = 'succeeded'`,
    [person.id],
  )
  const failed = await sql(
    `select id from mail where user_id = $1 and subject like 'A payment for Pro did not succeed%'`,
    [person.id],
  )
  return {
    orders: orders.map(({ status, attempt }) => `${status} ${attempt}`),
    charges: charged.length,
    mails: failed.length,
  }
}

/** Bills with news that come after the provider has charged, and before its answer. */
const hearing = (news: (made: Intent) => Promise<unknown>): Billing => ({
  ...billing,
  provider: {
    ...provider,
    async createIntent(request) {
      const made = await provider.createIntent(request)
      await news(made)
      return made
    },
  },
})

/** As the provider has a payment before it has tried the card. */
const untried = (made: Intent): Billing => ({
  ...billing,
  provider: {
    ...provider,
    getIntent: () =>
      Promise.resolve({ ...made, status: 'requires_confirmation', received: 0, chargeId: null, fee: null }),
  },
})

test('a failure of an earlier try that is heard late does not end the one that runs', async () => {
  await subscribe()
  await fillIn('/api/subscription/card', {}, DECLINED_LATER)
  await provider.moveClock(32 * DAY)
  await runDue(billing)
  expect(await state()).toEqual({ orders: ['paid 0', 'open 1'], charges: 1, mails: 1 })
  const [failed] = await sql(
    `select i.id from test_payments.intent i join test_payments.customer c on c.id = i.customer_id
      where c.account_id = $1 and i.kind = 'payment' and i.status <> 'succeeded'`,
    [person.id],
  )
  await fillIn('/api/subscription/card', {}, GOOD)
  let form = 0
  await runDue(
    hearing(async () => {
      await followPayment(billing, 'intent', String(failed?.id))
      form = (await person.post('/api/subscription/pay', {})).status
    }),
  )
  // No form is opened beside a charge that may still come through.
  expect(form).toBe(409)
  expect(await state()).toEqual({ orders: ['paid 0', 'paid 1'], charges: 2, mails: 1 })
})

test('a renewal that is heard of before the card was tried has not failed', async () => {
  await subscribe()
  await provider.moveClock(32 * DAY)
  await runDue(hearing((made) => followPayment(untried(made), 'intent', made.id)))
  expect(await state()).toEqual({ orders: ['paid 0', 'paid 0'], charges: 2, mails: 0 })
})

test('a year that is heard of before the card was tried is not called off', async () => {
  await subscribe()
  const viewer = { id: person.id, email: person.email } as Parameters<typeof changeInterval>[1]
  await changeInterval(
    hearing((made) => followPayment(untried(made), 'intent', made.id)),
    viewer,
    'year',
  )
  expect(await state()).toEqual({ orders: ['paid 0', 'paid 0'], charges: 2, mails: 0 })
  expect((await person.get('/api/subscription')).body).toMatchObject({ subscription: { interval: 'year' } })
})

/** A renewal that the provider was asked for, and whose answer was lost. */
async function renewedUnheard(): Promise<void> {
  await provider.moveClock(31 * DAY)
  const lost = hearing(() => Promise.reject(new Error('the process was killed')))
  await runDue({ ...lost, log: { warn: () => undefined } })
}

test('a charge whose answer was lost for longer than keys are kept is looked for, and not made again', async () => {
  await subscribe()
  await renewedUnheard()
  expect(await state()).toEqual({ orders: ['paid 0', 'open 0'], charges: 2, mails: 0 })
  await provider.moveClock(3 * DAY)
  await runDue(billing)
  expect(await state()).toEqual({ orders: ['paid 0', 'paid 0'], charges: 2, mails: 0 })
})

test('a decline whose answer was lost for longer than keys are kept counts once', async () => {
  await subscribe()
  await fillIn('/api/subscription/card', {}, DECLINED_LATER)
  await renewedUnheard()
  await provider.moveClock(1.5 * DAY)
  await runDue(billing)
  expect(await state()).toEqual({ orders: ['paid 0', 'open 1'], charges: 1, mails: 1 })
  const tries = await sql(
    `select i.id from test_payments.intent i join test_payments.customer c on c.id = i.customer_id
      where c.account_id = $1 and i.kind = 'payment' and i.status <> 'succeeded'`,
    [person.id],
  )
  expect(tries).toHaveLength(1)
})
