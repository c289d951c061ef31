import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestApp, type TestApp } from '#src/app/test-app.ts'
import { aRanked } from '#src/features/admin/admin-fixture.ts'
import { aTool } from '#src/features/checkout/checkout-fixture.ts'
import { VISA } from '#src/features/payments/embedded/embedded-fixture.ts'
import type { PaymentEvent } from './payment-events.schema.ts'

let fettle: TestApp
let admin: Person
let buyer: Person
let orderId: string
let intentId: string
beforeAll(async () => {
  fettle = await startTestApp()
  buyer = await fettle.aPerson()
  admin = await aRanked(fettle, { role: 'admin' })
  const fxnId = await aTool(fettle, await fettle.aPerson(), { cents: 999 })
  const { body } = await buyer.post('/api/marketplace/purchase', { fxnId })
  orderId = String(body.orderId)
  await buyer.post('/api/payments/confirm', { clientSecret: body.clientSecret, card: VISA })
  await buyer.get(`/api/purchases/${orderId}`)
  intentId = (await sql('select intent_id from sale where id = $1', [orderId]))[0].intent_id
})
afterAll(() => fettle.stop())

const PATH = '/api/admin/payment-events'
const sql = async (text: string, values: unknown[] = []) => (await fettle.database.pool.query(text, values)).rows
/** Written down, and given up: nobody but an admin acts on it. */
const told = (id: string, type: string, objectId: string, error: string | null = null) =>
  sql(
    `insert into provider_event (source, id, type, object_id, livemode, happened_at, next_at, tries, last_error)
     values ('embedded', $1, $2, $3, false, now(), null, 20, $4)`,
    [id, type, objectId, error],
  )
const list = async (query: string) =>
  (await admin.get(`${PATH}?${query}`)).body as unknown as { events: PaymentEvent[]; cursor: string | null }
const replay = async (id: string) =>
  (await admin.post(`${PATH}/${id}/replay`)).body as unknown as { event: PaymentEvent }
const books = () => sql('select count(*)::int as count from journal')

test('an event that was given up is acted on once more, and its effect comes once however often', async () => {
  await sql(
    `insert into test_payments.refund (id, intent_id, amount, status, metadata) values ('re_desk', $1, 300, 'succeeded', '{}')`,
    [intentId],
  )
  await told('evt_desk', 'refund.created', 're_desk', 'NotYetKnownError: no order has it')
  const [before] = await books()
  expect((await list('state=given_up&search=evt_desk')).events).toMatchObject([
    { id: 'evt_desk', state: 'given_up', tries: 20, error: 'NotYetKnownError: no order has it', orderId: null },
  ])
  for (const tries of [21, 22])
    expect((await replay('evt_desk')).event).toMatchObject({ state: 'handled', tries, error: null, orderId })
  const [after] = await books()
  expect(after.count).toBe(before.count + 1)
  expect((await buyer.get(`/api/purchases/${orderId}`)).body).toMatchObject({
    purchase: { state: 'partly_refunded', refunded: 300 },
  })
  expect(
    await sql(`select actor_id, target, details from audit_entry where action = 'payment-event.replayed'`),
  ).toEqual(
    Array(2).fill({
      actor_id: admin.id,
      target: 'event evt_desk',
      details: '{"type":"refund.created","outcome":"handled"}',
    }),
  )
})

test('row 27: an admin who signed in long ago proves it again before anything is acted on', async () => {
  await told('evt_stale', 'payment_intent.succeeded', intentId)
  const stale = await aRanked(fettle, { role: 'admin', secondFactor: 'an hour ago' })
  expect(await stale.post(`${PATH}/evt_stale/replay`)).toMatchObject({
    ...{ status: 403, body: { error: { code: 'FRESH_SIGN_IN_REQUIRED' } } },
  })
  expect((await list('search=evt_stale')).events).toMatchObject([{ state: 'given_up', tries: 20 }])
})

test('one that fails again says why and stays as it was', async () => {
  await told('evt_lost', 'payment_intent.succeeded', 'pi_of_nobody')
  const { event } = await replay('evt_lost')
  expect(event).toMatchObject({ state: 'given_up', tries: 21, handledAt: null })
  expect(event.error).toContain('There is no such')
  expect((await admin.post(`${PATH}/evt_nobody/replay`)).status).toBe(404)
})

test('events are found by how they are called, by what they are about and by order, a page at a time', async () => {
  await sql(
    `insert into provider_event (source, id, type, object_id, livemode, happened_at, next_at)
     select 'other', 'evt_' || n, 'plan.created', 'plan_' || n, true, now() - make_interval(hours => n), null
       from generate_series(1, 51) n`,
  )
  const { events, cursor } = await list('search=plan.')
  expect([events.length, events[0]?.id, cursor]).toEqual([50, 'evt_1', '50'])
  const second = await list('search=plan.&cursor=50')
  expect([second.events.map(({ id }) => id), second.cursor]).toEqual([['evt_51'], null])
  expect((await list('search=re_desk')).events.map(({ id }) => id)).toEqual(['evt_desk'])
  expect((await list(`search=${orderId}`)).events.map(({ id }) => id)).toContain('evt_desk')
  expect((await admin.post(`${PATH}/evt_1/replay`)).status).toBe(404)
  expect((await buyer.get(PATH)).status).toBe(403)
})
