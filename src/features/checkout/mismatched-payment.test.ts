import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { atHome, type Person, startTestApp, type TestApp } from '#src/app/test-app.ts'
import { VISA } from '#src/features/payments/embedded/embedded-fixture.ts'
import type { Intent } from '#src/features/payments/provider.ts'
import { uuidv7 } from '#src/lib/ids.ts'
import { aTool } from './checkout-fixture.ts'
import { settle } from './settle.server.ts'
import { MismatchError } from './till.ts'

// A payment that is not what was agreed in an order. What tells of one comes from outside, and gives nothing by itself.

let fettle: TestApp
let buyer: Person
let seller: Person
beforeAll(async () => {
  // Its own chores would hear of a payment before the test does.
  fettle = await startTestApp({ env: { ROLE: 'web', TRUST_PROXY: 'true' } })
  seller = await fettle.aPerson()
})
beforeEach(async () => {
  buyer = atHome(await fettle.aPerson())
})
afterAll(() => fettle.stop())

const sql = async (text: string, values: unknown[] = []) => (await fettle.database.pool.query(text, values)).rows

/** A tool for $9.99 that the provider has taken the money for; nobody has heard of it yet. */
async function taken(): Promise<{ readonly orderId: string; readonly intent: Intent }> {
  const fxnId = await aTool(fettle, seller, { cents: 999 })
  const { orderId, clientSecret } = (await buyer.post('/api/marketplace/purchase', { fxnId })).body
  await buyer.post('/api/payments/confirm', { clientSecret, card: VISA })
  const [sale] = await sql('select intent_id from sale where id = $1', [orderId])
  const intent = await fettle.parts.payments.getIntent(sale.intent_id)
  expect(intent).toMatchObject({ status: 'succeeded', received: 999 })
  return { orderId: String(orderId), intent }
}

/** The state of an order, its journals, and whether its buyer may use what it is for. */
async function outcome(orderId: string) {
  const [sale] = await sql(
    `select status, tool_id, array(select kind from journal where source_id = sale.id order by kind) as journals
       from sale where id = $1`,
    [orderId],
  )
  const { body } = await buyer.get(`/api/marketplace/check-access/${sale.tool_id}`)
  return { status: sale.status, journals: sale.journals, hasAccess: body.hasAccess }
}

test.each<[string, (intent: Intent) => Partial<Intent>]>([
  ['amount', () => ({ amount: 1 })],
  ['amount that was taken', () => ({ received: 998 })],
  ['customer', () => ({ customerId: 'cus_of_somebody_else' })],
  ['money than was agreed, test or real', () => ({ livemode: true })],
  ['order', ({ metadata }) => ({ metadata: { ...metadata, orderId: uuidv7() } })],
  ['tool', ({ metadata }) => ({ metadata: { ...metadata, toolId: uuidv7() } })],
  ['buyer', ({ metadata }) => ({ metadata: { ...metadata, buyerId: seller.id } })],
])('row 32: an intent of another %s pays nothing, and the one that was agreed does', async (_what, change) => {
  const { orderId, intent } = await taken()
  await expect(settle(fettle.parts.till, { ...intent, ...change(intent) })).rejects.toThrow(MismatchError)
  expect(await outcome(orderId)).toEqual({ status: 'open', journals: [], hasAccess: false })
  await settle(fettle.parts.till, intent)
  expect(await outcome(orderId)).toEqual({ status: 'paid', journals: ['charge', 'fee'], hasAccess: true })
})

test('an intent whose buyer has left the order since still pays it', async () => {
  const { orderId, intent } = await taken()
  await sql('update sale set buyer_id = null where id = $1', [orderId])
  await settle(fettle.parts.till, intent)
  expect(await outcome(orderId)).toMatchObject({ status: 'paid', journals: ['charge', 'fee'] })
})
