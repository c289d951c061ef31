import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Person, startTestApp, type TestApp } from '#src/app/test-app.ts'
import { VISA } from '#src/features/payments/embedded/embedded-fixture.ts'
import { PRO_CONSENT } from '#src/features/subscriptions/pro-consent.ts'
import { aTool } from './checkout-fixture.ts'

let fettle: TestApp
let ada: Person
let bob: Person
/** Bob's, for $9.99. */
let tool: string
beforeAll(async () => {
  fettle = await startTestApp()
  bob = await fettle.aPerson()
})
afterAll(() => fettle.stop())
beforeEach(async () => {
  ada = await fettle.aPerson()
  tool = await aTool(fettle, bob, { cents: 999 })
})

const sql = async (text: string, values: unknown[] = []) => (await fettle.database.pool.query(text, values)).rows
const pay = (clientSecret: unknown) => ada.post('/api/payments/confirm', { clientSecret, card: VISA })
async function bought(): Promise<string> {
  const { body } = await ada.post('/api/marketplace/purchase', { fxnId: tool, licenseType: 'personal' })
  expect((await pay(body.clientSecret)).body).toMatchObject({ status: 'succeeded' })
  expect((await ada.get(`/api/purchases/${body.orderId}`)).body).toMatchObject({
    purchase: { state: 'paid', notRefundable: null },
  })
  return String(body.orderId)
}
const refund = (orderId: string) => ada.post(`/api/purchases/${orderId}/refund`, {})
const clone = (id = tool) => ada.post(`/api/tools/${id}/clone`)
const keepsNoCopyFor = (orderId: string) =>
  expect(refund(orderId)).resolves.toMatchObject({
    status: 409,
    body: { error: { code: 'NOT_REFUNDABLE', reason: 'COPIED' } },
  })

test('who has cloned what they bought no longer takes the money back alone, and is told why', async () => {
  const orderId = await bought()
  expect((await clone()).status).toBe(201)
  await keepsNoCopyFor(orderId)
  expect((await ada.get(`/api/purchases/${orderId}`)).body).toMatchObject({
    purchase: { state: 'paid', notRefundable: 'COPIED', refundableUntil: null },
  })
  // Its creator still may, and who buys again has the code from before.
  expect((await bob.post(`/api/earnings/${orderId}/refund`, {})).status).toBe(200)
  const { body } = await ada.post('/api/marketplace/purchase', { fxnId: tool, licenseType: 'personal' })
  await pay(body.clientSecret)
  await ada.get(`/api/purchases/${body.orderId}`)
  await keepsNoCopyFor(String(body.orderId))
})

test('who has fetched the source of what they bought no longer takes the money back alone', async () => {
  await sql("update tool set in_browser = true, kind = 'custom' where id = $1", [tool])
  await sql(
    `update tool_version set code = '{"source": "function run() { return {} }"}', content = '{"inBrowser": true}'
      where tool_id = $1`,
    [tool],
  )
  const orderId = await bought()
  expect((await ada.get(`/api/tools/${tool}/source`)).status).toBe(200)
  await keepsNoCopyFor(orderId)
})

test('a clone and a refund at the same time: one of them is refused', async () => {
  for (let round = 0; round < 3; round++) {
    tool = await aTool(fettle, bob, { cents: 999 })
    const orderId = await bought()
    const [copied, returned] = await Promise.all([clone(), refund(orderId)])
    expect([copied.status === 201, returned.status === 200].filter(Boolean)).toHaveLength(1)
  }
})

test('who tries Pro uses Pro tools and copies none; who pays for it may', async () => {
  const pro = await aTool(fettle, bob, { tier: 'pro' })
  const { body } = await ada.post('/api/subscription', { interval: 'month', trial: true, consent: PRO_CONSENT })
  await pay(body.clientSecret)
  expect((await ada.get('/api/subscription')).body).toMatchObject({ subscription: { status: 'trialing' } })
  expect((await ada.get(`/api/marketplace/check-access/${pro}`)).body).toMatchObject({ reason: 'pro' })
  const refused = await clone(pro)
  expect(refused.status).toBe(403)
  expect(refused.body).toMatchObject({
    error: { code: 'PRO_REQUIRED', message: expect.stringContaining('During the trial') },
  })
  await sql('update "user" set pro_until = now() + interval \'1 day\' where id = $1', [ada.id])
  expect((await clone(pro)).status).toBe(201)
})
