import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestApp, type TestApp } from '#src/app/test-app.ts'
import { VISA } from '#src/features/payments/embedded/embedded-fixture.ts'
import { aTool } from './checkout-fixture.ts'

let fettle: TestApp
let seller: Person
let tool: string
beforeAll(async () => {
  fettle = await startTestApp()
  seller = await fettle.aPerson()
  tool = await aTool(fettle, seller, { cents: 999 })
})
afterAll(() => fettle.stop())

const told = async () =>
  (
    await fettle.database.pool.query(
      `select title, body from notification where user_id = $1 and kind = 'sale.refunded' order by created_at`,
      [seller.id],
    )
  ).rows

/** Somebody buys the tool and wants the money back. */
async function refunded(body: object): Promise<void> {
  const buyer = await fettle.aPerson()
  const order = await buyer.post('/api/marketplace/purchase', { fxnId: tool, licenseType: 'personal' })
  const { orderId, clientSecret } = order.body as unknown as { orderId: string; clientSecret: string }
  await buyer.post('/api/payments/confirm', { clientSecret, card: VISA })
  await buyer.get(`/api/purchases/${orderId}`)
  expect((await buyer.post(`/api/purchases/${orderId}/refund`, body)).status).toBe(200)
}

test('why somebody wants their money back is told to the creator, whom it is to help', async () => {
  await refunded({ reason: 'It rounds the wrong way.' })
  await expect
    .poll(told)
    .toEqual([{ title: '$9.99 for “Doubler” was refunded', body: 'The buyer says: “It rounds the wrong way.”' }])
  await refunded({})
  await expect.poll(async () => (await told()).map(({ body }) => body)).toEqual([expect.stringMatching(/way\.”$/), ''])
})
