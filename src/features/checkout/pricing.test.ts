import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Person, startTestApp, type TestApp } from '#src/app/test-app.ts'
import { aTool } from './checkout-fixture.ts'

let fettle: TestApp
let ada: Person
let bob: Person
/** Bob's. */
let tool: string
beforeAll(async () => {
  fettle = await startTestApp()
  ;[ada, bob] = [await fettle.aPerson(), await fettle.aPerson()]
  tool = await aTool(fettle, bob, { cents: 999 })
})
afterAll(() => fettle.stop())

describe('what a tool costs', () => {
  test.each([
    { model: 'free', price: 0, tier: 'free', status: 200 },
    { model: 'subscription', price: 0, tier: 'pro', status: 200 },
    { model: 'one_time', price: 99, tier: 'free', status: 200 },
    { model: 'one_time', price: 98, tier: 'free', status: 422 },
    { model: 'one_time', price: -999, tier: 'free', status: 422 },
    { model: 'one_time', price: 9.99, tier: 'free', status: 422 },
    { model: 'one_time', price: 1e9, tier: 'free', status: 422 },
    { model: 'one_time', price: 999, tier: 'pro', status: 422 },
    { model: 'free', price: 0, tier: 'pro', status: 422 },
    { model: 'subscription', price: 0, tier: 'free', status: 422 },
  ])('$model, $tier, $price cents: $status', async ({ model, price, tier, status }) => {
    const body = { pricingModel: model, price, accessTier: tier, licenseType: 'personal' }
    expect((await bob.post(`/api/marketplace/pricing/${tool}`, body)).status).toBe(status)
  })

  test('is for a personal licence, and for no other', async () => {
    for (const licenseType of ['commercial', 'team', 'Personal', '']) {
      const body = { pricingModel: 'one_time', price: 999, accessTier: 'free', licenseType }
      expect(await bob.post(`/api/marketplace/pricing/${tool}`, body)).toMatchObject({
        status: 422,
        body: {
          error: {
            code: 'INVALID_INPUT',
            details: [{ field: 'licenseType', message: 'Only the personal licence is offered' }],
          },
        },
      })
    }
  })

  test('is said by its owner alone, and noted', async () => {
    const body = { pricingModel: 'free', accessTier: 'free' }
    expect((await ada.post(`/api/marketplace/pricing/${tool}`, body)).status).toBe(404)
    await bob.post(`/api/marketplace/pricing/${tool}`, body)
    const asked = await ada.get(`/api/marketplace/check-access/${tool}`)
    expect(asked.body).toMatchObject({ hasAccess: true, reason: 'free' })
    const { rows } = await fettle.database.pool.query(
      'select actor_id, details from audit_entry where target = $1 order by seq desc limit 1',
      [`tool ${tool}`],
    )
    expect(rows).toEqual([{ actor_id: bob.id, details: '{"pricingModel":"free","cents":0}' }])
  })
})
