import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { atHome, type Person } from '#src/app/test-app.ts'
import { aTool } from '#src/features/checkout/checkout-fixture.ts'
import { PRO_CONSENT } from '#src/features/subscriptions/pro-consent.ts'
import { typed } from './embedded/embedded-fixture.ts'
import { type StripeApp, startStripeApp } from './stripe/stripe-app-fixture.ts'

// Cards are tried at the form of Stripe, which never asks us.

let stripe: StripeApp
let person: Person
let tool: string
beforeAll(async () => {
  stripe = await startStripeApp()
})
beforeEach(async () => {
  person = atHome(await stripe.fettle.aPerson())
  tool = await aTool(stripe.fettle, await stripe.fettle.aPerson(), { cents: 999 })
})
afterAll(() => stripe.stop())

const sql = (text: string) => stripe.fettle.database.pool.query(text)
const buy = () => person.post('/api/marketplace/purchase', { fxnId: tool })
const pro = (trial = false) => person.post('/api/subscription', { interval: 'month', trial, consent: PRO_CONSENT })

/** Tries so many cards at a form, and lets Stripe tell of it. */
async function tries(count: number, clientSecret: unknown): Promise<void> {
  const form = { clientSecret: String(clientSecret), accountId: person.id }
  for (let n = 0; n < count; n += 1)
    expect((await stripe.world.confirm({ ...form, card: typed('4000000000000002') })).status).toBe('failed')
  await stripe.hear()
}
const good = (clientSecret: unknown) =>
  stripe.world.confirm({ clientSecret: String(clientSecret), accountId: person.id, card: typed('4242424242424242') })
const HELD = { status: 429, body: { error: { code: 'TOO_MANY_REQUESTS' } } }

test.each([
  ['of a purchase', () => buy()],
  ['of Pro', () => pro()],
  ['of a trial of Pro', () => pro(true)],
] as const)(
  'row 55: after six refused cards the form %s is closed, and none opens for half an hour',
  async (_, open) => {
    const { clientSecret } = (await open()).body
    await tries(5, clientSecret)
    expect((await open()).body.clientSecret).toBe(clientSecret)
    await tries(1, clientSecret)
    await expect(good(clientSecret)).rejects.toThrow('This payment was canceled.')
    for (const again of [open, buy, pro]) expect(await again()).toMatchObject(HELD)
    const wait = Number((await open()).headers['retry-after'])
    expect(wait).toBeGreaterThan(1700)
    expect(wait).toBeLessThanOrEqual(1800)
    await sql("update failed_card_try set at = at - interval '31 minutes'")
    const another = (await open()).body.clientSecret
    expect(another).not.toBe(clientSecret)
    expect((await good(another)).status).toBe('succeeded')
  },
)

test('row 55: nobody else is held back, but for an address at which sixty were refused', async () => {
  // Two people at one address.
  person = await stripe.fettle.aPerson()
  await tries(6, (await buy()).body.clientSecret)
  const other = await stripe.fettle.aPerson()
  expect((await other.post('/api/marketplace/purchase', { fxnId: tool })).status).toBe(200)
  const own = 'select distinct who from failed_card_try where at > now() - interval $$20 minutes$$ group by who'
  await sql(
    `insert into failed_card_try (who, event_id) select who, 'more_' || n from (${own}) known, generate_series(1, 54) n`,
  )
  expect((await other.post('/api/marketplace/purchase', { fxnId: tool })).status).toBe(429)
  await sql('delete from failed_card_try')
})

test('row 55: forms for Pro are limited as orders are', async () => {
  const statuses = []
  for (let n = 0; n < 7; n += 1) statuses.push((await pro()).status)
  expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429])
})
