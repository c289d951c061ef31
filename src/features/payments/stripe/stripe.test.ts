import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '#src/server/test-database.ts'
import { createEmbeddedProvider, type EmbeddedProvider } from '../embedded/create-embedded.server.ts'
import { aPayment } from '../embedded/embedded-fixture.ts'
import { sweepEvents } from '../handle-events.server.ts'
import { type PaymentProvider, ProviderUnavailableError } from '../provider.ts'
import { itKeepsTheContract } from '../provider-contract-fixture.ts'
import { createStripeProvider } from './create-stripe.server.ts'
import { type Description, fieldsUnknownTo, problemsOf, schemaOf } from './described-calls-fixture.ts'
import { type FakeStripe, startFakeStripe } from './fake-stripe-fixture.ts'
import { toDispute, toIntent, toMove } from './stripe-shapes.ts'

const KEY = 'sk_test_fake'
const settings = { secretKey: KEY, publishableKey: 'pk_test_fake', webhookSecret: 'whsec_test', livemode: false }

let database: TestDatabase
let others: EmbeddedProvider
let fake: FakeStripe
let provider: PaymentProvider
beforeAll(async () => {
  database = await freshDatabase()
  others = createEmbeddedProvider({ db: database.db, webhookSecret: 'whsec_test', publicUrl: 'http://localhost' })
  fake = await startFakeStripe(others, KEY)
  provider = createStripeProvider(settings, fake.at)
})
afterAll(async () => {
  await fake.stop()
  await database.drop()
})

itKeepsTheContract(() => ({ provider, others }))

let orders = 0
const anOrder = async () => {
  orders += 1
  const { id } = await others.createCustomer({ accountId: 'a', email: '', key: `fault:${orders}` })
  return aPayment(id, { key: `fault-order:${orders}` })
}
const intentsNow = async () =>
  Number((await database.pool.query('select count(*) from test_payments.intent')).rows[0].count)

test.each(['lost answer', 'hang up', 'error'] as const)(
  'after a %s the call is made again, and counts once',
  async (fault) => {
    const asked = await anOrder()
    const before = await intentsNow()
    fake.faults.push(fault)
    expect((await provider.createIntent(asked)).status).toBe('requires_payment_method')
    expect(await intentsNow()).toBe(before + 1)
  },
)

test('what does not stop failing is said to be unavailable, and the same call overcomes it later', async () => {
  const asked = await anOrder()
  fake.faults.push('error', 'hang up', 'lost answer')
  await expect(provider.createIntent(asked)).rejects.toThrow(ProviderUnavailableError)
  expect((await provider.createIntent(asked)).amount).toBe(999)
  fake.faults.push('limit', 'limit', 'limit')
  await expect(provider.getIntent('pi_1')).rejects.toThrow(ProviderUnavailableError)
  fake.faults.length = 0
})

test('a key that Stripe does not know is our fault and nobody’s refusal', async () => {
  const stranger = createStripeProvider({ ...settings, secretKey: 'sk_test_other' }, fake.at)
  await expect(stranger.getIntent('pi_1')).rejects.toThrow(ProviderUnavailableError)
})

/** What was taken from euros of ours for it. */
const IN_EUROS = { fee: 1400, currency: 'eur' }

test('a bank that only asks has taken nothing; a dispute is one once money was moved for it', () => {
  const told = (status: string, fees: readonly number[]) => {
    const { status: ours, fee } = toDispute({
      ...{ id: 'dp_1', payment_intent: 'pi_1', amount: 999, reason: 'fraudulent', status },
      balance_transactions: [
        ...fees.map((fee) => ({ fee, currency: 'usd' })),
        ...(fees.length === 0 ? [] : [IN_EUROS]),
      ],
      evidence_details: { due_by: null },
    } as unknown as Parameters<typeof toDispute>[0])
    return [ours, fee]
  }
  expect(['warning_needs_response', 'warning_under_review', 'warning_closed'].map((one) => told(one, []))).toEqual([
    ['inquiry', 0],
    ['inquiry_over', 0],
    ['inquiry_over', 0],
  ])
  expect([told('needs_response', [2000]), told('warning_closed', [1500, 0])]).toEqual([
    ['needs_response', 2000],
    ['won', 1500],
  ])
})

test('of what moves our balance only what is known to be a charge of Stripe’s counts as one', () => {
  const kindOf = (type: string, source: string | null = null) =>
    toMove({
      ...{ id: 'txn_1', type, amount: -200, fee: 0, source, created: 0 },
    } as unknown as Parameters<typeof toMove>[0]).kind
  expect(['stripe_fee', 'stripe_fx_fee', 'tax_fee'].map((type) => kindOf(type))).toEqual(['fee', 'fee', 'fee'])
  expect(['payout', 'payout_failure', 'payout_cancel', 'topup', 'topup_reversal'].map((type) => kindOf(type))).toEqual(
    Array.from({ length: 5 }, () => 'bank'),
  )
  expect(['contribution', 'reserve_hold', 'adjustment', 'of_next_year'].map((type) => kindOf(type))).toEqual(
    Array.from({ length: 4 }, () => 'other'),
  )
  expect(kindOf('adjustment', 'dp_1')).toBe('dispute')
})

test('what Stripe keeps in another currency is listed as such, and is none of our cents', async () => {
  const since = await others.now()
  const before = await provider.readBalance()
  await database.pool.query(`
    insert into test_payments.balance_move (id, kind, amount, fee, currency, source_id)
    values ('txn_euros', 'charge', 999, 59, 'eur', 'ch_euros')`)
  for (const one of [provider, others]) {
    const moves = await one.listBalance({ since })
    expect(moves.filter(({ id }) => id === 'txn_euros')).toMatchObject([{ amount: 999, fee: 59, currency: 'eur' }])
    expect(await one.readBalance()).toBe(before)
  }
  const charge = (currency: string) => ({ latest_charge: { id: 'ch_1', balance_transaction: { fee: 59, currency } } })
  const feeOf = (currency: string) => toIntent(charge(currency) as unknown as Parameters<typeof toIntent>[0]).fee
  expect([feeOf('usd'), feeOf('eur')]).toEqual([59, null])
})

test('after a long outage nothing old is passed over, however few are read at once', async () => {
  const long = await freshDatabase()
  const world = createEmbeddedProvider({ db: long.db, webhookSecret: 'whsec_test', publicUrl: 'http://localhost' })
  const nearby = await startFakeStripe(world, KEY)
  const few = createStripeProvider(settings, nearby.at, 150)
  // Twenty within an hour now and then, after days without any.
  const happened = `now() - interval '20 days' + (n / 20) * interval '17 hours' + (n % 20) * interval '1 minute'`
  await long.pool.query(`
    insert into test_payments.event (id, type, object_id, created_at)
    select 'evt_' || n, 'account.updated', 'acct_1', ${happened} from generate_series(0, 399) n;
    insert into test_payments.balance_move (id, kind, amount, fee, source_id, created_at)
    select 'txn_' || n, 'fee', -1, 0, 'txn_' || n, ${happened} from generate_series(0, 399) n`)
  await sweepEvents({ db: long.db, provider: few })
  const { rows } = await long.pool.query(`
    select (select count(*)::int from provider_event) as events,
           (select swept_to = max(date_trunc('second', created_at)) from test_payments.event, provider_sweep
             group by swept_to) as "isSwept"`)
  expect(rows).toEqual([{ events: 400, isSwept: true }])
  const moves: string[] = []
  for (const since = new Date(0); ; ) {
    const after = moves.at(-1)
    const read = await few.listBalance({ since, ...(after !== undefined && { after }) })
    if (read.length === 0) break
    moves.push(...read.map(({ id }) => id))
  }
  expect(moves).toEqual(Array.from({ length: 400 }, (_, n) => `txn_${n}`))
  await nearby.stop()
  await long.drop()
})

const SPECS = process.env.VENDOR_SPECS
const read = (name: string) => JSON.parse(readFileSync(join(String(SPECS), name), 'utf8'))
const hasSpecs = SPECS !== undefined && existsSync(SPECS)
if (!hasSpecs)
  process.stderr.write('Stripe’s own description is not checked against: VENDOR_SPECS names no folder of it.\n')

describe.runIf(hasSpecs)('Stripe’s description of its API', () => {
  test('has every call that was made here, with its values as they are described', () => {
    const description: Description = read('stripe_spec3_2023-08-16.min.json')
    expect(fake.calls.length).toBeGreaterThan(50)
    expect([...new Set(fake.calls.flatMap((call) => problemsOf(description, call)))]).toEqual([])
  })

  test('has every field of the answers that we were given here, in its schemas and in what its samples show', () => {
    const { resources } = read('stripe_fixtures3.json') as { resources: Record<string, object> }
    const description: Description = read('stripe_spec3_2023-08-16.min.json')
    const answers = fake.calls.flatMap(({ answer }) =>
      Array.isArray(answer.data) ? (answer.data as Record<string, unknown>[]) : [answer],
    )
    const missing = answers.flatMap((one) => {
      const object = String(one.object)
      const sample = resources[object] ?? {}
      return [
        ...Object.keys(one).flatMap((name) => (name in sample ? [] : [`no sample has ${object}.${name}`])),
        ...fieldsUnknownTo(description, [schemaOf(description, object)], one, object),
      ]
    })
    expect([...new Set(missing)]).toEqual([])
  })
})
