import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestApp, type TestApp } from '#src/app/test-app.ts'
import { aRanked } from '#src/features/admin/admin-fixture.ts'
import { checkBooks } from '#src/features/ledger/checks.queries.ts'
import type { EmbeddedProvider } from '#src/features/payments/embedded/create-embedded.server.ts'
import { VISA } from '#src/features/payments/embedded/embedded-fixture.ts'
import { CONSENT } from './checkout.schema.ts'
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

/** A tool that was bought for $9.99, with the consent to be supplied at once. */
async function aSale() {
  const [buyer, seller] = [await fettle.aPerson(), await fettle.aPerson()]
  const tool = await aTool(fettle, seller, { cents: 999 })
  const form = (await buyer.post('/api/marketplace/purchase', { fxnId: tool })).body
  await buyer.post(`/api/purchases/${form.orderId}/consent`, { text: CONSENT })
  await buyer.post('/api/payments/confirm', { clientSecret: form.clientSecret, card: VISA })
  await buyer.get(`/api/purchases/${form.orderId}`)
  return { buyer, seller, tool, form }
}

test('a bank that takes money back is sent what speaks for the sale, once: the runs, the address, the consent', async () => {
  const { buyer, seller, tool, form } = await aSale()
  const provider = fettle.parts.payments as EmbeddedProvider
  // Before the sale, for it, and by somebody else.
  await sql(
    `insert into tool_run (id, tool_id, version, user_id, source, success, duration_ms, at)
     values (gen_random_uuid(), $1, 1, $2, 'api', true, 1, now() - interval '1 year'),
            (gen_random_uuid(), $1, 1, $2, 'api', true, 1, now()), (gen_random_uuid(), $1, 1, $3, 'browser', true, 1, now())`,
    [tool, buyer.id, seller.id],
  )
  const [intent] = await sql('select id from test_payments.intent where client_secret = $1', [form.clientSecret])
  const { id } = await provider.openDispute(intent.id)
  const sent: Parameters<EmbeddedProvider['submitEvidence']>[] = []
  const watched = {
    ...fettle.parts.till,
    provider: {
      ...provider,
      submitEvidence: (...asked: Parameters<EmbeddedProvider['submitEvidence']>) => {
        sent.push(asked)
        return provider.submitEvidence(...asked)
      },
    },
  }
  await handleProviderEvent(watched, 'dispute', id)
  await handleProviderEvent(watched, 'dispute', id)
  const [{ consent_at: consentedAt }] = await sql('select consent_at from sale where id = $1', [form.orderId])
  const [{ at }] = await sql('select max(at) as at from tool_run where tool_id = $1 and user_id = $2', [tool, buyer.id])
  expect(sent).toEqual([
    [
      id,
      {
        productDescription: 'Doubler: Doubles',
        customerEmail: buyer.email,
        customerAddress: '127.0.0.1',
        accessLog: `${at.toISOString()} api ok`,
        consent: `${consentedAt.toISOString()} ${CONSENT}`,
      },
      expect.stringMatching(/^evidence:[0-9a-f-]{36}$/),
    ],
  ])
  expect((await provider.getDispute(id)).status).toBe('under_review')
})

test('an order that is paid stays so, and what was agreed in it stays, whatever the server asks of its database', async () => {
  const { buyer, form } = await aSale()
  const change = (what: string) => sql(`update sale set ${what} where id = $1`, [form.orderId])
  for (const status of ['open', 'canceled'])
    await expect(change(`status = '${status}', paid_at = null`)).rejects.toThrow('a sale that is paid stays so')
  for (const what of ['amount = 1', 'creator_share = 999', 'livemode = true', 'creator_id = null', "coupon_code = 'X'"])
    await expect(change(what)).rejects.toThrow('what was agreed in a sale stays')
  const { body } = await buyer.get(`/api/purchases/${form.orderId}`)
  expect(body.purchase).toMatchObject({ state: 'paid', hasAccess: true })
})
