import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#src/app/test-app.ts'
import { aRanked } from '#src/features/admin/admin-fixture.ts'
import { postJournal } from '#src/features/ledger/ledger.queries.ts'
import { VISA } from '#src/features/payments/embedded/embedded-fixture.ts'
import type { ToolFigures } from '#src/features/tool-figures/tool-figures.schema.ts'
import { uuidv7 } from '#src/lib/ids.ts'
import { aTool } from './checkout-fixture.ts'

let fettle: TestApp
beforeAll(async () => {
  fettle = await startTestApp()
})
afterAll(() => fettle.stop())

test('a creator whose balance would fall below −$100 does not give back by themselves, and an admin still may', async () => {
  const [buyer, seller] = [await fettle.aPerson(), await fettle.aPerson()]
  const fxnId = await aTool(fettle, seller, { cents: 999 })
  const { orderId, clientSecret } = (await buyer.post('/api/marketplace/purchase', { fxnId })).body
  await buyer.post('/api/payments/confirm', { clientSecret, card: VISA })
  await buyer.get(`/api/purchases/${orderId}`)
  const revenue = async () => {
    const { body } = await seller.get(`/api/tools/${fxnId}/figures?tz=UTC`)
    return (body.figures as ToolFigures).revenue
  }
  expect(await revenue()).toEqual({ sales: 1, share: 700 })
  // With the $7.00 of this sale they owe $93.01.
  await postJournal(fettle.database.db, {
    ...{ kind: 'pro_share', sourceType: 'pro_month', sourceId: uuidv7(), livemode: false },
    lines: [
      { kind: 'creator_available', owner: seller.id, amount: 10_001 },
      { kind: 'platform_revenue', owner: null, amount: -10_001 },
    ],
  })
  const refund = (amount?: number) => seller.post(`/api/earnings/${orderId}/refund`, { amount, reason: '' })
  expect((await refund()).body).toMatchObject({
    error: { code: 'NOT_REFUNDABLE', reason: 'BALANCE_TOO_LOW', message: expect.stringContaining('below −$100.00') },
  })
  expect((await refund(500)).status).toBe(200)
  expect((await refund()).body).toMatchObject({ error: { reason: 'BALANCE_TOO_LOW' } })
  const admin = await aRanked(fettle, { role: 'admin' })
  const asked = await admin.post(`/api/admin/payments/${orderId}/refund`, { reason: 'It never worked' })
  expect(asked.body).toEqual({ status: 'refunded' })
  expect(await revenue()).toEqual({ sales: 1, share: 0 })
})
