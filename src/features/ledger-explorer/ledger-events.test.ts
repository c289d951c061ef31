import { afterAll, beforeAll, expect, test } from 'vitest'
import { followProvider } from '#src/app/follow-provider.ts'
import { type Person, startTestApp, type TestApp } from '#src/app/test-app.ts'
import { aRanked } from '#src/features/admin/admin-fixture.ts'
import { aTool } from '#src/features/checkout/checkout-fixture.ts'
import type { EmbeddedProvider } from '#src/features/payments/embedded/create-embedded.server.ts'
import { typed, VISA } from '#src/features/payments/embedded/embedded-fixture.ts'
import { handleDueEvents, sweepEvents } from '#src/features/payments/handle-events.server.ts'
import type { JournalLine, LedgerJournal } from './ledger-explorer.schema.ts'

let fettle: TestApp
let admin: Person
let seller: Person
let orderId: string
/** What the provider has of the order. */
let intentId: string
let refundId: string

beforeAll(async () => {
  // Neither its own chores nor a webhook hear of an event before the test does.
  fettle = await startTestApp({ env: { ROLE: 'web' } })
  const provider = fettle.parts.payments as EmbeddedProvider
  await provider.setDelivery({ afterSeconds: 0, times: 1, shuffled: false, held: true })
  admin = await aRanked(fettle, { role: 'admin' })
  seller = await fettle.aPerson()
  // Somebody else's, whose events are none of this order.
  await bought(VISA)
  orderId = await bought(typed('4000 0000 0000 0002'), VISA)
  await hear()
  await seller.post(`/api/earnings/${orderId}/refund`, { amount: 500, reason: '' })
  const [sale] = await sql('select intent_id from sale where id = $1', [orderId])
  const [refund] = await sql('select provider_refund_id as id from sale_refund where sale_id = $1', [orderId])
  ;[intentId, refundId] = [sale.intent_id, refund.id]
})
afterAll(() => fettle.stop())

const sql = async (text: string, values: unknown[] = []) => (await fettle.database.pool.query(text, values)).rows

async function bought(...cards: readonly (typeof VISA)[]): Promise<string> {
  const buyer = await fettle.aPerson()
  const { body } = await buyer.post('/api/marketplace/purchase', {
    fxnId: await aTool(fettle, seller, { cents: 2000 }),
  })
  for (const card of cards) await buyer.post('/api/payments/confirm', { clientSecret: body.clientSecret, card })
  await buyer.get(`/api/purchases/${body.orderId}`)
  return String(body.orderId)
}

/** All that the provider has to tell by now is written down and acted on. */
async function hear(): Promise<void> {
  const { till, billing, payments: provider } = fettle.parts
  await sql('update provider_sweep set next_at = now()')
  await sweepEvents({ db: till.db, provider })
  await handleDueEvents({ db: till.db, provider, handle: followProvider(till, billing), log: till.log })
}

async function eventsOf(kind: string): Promise<LedgerJournal['events']> {
  const journals = (await admin.get('/api/admin/ledger/journals')).body.journals as JournalLine[]
  const journal = journals.find(({ source, ...one }) => one.kind === kind && source.orderId === orderId)
  return ((await admin.get(`/api/admin/ledger/journals/${journal?.id}`)).body as unknown as LedgerJournal).events
}
const brief = (events: LedgerJournal['events']) =>
  events.map(({ type, objectId, handledAt }) => [type, objectId, handledAt !== null])

test('a journal of a purchase names every event that the provider told of its payment, in their order', async () => {
  const told = [
    ['payment_intent.payment_failed', intentId, true],
    ['payment_intent.succeeded', intentId, true],
  ]
  expect(brief(await eventsOf('charge'))).toEqual(told)
  expect(brief(await eventsOf('fee'))).toEqual(told)
  const [, paid] = await eventsOf('charge')
  const [row] = await sql('select id, happened_at, handled_at from provider_event where object_id = $1 and type = $2', [
    intentId,
    'payment_intent.succeeded',
  ])
  const { id, happened_at: at, handled_at: handledAt } = row
  expect(paid).toMatchObject({ id, at: at.toISOString(), handledAt: handledAt.toISOString() })
})

test('a journal of a refund names the event of that refund once it was told, and the story of the order names all', async () => {
  expect(await eventsOf('refund')).toEqual([])
  await hear()
  const refunded = [['refund.created', refundId, true]]
  expect(brief(await eventsOf('refund'))).toEqual(refunded)
  const { events } = (await admin.get(`/api/admin/payments/${orderId}`)).body as unknown as LedgerJournal
  expect(brief(events)).toEqual([
    ['payment_intent.payment_failed', intentId, true],
    ['payment_intent.succeeded', intentId, true],
    ...refunded,
  ])
})
