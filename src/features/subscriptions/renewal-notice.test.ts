import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { atHome, type Person, startTestApp, type TestApp } from '#src/app/test-app.ts'
import {
  createEmbeddedProvider,
  type EmbeddedProvider,
} from '#src/features/payments/embedded/create-embedded.server.ts'
import { VISA } from '#src/features/payments/embedded/embedded-fixture.ts'
import { connect, type Database } from '#src/server/database.ts'
import type { Billing } from './billing.server.ts'
import { runDue } from './clock.server.ts'
import { PRO_CONSENT } from './pro-consent.ts'

// Nobody remembers after a year that a card will be charged: it is told a week before.

let fettle: TestApp
let own: Database
let provider: EmbeddedProvider
let billing: Billing
let person: Person
beforeAll(async () => {
  fettle = await startTestApp({ env: { ROLE: 'web', TRUST_PROXY: 'true' } })
  own = connect({ url: fettle.database.url })
  provider = createEmbeddedProvider({ db: own.db, webhookSecret: 'x'.repeat(32), publicUrl: 'http://localhost:3000' })
  billing = {
    ...fettle.parts.billing,
    ...{ db: own.db, provider },
    log: { warn: (problem: unknown) => expect.fail(JSON.stringify(problem)) },
  }
})
beforeEach(async () => {
  await sql('update subscription set next_at = null')
  person = atHome(await fettle.aPerson())
})
afterAll(async () => {
  await own.close()
  await fettle.stop()
})

const DAY = 86_400
const sql = async (text: string, values: unknown[] = []) => (await fettle.database.pool.query(text, values)).rows

/** Pays at the form; answers when the period ends, by the clock of the provider. */
async function subscribe(interval: 'month' | 'year'): Promise<Date> {
  const { body } = await person.post('/api/subscription', { interval, trial: false, consent: PRO_CONSENT })
  const form = { clientSecret: String(body.clientSecret), accountId: person.id }
  expect((await provider.confirm({ ...form, card: VISA })).status).toBe('succeeded')
  await person.get('/api/subscription')
  const [order] = await sql(
    `select o.ends_at from subscription_order o join subscription s on s.id = o.subscription_id where s.user_id = $1`,
    [person.id],
  )
  return order.ends_at
}

/** Lets the clock come to so many days before then, or after it, and do what is due. */
async function until(end: Date, days: number): Promise<void> {
  const now = await provider.now()
  await provider.moveClock(Math.round((end.getTime() - now.getTime()) / 1000) + days * DAY)
  await runDue(billing)
}

const notices = () =>
  sql("select text_body as text from mail where user_id = $1 and subject = 'Your Pro subscription renews soon'", [
    person.id,
  ])
const paid = async () =>
  (
    await sql(
      `select o.amount::int from subscription_order o join subscription s on s.id = o.subscription_id
        where s.user_id = $1 and o.status = 'paid' order by o.period`,
      [person.id],
    )
  ).map(({ amount }) => amount)

test('a year that renews is told a week before, once, with its day, its card and its price', async () => {
  const end = await subscribe('year')
  await until(end, -7.1)
  expect(await notices()).toEqual([])
  await until(end, -6.9)
  await until(end, -1)
  const day = end.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })
  expect(await notices()).toEqual([
    {
      text: expect.stringContaining(`On ${day} the card that ends in 4242 is charged $90.00 for Pro.`),
    },
  ])
  expect((await notices())[0].text).toContain('If you do not want that, cancel before that day.')
  expect(await paid()).toEqual([9000])
  await until(end, 0.1)
  expect([await paid(), (await notices()).length]).toEqual([[9000, 9000], 1])
})

test('the next year is told again', async () => {
  const end = await subscribe('year')
  await until(end, -6)
  await until(end, 1)
  await until(end, 365 - 6)
  expect([await paid(), (await notices()).length]).toEqual([[9000, 9000], 2])
})

test('who has cancelled their year, or pays by the month, is told of no renewal', async () => {
  const end = await subscribe('year')
  expect((await person.post('/api/subscription/cancel', {})).status).toBe(200)
  await until(end, -6)
  await until(end, 1)
  expect([await notices(), await paid()]).toEqual([[], [9000]])

  person = atHome(await fettle.aPerson())
  const month = await subscribe('month')
  await until(month, -6)
  await until(month, 1)
  expect([await notices(), await paid()]).toEqual([[], [900, 900]])
})
