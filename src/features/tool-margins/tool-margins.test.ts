import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestApp, type TestApp } from '#src/app/test-app.ts'
import { aTool } from '#src/features/checkout/checkout-fixture.ts'
import { typed, VISA } from '#src/features/payments/embedded/embedded-fixture.ts'
import { listMargins } from './tool-margins.queries.ts'
import type { ToolMargin } from './tool-margins.schema.ts'

let fettle: TestApp
let bob: Person
beforeAll(async () => {
  fettle = await startTestApp({ env: { TRUST_PROXY: 'true' } })
  bob = await fettle.aPerson()
})
afterAll(() => fettle.stop())

let buyers = 0
async function paid(path: string, body: object, card = VISA): Promise<{ orderId: string; buyer: Person }> {
  const buyer = await fettle.aPerson()
  const from = { 'x-forwarded-for': `198.51.100.${++buyers}` }
  const form = (await buyer.post(path, body, from)).body
  await buyer.post('/api/payments/confirm', { clientSecret: form.clientSecret, card }, from)
  await buyer.get(`/api/purchases/${form.orderId}`)
  return { orderId: String(form.orderId), buyer }
}

const bySlug = (margins: readonly ToolMargin[], id: string) => margins.find(({ tool }) => tool.id === id)

test('each tool has what its orders, refunds and tips brought and cost, to the cent', async () => {
  const [cheap, dear, free] = [
    await aTool(fettle, bob, { cents: 99 }),
    await aTool(fettle, bob, { cents: 999 }),
    await aTool(fettle, bob, {}),
  ]
  await paid('/api/marketplace/purchase', { fxnId: cheap })
  await paid('/api/marketplace/purchase', { fxnId: dear })
  const { orderId } = await paid('/api/marketplace/purchase', { fxnId: dear }, typed('4242 4242 4242 4242'))
  await bob.post(`/api/earnings/${orderId}/refund`, { amount: 500, reason: '' })
  await paid('/api/marketplace/tip', { fxnId: free, amount: 500 })

  const margins = await listMargins(fettle.database.db, { livemode: false, order: 'margin', limit: 10 })
  expect(bySlug(margins, cheap)).toMatchObject({
    ...{ orders: 1, gross: 99, refunds: 0, disputeCosts: 0, fees: 33, tax: 0, creatorShare: 70, margin: -4 },
  })
  expect(bySlug(margins, dear)).toMatchObject({
    ...{ orders: 2, gross: 1998, refunds: 500, disputeCosts: 0, fees: 118, tax: 0, creatorShare: 1050, margin: 330 },
  })
  expect(bySlug(margins, free)).toMatchObject({ orders: 1, gross: 500, fees: 45, creatorShare: 350, margin: 105 })
  expect(margins.map(({ margin }) => margin)).toEqual([-4, 105, 330])
  for (const { gross, refunds, disputeCosts, fees, tax, creatorShare, margin } of margins)
    expect(gross - refunds - disputeCosts - fees - tax - creatorShare).toBe(margin)
  const byGross = await listMargins(fettle.database.db, { livemode: false, order: 'gross', limit: 2 })
  expect(byGross.map(({ gross }) => gross)).toEqual([1998, 500])
  expect(await listMargins(fettle.database.db, { livemode: true, order: 'gross', limit: 2 })).toEqual([])
})

test('only admins see them', async () => {
  expect((await bob.get('/api/admin/payments/margins')).status).toBe(403)
})
