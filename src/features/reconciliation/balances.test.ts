import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Person, startTestApp, type TestApp } from '#src/app/test-app.ts'
import { aRanked } from '#src/features/admin/admin-fixture.ts'
import { aTool } from '#src/features/checkout/checkout-fixture.ts'
import { checkBooks } from '#src/features/ledger/checks.queries.ts'
import type { EmbeddedProvider } from '#src/features/payments/embedded/create-embedded.server.ts'
import { VISA } from '#src/features/payments/embedded/embedded-fixture.ts'
import { reconcileDays } from './reconcile.server.ts'
import { balanceGap, type Report } from './reconciliation.schema.ts'

let fettle: TestApp
let provider: EmbeddedProvider
let admin: Person
let buyer: Person
beforeAll(async () => {
  fettle = await startTestApp({ env: { ROLE: 'web' } })
  provider = fettle.parts.payments as EmbeddedProvider
  await waitForNoon()
  admin = await aRanked(fettle, { role: 'admin' })
  buyer = await fettle.aPerson()
  // The account was used for something else before Fettle took its first order.
  await moved('txn_before', 'other', 123_400, '2 days')
  const fxnId = await aTool(fettle, await fettle.aPerson(), { cents: 1000 })
  const { body } = await buyer.post('/api/marketplace/purchase', { fxnId })
  await buyer.post('/api/payments/confirm', { clientSecret: body.clientSecret, card: VISA })
  await buyer.get(`/api/purchases/${body.orderId}`)
})
afterAll(() => fettle.stop())
beforeEach(() => sql("delete from reconciliation where origin = 'asked'"))

const PATH = '/api/admin/reconciliation'
const sql = async (text: string, values: unknown[] = []) => (await fettle.database.pool.query(text, values)).rows
/** In its first hour a day is not compared yet, and tests run at any hour. */
const waitForNoon = async () => {
  const seconds = Math.floor((await provider.now()).getTime() / 1000)
  await provider.moveClock(86_400 + 43_200 - (seconds % 86_400))
}
const brokenNow = () => checkBooks(fettle.database.db, new Date())
const moved = (id: string, kind: string, amount: number, ago = '0 s', currency = 'usd') =>
  sql(
    `insert into test_payments.balance_move (id, kind, amount, fee, currency, source_id, created_at)
     values ($1, $2, $3, 0, $5, $1, test_payments.clock() - $4::interval)`,
    [id, kind, amount, ago, currency],
  )
const compareDay = async (more: Partial<EmbeddedProvider> = {}) => {
  await provider.moveClock(86_400)
  const { db, log } = { db: fettle.database.db, log: fettle.parts.till.log }
  return reconcileDays({ db, log, provider: { ...provider, ...more } })
}
const compareBack = async (days: number) => (await admin.post(PATH, { days })).body as unknown as Report
const compareNow = () => compareBack(1)

// $10.00 less 59 cents.
const SOLD = 941

test('what the provider had before the first order is no difference, and neither is what goes to our bank', async () => {
  expect(await compareDay()).toMatchObject({
    found: 0,
    balance_provider: 123_400 + SOLD,
    balance_books: SOLD,
    balance_opening: 123_400,
  })
  await moved('txn_out', 'bank', -100_000)
  await moved('txn_in', 'bank', 2500)
  expect(await compareDay()).toMatchObject({
    found: 0,
    balance_provider: 123_400 + SOLD - 97_500,
    balance_books: SOLD - 97_500,
    balance_opening: 123_400,
  })
  expect(await compareNow()).toMatchObject({
    found: 0,
    balance: { provider: 123_400 + SOLD - 97_500, books: SOLD - 97_500, opening: 123_400 },
  })
  const booked = await sql(
    `select account.kind, posting.amount::int from journal join posting on posting.journal_id = journal.id
       join ledger_account account on account.id = account_id where journal.kind = 'own_bank' order by posting.id`,
  )
  expect(booked).toEqual([
    { kind: 'own_bank', amount: 100_000 },
    { kind: 'processor_clearing', amount: -100_000 },
    { kind: 'own_bank', amount: -2500 },
    { kind: 'processor_clearing', amount: 2500 },
  ])
  expect(await brokenNow()).toEqual([])
})

test('what moved before the books began is never booked, however far back somebody compares', async () => {
  await moved('txn_old_bank', 'bank', -20_000, '40 days')
  await moved('txn_old_fee', 'fee', -300, '40 days')
  // They were part of what the provider had at the beginning.
  await sql("update test_payments.balance_move set amount = amount + 20300 where id = 'txn_before'")
  const { found, balance } = (await admin.post(PATH, { days: 60 })).body as unknown as Report
  expect({ found, opening: balance?.opening }).toEqual({ found: 0, opening: 123_400 })
  expect(await sql("select provider_id from provider_move where provider_id like 'txn_old%'")).toEqual([])
  expect(await brokenNow()).toEqual([])
  await compareDay()
  expect(await brokenNow()).toEqual([])
})

test('a balance that no movement explains is a finding until it is explained', async () => {
  const readBalance = async () => (await provider.readBalance()) - 700
  const bad = await compareDay({ readBalance })
  expect(bad?.found).toBe(0)
  expect(Number(bad?.balance_provider) - Number(bad?.balance_books) - Number(bad?.balance_opening)).toBe(-700)
  expect(await brokenNow()).toEqual([`provider: 1, such as ${bad?.id}`])
  await compareDay({ readBalance })
  expect(await brokenNow()).toEqual([`provider: 1, such as ${bad?.id}`])
  await compareNow()
  expect(await brokenNow()).toEqual([])
})

test('while money moves between all questions the balances are left out, and the rest is compared', async () => {
  let cents = 0
  const readBalance = () => {
    cents += 1
    return Promise.resolve(cents)
  }
  expect(await compareDay({ readBalance })).toMatchObject({ found: 0, balance_provider: null, balance_opening: null })
  // Once it stands still, it is read.
  const real = await provider.readBalance()
  const once = () => Promise.resolve(cents++ < 12 ? cents : real)
  expect(await compareDay({ readBalance: once })).toMatchObject({ balance_provider: real })
  expect(await brokenNow()).toEqual([])
})

test('an admin says what an unknown movement was, and it differs no more', async () => {
  await moved('txn_odd', 'other', -4000)
  const bad = await compareDay()
  expect(bad).toMatchObject({ found: 1 })
  const explain = (move: string, body: object, by = admin) => by.post(`${PATH}/${bad?.id}/moves/${move}`, body)
  expect(await explain('txn_odd', { as: 'fee', reason: ' ' })).toMatchObject({
    status: 422,
    body: { error: { details: [{ field: 'reason', message: 'Say why' }] } },
  })
  expect((await explain('txn_odd', { as: 'gift', reason: 'A gift' })).status).toBe(422)
  expect((await explain('txn_odd', { as: 'fee', reason: 'Climate' }, buyer)).status).toBe(403)
  // Those of a known kind are booked by themselves, or come from an order.
  for (const id of ['txn_none', 'txn_out'])
    expect((await explain(id, { as: 'fee', reason: 'Climate' })).status).toBe(404)
  expect(await brokenNow()).toEqual([`provider: 1, such as ${bad?.id}`])
  const both = await Promise.all(
    ['fee', 'bank'].map((as) => explain('txn_odd', { as, reason: 'What Stripe keeps for the climate' })),
  )
  expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409])
  expect(await brokenNow()).toEqual([])
  expect((await admin.get(`${PATH}/${bad?.id}`)).body.settled).not.toBeNull()
  expect(await compareDay()).toMatchObject({ found: 0 })
  expect(
    await sql("select target, details::json ->> 'cents' as cents from audit_entry where action = 'books.explained'"),
  ).toEqual([{ target: 'movement txn_odd', cents: '-4000' }])
})

test('what moved in another currency is a difference until an admin has explained it, and no cent of the books', async () => {
  const [{ sum }] = await sql('select sum(amount)::int from ledger_balance where amount > 0')
  await moved('txn_long_ago', 'charge', 5000, '60 days', 'eur')
  await moved('txn_eur', 'fee', -2500, '0 s', 'eur')
  const bad = await compareDay()
  const seen = { kind: 'fee', providerId: 'txn_eur', orderId: null, provider: -2500, books: null, currency: 'eur' }
  expect(bad).toMatchObject({ found: 1, differences: [seen], totals: [] })
  const { balance, ...rest } = await compareBack(2)
  expect(rest).toMatchObject({ found: 1, differences: [seen] })
  expect(balanceGap({ balance })).toBe(0)
  expect(await brokenNow()).toEqual([`provider: 1, such as ${bad?.id}`])

  const explain = (move: string, as: string) =>
    admin.post(`${PATH}/${bad?.id}/moves/${move}`, { as, reason: 'What Stripe takes for our euros' })
  const details = [
    { field: 'as', message: 'The books are in US dollars: what moved in another currency is only noted' },
  ]
  for (const as of ['fee', 'bank'])
    expect(await explain('txn_eur', as)).toMatchObject({ status: 422, body: { error: { details } } })
  expect((await explain('txn_eur', 'noted')).status).toBe(200)
  expect(await explain('txn_eur', 'noted')).toMatchObject({
    status: 409,
    body: { error: { message: 'This movement is explained already.' } },
  })
  expect(await brokenNow()).toEqual([])
  expect(await compareBack(2)).toMatchObject({ found: 0 })
  expect(await sql('select sum(amount)::int from ledger_balance where amount > 0')).toEqual([{ sum }])
  expect(
    await sql(
      `select details::json ->> 'cents' as amount, details::json ->> 'currency' as currency
         from audit_entry where action = 'books.explained' and target = 'movement txn_eur'`,
    ),
  ).toEqual([{ amount: '-2500', currency: 'eur' }])
})

test('what moved in dollars is not noted alone', async () => {
  await moved('txn_dollars', 'other', -100)
  const bad = await compareDay()
  const path = `${PATH}/${bad?.id}/moves/txn_dollars`
  expect(await admin.post(path, { as: 'noted', reason: 'Nothing to see' })).toMatchObject({
    status: 422,
    body: { error: { details: [{ field: 'as', message: 'Say whether it was a charge or our own bank' }] } },
  })
  const book = () => admin.post(path, { as: 'bank', reason: 'It went there' })
  expect((await book()).status).toBe(200)
  expect(await book()).toMatchObject({ status: 409, body: { error: { message: 'This movement is booked already.' } } })
})
