import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestApp, type TestApp } from '#src/app/test-app.ts'
import { aRanked } from '#src/features/admin/admin-fixture.ts'
import { aTool } from '#src/features/checkout/checkout-fixture.ts'
import type { EmbeddedProvider } from '#src/features/payments/embedded/create-embedded.server.ts'
import { VISA } from '#src/features/payments/embedded/embedded-fixture.ts'
import { followPayout } from '#src/features/payouts/payout-chores.server.ts'
import type { Report } from './reconciliation.schema.ts'

let fettle: TestApp
let provider: EmbeddedProvider
let admin: Person
beforeAll(async () => {
  fettle = await startTestApp()
  provider = fettle.parts.payments as EmbeddedProvider
  admin = await aRanked(fettle, { role: 'admin' })
})
afterAll(() => fettle.stop())

const sql = async (text: string, values: unknown[] = []) => (await fettle.database.pool.query(text, values)).rows

async function bought(seller: Person): Promise<string> {
  const fxnId = await aTool(fettle, seller, { cents: 2000 })
  const buyer = await fettle.aPerson()
  const { body } = await buyer.post('/api/marketplace/purchase', { fxnId })
  await buyer.post('/api/payments/confirm', { clientSecret: body.clientSecret, card: VISA })
  await buyer.get(`/api/purchases/${body.orderId}`)
  return String(body.orderId)
}

test('a payout that arrives and one that comes back differ in nothing', async () => {
  const paid = async (bank: string): Promise<void> => {
    const seller = await aRanked(fettle, { role: 'user' })
    await sql('update "user" set email_verified_at = now() where id = $1', [seller.id])
    const orderId = await bought(seller)
    await sql("update sale set paid_at = paid_at - interval '8 days' where id = $1", [orderId])
    const token = String((await seller.post('/api/payouts/onboarding', { country: 'us' })).body.url).split('#token=')[1]
    await seller.post('/api/payments/onboarding', { token, bank })
    await seller.get('/api/payouts')
    expect((await seller.post('/api/payouts', {})).status).toBe(200)
  }
  await paid('pays')
  await paid('refuses')
  await provider.moveClock(86_400)
  const transfers = await sql('select transfer_id from payout')
  for (const { transfer_id: id } of transfers) await followPayout(fettle.parts.till, 'transfer', id)
  expect(await sql('select status from payout order by status')).toEqual([{ status: 'failed' }, { status: 'paid' }])
  const { found, totals } = (await admin.post('/api/admin/reconciliation', { days: 2 })).body as unknown as Report
  expect(found).toBe(0)
  expect(totals.filter(({ kind }) => kind.startsWith('transfer'))).toEqual([
    { kind: 'transfer', moves: 2, provider: -2800, books: -2800 },
    { kind: 'transfer_reversal', moves: 1, provider: 1400, books: 1400 },
  ])
})
