import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestApp, type TestApp } from '#src/app/test-app.ts'
import { checkBooks } from '#src/features/ledger/checks.queries.ts'
import { VISA } from '#src/features/payments/embedded/embedded-fixture.ts'
import type { Dispute, PaymentProvider, Refund } from '#src/features/payments/provider.ts'
import type { Billing } from './billing.server.ts'
import { followPayment } from './pro-claims.server.ts'
import { PRO_CONSENT } from './pro-consent.ts'

let fettle: TestApp
let person: Person
let intentId: string
let billing: Billing
/** What the provider answers of each refund and each dispute. */
const told = new Map<string, Refund | Dispute>()

beforeAll(async () => {
  fettle = await startTestApp({ env: { TAX_RATES: 'DE=19,AT=20' } })
  const { billing: own } = fettle.parts
  const provider: PaymentProvider = {
    ...own.provider,
    getRefund: (id) => Promise.resolve(told.get(id) as Refund),
    getDispute: (id) => Promise.resolve(told.get(id) as Dispute),
    submitEvidence: (id) => Promise.resolve(told.get(id) as Dispute),
  }
  billing = { ...own, provider }
  person = await fettle.aPerson()
})
afterAll(() => fettle.stop())

const sql = async (text: string, values: unknown[] = []) => (await fettle.database.pool.query(text, values)).rows
const livesIn = (country: string) =>
  person.send('PUT', '/api/billing/details', { name: 'Ada', address: '1 Heron Way', country, taxId: '' })
const begin = async () =>
  (await person.post('/api/subscription', { interval: 'month', trial: false, consent: PRO_CONSENT })).body

test('another country before the payment is another order', async () => {
  await livesIn('AT')
  const first = await begin()
  expect(first).toMatchObject({ amount: 1080, tax: 180, taxRate: 'AT 20 %' })
  expect((await begin()).clientSecret).toBe(first.clientSecret)
  await livesIn('DE')
  const { clientSecret, ...second } = await begin()
  expect(second).toMatchObject({ amount: 1071, tax: 171, taxRate: 'DE 19 %' })
  await person.post('/api/payments/confirm', { clientSecret, card: VISA })
  expect((await person.get('/api/subscription')).body).toMatchObject({ hasPro: true })
  expect(await sql('select status, amount, tax, intent_id from subscription_order order by created_at')).toMatchObject([
    { status: 'canceled', amount: 1080, tax: 180 },
    { status: 'paid', amount: 1071, tax: 171 },
  ])
  intentId = String((await sql("select intent_id from subscription_order where status = 'paid'"))[0]?.intent_id)
})

const refund = (id: string, amount: number, status: Refund['status']) => {
  told.set(id, { id, intentId, amount, status, metadata: {} })
  return followPayment(billing, 'refund', id)
}
const dispute = (id: string, amount: number, status: Dispute['status']) => {
  told.set(id, { id, intentId, amount, fee: 1500, reason: 'fraudulent', status, respondBy: null })
  return followPayment(billing, 'dispute', id)
}
/** What is owed as tax and what waits to be shared; that the rules of the books hold. */
async function owed(): Promise<[number, number]> {
  expect(await checkBooks(billing.db, new Date())).toEqual([])
  const [row] = await sql(
    `select coalesce(-sum(amount) filter (where kind = 'tax_payable'), 0)::int as tax,
            coalesce(-sum(amount) filter (where kind = 'pro_revenue'), 0)::int as pro
       from posting join ledger_account on ledger_account.id = account_id`,
  )
  return [row.tax, row.pro]
}

test('whatever is claimed of Pro, the tax goes back in proportion to what stands, and whole with all of it', async () => {
  expect(await owed()).toEqual([171, 900])
  await refund('re_1', 300, 'succeeded')
  // floor(171 × 300 ÷ 1071) = 47
  expect(await owed()).toEqual([124, 647])
  await refund('re_2', 771, 'pending')
  expect(await owed()).toEqual([0, 0])
  // The bank takes all of it as well: none of that is tax any more.
  await dispute('dp_1', 1071, 'needs_response')
  expect(await owed()).toEqual([0, -1071])
  // The refund comes back, but the dispute claims the whole order still.
  await refund('re_2', 771, 'failed')
  expect(await owed()).toEqual([0, -300])
  await dispute('dp_1', 1071, 'won')
  expect(await owed()).toEqual([124, 647])
  await refund('re_1', 300, 'failed')
  expect(await owed()).toEqual([171, 900])
})
