import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { atHome, type Person, startTestApp, type TestApp } from '#src/app/test-app.ts'
import { MismatchError } from '#src/features/checkout/till.ts'
import {
  createEmbeddedProvider,
  type EmbeddedProvider,
} from '#src/features/payments/embedded/create-embedded.server.ts'
import { VISA } from '#src/features/payments/embedded/embedded-fixture.ts'
import type { Intent } from '#src/features/payments/provider.ts'
import { uuidv7 } from '#src/lib/ids.ts'
import { connect, type Database } from '#src/server/database.ts'
import { type Billing, settle } from './billing.server.ts'
import { PRO_CONSENT } from './pro-consent.ts'

// A charge that is not what was agreed for Pro. What tells of one comes from outside, and gives nothing by itself.

let fettle: TestApp
let own: Database
let provider: EmbeddedProvider
let billing: Billing
let person: Person
beforeAll(async () => {
  // Its own chores would hear of a payment before the test does.
  fettle = await startTestApp({ env: { ROLE: 'web', TRUST_PROXY: 'true' } })
  own = connect({ url: fettle.database.url })
  provider = createEmbeddedProvider({ db: own.db, webhookSecret: 'x'.repeat(32), publicUrl: 'http://localhost:3000' })
  billing = { ...fettle.parts.billing, db: own.db, provider }
})
beforeEach(async () => {
  person = atHome(await fettle.aPerson())
})
afterAll(async () => {
  await own.close()
  await fettle.stop()
})

const sql = async (text: string, values: unknown[] = []) => (await fettle.database.pool.query(text, values)).rows

/** The first month of somebody, whom the provider has charged for it; nobody has heard of it yet. */
async function charged(who = person): Promise<Intent> {
  const { body } = await who.post('/api/subscription', { interval: 'month', trial: false, consent: PRO_CONSENT })
  const form = { clientSecret: String(body.clientSecret), accountId: who.id }
  expect((await provider.confirm({ ...form, card: VISA })).status).toBe('succeeded')
  const [order] = await sql(
    `select o.intent_id from subscription_order o join subscription s on s.id = o.subscription_id where s.user_id = $1`,
    [who.id],
  )
  return provider.getIntent(order.intent_id)
}

/** What came of the order of somebody: its state, its invoices, its journals, and whether they have Pro. */
async function outcome() {
  const [order] = await sql(
    `select o.status, s.status as subscription,
            (select count(*)::int from invoice where source_type = 'subscription' and source_id = o.id) as invoices,
            array(select kind from journal where source_id = o.id order by kind) as journals
       from subscription_order o join subscription s on s.id = o.subscription_id where s.user_id = $1`,
    [person.id],
  )
  return order
}
const NOTHING = { status: 'open', subscription: 'incomplete', invoices: 0, journals: [] }
const PAID = { status: 'paid', subscription: 'active', invoices: 1, journals: ['charge', 'fee'] }

test.each<[string, (intent: Intent) => Partial<Intent>]>([
  ['amount', () => ({ amount: 1 })],
  ['amount that was taken', () => ({ received: 899 })],
  ['customer', () => ({ customerId: 'cus_of_somebody_else' })],
  ['money than was agreed, test or real', () => ({ livemode: true })],
  ['subscription', ({ metadata }) => ({ metadata: { ...metadata, subscriptionId: uuidv7() } })],
  ['order that there is not', ({ metadata }) => ({ metadata: { ...metadata, orderId: uuidv7() } })],
])('row 32: a charge of another %s gives no Pro, and the one that was agreed does', async (_what, change) => {
  const intent = await charged()
  const other = { ...intent, ...change(intent) }
  await expect(settle(billing, other)).rejects.toThrow(MismatchError)
  expect(await outcome()).toEqual(NOTHING)
  expect(await settle(billing, intent)).toBe('paid')
  expect(await outcome()).toEqual(PAID)
})

test('a charge of somebody else pays for nobody who is named in it', async () => {
  const theirs = await charged(atHome(await fettle.aPerson()))
  const mine = await charged()
  const { orderId = '', subscriptionId = '' } = mine.metadata
  for (const named of [{ orderId }, { orderId, subscriptionId }])
    await expect(settle(billing, { ...theirs, metadata: { ...theirs.metadata, ...named } })).rejects.toThrow(
      MismatchError,
    )
  expect(await outcome()).toEqual(NOTHING)
})

test('a second charge of a month that is paid is not taken for the first, and books nothing', async () => {
  const intent = await charged()
  await settle(billing, intent)
  await expect(settle(billing, { ...intent, id: 'pi_again' })).rejects.toThrow(MismatchError)
  expect(await settle(billing, intent)).toBe('paid')
  expect(await outcome()).toEqual(PAID)
})
