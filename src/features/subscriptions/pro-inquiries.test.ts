import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Person, startTestApp, type TestApp } from '#src/app/test-app.ts'
import { aRanked } from '#src/features/admin/admin-fixture.ts'
import { checkBooks } from '#src/features/ledger/checks.queries.ts'
import type { EmbeddedProvider } from '#src/features/payments/embedded/create-embedded.server.ts'
import { VISA } from '#src/features/payments/embedded/embedded-fixture.ts'
import type { Dispute } from '#src/features/payments/provider.ts'
import type { PaymentStory } from '#src/features/payments-admin/payment-list.schema.ts'
import type { Billing } from './billing.server.ts'
import { followPayment } from './pro-claims.server.ts'
import { PRO_CONSENT } from './pro-consent.ts'
import { lookAtPro } from './pro-sweep.server.ts'

let fettle: TestApp
let admin: Person
let person: Person
/** A payment for Pro: our order, and the provider's id. */
let orderId: string
let intentId: string
/** What the bank says of it. */
let said: Pick<Dispute, 'status' | 'fee'>
let isSilent = false
let sent: (readonly [key: string, address: string | null])[] = []
beforeAll(async () => {
  // Its own chores would do what the tests do step by step.
  fettle = await startTestApp({ env: { ROLE: 'web' } })
  admin = await aRanked(fettle, { role: 'admin' })
})
afterAll(() => fettle.stop())
beforeEach(async () => {
  person = await fettle.aPerson()
  const wish = { interval: 'month', trial: false, consent: PRO_CONSENT }
  const { clientSecret } = (await person.post('/api/subscription', wish)).body
  await person.post('/api/payments/confirm', { clientSecret, card: VISA })
  await person.get('/api/subscription')
  const [order] = await sql(
    `select o.id, o.intent_id from subscription_order o join subscription s on s.id = o.subscription_id
      where s.user_id = $1`,
    [person.id],
  )
  ;[orderId, intentId, sent, isSilent] = [order.id, order.intent_id, [], false]
  said = { status: 'inquiry', fee: 0 }
})

const sql = async (text: string, values: unknown[] = []) => (await fettle.database.pool.query(text, values)).rows
const RESPOND_BY = new Date('2027-01-02T03:04:00Z')
const disputeId = () => `dp_of_${orderId}`

const billing = (): Billing => {
  const getDispute = async (): Promise<Dispute> => ({
    ...{ id: disputeId(), intentId, amount: 900, reason: 'fraudulent', respondBy: RESPOND_BY },
    ...said,
  })
  return {
    ...fettle.parts.billing,
    log: { warn: () => undefined },
    provider: {
      ...(fettle.parts.payments as EmbeddedProvider),
      getDispute,
      async submitEvidence(_id, { customerAddress }, key) {
        if (isSilent) throw new Error('nobody answers')
        sent.push([key, customerAddress])
        return getDispute()
      },
    },
  }
}
const hear = () => followPayment(billing(), 'dispute', disputeId())
const disputes = async () =>
  ((await admin.get(`/api/admin/payments/${orderId}`)).body as unknown as PaymentStory).disputes
const news = () =>
  sql(`select title, body from notification where user_id = $1 and href = $2 order by created_at`, [
    admin.id,
    `/admin/payments/${orderId}`,
  ])
const endsRenewal = async () =>
  (await person.get('/api/subscription')).body as unknown as { subscription: { cancelAtPeriodEnd: boolean } }

const BY = 'The bank wants an answer by 2 January 2027, 03:04 UTC.'
const SHOWN = { amount: 900, reason: 'fraudulent', respondBy: RESPOND_BY.toISOString() }

test('a bank that only asks about a payment for Pro is answered once, shown to admins, and ends nothing', async () => {
  for (const _ of [1, 2]) expect(await hear()).toBe(true)
  expect(sent).toEqual([[`evidence:pro:inquiry:${disputeId()}`, '127.0.0.1']])
  expect(await disputes()).toMatchObject([{ ...SHOWN, providerId: disputeId(), fee: 0, status: 'inquiry' }])
  expect(await news()).toEqual([{ title: 'A bank asks about a payment of $9.00', body: expect.stringContaining(BY) }])
  expect(await endsRenewal()).toMatchObject({ subscription: { cancelAtPeriodEnd: false } })
  expect(await sql('select id from subscription_claim where order_id = $1', [orderId])).toEqual([])
  expect(await checkBooks(fettle.database.db, new Date())).toEqual([])
})

test('where it takes the money later, admins read by when it wants an answer, and it is answered again', async () => {
  await hear()
  said = { status: 'needs_response', fee: 1500 }
  for (const _ of [1, 2]) await hear()
  expect(sent.map(([key]) => key)).toEqual([`evidence:pro:inquiry:${disputeId()}`, `evidence:pro:${disputeId()}`])
  expect(await disputes()).toMatchObject([
    { ...SHOWN, status: 'inquiry_over' },
    { ...SHOWN, fee: 1500, status: 'open' },
  ])
  expect((await news()).at(-1)).toEqual({ title: 'A bank disputes a payment of $9.00', body: BY })
  expect(await endsRenewal()).toMatchObject({ subscription: { cancelAtPeriodEnd: true } })
})

test('an answer that could not be given at first is given by the sweep, and the end of an inquiry is heard of', async () => {
  isSilent = true
  await expect(hear()).rejects.toThrow('nobody answers')
  isSilent = false
  for (const _ of [1, 2]) await lookAtPro(billing())
  expect(sent.map(([key]) => key)).toEqual([`evidence:pro:inquiry:${disputeId()}`])
  said = { status: 'inquiry_over', fee: 0 }
  await lookAtPro(billing())
  expect(await disputes()).toMatchObject([{ ...SHOWN, status: 'inquiry_over', endedAt: expect.any(String) }])
  expect(sent).toHaveLength(1)
})

test('an inquiry that is over when we hear of it wakes nobody', async () => {
  said = { status: 'inquiry_over', fee: 0 }
  await hear()
  expect(await disputes()).toMatchObject([{ status: 'inquiry_over' }])
  expect([await news(), sent]).toEqual([[], []])
})
