import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Person, startTestApp, type TestApp } from '#src/app/test-app.ts'
import { checkBooks } from '#src/features/ledger/checks.queries.ts'
import { VISA } from '#src/features/payments/embedded/embedded-fixture.ts'
import { ProviderUnavailableError } from '#src/features/payments/provider.ts'
import { aTool } from './checkout-fixture.ts'
import { makeUpForLostEvents } from './money-chores.server.ts'
import { settleIntent } from './settle.server.ts'

// A form is open while a moderator removes the tool.

let fettle: TestApp
let buyer: Person
let seller: Person
let tool: string
beforeAll(async () => {
  fettle = await startTestApp({ env: { ROLE: 'web' } })
  seller = await fettle.aPerson()
})
beforeEach(async () => {
  buyer = await fettle.aPerson()
  tool = await aTool(fettle, seller, { cents: 999 })
})
afterAll(() => fettle.stop())

const sql = async (text: string, values: unknown[] = []) => (await fettle.database.pool.query(text, values)).rows
const begin = async () => (await buyer.post('/api/marketplace/purchase', { fxnId: tool })).body
const remove = () =>
  sql(`update tool set status = 'deleted', removed_reason = 'by our moderators: malware' where id = $1`, [tool])
const pay = (clientSecret: unknown) => buyer.post('/api/payments/confirm', { clientSecret, card: VISA })
const mails = async (person: Person) =>
  (await sql('select subject, text_body from mail where user_id = $1 order by id', [person.id])).filter(
    ({ subject }) => !String(subject).startsWith('Confirm'),
  )
const stateOf = async (orderId: unknown) => (await sql('select status, stands from sale where id = $1', [orderId]))[0]

test('its open orders end, and nobody can pay for them any more', async () => {
  const { orderId, clientSecret } = await begin()
  const grow = () => sql("update sale set created_at = created_at - interval '2 minutes' where id = $1", [orderId])
  await grow()
  await makeUpForLostEvents(fettle.parts.till)
  expect(await stateOf(orderId)).toMatchObject({ status: 'open' })
  await sql("update sale set created_at = created_at + interval '2 minutes' where id = $1", [orderId])
  await remove()
  // Its form may be on the way just now.
  await makeUpForLostEvents(fettle.parts.till)
  expect(await stateOf(orderId)).toMatchObject({ status: 'open' })
  await grow()
  await makeUpForLostEvents(fettle.parts.till)
  expect(await stateOf(orderId)).toMatchObject({ status: 'canceled' })
  expect((await pay(clientSecret)).body).toMatchObject({ error: { message: 'This payment was canceled.' } })
})

test('a payment that comes all the same goes back whole, and its payer reads why', async () => {
  const { orderId, clientSecret } = await begin()
  await remove()
  await pay(clientSecret)
  expect((await buyer.get(`/api/purchases/${orderId}`)).body).toMatchObject({
    purchase: { state: 'refunded', refunded: 999, hasAccess: false },
  })
  const told = await mails(buyer)
  expect(told.map(({ subject }) => subject)).toEqual(['$9.99 on the way back to you'])
  expect(told[0]?.text_body).toContain('Our moderators removed the tool that you were buying')
  expect((await mails(seller)).map(({ subject }) => subject)).toEqual([])
  expect((await seller.get('/api/earnings')).body).toMatchObject({ balance: { pending: 0, available: 0, held: 0 } })
  expect(await checkBooks(fettle.database.db, new Date())).toEqual([])
})

test('whatever becomes of the process meanwhile, it goes back once', async () => {
  const { orderId, clientSecret } = await begin()
  await remove()
  await pay(clientSecret)
  const { till } = fettle.parts
  const refund = () => Promise.reject(new ProviderUnavailableError('cut off'))
  const cut = { ...till, log: { warn: () => undefined }, provider: { ...till.provider, refund } }
  const [row] = await sql('select intent_id from sale where id = $1', [orderId])
  await settleIntent(cut, String(row?.intent_id))
  expect(await stateOf(orderId)).toEqual({ status: 'paid', stands: true })
  await sql("update sale_refund set created_at = created_at - interval '11 minutes' where sale_id = $1", [orderId])
  await makeUpForLostEvents(till)
  await makeUpForLostEvents(till)
  expect(await stateOf(orderId)).toEqual({ status: 'paid', stands: false })
  expect(await sql('select amount::int, status, origin from sale_refund where sale_id = $1', [orderId])).toEqual([
    { amount: 999, status: 'succeeded', origin: 'removal' },
  ])
})

test('among purchases it is said whether what was bought can be opened, and who took it away', async () => {
  const { orderId, clientSecret } = await begin()
  await pay(clientSecret)
  const shown = async () => {
    const { purchase } = (await buyer.get(`/api/purchases/${orderId}`)).body as { purchase: { tool: object } }
    const { status } = await buyer.get(`/api/tools/${tool}`)
    return { ...purchase.tool, opens: status }
  }
  const now = (status: string, reason: string | null = null) =>
    sql('update tool set status = $2, removed_reason = $3 where id = $1', [tool, status, reason])
  expect(await shown()).toMatchObject({ status: 'published', opens: 200 })
  await now('hidden')
  expect(await shown()).toMatchObject({ status: 'hidden', opens: 404 })
  await now('deleted')
  expect(await shown()).toMatchObject({ status: 'removed', opens: 200 })
  await now('deleted', 'by our moderators: malware')
  expect(await shown()).toMatchObject({ status: 'hidden', opens: 410 })
})
