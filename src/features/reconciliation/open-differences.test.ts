import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { followProvider } from '#src/app/follow-provider.ts'
import { type Person, startTestApp, type TestApp } from '#src/app/test-app.ts'
import { aRanked } from '#src/features/admin/admin-fixture.ts'
import { aTool } from '#src/features/checkout/checkout-fixture.ts'
import { checkBooks } from '#src/features/ledger/checks.queries.ts'
import type { EmbeddedProvider } from '#src/features/payments/embedded/create-embedded.server.ts'
import { VISA } from '#src/features/payments/embedded/embedded-fixture.ts'
import { reconcileDays } from './reconcile.server.ts'
import type { Report, ReportSummary } from './reconciliation.schema.ts'

let fettle: TestApp
let provider: EmbeddedProvider
let admin: Person
let intentId: string
beforeAll(async () => {
  fettle = await startTestApp({ env: { ROLE: 'web' } })
  provider = fettle.parts.payments as EmbeddedProvider
  await waitForNoon()
  admin = await aRanked(fettle, { role: 'admin' })
  const [buyer, seller] = [await fettle.aPerson(), await fettle.aPerson()]
  const fxnId = await aTool(fettle, seller, { cents: 1000 })
  const { body } = await buyer.post('/api/marketplace/purchase', { fxnId })
  await buyer.post('/api/payments/confirm', { clientSecret: body.clientSecret, card: VISA })
  await buyer.get(`/api/purchases/${body.orderId}`)
  intentId = (await sql('select intent_id from sale where id = $1', [body.orderId]))[0].intent_id
})
afterAll(() => fettle.stop())
beforeEach(() => sql('delete from reconciliation'))

const PATH = '/api/admin/reconciliation'
const sql = async (text: string, values: unknown[] = []) => (await fettle.database.pool.query(text, values)).rows
/** In its first hour a day is not compared yet, and tests run at any hour. */
const waitForNoon = async () => {
  const seconds = Math.floor((await provider.now()).getTime() / 1000)
  await provider.moveClock(86_400 + 43_200 - (seconds % 86_400))
}
const brokenNow = () => checkBooks(fettle.database.db, new Date())
const compareDay = async (more: Partial<EmbeddedProvider> = {}) => {
  await provider.moveClock(86_400)
  const { db } = fettle.database
  return reconcileDays({ db, provider: { ...provider, ...more }, log: fettle.parts.till.log })
}
let refunds = 0
/** Money that goes back past us, and of which we have not heard. */
const refundAtDesk = async () => {
  refunds += 1
  const { id } = await provider.refund({ intentId, amount: 100, key: `desk:${refunds}`, metadata: {} })
  return { id, book: () => followProvider(fettle.parts.till, fettle.parts.billing)('refund', id) }
}

test('a difference stays one on later days, until it is booked', async () => {
  const { book } = await refundAtDesk()
  const bad = await compareDay()
  expect(bad).toMatchObject({ origin: 'daily', found: 1 })
  expect(await brokenNow()).toEqual([`provider: 1, such as ${bad?.id}`])
  expect(await compareDay()).toMatchObject({ found: 0 })
  expect(await brokenNow()).toEqual([`provider: 1, such as ${bad?.id}`])
  await book()
  expect(await brokenNow()).toEqual([`provider: 1, such as ${bad?.id}`])
  expect(await compareDay()).toMatchObject({ found: 0 })
  expect(await brokenNow()).toEqual([])
  const { reports } = (await admin.get(PATH)).body as unknown as { reports: ReportSummary[] }
  expect(reports.map(({ found, settled }) => [found, settled !== null])).toEqual([
    [0, false],
    [0, false],
    [1, true],
  ])
})

test('whoever has booked what was missing compares, and need not wait for a day', async () => {
  const { book } = await refundAtDesk()
  const bad = await compareDay()
  await admin.post(PATH, { days: 1 })
  expect(await brokenNow()).toEqual([`provider: 1, such as ${bad?.id}`])
  await book()
  await admin.post(PATH, { days: 1 })
  expect(await brokenNow()).toEqual([])
})

test('what moves weeks after it was booked is a difference until then', async () => {
  const { id, book } = await refundAtDesk()
  await book()
  const taken = await sql('delete from test_payments.balance_move where source_id = $1 returning kind, amount', [id])
  const bad = await compareDay()
  expect(bad).toMatchObject({
    found: 1,
    differences: [{ kind: 'refund', providerId: id, provider: null, books: -100 }],
  })
  await compareDay()
  expect(await brokenNow()).toEqual([`provider: 1, such as ${bad?.id}`])
  await provider.moveClock(20 * 86_400)
  await sql(
    `insert into test_payments.balance_move (id, kind, amount, fee, source_id, created_at)
     values ('txn_late', $2, $3, 0, $1, test_payments.clock())`,
    [id, taken[0].kind, taken[0].amount],
  )
  expect(await compareDay()).toMatchObject({ found: 0 })
  expect(await brokenNow()).toEqual([])
})

test('what is booked weeks after it moved is no difference of the day on which it is booked', async () => {
  const { id, book } = await refundAtDesk()
  await sql("update test_payments.balance_move set created_at = created_at - interval '40 days' where source_id = $1", [
    id,
  ])
  await book()
  expect(await compareDay()).toMatchObject({ found: 0, differences: [], balance_opening: 0 })
  expect(await brokenNow()).toEqual([])
})

test('an open report that cannot be compared again keeps neither others nor new days waiting', async () => {
  const first = await refundAtDesk()
  const bad = await compareDay()
  const second = await refundAtDesk()
  expect([bad?.found, (await compareDay())?.found]).toEqual([1, 1])
  for (const { book } of [first, second]) await book()
  // Where the days of the first begin, the provider refuses to list anything.
  const listBalance: typeof provider.listBalance = (asked) =>
    asked.since.getTime() === Number(bad?.from_at) - 7 * 86_400_000
      ? Promise.reject(new Error('refused'))
      : provider.listBalance(asked)
  expect(await compareDay({ listBalance })).toMatchObject({ found: 0 })
  const open = async () => sql('select id from reconciliation where found > 0 and settled_at is null order by at')
  expect(await open()).toEqual([{ id: bad?.id }])
  await compareDay()
  expect(await open()).toEqual([])
})

test('books that nobody has compared for two days are a finding', async () => {
  expect(await brokenNow()).toEqual([])
  await sql("update sale set created_at = created_at - interval '49 hours'")
  // Where Fettle itself is younger, nobody can have compared anything.
  expect(await brokenNow()).toEqual([])
  await sql("update migration set applied_at = applied_at - interval '49 hours'")
  expect(await brokenNow()).toEqual(['provider: 1, such as never compared'])
  await compareDay()
  expect(await brokenNow()).toEqual([])
  await sql("update reconciliation set at = at - interval '49 hours'")
  expect(await brokenNow()).toEqual(['provider: 1, such as not compared for two days'])
  await compareDay()
  expect(await brokenNow()).toEqual([])
})

test('a movement of a kind that nobody knows is a difference, and is not booked as a cost', async () => {
  await sql(
    `insert into test_payments.balance_move (id, kind, amount, fee, source_id)
     values ('txn_odd', 'other', -4000, 0, 'src_odd')`,
  )
  const { found, differences } = (await admin.post(PATH, { days: 1 })).body as unknown as Report
  expect({ found, differences }).toEqual({
    found: 1,
    differences: [{ kind: 'other', providerId: 'txn_odd', orderId: null, provider: -4000, books: null }],
  })
  expect(await sql("select count(*)::int as booked from journal where kind = 'provider_fee'")).toEqual([{ booked: 0 }])
  await sql("delete from test_payments.balance_move where id = 'txn_odd'")
})

test('admins are told of a finding once, with the page that shows it, and again when it comes back', async () => {
  const told = async () =>
    sql("select title, href from notification where user_id = $1 and kind = 'books.broken' order by created_at", [
      admin.id,
    ])
  await sql("delete from notification where kind = 'books.broken'")
  const { book } = await refundAtDesk()
  const bad = await compareDay()
  await brokenNow()
  await brokenNow()
  const ofProvider = {
    title: 'A rule of the books does not hold: provider',
    href: `/admin/payments/reconciliation?report=${bad?.id}`,
  }
  expect(await told()).toEqual([ofProvider])
  await sql('update receipt_series set last = last + 1')
  await brokenNow()
  const ofReceipts = { title: 'A rule of the books does not hold: receipts', href: '/admin/payments/checks' }
  expect(await told()).toEqual([ofProvider, ofReceipts])
  await sql('update receipt_series set last = last - 1')
  await brokenNow()
  await sql('update receipt_series set last = last + 1')
  await brokenNow()
  expect(await told()).toEqual([ofProvider, ofReceipts, ofReceipts])
  await sql('update receipt_series set last = last - 1')
  // One difference open: another one is told as well, and both in one look once.
  const another = await refundAtDesk()
  await compareDay()
  await brokenNow()
  await brokenNow()
  expect((await told()).slice(3)).toEqual([expect.objectContaining({ title: ofProvider.title })])
  await another.book()
  await book()
  await compareDay()
  expect(await brokenNow()).toEqual([])
})
