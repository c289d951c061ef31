import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Person, startTestApp, type TestApp } from '#src/app/test-app.ts'
import { aRanked } from '#src/features/admin/admin-fixture.ts'
import { checkBooks } from '#src/features/ledger/checks.queries.ts'
import type { EmbeddedProvider } from '#src/features/payments/embedded/create-embedded.server.ts'
import { typed, VISA } from '#src/features/payments/embedded/embedded-fixture.ts'
import { ProviderUnavailableError } from '#src/features/payments/provider.ts'
import { uuidv7 } from '#src/lib/ids.ts'
import { aTool } from './checkout-fixture.ts'
import { makeUpForLostEvents } from './money-chores.server.ts'
import { handleProviderEvent } from './provider-events.server.ts'
import { purchase } from './purchase.server.ts'
import { giveBack } from './refunds.server.ts'
import type { Till } from './till.ts'

// Refunds and orders whose answers were lost, some of them for longer than the provider keeps the keys of calls.

let fettle: TestApp
let provider: EmbeddedProvider
let buyer: Person
let seller: Person
let admin: Person
let tool: string
beforeAll(async () => {
  // Its own chores would do what the tests do step by step.
  fettle = await startTestApp({ env: { ROLE: 'web' } })
  provider = fettle.parts.payments as EmbeddedProvider
  admin = await aRanked(fettle, { role: 'admin' })
})
afterAll(() => fettle.stop())
beforeEach(async () => {
  buyer = await fettle.aPerson()
  seller = await fettle.aPerson()
  tool = await aTool(fettle, seller, { cents: 999 })
})

const HOUR_MS = 3_600_000
const sql = async (text: string, values: unknown[] = []) => (await fettle.database.pool.query(text, values)).rows

/** A purchase of the tool for $9.99; answers the order and the provider's id of its payment. */
async function bought(card = VISA): Promise<{ orderId: string; intentId: string }> {
  const { orderId, clientSecret } = (await buyer.post('/api/marketplace/purchase', { fxnId: tool })).body
  await buyer.post('/api/payments/confirm', { clientSecret, card })
  expect((await buyer.get(`/api/purchases/${orderId}`)).body).toMatchObject({ purchase: { state: 'paid' } })
  const [sale] = await sql('select intent_id from sale where id = $1', [orderId])
  return { orderId: String(orderId), intentId: sale.intent_id }
}

const told = async (person: Person, kind: string) =>
  (await sql('select title from notification where user_id = $1 and kind = $2 order by id', [person.id, kind])).map(
    ({ title }) => title,
  )
const lastMail = async (person: Person) =>
  (await sql('select subject from mail where user_id = $1 order by created_at desc limit 1', [person.id]))[0].subject

/** The provider does what it is asked, and its answer does not arrive. */
const losing = (call: 'refund' | 'createIntent'): Till => {
  const lost = async (asked: never) => {
    await (provider[call] as (asked: never) => Promise<unknown>)(asked)
    throw new ProviderUnavailableError('the answer was lost')
  }
  return { ...fettle.parts.till, provider: { ...provider, [call]: lost } }
}

/** The sweep, more than a day later by everybody's clock. */
async function sweepTomorrow(): Promise<void> {
  await provider.moveClock(25 * 3600)
  await makeUpForLostEvents({ ...fettle.parts.till, now: () => new Date(Date.now() + 25 * HOUR_MS) })
}

test('a refund whose answer was lost for more than a day goes back once', async () => {
  const { orderId, intentId } = await bought()
  const asked = { saleId: orderId, amount: 400, origin: 'creator', actorId: seller.id, reason: '' } as const
  await expect(giveBack(losing('refund'), asked)).rejects.toMatchObject({ status: 503 })
  await sweepTomorrow()
  const atProvider = await sql('select amount::int, status from test_payments.refund where intent_id = $1', [intentId])
  expect(atProvider).toEqual([{ amount: 400, status: 'succeeded' }])
  expect(await sql('select status, booked from sale_refund where sale_id = $1', [orderId])).toEqual([
    { status: 'succeeded', booked: true },
  ])
  expect(await checkBooks(fettle.database.db, new Date())).toEqual([])
})

test('an order whose answer was lost for more than a day has one payment at the provider', async () => {
  const viewer = { id: buyer.id, email: buyer.email } as Parameters<typeof purchase>[1]['buyer']
  const buying = { toolId: tool, buyer: viewer, address: '192.0.2.1' }
  await expect(purchase(losing('createIntent'), buying)).rejects.toMatchObject({ status: 503 })
  await sweepTomorrow()
  const atProvider = await sql(
    `select intent.status from test_payments.intent join test_payments.customer on customer.id = customer_id
      where account_id = $1`,
    [buyer.id],
  )
  expect(atProvider).toEqual([{ status: 'canceled' }])
  expect(await sql('select status from sale where buyer_id = $1', [buyer.id])).toEqual([{ status: 'canceled' }])
})

test('a refund that is refused when nobody waits for the answer any more is told to its buyer and to admins', async () => {
  const { orderId, intentId } = await bought()
  const asked = { saleId: orderId, amount: undefined, origin: 'buyer', actorId: buyer.id, reason: '' } as const
  const away: Till = {
    ...fettle.parts.till,
    provider: { ...provider, refund: () => Promise.reject(new ProviderUnavailableError('away')) },
  }
  await expect(giveBack(away, asked)).rejects.toMatchObject({ status: 503, message: expect.stringContaining('noted') })
  // The bank takes it before we ask again.
  await provider.openDispute(intentId)
  await sweepTomorrow()
  expect(await sql('select status from sale_refund where sale_id = $1', [orderId])).toEqual([{ status: 'refused' }])
  expect(await told(buyer, 'purchase.refund-failed')).toEqual(['$9.99 could not be sent back'])
  expect(await lastMail(buyer)).toBe('$9.99 could not be sent back')
  expect(await told(admin, 'refund.failed')).toEqual(['A refund of $9.99 failed'])
})

test('a creator reads that evidence is being sent until the bank has it, and until when the bank takes it', async () => {
  const { intentId } = await bought()
  const { id } = await provider.openDispute(intentId)
  const noted = async () => {
    const sales = (await seller.get('/api/earnings')).body.sales as { dispute: object | null }[]
    return sales[0]?.dispute
  }
  const submitEvidence = () => Promise.reject(new ProviderUnavailableError('nobody answers'))
  const silent: Till = { ...fettle.parts.till, provider: { ...provider, submitEvidence } }
  await expect(handleProviderEvent(silent, 'dispute', id)).rejects.toThrow('nobody answers')
  const respondBy = (await provider.getDispute(id)).respondBy?.toISOString()
  expect(respondBy).toEqual(expect.any(String))
  expect(await noted()).toMatchObject({ status: 'open', evidenceSent: false, respondBy })
  const mails = await sql(`select text_body from mail where user_id = $1 and subject = 'A buyer disputes a payment'`, [
    seller.id,
  ])
  expect(mails).toMatchObject([
    { text_body: expect.stringContaining('We are sending the bank what speaks for the sale.') },
  ])
  await handleProviderEvent(fettle.parts.till, 'dispute', id)
  expect(await noted()).toMatchObject({ status: 'open', evidenceSent: true, respondBy })
})

test('a refund that its bank sends back is told to its buyer and to admins, also when it is heard of only then', async () => {
  for (const isHeard of [true, false]) {
    tool = await aTool(fettle, seller, { cents: 999 })
    const before = await told(admin, 'refund.failed')
    const { orderId } = await bought(typed('4000 0000 0000 5126'))
    const asked = { saleId: orderId, amount: 400, origin: 'admin', actorId: admin.id, reason: '' } as const
    const asking = giveBack(isHeard ? fettle.parts.till : losing('refund'), asked)
    await (isHeard ? asking : expect(asking).rejects.toMatchObject({ status: 503 }))
    await provider.moveClock(2 * 3600)
    const [sent] = await sql(`select id from test_payments.refund where metadata ->> 'orderId' = $1`, [orderId])
    for (const _ of [1, 2]) await handleProviderEvent(fettle.parts.till, 'refund', sent.id)
    expect(await sql('select status from sale_refund where sale_id = $1', [orderId])).toEqual([{ status: 'failed' }])
    expect(await lastMail(buyer)).toBe('Your bank did not take back $4.00')
    expect((await told(admin, 'refund.failed')).length - before.length).toBe(1)
  }
  expect(await told(buyer, 'purchase.refund-failed')).toHaveLength(2)
})

test('what an admin sends back stands in the audit log, also when the provider answers nobody', async () => {
  const { orderId } = await bought()
  const real = provider.refund
  provider.refund = () => Promise.reject(new ProviderUnavailableError('away'))
  const asked = await admin.post(`/api/admin/payments/${orderId}/refund`, { reason: 'It never worked' })
  provider.refund = real
  expect(asked.status).toBe(503)
  await sweepTomorrow()
  expect(await sql('select status from sale_refund where sale_id = $1', [orderId])).toEqual([{ status: 'succeeded' }])
  expect(await sql('select actor_id, action from audit_entry where target = $1', [`sale ${orderId}`])).toEqual([
    { actor_id: admin.id, action: 'sale.refunded' },
  ])
})

test('a part that is sent back again under the same key, because no answer came, goes back once', async () => {
  const { orderId, intentId } = await bought()
  const real = provider.refund
  for (const [who, path, parts] of [
    [seller, `/api/earnings/${orderId}/refund`, 1],
    [admin, `/api/admin/payments/${orderId}/refund`, 2],
  ] as const) {
    const send = () => who.post(path, { amount: 300, reason: 'Part' }, { 'idempotency-key': 'once' })
    provider.refund = async (request) => {
      await real(request)
      throw new ProviderUnavailableError('the answer was lost')
    }
    const lost = await send()
    provider.refund = real
    expect([lost.status, (await send()).status, (await send()).status]).toEqual([503, 200, 200])
    const atProvider = await sql('select amount::int from test_payments.refund where intent_id = $1', [intentId])
    expect(atProvider).toEqual(Array.from({ length: parts }, () => ({ amount: 300 })))
    const ours = await sql('select amount::int, status from sale_refund where sale_id = $1', [orderId])
    expect(ours).toEqual(Array.from({ length: parts }, () => ({ amount: 300, status: 'succeeded' })))
    const entries = await sql('select action from audit_entry where target = $1', [`sale ${orderId}`])
    expect(entries).toHaveLength(parts)
  }
  expect(await checkBooks(fettle.database.db, new Date())).toEqual([])
})

test('a second admin whose answer was lost asks again under the same key: nothing more waits or goes back', async () => {
  const second = await aRanked(fettle, { role: 'admin' })
  tool = await aTool(fettle, seller, { cents: 40_000 })
  const { orderId } = await bought()
  const refund = async (by: Person, key: string) => {
    const asked = { amount: 15_000, reason: 'It never worked' }
    const answer = await by.post(`/api/admin/payments/${orderId}/refund`, asked, { 'idempotency-key': key })
    return answer.body.status ?? answer.status
  }
  expect(await refund(admin, 'asks')).toBe('waits_for_second_admin')
  const { refund: real } = provider
  provider.refund = async (request) => {
    await real(request)
    throw new ProviderUnavailableError('the answer was lost')
  }
  expect(await refund(second, 'agrees')).toBe(503)
  provider.refund = real
  expect(await refund(second, 'agrees')).toBe('refunded')
  expect(await sql('select amount::int, status from sale_refund where sale_id = $1', [orderId])).toEqual([
    { amount: 15_000, status: 'succeeded' },
  ])
})

test('calls of one key that meet give back one part', async () => {
  const { orderId } = await bought()
  const claim = { id: uuidv7(), isRepeat: false }
  const asking = { saleId: orderId, amount: 300, origin: 'creator', actorId: seller.id, reason: '', claim } as const
  const given = await Promise.all([1, 2, 3].map(() => giveBack(fettle.parts.till, asking)))
  expect(given).toEqual([true, true, true])
  const ours = await sql('select id, amount::int, status from sale_refund where sale_id = $1', [orderId])
  expect(ours).toEqual([{ id: claim.id, amount: 300, status: 'succeeded' }])
})
