import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { atHome, type Person, startTestApp, type TestApp } from '#src/app/test-app.ts'
import { checkBooks } from '#src/features/ledger/checks.queries.ts'
import { typed, VISA } from '#src/features/payments/embedded/embedded-fixture.ts'
import { aTool } from './checkout-fixture.ts'

// Somebody at the form of a card: in two tabs that pay at the same moment, and before a bank that asks who they are.

let fettle: TestApp
let buyer: Person
let seller: Person
/** The seller's, for $9.99. */
let tool: string
/** Charges of the tests before. */
let earlier: ReadonlySet<string>
beforeAll(async () => {
  fettle = await startTestApp({ env: { TRUST_PROXY: 'true' } })
  seller = await fettle.aPerson()
})
afterAll(() => fettle.stop())
beforeEach(async () => {
  buyer = atHome(await fettle.aPerson())
  tool = await aTool(fettle, seller, { cents: 999 })
  earlier = new Set((await charges()).map(({ id }) => id))
})

const DECLINED = typed('4000 0000 0000 0002')
const ASKS = typed('4000 0027 6000 3184')

const sql = async (text: string, values: unknown[] = []) => (await fettle.database.pool.query(text, values)).rows

type Answered = Awaited<ReturnType<Person['post']>>
const bodyOf = ({ body }: Answered) => body
const open = async () => bodyOf(await buyer.post('/api/marketplace/purchase', { fxnId: tool }))
const confirm = (clientSecret: unknown, card: typeof VISA) =>
  buyer.post('/api/payments/confirm', { clientSecret, card }).then(bodyOf)

/** What a tab does when its button is pressed: it pays, and asks whether the order is paid. */
async function press({ orderId, clientSecret }: Answered['body'], card = VISA): Promise<unknown> {
  const { status } = await confirm(clientSecret, card)
  await buyer.get(`/api/purchases/${orderId}`)
  return status
}

const charges = (): Promise<{ id: string; amount: number }[]> =>
  sql("select source_id as id, amount::int from test_payments.balance_move where kind = 'charge'")

/** What the provider took since the test began, what the books have of it, and what the buyer may use. */
async function outcome() {
  // Whichever payment they are of: a second charge of the same one would take the place of the first.
  const taken = (await charges()).filter(({ id }) => !earlier.has(id))
  const orders = await sql(
    `select status, array(select kind from journal where source_id = sale.id order by kind) as journals
       from sale where buyer_id = $1`,
    [buyer.id],
  )
  const { body } = await buyer.get(`/api/marketplace/check-access/${tool}`)
  expect(await checkBooks(fettle.database.db, new Date())).toEqual([])
  return { taken: taken.map(({ amount }) => amount), orders, access: body.reason }
}
const BOUGHT = { taken: [999], orders: [{ status: 'paid', journals: ['charge', 'fee'] }], access: 'purchased' }
const NOT_BOUGHT = { taken: [], orders: [{ status: 'open', journals: [] }], access: 'PURCHASE_REQUIRED' }

test('two tabs with the form of a card that pay at the same moment charge once and give one access', async () => {
  const tabs = await Promise.all([open(), open()])
  expect(await Promise.all(tabs.map((form) => press(form)))).toEqual(['succeeded', 'succeeded'])
  expect(await outcome()).toEqual(BOUGHT)
})

test('a tab whose card is declined while the other one pays neither undoes the payment nor asks for another', async () => {
  const tabs = await Promise.all([open(), open()])
  const [paid] = await Promise.all(tabs.map((form, tab) => press(form, tab === 0 ? VISA : DECLINED)))
  expect(paid).toBe('succeeded')
  expect(await outcome()).toEqual(BOUGHT)
  expect((await open()).error).toMatchObject({ code: 'ALREADY_OWNED' })
})

test('a payment whose buyer says to their bank that it is not them takes nothing, and can be made again', async () => {
  const form = await open()
  expect(await confirm(form.clientSecret, ASKS)).toEqual({ status: 'requires_action', message: null })
  const refusal = { clientSecret: form.clientSecret, passed: false }
  const refused = bodyOf(await buyer.post('/api/payments/authenticate', refusal))
  const message = 'We could not confirm that it is you. Choose another way to pay or try again.'
  expect(refused).toEqual({ status: 'failed', message })
  const { body } = await buyer.get(`/api/purchases/${form.orderId}`)
  expect(body).toMatchObject({
    purchase: { state: 'open', hasAccess: false },
    payment: { status: 'needs_card', failure: { code: 'payment_intent_authentication_failure' } },
  })
  expect(await outcome()).toEqual(NOT_BOUGHT)
  expect((await buyer.post(`/api/tools/${tool}/run`, {})).status).toBe(402)

  // A bank that has heard no is not asked a second time about the same try.
  const late = await buyer.post('/api/payments/authenticate', { clientSecret: form.clientSecret, passed: true })
  expect([late.status, await outcome()]).toEqual([422, NOT_BOUGHT])

  const again = await open()
  expect(again.orderId).toBe(form.orderId)
  expect(await press(again)).toBe('succeeded')
  expect(await outcome()).toEqual(BOUGHT)
})
