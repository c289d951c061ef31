import { afterAll, beforeAll, expect, test } from 'vitest'
import { aTool } from '#src/features/checkout/checkout-fixture.ts'
import type { EmbeddedProvider } from '#src/features/payments/embedded/create-embedded.server.ts'
import { aPayment, VISA } from '#src/features/payments/embedded/embedded-fixture.ts'
import { handleDueEvents, sweepEvents } from '#src/features/payments/handle-events.server.ts'
import { PRO_CONSENT } from '#src/features/subscriptions/pro-consent.ts'
import { uuidv7 } from '#src/lib/ids.ts'
import { followProvider } from './follow-provider.ts'
import { type Person, startTestApp, type TestApp } from './test-app.ts'

let fettle: TestApp
let buyer: Person
let provider: EmbeddedProvider
beforeAll(async () => {
  fettle = await startTestApp()
  buyer = await fettle.aPerson()
  provider = fettle.parts.payments as EmbeddedProvider
})
afterAll(() => fettle.stop())

const sql = async (text: string, values: unknown[] = []) => (await fettle.database.pool.query(text, values)).rows

/** Pays at the form, and does not tell us. */
async function pay(path: string, body: object): Promise<string> {
  const { clientSecret } = (await buyer.post(path, body)).body
  await provider.confirm({ clientSecret: String(clientSecret), accountId: buyer.id, card: VISA })
  const [intent] = await sql('select id from test_payments.intent where client_secret = $1', [clientSecret])
  return intent.id
}

/** What follows from all that the provider has to tell by now. */
async function hear(): Promise<void> {
  const { till, billing } = fettle.parts
  await sql('update provider_sweep set next_at = now()')
  await sweepEvents({ db: till.db, provider })
  await handleDueEvents({ db: till.db, provider, handle: followProvider(till, billing), log: till.log })
}

test('the mark of an event is written by the transaction that writes its effect', async () => {
  const tool = await aTool(fettle, await fettle.aPerson(), { cents: 999 })
  const sold = await pay('/api/marketplace/purchase', { fxnId: tool })
  const pro = await pay('/api/subscription', { interval: 'month', trial: false, consent: PRO_CONSENT })
  await hear()
  const refunds = await Promise.all(
    [sold, pro].map((intentId) => provider.refund({ intentId, amount: 100, key: `desk:${intentId}`, metadata: {} })),
  )
  await hear()
  const disputes = await Promise.all([sold, pro].map((intentId) => provider.openDispute(intentId)))
  await hear()
  // The app's own worker may have taken some of them.
  await expect.poll(() => sql('select id from provider_event where handled_at is null')).toEqual([])
  const together = await sql(
    `select distinct event.object_id as id, journal.kind from provider_event event
       join journal on journal.xmin = event.xmin where event.handled_at is not null and journal.kind <> 'fee'`,
  )
  const kinds = new Map(together.map(({ id, kind }) => [id, kind]))
  expect(
    [sold, pro, ...refunds.map(({ id }) => id), ...disputes.map(({ id }) => id)].map((id) => kinds.get(id)),
  ).toEqual([...['charge', 'charge', 'refund', 'refund', 'dispute_opened', 'dispute_opened']])
})

test('what another application does with the same account is let go at once', async () => {
  const { id: customerId } = await provider.createCustomer({ accountId: buyer.id, email: '', key: 'another:customer' })
  const { id, clientSecret } = await provider.createIntent(
    aPayment(customerId, { metadata: { subscriptionId: 'sub_1' }, key: 'another' }),
  )
  await provider.confirm({ clientSecret, accountId: buyer.id, card: VISA })
  await provider.refund({ intentId: id, amount: 100, key: 'another:back', metadata: {} })
  await provider.openDispute(id)
  // One of ours whose row is on its way is waited for.
  const ours = { orderId: uuidv7(), metadata: { toolId: uuidv7(), buyerId: buyer.id }, key: 'ours' }
  const { id: awaited } = await provider.createIntent(aPayment(customerId, ours))
  await provider.cancelIntent(awaited, 'ours:cancel')
  await hear()
  // The worker of the app may have taken some of them before.
  await expect
    .poll(() => sql('select object_id, last_error from provider_event where handled_at is null'), { timeout: 20_000 })
    .toEqual([{ object_id: awaited, last_error: `NotYetKnownError: no order has intent ${awaited}` }])
})
