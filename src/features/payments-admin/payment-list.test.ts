import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestApp, type TestApp } from '#src/app/test-app.ts'
import { aRanked } from '#src/features/admin/admin-fixture.ts'
import { aTool } from '#src/features/checkout/checkout-fixture.ts'
import { handleProviderEvent } from '#src/features/checkout/provider-events.server.ts'
import { postJournal } from '#src/features/ledger/ledger.queries.ts'
import type { EmbeddedProvider } from '#src/features/payments/embedded/create-embedded.server.ts'
import { typed, VISA } from '#src/features/payments/embedded/embedded-fixture.ts'
import { uuidv7 } from '#src/lib/ids.ts'
import type { Payment, PaymentStory } from './payment-list.schema.ts'

let fettle: TestApp
let admin: Person
let buyer: Person
let seller: Person
let paid: string
let declined: string

beforeAll(async () => {
  fettle = await startTestApp()
  ;[buyer, seller] = [await fettle.aPerson(), await fettle.aPerson()]
  admin = await aRanked(fettle, { role: 'admin' })
  paid = await order(buyer, 999, VISA)
  declined = await order(buyer, 500, typed('4000 0000 0000 0002'))
  await buyer.post(`/api/purchases/${paid}/refund`, {})
})
afterAll(() => fettle.stop())

async function order(person: Person, cents: number, card: typeof VISA): Promise<string> {
  const fxnId = await aTool(fettle, seller, { cents })
  const { body } = await person.post('/api/marketplace/purchase', { fxnId })
  await person.post('/api/payments/confirm', { clientSecret: body.clientSecret, card })
  await person.get(`/api/purchases/${body.orderId}`)
  return String(body.orderId)
}
const list = async (query = '') => (await admin.get(`/api/admin/payments${query}`)).body.payments as readonly Payment[]
const found = async (query: string) => (await list(query)).map(({ orderId }) => orderId)
const story = async (orderId: string) =>
  (await admin.get(`/api/admin/payments/${orderId}`)).body as unknown as PaymentStory
/** What their tray has of one kind, the oldest first. */
async function newsOf({ id }: Person, kind: string) {
  const { rows } = await fettle.database.pool.query<{ title: string; body: string; href: string }>(
    'select title, body, href from notification where user_id = $1 and kind = $2 order by created_at',
    [id, kind],
  )
  return rows
}

test('orders are listed, the newest first, with what became of their money', async () => {
  const [first, second] = await list()
  expect(first).toMatchObject({ orderId: declined, kind: 'tool', state: 'open', amount: 500, fee: null, refunded: 0 })
  expect(second).toMatchObject({
    ...{ orderId: paid, state: 'refunded', title: 'Doubler', amount: 999, fee: 59, refunded: 999, livemode: false },
    buyer: { id: buyer.id, name: buyer.name, email: buyer.email },
  })
})

test('they are found by state, by mode, by person, by order and by any id of the provider', async () => {
  const { payment, refunds } = await story(paid)
  expect(await found('?state=refunded')).toEqual([paid])
  expect(await found('?state=open')).toEqual([declined])
  expect(await found('?mode=live')).toEqual([])
  expect(await found(`?search=${buyer.email}`)).toEqual([declined, paid])
  expect(await found('?search=nobody-at-all')).toEqual([])
  for (const id of [paid, payment.intentId, refunds[0]?.providerId])
    expect(await found(`?search=${id}`)).toEqual([paid])
  expect(await found(`?cursor=${declined}`)).toEqual([paid])
})

test('the story of an order goes from its payment to the last cent in the books', async () => {
  const { payment, creator, receipts, refunds, disputes, journals } = await story(paid)
  expect(payment).toMatchObject({ state: 'refunded', provider: 'embedded' })
  expect([creator?.id, disputes]).toEqual([seller.id, []])
  expect(receipts[0]).toEqual({ number: expect.stringMatching(/^TEST-\d{4}-000001$/), kind: 'receipt' })
  expect(refunds).toEqual([
    expect.objectContaining({
      amount: 999,
      status: 'succeeded',
      origin: 'buyer',
      reason: '',
      actor: expect.objectContaining({ id: buyer.id }),
    }),
  ])
  const booked = journals.map(({ kind, lines }) => [
    kind,
    ...lines.map(({ account, owner, amount }) => [account, owner?.id ?? null, amount]),
  ])
  expect(booked).toEqual([
    [
      'charge',
      ['processor_clearing', null, 999],
      ['creator_pending', seller.id, -700],
      ['platform_revenue', null, -299],
    ],
    ['fee', ['processor_fees', null, 59], ['processor_clearing', null, -59]],
    [
      'refund',
      ['creator_pending', seller.id, 700],
      ['platform_revenue', null, 299],
      ['processor_clearing', null, -999],
    ],
  ])
  expect((await admin.get('/api/admin/payments/0192f000-0000-7000-8000-000000000000')).status).toBe(404)
})

test('the file has one line for each order, and who saved it stands in the audit log', async () => {
  const { body } = await admin.post('/api/admin/payments/export', { state: 'refunded' })
  const [header, line, end] = String(body.csv).split('\r\n')
  expect([header?.startsWith('order,created_at,paid_at,kind,state'), end, body.rows, body.complete]).toEqual([
    true,
    '',
    1,
    true,
  ])
  expect(line?.split(',').slice(3, 11)).toEqual([
    'tool',
    'refunded',
    'Doubler',
    buyer.email,
    '9.99',
    '0.59',
    '9.99',
    'USD',
  ])
  const { rows } = await fettle.database.pool.query(
    `select actor_id, details from audit_entry where action = 'payments.exported'`,
  )
  expect(rows).toEqual([{ actor_id: admin.id, details: '{"rows":1}' }])
})

test('a refund above $100 is shown as it waits, and as who asked for it', async () => {
  const large = await order(await fettle.aPerson(), 12_000, VISA)
  await admin.post(`/api/admin/payments/${large}/refund`, { reason: 'It never worked' })
  const { payment, refunds } = await story(large)
  expect(payment.state).toBe('paid')
  expect(refunds).toEqual([
    expect.objectContaining({ amount: 12_000, status: 'proposed', origin: 'admin', reason: 'It never worked' }),
  ])
  expect(refunds[0]?.actor?.id).toBe(admin.id)
})

test('a tip is listed as one', async () => {
  const fxnId = await aTool(fettle, seller, {})
  const tipper = await fettle.aPerson()
  const { body } = await tipper.post('/api/marketplace/tip', { fxnId, amount: 500 })
  const [first] = await list()
  expect(first).toMatchObject({ orderId: body.orderId, kind: 'tip', state: 'open', amount: 500 })
})

test('a dispute has its deadline in the story, and every admin is told of it once', async () => {
  const disputed = await order(await fettle.aPerson(), 999, VISA)
  const { payment } = await story(disputed)
  const provider = fettle.parts.payments as EmbeddedProvider
  const { id, respondBy } = await provider.openDispute(String(payment.intentId))
  for (const _ of [1, 2]) await handleProviderEvent(fettle.parts.till, 'dispute', id)
  expect(respondBy).not.toBeNull()
  expect((await story(disputed)).disputes).toMatchObject([{ status: 'open', respondBy: respondBy?.toISOString() }])
  const told = await newsOf(admin, 'dispute.opened')
  expect(told).toEqual([
    {
      title: 'A bank disputes a payment of $9.99',
      body: expect.stringMatching(/^The bank wants an answer by \d+ [A-Z][a-z]+ \d{4}, \d\d:\d\d UTC\.$/),
      href: `/admin/payments/${disputed}`,
    },
  ])
})

test('admins are told once each time a creator’s balance falls below −$100', async () => {
  const creator = await fettle.aPerson()
  const move = (cents: number) =>
    postJournal(fettle.database.db, {
      ...{ kind: 'pro_share', sourceType: 'pro_month', sourceId: uuidv7(), livemode: false },
      lines: [
        { kind: 'creator_available', owner: creator.id, amount: cents },
        { kind: 'platform_revenue', owner: null, amount: -cents },
      ],
    })
  const told = async () => (await newsOf(admin, 'balance.low')).map(({ title }) => title)
  await move(10_000)
  expect(await told()).toEqual([])
  await move(1)
  await move(5_000)
  expect(await told()).toEqual(['A creator owes $100.01'])
  await move(-20_000)
  await move(15_000)
  expect(await told()).toEqual(['A creator owes $100.01', 'A creator owes $100.01'])
})
