import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestApp, type TestApp } from '#src/app/test-app.ts'
import { aRanked } from '#src/features/admin/admin-fixture.ts'
import { aTool } from '#src/features/checkout/checkout-fixture.ts'
import { postJournal } from '#src/features/ledger/ledger.queries.ts'
import { VISA } from '#src/features/payments/embedded/embedded-fixture.ts'
import { proShared } from '#src/features/subscriptions/pro-journals.ts'
import { uuidv7 } from '#src/lib/ids.ts'
import type { JournalLine, LedgerAccount, LedgerJournal, LedgerPosting } from './ledger-explorer.schema.ts'

let fettle: TestApp
let admin: Person
let buyer: Person
let seller: Person
let order: string

beforeAll(async () => {
  fettle = await startTestApp()
  ;[buyer, seller] = [await fettle.aPerson(), await fettle.aPerson()]
  admin = await aRanked(fettle, { role: 'admin' })
  const fxnId = await aTool(fettle, seller, { cents: 999 })
  const { body } = await buyer.post('/api/marketplace/purchase', { fxnId })
  order = String(body.orderId)
  await buyer.post('/api/payments/confirm', { clientSecret: body.clientSecret, card: VISA })
  await buyer.get(`/api/purchases/${order}`)
  await buyer.post(`/api/purchases/${order}/refund`, {})
})
afterAll(() => fettle.stop())

const BASE = '/api/admin/ledger'
const accounts = async (query = '') => (await admin.get(`${BASE}/accounts${query}`)).body.accounts as LedgerAccount[]
const postingsOf = async (kind: string, query = '') => {
  const id = (await accounts()).find((one) => one.kind === kind)?.id
  return (await admin.get(`${BASE}/accounts/${id}${query}`)).body.postings as LedgerPosting[]
}

test('accounts are listed with their balances, ours before those of people', async () => {
  expect((await accounts()).map(({ kind, owner, balance, postings }) => [kind, owner?.id, balance, postings])).toEqual([
    ['processor_clearing', undefined, -59, 3],
    ['platform_revenue', undefined, 0, 2],
    ['processor_fees', undefined, 59, 1],
    ['creator_pending', seller.id, 0, 2],
  ])
  expect((await accounts(`?search=${seller.email}`)).map(({ kind }) => kind)).toEqual(['creator_pending'])
  expect((await accounts('?search=platform')).map(({ kind }) => kind)).toEqual(['platform_revenue'])
  expect(await accounts('?mode=live')).toEqual([])
})

test('each posting of an account says what it left, also on a later page', async () => {
  const postings = await postingsOf('processor_clearing')
  expect(postings.map(({ amount, balance, journal }) => [journal.kind, amount, balance])).toEqual([
    ['refund', -999, -59],
    ['fee', -59, 940],
    ['charge', 999, 999],
  ])
  const [newest] = postings
  expect((await postingsOf('processor_clearing', `?cursor=${newest?.id}`)).map(({ balance }) => balance)).toEqual([
    940, 999,
  ])
})

test('from a cent to its journal, to the order and the refund that it comes from, and back', async () => {
  const [posting] = await postingsOf('creator_pending')
  expect(posting?.journal.source).toMatchObject({ type: 'refund', orderId: order, title: 'Doubler' })
  const { journal, lines } = (await admin.get(`${BASE}/journals/${posting?.journal.id}`))
    .body as unknown as LedgerJournal
  expect([journal.kind, journal.amount, journal.source.providerId?.slice(0, 3)]).toEqual(['refund', 999, 're_'])
  expect(lines.map(({ account, amount }) => [account.kind, account.owner?.email, amount])).toEqual([
    ['creator_pending', seller.email, 700],
    ['platform_revenue', undefined, 299],
    ['processor_clearing', undefined, -999],
  ])
  expect(lines[0]?.postingId).toBe(posting?.id)
  expect((await admin.get(`${BASE}/journals/${uuidv7()}`)).status).toBe(404)
  expect((await admin.get(`${BASE}/accounts/999999`)).status).toBe(404)
})

test('journals are listed by time; one of a month of Pro belongs to no order, and one who has left to nobody', async () => {
  const gone = uuidv7()
  await fettle.database.db
    .transaction()
    .execute((transaction) =>
      postJournal(transaction, proShared('2026-03', false, 900, [{ creatorId: gone, amount: 630 }])),
    )
  const { body } = await admin.get(`${BASE}/journals`)
  const journals = body.journals as JournalLine[]
  expect(journals.map(({ kind, amount, source }) => [kind, amount, source.type, source.orderId])).toEqual([
    ['pro_share', 900, 'pro_month', null],
    ['refund', 999, 'refund', order],
    ['fee', 59, 'sale', order],
    ['charge', 999, 'sale', order],
  ])
  const after = (await admin.get(`${BASE}/journals?cursor=${journals[1]?.id}`)).body.journals as JournalLine[]
  expect(after.map(({ kind }) => kind)).toEqual(['fee', 'charge'])
  expect((await accounts(`?search=${gone}`)).map(({ owner }) => owner)).toEqual([{ id: gone, name: null, email: null }])
})

test('nobody else reads the books', async () => {
  for (const path of ['/accounts', '/accounts/1', '/journals', `/journals/${order}`]) {
    expect((await seller.get(BASE + path)).status).toBe(403)
    expect((await fettle.visitor().get(BASE + path)).status).toBe(401)
  }
})
