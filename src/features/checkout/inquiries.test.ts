import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestApp, type TestApp } from '#src/app/test-app.ts'
import { aRanked } from '#src/features/admin/admin-fixture.ts'
import { checkBooks } from '#src/features/ledger/checks.queries.ts'
import type { EmbeddedProvider } from '#src/features/payments/embedded/create-embedded.server.ts'
import { VISA } from '#src/features/payments/embedded/embedded-fixture.ts'
import { aTool } from './checkout-fixture.ts'
import { makeUpForLostEvents } from './money-chores.server.ts'
import { handleProviderEvent } from './provider-events.server.ts'

let fettle: TestApp
let admin: Person
beforeAll(async () => {
  fettle = await startTestApp()
  admin = await aRanked(fettle, { role: 'admin' })
})
afterAll(() => fettle.stop())

const sql = async (text: string, values: unknown[] = []) => (await fettle.database.pool.query(text, values)).rows

test('a bank that only asks moves nothing, is told of once, and may take the money later', async () => {
  const [buyer, seller] = [await fettle.aPerson(), await fettle.aPerson()]
  const tool = await aTool(fettle, seller, { cents: 999 })
  const { clientSecret, orderId } = (await buyer.post('/api/marketplace/purchase', { fxnId: tool })).body
  await buyer.post('/api/payments/confirm', { clientSecret, card: VISA })
  const [intent] = await sql('select id from test_payments.intent where client_secret = $1', [clientSecret])
  const { till } = fettle.parts
  const provider = fettle.parts.payments as EmbeddedProvider
  await handleProviderEvent(till, 'intent', intent.id)
  const asked = { id: 'dp_asked', intentId: intent.id, amount: 999, fee: 0, reason: 'fraudulent' }
  const respondBy = new Date('2027-01-02T03:04:00Z')
  const tell = (status: 'inquiry' | 'needs_response', fee = 0) => {
    const getDispute = async () => ({ ...asked, respondBy, status, fee })
    const submitEvidence: EmbeddedProvider['submitEvidence'] = (_id, { accessLog }, key) => {
      sent.push(key.startsWith('evidence:inquiry:') ? `inquiry, ${accessLog}` : 'dispute')
      return getDispute()
    }
    const asking = { ...till, provider: { ...provider, getDispute, submitEvidence } }
    return handleProviderEvent(asking, 'dispute', asked.id)
  }
  const sent: string[] = []
  const story = async () => (await admin.get(`/api/admin/payments/${orderId}`)).body.disputes
  const told = async () =>
    (
      await sql(`select title from notification where user_id = $1 and kind = 'sale.disputed' order by id`, [seller.id])
    ).map(({ title }) => title)
  const balance = async () => (await seller.get('/api/earnings')).body.balance
  await tell('inquiry')
  await tell('inquiry')
  expect(await balance()).toEqual({ pending: 700, available: 0, held: 0 })
  expect(await told()).toEqual(['The bank of a buyer asks about a payment for “Doubler”'])
  expect(sent).toEqual(['inquiry, '])
  const shown = { amount: 999, reason: 'fraudulent', providerId: asked.id, respondBy: respondBy.toISOString() }
  expect(await story()).toMatchObject([{ ...shown, fee: 0, status: 'inquiry' }])
  const news = await sql(`select title, body, href from notification where user_id = $1 and kind = 'dispute.opened'`, [
    admin.id,
  ])
  expect(news).toEqual([
    {
      title: 'A bank asks about a payment of $9.99',
      body: expect.stringMatching(/The bank wants an answer by 2 January 2027, 03:04 UTC\.$/),
      href: `/admin/payments/${orderId}`,
    },
  ])
  await tell('needs_response', 2000)
  expect(await balance()).toEqual({ pending: 0, available: 0, held: 700 })
  expect(await told()).toHaveLength(2)
  expect(sent).toEqual(['inquiry, ', 'dispute'])
  expect(await story()).toMatchObject([
    { ...shown, status: 'inquiry_over' },
    { ...shown, fee: 2000, status: 'open' },
  ])
  const [fees] = await sql(
    `select sum(amount)::int as paid from posting join ledger_account a on a.id = account_id where a.kind = 'dispute_fees'`,
  )
  expect(fees).toEqual({ paid: 2000 })
  expect(await checkBooks(fettle.database.db, new Date())).toEqual([])
})

test('evidence about an inquiry that could not be sent at first is sent by the sweep, once, and its end is heard of', async () => {
  const [buyer, seller] = [await fettle.aPerson(), await fettle.aPerson()]
  const tool = await aTool(fettle, seller, { cents: 999 })
  const { clientSecret, orderId } = (await buyer.post('/api/marketplace/purchase', { fxnId: tool })).body
  await buyer.post('/api/payments/confirm', { clientSecret, card: VISA })
  await buyer.get(`/api/purchases/${orderId}`)
  const [sale] = await sql('select intent_id from sale where id = $1', [orderId])
  const asked = { id: 'dp_swept', intentId: sale.intent_id, amount: 999, fee: 0, reason: 'fraudulent', respondBy: null }
  const sent: string[] = []
  let status: 'inquiry' | 'inquiry_over' = 'inquiry'
  let isSilent = true
  const { till } = fettle.parts
  const asking = {
    ...till,
    provider: {
      ...(fettle.parts.payments as EmbeddedProvider),
      getDispute: async () => ({ ...asked, status }),
      async submitEvidence(id: string) {
        if (isSilent) throw new Error('nobody answers')
        sent.push(id)
        return { ...asked, status }
      },
    },
  }
  await expect(handleProviderEvent(asking, 'dispute', asked.id)).rejects.toThrow('nobody answers')
  isSilent = false
  await makeUpForLostEvents(asking)
  await makeUpForLostEvents(asking)
  expect(sent.filter((id) => id === asked.id)).toEqual([asked.id])
  status = 'inquiry_over'
  await makeUpForLostEvents(asking)
  expect((await admin.get(`/api/admin/payments/${orderId}`)).body.disputes).toMatchObject([{ status: 'inquiry_over' }])
})
