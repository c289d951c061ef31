import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Person, startTestApp, type TestApp } from '#src/app/test-app.ts'
import { issueMissing } from '#src/features/invoices/issue-invoices.server.ts'
import { checkBooks } from '#src/features/ledger/checks.queries.ts'
import { VISA } from '#src/features/payments/embedded/embedded-fixture.ts'
import { receiptMail } from './checkout.mails.ts'
import { aTool } from './checkout-fixture.ts'

let fettle: TestApp
let ada: Person
/** Has a tool that is free. */
let bob: Person
let tool: string
beforeAll(async () => {
  fettle = await startTestApp({ env: { TRUST_PROXY: 'true' } })
})
afterAll(() => fettle.stop())
beforeEach(async () => {
  ;[ada, bob] = [await fettle.aPerson(), await fettle.aPerson()]
  tool = await aTool(fettle, bob, {})
})

const sql = async (text: string, values: unknown[] = []) => (await fettle.database.pool.query(text, values)).rows
const from = (person: Person) => ({ 'x-forwarded-for': `198.51.${person.name.replace('Person ', '')}.2` })
const tip = (person: Person, amount: unknown = 500, fxnId = tool) =>
  person.post('/api/marketplace/tip', { fxnId, amount }, from(person))

async function tipped(person: Person, amount = 500): Promise<string> {
  const { body } = await tip(person, amount)
  const paid = await person.post('/api/payments/confirm', { clientSecret: body.clientSecret, card: VISA }, from(person))
  expect(paid.body).toEqual({ status: 'succeeded', message: null })
  const answered = await person.get(`/api/purchases/${body.orderId}`)
  expect(answered.body).toMatchObject({ purchase: { kind: 'tip', state: 'paid', hasAccess: false, licenseType: null } })
  return String(body.orderId)
}

const postingsOf = (orderId: string) =>
  sql(
    `select journal.kind as journal, account.kind as account, posting.amount from posting
       join journal on journal.id = posting.journal_id join ledger_account account on account.id = posting.account_id
      where journal.source_id = $1 or journal.source_id in (select id from sale_refund where sale_id = $1)
      order by posting.id`,
    [orderId],
  )

test('a tip of $5.00 is $3.50 for the creator; it is no sale of the tool, and gives no licence', async () => {
  const orderId = await tipped(ada)
  expect(await postingsOf(orderId)).toEqual([
    { journal: 'charge', account: 'processor_clearing', amount: 500 },
    { journal: 'charge', account: 'creator_pending', amount: -350 },
    { journal: 'charge', account: 'platform_revenue', amount: -150 },
    { journal: 'fee', account: 'processor_fees', amount: 45 },
    { journal: 'fee', account: 'processor_clearing', amount: -45 },
  ])
  expect((await bob.get('/api/earnings')).body).toMatchObject({
    balance: { pending: 350 },
    sales: [{ orderId, kind: 'tip', amount: 500, share: 350, state: 'paid' }],
  })
  expect((await bob.get(`/api/tools/${tool}/figures?tz=UTC`)).body).toMatchObject({
    figures: { revenue: { sales: 0, tips: 1, share: 350 } },
  })
  const csv = await fettle.app.inject({ url: '/api/earnings/csv', headers: { cookie: bob.cookie() } })
  expect(csv.body).toContain(`\ntip,${orderId},`)
  expect(await sql('select test_sales_count as sales from tool where id = $1', [tool])).toEqual([{ sales: 0 }])
  expect(await sql('select title from notification where user_id = $1', [bob.id])).toEqual([
    { title: 'Somebody tipped you for “Doubler”' },
  ])
  await bob.post(`/api/marketplace/pricing/${tool}`, { pricingModel: 'one_time', price: 999, accessTier: 'free' })
  expect((await ada.get(`/api/marketplace/check-access/${tool}`)).body).toMatchObject({ reason: 'PURCHASE_REQUIRED' })
  expect(await checkBooks(fettle.database.db, new Date())).toEqual([])
})

test('the mail of a receipt promises the days that the rule has: seven for a tip, fourteen for a tool', () => {
  const promised = (isTip: boolean) => receiptMail.write({ ...receiptMail.example, isTip }).paragraphs.join(' ')
  expect(promised(true)).toContain('Within 7 days')
  expect(promised(false)).toContain('Within 14 days')
})

test('the mail of a receipt names the tool, in a subject of one short line', () => {
  const written = (tool: string, isTip = false) => receiptMail.write({ ...receiptMail.example, tool, isTip })
  expect(written('Doubler')).toMatchObject({
    subject: 'Your receipt R-2026-000001 for “Doubler”',
    paragraphs: expect.arrayContaining([
      'You paid $9.99 for “Doubler” with a personal licence. It is yours to use at once.',
    ]),
  })
  expect(written('Doubler', true).paragraphs[0]).toBe('You tipped the creator of “Doubler” $9.99. Thank you.')
  expect(written('Two\r\nBcc: lines').subject).toBe('Your receipt R-2026-000001 for “Two Bcc: lines”')
  expect(written(`${'a'.repeat(43)}😀b`).subject).toBe(`Your receipt R-2026-000001 for “${'a'.repeat(43)}…”`)
})

test('the receipt says what it was for', async () => {
  await sql('update "user" set email_verified_at = now() where id = $1', [bob.id])
  const orderId = await tipped(ada)
  await issueMissing({
    ...{ db: fettle.database.db, seller: { name: 'Fettle', address: '', country: '', taxId: '' } },
  })
  expect(await sql('select lines, amount from invoice where source_id = $1', [orderId])).toEqual([
    { lines: [{ text: 'Tip for “Doubler”', amount: 500 }], amount: 500 },
  ])
  expect(await sql('select subject from mail where user_id = $1 order by id', [bob.id])).toContainEqual({
    subject: 'Somebody tipped you',
  })
})

test('who tips may do so again, and takes a tip back within 7 days, however often the tool was run', async () => {
  const orderId = await tipped(ada)
  expect((await tip(ada)).body.orderId).not.toBe(orderId)
  await sql(
    `insert into tool_run (id, tool_id, version, user_id, source, success, duration_ms, at)
     select gen_random_uuid(), $1, 1, $2, 'browser', true, 1, now() from generate_series(1, 9)`,
    [tool, ada.id],
  )
  const { body } = await ada.post(`/api/purchases/${orderId}/refund`, { reason: '' })
  expect(body).toMatchObject({ purchase: { state: 'refunded', refunded: 500 } })
  expect((await postingsOf(orderId)).slice(5)).toEqual([
    { journal: 'refund', account: 'creator_pending', amount: 350 },
    { journal: 'refund', account: 'platform_revenue', amount: 150 },
    { journal: 'refund', account: 'processor_clearing', amount: -500 },
  ])
  expect(await checkBooks(fettle.database.db, new Date())).toEqual([])
})

test('a tip stays where its share has been released, or could have been', async () => {
  const [released, old] = [await tipped(ada), await tipped(ada)]
  await sql('update sale set released_at = now() where id = $1', [released])
  await sql(`update sale set paid_at = now() - interval '7 days 1 minute' where id = $1`, [old])
  for (const orderId of [released, old]) {
    expect((await ada.post(`/api/purchases/${orderId}/refund`, { reason: '' })).body).toMatchObject({
      error: { reason: 'TOO_LATE' },
    })
    expect((await ada.get(`/api/purchases/${orderId}`)).body).toMatchObject({ purchase: { refundableUntil: null } })
  }
})

test('a tip that was begun goes on, and another amount takes its place', async () => {
  const first = await tip(ada)
  expect((await tip(ada)).body).toEqual(first.body)
  const second = await tip(ada, 1000)
  expect(second.body).toMatchObject({ amount: 1000, tax: 0, coupon: null })
  expect(await sql('select status, amount from sale where buyer_id = $1 order by id', [ada.id])).toEqual([
    { status: 'canceled', amount: 500 },
    { status: 'open', amount: 1000 },
  ])
})

test('who has paid and has not heard of it is thanked, and not asked to pay again', async () => {
  const { body } = await tip(ada)
  await ada.post('/api/payments/confirm', { clientSecret: body.clientSecret, card: VISA }, from(ada))
  const second = await tip(ada, 1000)
  expect(second.status).toBe(409)
  expect(second.body).toMatchObject({ error: { code: 'PAID_MEANWHILE', orderId: body.orderId } })
  expect(await sql('select status, amount from sale where buyer_id = $1', [ada.id])).toEqual([
    { status: 'paid', amount: 500 },
  ])
  expect((await tip(ada, 1000)).body).toMatchObject({ amount: 1000 })
})

test('who has begun to tip can buy once the tool costs something', async () => {
  await tip(ada)
  await bob.post(`/api/marketplace/pricing/${tool}`, { pricingModel: 'one_time', price: 999, accessTier: 'free' })
  const bought = await ada.post('/api/marketplace/purchase', { fxnId: tool }, from(ada))
  expect(bought.body).toMatchObject({ amount: 999 })
  expect(await sql('select kind, status from sale where buyer_id = $1 order by id', [ada.id])).toEqual([
    { kind: 'tip', status: 'canceled' },
    { kind: 'purchase', status: 'open' },
  ])
})

test('no tips: too little, too much, one’s own, what is sold, what came with Fettle, and from strangers', async () => {
  for (const amount of [99, 10_001, 1.5, '500']) expect((await tip(ada, amount)).status).toBe(422)
  expect((await tip(bob)).body).toMatchObject({ error: { code: 'OWN_TOOL', message: 'You cannot tip yourself' } })
  const [sold, pro] = [await aTool(fettle, bob, { cents: 999 }), await aTool(fettle, bob, { tier: 'pro' })]
  for (const id of [sold, pro]) expect((await tip(ada, 500, id)).body).toMatchObject({ error: { code: 'NO_TIPS' } })
  const [builtIn] = await sql('select id from tool where owner_id is null limit 1')
  expect((await tip(ada, 500, String(builtIn.id))).body).toMatchObject({ error: { code: 'NO_TIPS' } })
  expect((await fettle.visitor().post('/api/marketplace/tip', { fxnId: tool, amount: 500 })).status).toBe(401)
})
