import { afterAll, beforeAll, expect, test } from 'vitest'
import { followProvider } from '#src/app/follow-provider.ts'
import { type Person, startTestApp, type TestApp } from '#src/app/test-app.ts'
import { aRanked } from '#src/features/admin/admin-fixture.ts'
import { aTool } from '#src/features/checkout/checkout-fixture.ts'
import type { EmbeddedProvider } from '#src/features/payments/embedded/create-embedded.server.ts'
import { VISA } from '#src/features/payments/embedded/embedded-fixture.ts'
import { kindOf } from '#src/features/payments/event-kinds.ts'
import { PRO_CONSENT } from '#src/features/subscriptions/pro-consent.ts'
import { reconcileDays } from './reconcile.server.ts'
import type { Report, ReportSummary } from './reconciliation.schema.ts'

let fettle: TestApp
let provider: EmbeddedProvider
let admin: Person
let buyer: Person
let seller: Person
beforeAll(async () => {
  fettle = await startTestApp()
  provider = fettle.parts.payments as EmbeddedProvider
  ;[buyer, seller] = [await fettle.aPerson(), await fettle.aPerson()]
  admin = await aRanked(fettle, { role: 'admin' })
})
afterAll(() => fettle.stop())

const PATH = '/api/admin/reconciliation'
const sql = async (text: string, values: unknown[] = []) => (await fettle.database.pool.query(text, values)).rows
const compareNow = async () => (await admin.post(PATH, { days: 2 })).body as unknown as Report

async function bought(person: Person, cents: number): Promise<{ orderId: string; intentId: string }> {
  const fxnId = await aTool(fettle, seller, { cents })
  const { body } = await person.post('/api/marketplace/purchase', { fxnId })
  await person.post('/api/payments/confirm', { clientSecret: body.clientSecret, card: VISA })
  await person.get(`/api/purchases/${body.orderId}`)
  const [row] = await sql('select intent_id from sale where id = $1', [body.orderId])
  return { orderId: String(body.orderId), intentId: row.intent_id }
}

/** Everything that the provider has to tell. */
async function tellAll(): Promise<void> {
  const handle = followProvider(fettle.parts.till, fettle.parts.billing)
  for (const { type, objectId } of await provider.listEvents({ since: new Date(0) })) {
    const kind = kindOf(type)
    if (kind !== undefined && kind !== 'payee') await handle(kind, objectId)
  }
}

test('nothing differs after a sale, half of it back, a dispute that is won, and Pro', async () => {
  const { orderId } = await bought(buyer, 1000)
  await seller.post(`/api/earnings/${orderId}/refund`, { amount: 500 })
  const { intentId } = await bought(buyer, 999)
  const { id } = await provider.openDispute(intentId)
  await tellAll()
  await provider.closeDispute(id, 'won')
  const { body } = await buyer.post('/api/subscription', { interval: 'month', trial: false, consent: PRO_CONSENT })
  await buyer.post('/api/payments/confirm', { clientSecret: body.clientSecret, card: VISA })
  await tellAll()
  const { found, differences, totals } = await compareNow()
  expect({ found, differences }).toEqual({ found: 0, differences: [] })
  expect(totals.toSorted((one, other) => (one.kind < other.kind ? -1 : 1))).toEqual([
    { kind: 'charge', moves: 3, provider: 2725, books: 2725 },
    { kind: 'dispute', moves: 1, provider: -2499, books: -2499 },
    { kind: 'dispute_reversal', moves: 1, provider: 999, books: 999 },
    { kind: 'refund', moves: 1, provider: -500, books: -500 },
  ])
})

test('nothing differs after banks have changed their minds', async () => {
  const { intentId } = await bought(buyer, 600)
  const { id } = await provider.openDispute(intentId)
  for (const outcome of ['lost', 'won', 'lost'] as const) {
    await provider.closeDispute(id, outcome)
    await tellAll()
  }
  expect(await compareNow()).toMatchObject({ found: 0, differences: [] })
})

test('what the provider charges for itself is booked once, and differs no more', async () => {
  await sql(
    `insert into test_payments.balance_move (id, kind, amount, fee, source_id)
     values ('txn_own', 'fee', -200, 0, 'txn_own'), ('txn_tax', 'fee', 0, 38, 'txn_tax')`,
  )
  expect([await compareNow(), await compareNow()]).toMatchObject([{ found: 0 }, { found: 0 }])
  const booked = await sql(
    `select account.kind, posting.amount from journal join posting on posting.journal_id = journal.id
       join ledger_account account on account.id = account_id where journal.kind = 'provider_fee' order by posting.id`,
  )
  expect(booked).toEqual([
    { kind: 'processor_fees', amount: 200 },
    { kind: 'processor_clearing', amount: -200 },
    { kind: 'processor_fees', amount: 38 },
    { kind: 'processor_clearing', amount: -38 },
  ])
})

test('what only one side has is told by order and amount, and stands in the audit log', async () => {
  const refund = { intentId: (await bought(buyer, 800)).intentId, amount: 300, key: 'desk', metadata: {} }
  const { id: providerId } = await provider.refund(refund)
  const { orderId, intentId } = await bought(buyer, 700)
  await sql(`update test_payments.balance_move set amount = 701 where kind = 'charge' and amount = 700`)
  const { id, found, differences } = await compareNow()
  expect(found).toBe(2)
  expect(differences.toSorted((one, other) => (one.kind < other.kind ? -1 : 1))).toEqual([
    { kind: 'charge', providerId: intentId, orderId, provider: 651, books: 650 },
    { kind: 'refund', providerId, orderId: null, provider: -300, books: null },
  ])
  expect(
    await sql(`select target, details from audit_entry where action = 'books.compared' order by seq desc limit 1`),
  ).toEqual([{ target: `reconciliation ${id}`, details: '{"days":2,"found":2}' }])
  await sql(`update test_payments.balance_move set amount = 700 where amount = 701`)
  await tellAll()
  expect((await compareNow()).found).toBe(0)
  expect((await admin.get(`${PATH}/${id}`)).body).toMatchObject({ id, found: 2 })
})

test('the days that are over are compared once, together when several were missed', async () => {
  const deps = { db: fettle.database.db, provider, log: fettle.parts.till.log }
  // A day counts as over an hour after its midnight, so the hour is added for whoever runs this just after one.
  await provider.moveClock(3 * 86_400 + 3_600)
  const report = await reconcileDays(deps)
  expect(report).toMatchObject({ origin: 'daily', found: 0 })
  expect(Number(report?.until_at) - Number(report?.from_at)).toBe(3 * 86_400_000)
  expect(await reconcileDays(deps)).toBeUndefined()
  const { reports } = (await admin.get(PATH)).body as unknown as { reports: ReportSummary[] }
  expect(reports.map(({ origin, found }) => [origin, found])).toEqual([
    ['daily', 0],
    ['asked', 0],
    ['asked', 2],
    ['asked', 0],
    ['asked', 0],
    ['asked', 0],
    ['asked', 0],
  ])
  expect((await seller.get(PATH)).status).toBe(403)
})
