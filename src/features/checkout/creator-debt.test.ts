import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startTestApp, type TestApp } from '#src/app/test-app.ts'
import { aRanked } from '#src/features/admin/admin-fixture.ts'
import { postJournal } from '#src/features/ledger/ledger.queries.ts'
import { VISA } from '#src/features/payments/embedded/embedded-fixture.ts'
import { ProviderUnavailableError } from '#src/features/payments/provider.ts'
import type { ToolFigures } from '#src/features/tool-figures/tool-figures.schema.ts'
import { uuidv7 } from '#src/lib/ids.ts'
import { aTool } from './checkout-fixture.ts'
import { giveBack } from './refunds.server.ts'
import type { Till } from './till.ts'

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
  expect(await revenue()).toEqual({ sales: 1, tips: 0, share: 700 })
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
  expect(await revenue()).toEqual({ sales: 1, tips: 0, share: 0 })
})

/** Two orders of a creator who may give back one of them, and not both; answers how to ask for either. */
async function twoOrders() {
  const [buyer, seller] = [await fettle.aPerson(), await fettle.aPerson()]
  const buy = async () => {
    const fxnId = await aTool(fettle, seller, { cents: 999 })
    const { orderId, clientSecret } = (await buyer.post('/api/marketplace/purchase', { fxnId })).body
    await buyer.post('/api/payments/confirm', { clientSecret, card: VISA })
    await buyer.get(`/api/purchases/${orderId}`)
    return String(orderId)
  }
  const orders = [await buy(), await buy()] as const
  // With the $14.00 of these sales they owe $90.00.
  await postJournal(fettle.database.db, {
    ...{ kind: 'pro_share', sourceType: 'pro_month', sourceId: uuidv7(), livemode: false },
    lines: [
      { kind: 'creator_available', owner: seller.id, amount: 10_400 },
      { kind: 'platform_revenue', owner: null, amount: -10_400 },
    ],
  })
  const asking = (saleId: string) =>
    ({ saleId, amount: undefined, origin: 'creator', actorId: seller.id, reason: '' }) as const
  return { orders, asking }
}

const doNothing = () => undefined

test('refunds that a creator asks for at the same time do not pass that limit together', async () => {
  const { orders, asking } = await twoOrders()
  const waiting = `select from pg_locks join pg_database on pg_database.oid = database
                    where datname = current_database() and locktype = 'advisory' and not granted`
  // Until the other waits for this one, or for as long as it would need to look at the balance.
  const isWaitedFor = async () => ((await fettle.database.pool.query(waiting)).rowCount ?? 0) > 0
  const onReserved = () => vi.waitUntil(isWaitedFor, { timeout: 1000 }).then(doNothing, doNothing)
  const ends = await Promise.allSettled(
    orders.map((order) => giveBack(fettle.parts.till, { ...asking(order), onReserved })),
  )
  expect(ends.flatMap((end) => (end.status === 'rejected' ? [end.reason.extra] : []))).toEqual([
    { reason: 'BALANCE_TOO_LOW' },
  ])
})

test('a refund that the provider has not answered yet counts towards that limit', async () => {
  const { orders, asking } = await twoOrders()
  const { till } = fettle.parts
  const away: Till = {
    ...till,
    provider: { ...till.provider, refund: () => Promise.reject(new ProviderUnavailableError('away')) },
  }
  await expect(giveBack(away, { ...asking(orders[0]), amount: 500 })).rejects.toMatchObject({ status: 503 })
  const tooLow = { status: 409, extra: { reason: 'BALANCE_TOO_LOW' } }
  await expect(giveBack(till, asking(orders[1]))).rejects.toMatchObject(tooLow)
  await expect(giveBack(away, { ...asking(orders[1]), amount: 500 })).rejects.toMatchObject({ status: 503 })
  // Of one order too.
  await expect(giveBack(till, asking(orders[1]))).rejects.toMatchObject(tooLow)
})
