import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { atHome, type Person, startTestApp, type TestApp } from '#src/app/test-app.ts'
import { aRanked } from '#src/features/admin/admin-fixture.ts'
import { checkBooks } from '#src/features/ledger/checks.queries.ts'
import type { EmbeddedProvider } from '#src/features/payments/embedded/create-embedded.server.ts'
import { typed, VISA } from '#src/features/payments/embedded/embedded-fixture.ts'
import { ProviderRefusedError, ProviderUnavailableError } from '#src/features/payments/provider.ts'
import type { Interval } from '#src/lib/pro-plan.ts'
import { followPayment } from './pro-claims.server.ts'
import { PRO_CONSENT } from './pro-consent.ts'

// Refunds of Pro of which the answer, or the news, comes in an unusual way.

let fettle: TestApp
let provider: EmbeddedProvider
let real: EmbeddedProvider
let admin: Person
let second: Person
beforeAll(async () => {
  fettle = await startTestApp({ env: { ROLE: 'web', TAX_RATES: 'DE=19', TRUST_PROXY: 'true' } })
  provider = fettle.parts.payments as EmbeddedProvider
  real = { ...provider }
  admin = await aRanked(fettle, { role: 'admin' })
  second = await aRanked(fettle, { role: 'admin' })
})
afterAll(() => fettle.stop())
beforeEach(() => void Object.assign(provider, real))

const sql = async (text: string, values: unknown[] = []) => (await fettle.database.pool.query(text, values)).rows

async function paid(interval: Interval, card = VISA): Promise<string> {
  const person = atHome(await fettle.aPerson())
  // $107.10 a year: more than one admin may give back alone.
  await person.send('PUT', '/api/billing/details', { name: 'Ada', address: '1 Heron Way', country: 'DE', taxId: '' })
  const { body } = await person.post('/api/subscription', { interval, trial: false, consent: PRO_CONSENT })
  await person.post('/api/payments/confirm', { clientSecret: body.clientSecret, card })
  await person.get('/api/subscription')
  const [order] = await sql(
    `select o.id from subscription_order o join subscription s on s.id = o.subscription_id
      where s.user_id = $1 and o.status = 'paid'`,
    [person.id],
  )
  return String(order?.id)
}

async function refund(by: Person, orderId: string, amount: number, key: string): Promise<string> {
  const { status, body } = await by.post(
    `/api/admin/payments/${orderId}/refund`,
    { amount, reason: 'It never worked for them' },
    { 'idempotency-key': key },
  )
  const { error } = body as { error?: { code: string; reason?: string } }
  return error === undefined ? String(body.status) : `${status} ${error.reason ?? error.code}`
}

const refundsOf = async (orderId: string) =>
  (
    await sql(
      `select refund.amount::int, coalesce(claim.status, refund.status) as status from subscription_refund refund
         left join subscription_claim claim on claim.id = refund.id where refund.order_id = $1 order by refund.id`,
      [orderId],
    )
  ).map(({ amount, status }) => [amount, status])
const toldOfFailures = async ({ id }: Person) =>
  (await sql("select title from notification where user_id = $1 and kind = 'refund.failed'", [id])).map(
    ({ title }) => title,
  )
/** The provider does what it is asked for, and its answer is lost. */
const losesAnswer: EmbeddedProvider['refund'] = async (request) => {
  await real.refund(request)
  throw new ProviderUnavailableError('the answer was lost')
}

test('a second admin whose answer was lost asks again, and nothing more waits or goes back', async () => {
  const orderId = await paid('year')
  expect(await refund(admin, orderId, 9000, 'first')).toBe('refunded')
  expect(await refund(admin, orderId, 1100, 'asks')).toBe('waits_for_second_admin')
  provider.refund = losesAnswer
  expect(await refund(second, orderId, 1100, 'agrees')).toBe('503 SERVICE_UNAVAILABLE')
  provider.refund = real.refund
  expect(await refund(second, orderId, 1100, 'agrees')).toBe('refunded')
  expect(await refundsOf(orderId)).toEqual([
    [9000, 'succeeded'],
    [1100, 'succeeded'],
  ])
})

test('a bank that has refused before we heard of the refund: admins are told, and asking again says so', async () => {
  const orderId = await paid('month', typed('4000 0000 0000 5126'))
  provider.refund = losesAnswer
  expect(await refund(admin, orderId, 400, 'once')).toBe('503 SERVICE_UNAVAILABLE')
  provider.refund = real.refund
  await provider.moveClock(7200)
  const [made] = await sql(
    `select refund.id from test_payments.refund join subscription_order o on o.intent_id = refund.intent_id where o.id = $1`,
    [orderId],
  )
  await followPayment(fettle.parts.billing, 'refund', String(made?.id))
  expect(await refundsOf(orderId)).toEqual([[400, 'failed']])
  expect(await toldOfFailures(second)).toEqual(['A refund of $4.00 failed'])
  expect(await refund(admin, orderId, 400, 'once')).toBe('409 REFUSED')
  expect(await checkBooks(fettle.database.db, new Date())).toEqual([])
})

test('a provider that refuses even to look for what was asked ends the refund with its reason', async () => {
  const orderId = await paid('month')
  provider.refund = () => Promise.reject(new ProviderUnavailableError('no answer'))
  expect(await refund(admin, orderId, 300, 'twice')).toBe('503 SERVICE_UNAVAILABLE')
  provider.refund = real.refund
  provider.listRefunds = () =>
    Promise.reject(new ProviderRefusedError({ code: 'resource_missing', message: 'No such payment', mayRetry: false }))
  expect(await refund(admin, orderId, 300, 'twice')).toBe('409 REFUSED')
  expect(await refundsOf(orderId)).toEqual([[300, 'refused']])
})
