import { afterAll, beforeAll, expect, test } from 'vitest'
import { followProvider } from '#src/app/follow-provider.ts'
import { type Person, startTestApp, type TestApp } from '#src/app/test-app.ts'
import { aRanked } from '#src/features/admin/admin-fixture.ts'
import { aTool } from '#src/features/checkout/checkout-fixture.ts'
import { postJournal } from '#src/features/ledger/ledger.queries.ts'
import type { EmbeddedProvider } from '#src/features/payments/embedded/create-embedded.server.ts'
import { VISA } from '#src/features/payments/embedded/embedded-fixture.ts'
import { PRO_CONSENT } from '#src/features/subscriptions/pro-consent.ts'
import { proShared } from '#src/features/subscriptions/pro-journals.ts'
import type { JournalLine } from './ledger-explorer.schema.ts'

let fettle: TestApp
let admin: Person
let seller: Person
beforeAll(async () => {
  fettle = await startTestApp()
  admin = await aRanked(fettle, { role: 'admin' })
  seller = await aRanked(fettle, { role: 'user' })
  await sql('update "user" set email_verified_at = now() where id = $1', [seller.id])
})
afterAll(() => fettle.stop())

const sql = async (text: string, values: unknown[] = []) => (await fettle.database.pool.query(text, values)).rows
const payAt = (person: Person, { clientSecret }: Readonly<Record<string, unknown>>) =>
  person.post('/api/payments/confirm', { clientSecret, card: VISA })

async function bought(): Promise<{ readonly buyer: Person; readonly orderId: string }> {
  const buyer = await fettle.aPerson()
  const fxnId = await aTool(fettle, seller, { cents: 2000 })
  const { body } = await buyer.post('/api/marketplace/purchase', { fxnId })
  await payAt(buyer, body)
  await buyer.get(`/api/purchases/${body.orderId}`)
  return { buyer, orderId: String(body.orderId) }
}

async function dispute(): Promise<void> {
  const provider = fettle.parts.payments as EmbeddedProvider
  const [row] = await sql('select intent_id from sale where id = $1', [(await bought()).orderId])
  const { id } = await provider.openDispute(String(row?.intent_id))
  await followProvider(fettle.parts.till, fettle.parts.billing)('dispute', id)
}

async function payout(): Promise<void> {
  await sql("update sale set paid_at = paid_at - interval '8 days' where id = $1", [(await bought()).orderId])
  const token = String((await seller.post('/api/payouts/onboarding', { country: 'us' })).body.url).split('#token=')[1]
  await seller.post('/api/payments/onboarding', { token, bank: 'pays' })
  await seller.get('/api/payouts')
  expect((await seller.post('/api/payouts', {})).status).toBe(200)
}

async function pro(): Promise<void> {
  const person = await fettle.aPerson()
  const wish = { interval: 'month', trial: false, consent: PRO_CONSENT }
  await payAt(person, (await person.post('/api/subscription', wish)).body)
  await person.get('/api/subscription')
  await fettle.database.db
    .transaction()
    .execute((transaction) =>
      postJournal(transaction, proShared('2020-03', false, 900, [{ creatorId: seller.id, amount: 630 }])),
    )
}

async function providerFeeAndBank(): Promise<void> {
  await sql(
    `insert into test_payments.balance_move (id, kind, amount, fee, source_id)
     values ('txn_own', 'fee', -200, 0, 'txn_own'), ('txn_bank', 'bank', -5000, 0, 'po_1')`,
  )
  await admin.post('/api/admin/reconciliation', { days: 2 })
}

test('a journal of every kind of source leads to it, and to what the provider has of it', async () => {
  const { buyer, orderId } = await bought()
  await buyer.post(`/api/purchases/${orderId}/refund`, {})
  for (const happens of [payout, dispute, pro, providerFeeAndBank]) await happens()
  const [rule] = await sql(
    `select pg_get_constraintdef(oid) as text from pg_constraint where conname = 'journal_source_type_check'`,
  )
  const kinds = [...String(rule?.text).matchAll(/'(\w+)'/g)].map(([, kind]) => String(kind))
  expect(kinds.length).toBeGreaterThan(6)
  const journals = (await admin.get('/api/admin/ledger/journals')).body.journals as JournalLine[]
  const found = new Map(journals.map(({ source }) => [source.type, source]))
  expect([...found.keys()].toSorted()).toEqual(kinds.toSorted())
  const prefixes = [...found].map(([kind, { providerId }]) => [kind, providerId?.split('_')[0]])
  expect(Object.fromEntries(prefixes)).toEqual({
    ...{
      sale: 'pi',
      subscription: 'pi',
      refund: 're',
      dispute: 'dp',
      payout: 'tr',
      provider_fee: 'txn',
      own_bank: 'txn',
    },
    pro_month: undefined,
  })
})
