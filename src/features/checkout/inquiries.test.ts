import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#src/app/test-app.ts'
import { checkBooks } from '#src/features/ledger/checks.queries.ts'
import type { EmbeddedProvider } from '#src/features/payments/embedded/create-embedded.server.ts'
import { VISA } from '#src/features/payments/embedded/embedded-fixture.ts'
import { aTool } from './checkout-fixture.ts'
import { handleProviderEvent } from './provider-events.server.ts'

let fettle: TestApp
beforeAll(async () => {
  fettle = await startTestApp()
})
afterAll(() => fettle.stop())

const sql = async (text: string, values: unknown[] = []) => (await fettle.database.pool.query(text, values)).rows

test('a bank that only asks moves nothing, is told of once, and may take the money later', async () => {
  const [buyer, seller] = [await fettle.aPerson(), await fettle.aPerson()]
  const tool = await aTool(fettle, seller, { cents: 999 })
  const { clientSecret } = (await buyer.post('/api/marketplace/purchase', { fxnId: tool })).body
  await buyer.post('/api/payments/confirm', { clientSecret, card: VISA })
  const [intent] = await sql('select id from test_payments.intent where client_secret = $1', [clientSecret])
  const { till } = fettle.parts
  const provider = fettle.parts.payments as EmbeddedProvider
  await handleProviderEvent(till, 'intent', intent.id)
  const asked = { id: 'dp_asked', intentId: intent.id, amount: 999, fee: 0, reason: 'fraudulent', respondBy: null }
  const tell = (status: 'inquiry' | 'needs_response', fee = 0) => {
    const getDispute = async () => ({ ...asked, status, fee })
    const asking = { ...till, provider: { ...provider, getDispute, submitEvidence: getDispute } }
    return handleProviderEvent(asking, 'dispute', asked.id)
  }
  const told = async () =>
    (
      await sql(`select title from notification where user_id = $1 and kind = 'sale.disputed' order by id`, [seller.id])
    ).map(({ title }) => title)
  const balance = async () => (await seller.get('/api/earnings')).body.balance
  await tell('inquiry')
  await tell('inquiry')
  expect(await balance()).toEqual({ pending: 700, available: 0, held: 0 })
  expect(await told()).toEqual(['The bank of a buyer asks about a payment for “Doubler”'])
  await tell('needs_response', 2000)
  expect(await balance()).toEqual({ pending: 0, available: 0, held: 700 })
  expect(await told()).toHaveLength(2)
  const [fees] = await sql(
    `select sum(amount)::int as paid from posting join ledger_account a on a.id = account_id where a.kind = 'dispute_fees'`,
  )
  expect(fees).toEqual({ paid: 2000 })
  expect(await checkBooks(fettle.database.db, new Date())).toEqual([])
})
