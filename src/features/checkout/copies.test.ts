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
const GIVING_UP = '?givesUpRefund=true'
const clone = (id = tool, query = GIVING_UP) => ada.post(`/api/tools/${id}/clone${query}`)
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

/** The tool as one of which browsers get the code. */
async function letsBrowsersRunIt(): Promise<void> {
  await sql("update tool set in_browser = true, kind = 'custom' where id = $1", [tool])
  await sql(
    `update tool_version set code = '{"source": "function run() { return {} }"}', content = '{"inBrowser": true}'
      where tool_id = $1`,
    [tool],
  )
}
const source = (query = '') => ada.get(`/api/tools/${tool}/source${query}`)
const shown = async (person: Pick<Person, 'get'> = ada) => {
  const { body } = await person.get(`/api/tools/${tool}`)
  const { runsIn, refundOpen } = body.fxn as { runsIn: string; refundOpen: boolean }
  return { runsIn, refundOpen }
}

test('who chose to have the source of what they bought no longer takes the money back alone', async () => {
  await letsBrowsersRunIt()
  const orderId = await bought()
  expect((await source(GIVING_UP)).status).toBe(200)
  await keepsNoCopyFor(orderId)
})

test('nobody gives up their refund without having said so: neither by a run in the browser nor by a clone', async () => {
  await letsBrowsersRunIt()
  expect(await shown()).toEqual({ runsIn: 'browser', refundOpen: false })
  const orderId = await bought()
  expect([await shown(), await shown(bob), await shown(fettle.visitor())]).toEqual([
    { runsIn: 'server', refundOpen: true },
    { runsIn: 'browser', refundOpen: false },
    { runsIn: 'browser', refundOpen: false },
  ])
  for (const asked of [await source(), await source('?givesUpRefund=false'), await clone(tool, '')])
    expect(asked).toMatchObject({ status: 409, body: { error: { code: 'REFUND_OPEN' } } })
  expect((await source('?givesUpRefund=yes')).status).toBe(422)
  // What has become free runs where it runs for everybody, and its code costs nobody a refund.
  await sql('update tool set price_cents = 0 where id = $1', [tool])
  expect([await shown(), (await source()).status]).toEqual([{ runsIn: 'browser', refundOpen: false }, 200])
  await sql('update tool set price_cents = 999 where id = $1', [tool])
  expect((await refund(orderId)).status).toBe(200)
  expect((await source(GIVING_UP)).status).toBe(402)
})

test('the code comes by itself once the money could no longer be taken back: after the runs, or after the days', async () => {
  await letsBrowsersRunIt()
  await bought()
  const runs = (count: number) =>
    sql(
      `insert into tool_run (id, tool_id, version, user_id, source, success, duration_ms, in_figures, of_pro, at)
       select gen_random_uuid(), $1, 1, $2, 'api', true, 1, false, false, now() from generate_series(1, $3)`,
      [tool, ada.id, count],
    )
  await sql("update sale set consent = 'at once', consent_at = now() where buyer_id = $1", [ada.id])
  await runs(3)
  expect([(await source()).status, (await shown()).refundOpen]).toEqual([409, true])
  await runs(1)
  expect([(await source()).status, (await shown()).refundOpen]).toEqual([200, false])

  ada = await fettle.aPerson()
  await bought()
  expect((await source()).status).toBe(409)
  await sql("update sale set paid_at = paid_at - interval '15 days' where buyer_id = $1", [ada.id])
  expect([(await source()).status, (await shown()).refundOpen]).toEqual([200, false])
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
