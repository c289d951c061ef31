import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { atHome, type Person, startTestApp, type TestApp } from '#src/app/test-app.ts'
import { issueMissing } from '#src/features/invoices/issue-invoices.server.ts'
import { checkBooks } from '#src/features/ledger/checks.queries.ts'
import {
  createEmbeddedProvider,
  type EmbeddedProvider,
} from '#src/features/payments/embedded/create-embedded.server.ts'
import type { Evidence } from '#src/features/payments/provider.ts'
import { connect, type Database } from '#src/server/database.ts'
import type { Billing } from './billing.server.ts'
import { runDue } from './clock.server.ts'
import { followPayment } from './pro-claims.server.ts'
import { PRO_CONSENT } from './pro-consent.ts'
import { lookAtPro } from './pro-sweep.server.ts'
import type { ProCardForm, SubscriptionAnswer } from './subscriptions.schema.ts'

let fettle: TestApp
let own: Database
let provider: EmbeddedProvider
let billing: Billing
let person: Person
/** What the accounts held before each test. */
let before: Readonly<Record<string, number>>

const HOUR = 3600
const GOOD = '4242424242424242'
const REFUND_FAILS = '4000000000005126'
const SELLER = { name: 'Fettle', address: '', country: '', taxId: '' }
const card = (number: string) => ({ number, expMonth: 12, expYear: 2099, cvc: '123' })

beforeAll(async () => {
  fettle = await startTestApp({ env: { TRUST_PROXY: 'true' } })
  own = connect({ url: fettle.database.url })
  provider = createEmbeddedProvider({ db: own.db, webhookSecret: 'x'.repeat(32), publicUrl: 'http://localhost:3000' })
  billing = {
    ...fettle.parts.billing,
    ...{ db: own.db, provider },
    log: { warn: (problem: unknown) => expect.fail(JSON.stringify(problem)) },
  }
})
beforeEach(async () => {
  person = atHome(await fettle.aPerson())
  before = await accounts()
})
afterAll(async () => {
  await own.close()
  await fettle.stop()
})

const sql = async (text: string, values: unknown[] = []) => (await fettle.database.pool.query(text, values)).rows

const accounts = async () =>
  Object.fromEntries(
    (
      await sql(
        `select a.kind, sum(p.amount)::int as amount from ledger_account a join posting p on p.account_id = a.id
          group by a.kind`,
      )
    ).map(({ kind, amount }) => [String(kind), Number(amount)]),
  )

/** What has moved since the test began, and that all rules of the books hold. */
async function moved(): Promise<Record<string, number>> {
  expect(await checkBooks(own.db, new Date())).toEqual([])
  const changes = Object.entries(await accounts()).map(
    ([kind, amount]) => [kind, amount - (before[kind] ?? 0)] as const,
  )
  return Object.fromEntries(changes.filter(([, amount]) => amount !== 0))
}

/** Subscribes for a month; answers the payment. */
async function subscribe(number = GOOD): Promise<string> {
  const { body } = await person.post('/api/subscription', { interval: 'month', trial: false, consent: PRO_CONSENT })
  const { clientSecret } = body as unknown as ProCardForm
  expect((await provider.confirm({ clientSecret, accountId: person.id, card: card(number) })).status).toBe('succeeded')
  const { subscription } = (await person.get('/api/subscription')).body as unknown as SubscriptionAnswer
  expect(subscription?.status).toBe('active')
  const [order] = await sql(
    `select o.intent_id from subscription_order o join subscription s on s.id = o.subscription_id where s.user_id = $1`,
    [person.id],
  )
  return String(order?.intent_id)
}
const refund = (intentId: string, amount: number) =>
  provider.refund({ intentId, amount, key: `desk:${intentId}:${amount}`, metadata: {} })

/** What they were told of money that goes back. */
const mails = async () =>
  (
    await sql(
      `select subject from mail where to_address = $1 and subject ~ 'way back|take back|disputes a payment' order by created_at`,
      [person.email],
    )
  ).map(({ subject }) => String(subject))

const PAID = { processor_clearing: 844, processor_fees: 56, pro_revenue: -900 }

test('a payment is in the books as the rules ask for', async () => {
  await subscribe()
  expect(await moved()).toEqual(PAID)
})

test('a refund at the provider’s desk is booked once, gets a credit note, and is not shared', async () => {
  const intentId = await subscribe()
  const { id } = await refund(intentId, 400)
  expect(await Promise.all([1, 2, 3].map(() => followPayment(billing, 'refund', id)))).toEqual([true, true, true])
  expect(await moved()).toEqual({ ...PAID, processor_clearing: 444, pro_revenue: -500 })
  expect(await mails()).toEqual(['$4.00 for Pro on the way back to you'])
  await Promise.all([issueMissing({ db: own.db, seller: SELLER }), issueMissing({ db: own.db, seller: SELLER })])
  const { invoices } = (await person.get('/api/billing')).body as unknown as {
    invoices: { id: string; kind: string; amount: number; title: string; number: string }[]
  }
  const [note, invoice] = invoices
  expect(invoices.map(({ kind, amount }) => [kind, amount])).toEqual([
    ['credit_note', -400],
    ['invoice', 900],
  ])
  expect(note?.title).toBe(`Refund of ${invoice?.number}`)
})

test('a refund of all that was paid for the running period ends Pro at once and for good, one of a part does not', async () => {
  const intentId = await subscribe()
  const access = async () => {
    const { subscription, hasPro } = (await person.get('/api/subscription')).body as unknown as SubscriptionAnswer
    return [hasPro, subscription?.status, subscription?.nextCharge === null]
  }
  await followPayment(billing, 'refund', (await refund(intentId, 400)).id)
  expect(await access()).toEqual([true, 'active', false])
  await followPayment(billing, 'refund', (await refund(intentId, 500)).id)
  expect(await access()).toEqual([false, 'active', true])
  expect((await person.post('/api/subscription/resume', {})).body).toMatchObject({ error: { code: 'NOT_POSSIBLE' } })
  await runDue(billing)
  expect(await access()).toEqual([false, 'canceled', true])
  // The mail of the second refund says so: a mail of its own would be one too many.
  expect(
    await sql(`select subject from mail where to_address = $1 and subject = 'Pro has ended'`, [person.email]),
  ).toEqual([])
  const [last] = await sql(`select text_body from mail where to_address = $1 order by created_at desc limit 1`, [
    person.email,
  ])
  expect(last?.text_body).toContain('As that is all of your last payment, Pro has ended.')
})

test('what was given back is not counted towards a year', async () => {
  const intentId = await subscribe()
  const year = async () => {
    const { subscription } = (await person.get('/api/subscription')).body as unknown as SubscriptionAnswer
    return subscription?.upgradePrice ?? 0
  }
  // Of a month, in which a few seconds are gone.
  expect([8100, 8101]).toContain(await year())
  await followPayment(billing, 'refund', (await refund(intentId, 400)).id)
  expect([8500, 8501]).toContain(await year())
  const { id } = await provider.openDispute(intentId)
  await followPayment(billing, 'dispute', id)
  await person.post('/api/subscription/resume', {})
  expect(await year()).toBe(9000)
  const { body } = await person.post('/api/subscription/interval', { interval: 'year' })
  expect(body).toMatchObject({ subscription: { interval: 'year' } })
})

test('whoever resumes after a dispute goes on, whatever is heard of it later', async () => {
  const { id } = await provider.openDispute(await subscribe())
  await followPayment(billing, 'dispute', id)
  const { body } = await person.post('/api/subscription/resume', {})
  expect(body).toMatchObject({ subscription: { cancelAtPeriodEnd: false } })
  await provider.closeDispute(id, 'lost')
  await followPayment(billing, 'dispute', id)
  expect(await sql('select status from subscription_claim where provider_id = $1', [id])).toEqual([{ status: 'lost' }])
  const { subscription } = (await person.get('/api/subscription')).body as unknown as SubscriptionAnswer
  expect(subscription).toMatchObject({ status: 'active', cancelAtPeriodEnd: false })
})

test('a refund that the bank refused is back in what is shared', async () => {
  const intentId = await subscribe(REFUND_FAILS)
  const { id } = await refund(intentId, 900)
  await followPayment(billing, 'refund', id)
  expect(await moved()).toEqual({ processor_clearing: -56, processor_fees: 56 })
  await provider.moveClock(2 * HOUR)
  await followPayment(billing, 'refund', id)
  await followPayment(billing, 'refund', id)
  expect(await moved()).toEqual(PAID)
  expect(await mails()).toEqual(['$9.00 for Pro on the way back to you', 'Your bank did not take back $9.00 for Pro'])
  expect(await sql(`select kind, title from notification where user_id = $1`, [person.id])).toContainEqual({
    kind: 'purchase.refund-failed',
    title: 'Your bank did not take back $9.00 for Pro',
  })
})

test('a refund of which we hear only that it failed moves nothing', async () => {
  const intentId = await subscribe(REFUND_FAILS)
  const { id } = await refund(intentId, 900)
  await provider.moveClock(2 * HOUR)
  await followPayment(billing, 'refund', id)
  expect(await moved()).toEqual(PAID)
  expect(await mails()).toEqual([])
})

test('what is disputed is not shared, ends the renewal, and comes back when it is won', async () => {
  const { id } = await provider.openDispute(await subscribe())
  await followPayment(billing, 'dispute', id)
  await followPayment(billing, 'dispute', id)
  expect(await moved()).toEqual({ processor_clearing: -1556, processor_fees: 56, dispute_fees: 1500 })
  const { subscription } = (await person.get('/api/subscription')).body as unknown as SubscriptionAnswer
  expect(subscription).toMatchObject({ status: 'active', cancelAtPeriodEnd: true, nextCharge: null })
  await provider.closeDispute(id, 'won')
  await followPayment(billing, 'dispute', id)
  await followPayment(billing, 'dispute', id)
  expect(await moved()).toEqual({ ...PAID, processor_clearing: -656, dispute_fees: 1500 })
})

test('a bank that changes its mind moves the money again, and an older answer does not', async () => {
  const { id } = await provider.openDispute(await subscribe())
  const won = { ...PAID, processor_clearing: -656, dispute_fees: 1500 }
  const lost = { processor_clearing: -1556, processor_fees: 56, dispute_fees: 1500 }
  for (const outcome of ['lost', 'won', 'lost', 'won'] as const) {
    await provider.closeDispute(id, outcome)
    await followPayment(billing, 'dispute', id)
    await followPayment(billing, 'dispute', id)
    expect(await moved()).toEqual(outcome === 'won' ? won : lost)
  }
  const now = await provider.getDispute(id)
  let asked = 0
  const late = async () => {
    asked += 1
    return asked === 1 ? { ...now, status: 'lost' as const } : now
  }
  await followPayment({ ...billing, provider: { ...provider, getDispute: late } }, 'dispute', id)
  expect(await moved()).toEqual(won)
})

test('the bank is told once what was agreed to and what was run, and the subscriber what follows', async () => {
  const sent: (readonly [string, Evidence, string])[] = []
  const watched = {
    ...billing,
    provider: {
      ...provider,
      submitEvidence: (...asked: [string, Evidence, string]) => {
        sent.push(asked)
        return provider.submitEvidence(...asked)
      },
    },
  }
  const intentId = await subscribe()
  const [order] = await sql('select starts_at from subscription_order where intent_id = $1', [intentId])
  const [tool] = await sql(
    `update tool set access_tier = 'pro' where id = (select id from tool order by slug limit 1) returning title`,
  )
  await sql(
    `insert into tool_run (id, tool_id, version, user_id, source, success, duration_ms, at, of_pro)
     select gen_random_uuid(), id, 1, $1, 'api', true, 1, $2, access_tier = 'pro' from tool order by slug limit 2`,
    [person.id, order?.starts_at],
  )
  const { id } = await provider.openDispute(intentId)
  await followPayment(watched, 'dispute', id)
  await followPayment(watched, 'dispute', id)
  expect(sent.map(([dispute, , key]) => [dispute, key])).toEqual([[id, `evidence:pro:${id}`]])
  const [, evidence] = sent[0] ?? []
  expect(evidence).toMatchObject({
    customerEmail: person.email,
    customerAddress: `198.51.100.${person.name.replace('Person ', '')}`,
  })
  expect(evidence?.productDescription).toMatch(/^Fettle Pro: /)
  // The other run needed no Pro.
  expect(evidence?.accessLog).toBe(`${order?.starts_at.toISOString()} api ${tool?.title} ok`)
  expect(evidence?.consent.slice(25)).toBe(PRO_CONSENT)
  expect((await provider.getDispute(id)).status).toBe('under_review')
  expect(await mails()).toEqual(['Your bank disputes a payment for Pro'])
})

test('evidence that could not be sent at first is sent by the sweep, once', async () => {
  const { id } = await provider.openDispute(await subscribe())
  const sent: string[] = []
  const submitting = (submitEvidence: EmbeddedProvider['submitEvidence']) => ({
    ...billing,
    provider: { ...provider, submitEvidence },
  })
  const silent = submitting(() => Promise.reject(new Error('nobody answers')))
  await expect(followPayment(silent, 'dispute', id)).rejects.toThrow('nobody answers')
  const answering = submitting((dispute, ...evidence) => {
    sent.push(dispute)
    return provider.submitEvidence(dispute, ...evidence)
  })
  await lookAtPro(answering)
  await lookAtPro(answering)
  expect(sent.filter((dispute) => dispute === id)).toEqual([id])
  expect((await provider.getDispute(id)).status).toBe('under_review')
})

test('the sweep hears of a dispute that ended', async () => {
  const { id } = await provider.openDispute(await subscribe())
  await followPayment(billing, 'dispute', id)
  await provider.closeDispute(id, 'won')
  await lookAtPro(billing)
  expect(await sql('select status from subscription_claim where provider_id = $1', [id])).toEqual([{ status: 'won' }])
})

test('a dispute that was lost before we heard of it is booked whole', async () => {
  const { id } = await provider.openDispute(await subscribe())
  await provider.closeDispute(id, 'lost')
  await followPayment(billing, 'dispute', id)
  expect(await moved()).toEqual({ processor_clearing: -1556, processor_fees: 56, dispute_fees: 1500 })
})

test('what is not of Pro is left to the till', async () => {
  const { id: customerId } = await provider.createCustomer({
    ...{ accountId: person.id, email: 'ada@example.com', key: `customer:${person.id}` },
  })
  const intent = await provider.createIntent({
    ...{ orderId: person.id, amount: 999, customerId, description: 'A tool', key: `tool:${person.id}` },
    metadata: { orderId: person.id },
  })
  await provider.confirm({ clientSecret: intent.clientSecret, accountId: person.id, card: card(GOOD) })
  const { id } = await refund(intent.id, 999)
  expect(await followPayment(billing, 'intent', intent.id)).toBe(false)
  expect(await followPayment(billing, 'refund', id)).toBe(false)
  expect(await moved()).toEqual({})
})
