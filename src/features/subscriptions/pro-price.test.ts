import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestApp, type TestApp } from '#src/app/test-app.ts'
import {
  createEmbeddedProvider,
  type EmbeddedProvider,
} from '#src/features/payments/embedded/create-embedded.server.ts'
import { connect, type Database } from '#src/server/database.ts'
import type { Billing } from './billing.server.ts'
import { runDue } from './clock.server.ts'
import { PRO_CONSENT } from './pro-consent.ts'
import { tellHigherPrices } from './pro-price.server.ts'

let fettle: TestApp
let own: Database
let provider: EmbeddedProvider
let billing: Billing
let person: Person
/** Has cancelled. */
let leaver: Person
beforeAll(async () => {
  fettle = await startTestApp()
  own = connect({ url: fettle.database.url })
  provider = createEmbeddedProvider({ db: own.db, webhookSecret: 'x'.repeat(32), publicUrl: 'http://localhost:3000' })
  billing = { ...fettle.parts.billing, ...{ db: own.db, provider } }
  ;[person, leaver] = [await fettle.aPerson(), await fettle.aPerson()]
})
afterAll(async () => {
  await own.close()
  await fettle.stop()
})

const sql = async (text: string, values: unknown[] = []) => (await fettle.database.pool.query(text, values)).rows
const later = async (days: number) => {
  await provider.moveClock(days * 86_400)
  await runDue(billing)
  await tellHigherPrices(billing)
}
const mails = ({ id } = person) =>
  sql("select category from mail where user_id = $1 and subject = 'Pro will cost more'", [id])
const paid = async () =>
  (
    await sql(
      `select amount from subscription_order o join subscription s on s.id = o.subscription_id
        where o.status = 'paid' and s.user_id = $1 order by period`,
      [person.id],
    )
  ).map(({ amount }) => amount)
async function subscribe(who: Person): Promise<void> {
  const body = { interval: 'month', trial: false, consent: PRO_CONSENT }
  const form = (await who.post('/api/subscription', body)).body
  await provider.confirm({
    ...{ clientSecret: String(form.clientSecret), accountId: who.id },
    card: { number: '4242424242424242', expMonth: 12, expYear: 2099, cvc: '123' },
  })
  await who.get('/api/subscription')
}
const next = async () =>
  ((await person.get('/api/subscription')).body as { subscription: { nextCharge: { amount: number } } }).subscription
    .nextCharge.amount

test('a higher price is told once, to everybody who pays less, and charged no sooner than 30 days later', async () => {
  await subscribe(person)
  await subscribe(leaver)
  expect((await leaver.post('/api/subscription/cancel', {})).status).toBe(200)
  await later(10)
  expect(await mails()).toEqual([])

  // What costs $9.00 now cost $8.00 when it was agreed.
  await sql('update subscription_order set price = 800')
  await later(1)
  await later(1)
  expect(await mails()).toEqual([{ category: 'account' }])
  expect(await next()).toBe(800)
  await later(20)
  expect(await paid()).toEqual([900, 800])
  expect(await next()).toBe(900)
  await later(31)
  expect(await paid()).toEqual([900, 800, 900])
  expect(await mails()).toHaveLength(1)
  expect(await mails(leaver)).toEqual([])
})
