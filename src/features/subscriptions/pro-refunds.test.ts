import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { atHome, type Person, startTestApp, type TestApp } from '#src/app/test-app.ts'
import { aRanked } from '#src/features/admin/admin-fixture.ts'
import { issueMissing } from '#src/features/invoices/issue-invoices.server.ts'
import { checkBooks } from '#src/features/ledger/checks.queries.ts'
import type { EmbeddedProvider } from '#src/features/payments/embedded/create-embedded.server.ts'
import { typed, VISA } from '#src/features/payments/embedded/embedded-fixture.ts'
import { ProviderRefusedError, ProviderUnavailableError } from '#src/features/payments/provider.ts'
import type { PaymentStory } from '#src/features/payments-admin/payment-list.schema.ts'
import type { Interval } from '#src/lib/pro-plan.ts'
import { checkHistories } from './check-histories.server.ts'
import { runDue } from './clock.server.ts'
import { followPayment } from './pro-claims.server.ts'
import { PRO_CONSENT } from './pro-consent.ts'
import { lookAtPro } from './pro-sweep.server.ts'
import { shareMonths } from './share-months.server.ts'
import type { SubscriptionAnswer } from './subscriptions.schema.ts'

// What admins give back of payments for Pro, from the page of the payment.

let fettle: TestApp
let provider: EmbeddedProvider
let real: EmbeddedProvider['refund']
let admin: Person
let second: Person
let payer: Person
/** What the accounts held before each test. */
let before: Readonly<Record<string, number>>

const DAY = 86_400

beforeAll(async () => {
  // Its own clock and sweep would do what the tests do step by step.
  fettle = await startTestApp({ env: { ROLE: 'web', TAX_RATES: 'DE=19', TRUST_PROXY: 'true' } })
  provider = fettle.parts.payments as EmbeddedProvider
  real = provider.refund
  admin = await aRanked(fettle, { role: 'admin' })
  second = await aRanked(fettle, { role: 'admin' })
})
afterAll(() => fettle.stop())
beforeEach(async () => {
  provider.refund = real
  payer = await aPerson()
  before = await accounts()
})

const aPerson = async () => atHome(await fettle.aPerson())
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
  expect(await checkBooks(fettle.database.db, new Date())).toEqual([])
  const changes = Object.entries(await accounts()).map(
    ([kind, amount]) => [kind, amount - (before[kind] ?? 0)] as const,
  )
  return Object.fromEntries(changes.filter(([, amount]) => amount !== 0))
}

interface Wish {
  readonly country?: string
  readonly interval?: Interval
  readonly card?: typeof VISA
}

/** Somebody pays for Pro; answers the order. */
async function paid(person: Person, { country = 'US', interval = 'month', card = VISA }: Wish = {}): Promise<string> {
  await person.send('PUT', '/api/billing/details', { name: 'Ada', address: '1 Heron Way', country, taxId: '' })
  const { body } = await person.post('/api/subscription', { interval, trial: false, consent: PRO_CONSENT })
  await person.post('/api/payments/confirm', { clientSecret: body.clientSecret, card })
  expect(await access(person)).toMatchObject({ hasPro: true, status: 'active' })
  const [order] = await sql(
    `select o.id from subscription_order o join subscription s on s.id = o.subscription_id
      where s.user_id = $1 and o.status = 'paid'`,
    [person.id],
  )
  return String(order?.id)
}

async function access(person: Person) {
  const { subscription, hasPro } = (await person.get('/api/subscription')).body as unknown as SubscriptionAnswer
  return { hasPro, status: subscription?.status, renews: subscription?.nextCharge != null }
}

const REASON = 'It never worked for them'
const refund = async (by: Person, orderId: string, amount?: number, key?: string) => {
  const path = `/api/admin/payments/${orderId}/refund`
  const headers = key === undefined ? {} : { 'idempotency-key': key }
  const { status, body } = await by.post(path, { amount, reason: REASON }, headers)
  const { error } = body as { error?: { code: string; details?: unknown; reason?: string } }
  return error === undefined ? body.status : `${status} ${error.reason ?? error.code}`
}

const intentOf = async (orderId: string) =>
  String((await sql('select intent_id from subscription_order where id = $1', [orderId]))[0]?.intent_id)
/** What the provider has sent back, as it says itself. */
const sentBack = async (orderId: string) =>
  (await sql('select amount::int from test_payments.refund where intent_id = $1', [await intentOf(orderId)])).map(
    ({ amount }) => amount,
  )
const story = async (orderId: string) =>
  (await admin.get(`/api/admin/payments/${orderId}`)).body as unknown as PaymentStory
const audit = async (orderId: string) =>
  (await sql('select actor_id, action from audit_entry where target = $1 order by at', [`pro ${orderId}`])).map(
    ({ actor_id: actor, action }) => [actor, action],
  )
const mailsTo = async ({ id }: Person) =>
  (await sql('select subject from mail where user_id = $1 order by created_at', [id])).map(({ subject }) => subject)
const told = async ({ id }: Person, kind: string) =>
  sql('select title, body, href from notification where user_id = $1 and kind = $2', [id, kind])

const PAID = { processor_clearing: 844, processor_fees: 56, pro_revenue: -900 }

test('a part goes back from the page of the payment: once, booked, with a credit note, and Pro goes on', async () => {
  const orderId = await paid(payer)
  expect(await refund(admin, orderId, 400)).toBe('refunded')
  expect(await moved()).toEqual({ ...PAID, processor_clearing: 444, pro_revenue: -500 })
  expect(await sentBack(orderId)).toEqual([400])
  expect(await access(payer)).toEqual({ hasPro: true, status: 'active', renews: true })
  expect(await audit(orderId)).toEqual([[admin.id, 'pro.refunded']])
  expect((await mailsTo(payer)).at(-1)).toBe('$4.00 for Pro on the way back to you')
  const { refunds, payment, journals } = await story(orderId)
  expect(refunds).toEqual([
    expect.objectContaining({ amount: 400, status: 'succeeded', origin: 'admin', reason: REASON, agreedBy: null }),
  ])
  expect([refunds[0]?.actor?.id, payment.state, payment.refunded]).toEqual([admin.id, 'partly_refunded', 400])
  expect(journals.map(({ kind }) => kind)).toContain('refund')
  // The event of the same refund changes nothing.
  await followPayment(fettle.parts.billing, 'refund', String(refunds[0]?.providerId))
  expect(await moved()).toEqual({ ...PAID, processor_clearing: 444, pro_revenue: -500 })
  await issueMissing({ db: fettle.database.db, seller: { name: 'Fettle', address: '', country: '', taxId: '' } })
  expect((await story(orderId)).receipts.map(({ kind }) => kind)).toEqual(['invoice', 'credit_note'])
})

test('all of the running period ends Pro at once, and nothing is charged after it', async () => {
  const orderId = await paid(payer, { country: 'DE' })
  expect(await refund(admin, orderId, 400)).toBe('refunded')
  expect(await access(payer)).toMatchObject({ hasPro: true, renews: true })
  expect(await refund(admin, orderId)).toBe('refunded')
  expect(await access(payer)).toMatchObject({ hasPro: false, renews: false })
  // The tax goes back with it; the provider keeps its fee.
  const { processor_fees: fee = 0 } = await moved()
  expect(await moved()).toEqual({ processor_clearing: -fee, processor_fees: fee })
  expect((await payer.post('/api/subscription/resume', {})).status).toBe(409)
  await runDue(fettle.parts.billing)
  expect(await access(payer)).toEqual({ hasPro: false, status: 'canceled', renews: false })
  await provider.moveClock(40 * DAY)
  await runDue(fettle.parts.billing)
  expect(
    await sql("select 1 from test_payments.intent where status = 'succeeded' and metadata ->> 'orderId' = $1", [
      orderId,
    ]),
  ).toHaveLength(1)
  expect((await mailsTo(payer)).slice(-2)).toEqual([
    '$4.00 for Pro on the way back to you',
    '$6.71 for Pro on the way back to you',
  ])
  expect(await checkHistories(fettle.database.db, new Date())).toEqual([])
  // They may come back.
  expect(
    (await payer.post('/api/subscription', { interval: 'month', trial: false, consent: PRO_CONSENT })).status,
  ).toBe(200)
})

test('all of an earlier period leaves the running one', async () => {
  const first = await paid(payer)
  await provider.moveClock(31 * DAY)
  await runDue(fettle.parts.billing)
  expect(await refund(admin, first)).toBe('refunded')
  expect(await access(payer)).toEqual({ hasPro: true, status: 'active', renews: true })
})

test('more than is left, what was not paid or is disputed, and what is one’s own does not go back', async () => {
  const orderId = await paid(payer)
  expect(await refund(admin, orderId, 901)).toBe('409 TOO_MUCH')
  expect(await refund(admin, orderId, 500)).toBe('refunded')
  expect(await refund(admin, orderId, 401)).toBe('409 TOO_MUCH')
  expect(await refund(admin, orderId, 400)).toBe('refunded')
  expect(await refund(admin, orderId)).toBe('409 REFUNDED')
  // The provider keeps its fee.
  expect(await moved()).toEqual({ processor_clearing: -56, processor_fees: 56 })
  expect(await refund(admin, '00000000-0000-7000-8000-000000000000')).toBe('404 NOT_FOUND')
  expect(await refund(payer, orderId)).toMatch(/^403/)
  const tired = await aRanked(fettle, { role: 'admin', secondFactor: 'an hour ago' })
  expect(await refund(tired, orderId)).toMatch(/^40[13] FRESH|^403 SECOND/)
  const own = await paid(second)
  expect(await refund(second, own)).toBe('403 OWN_ORDER')
  const other = await aPerson()
  const disputed = await paid(other)
  const { id } = await provider.openDispute(await intentOf(disputed))
  await followPayment(fettle.parts.billing, 'dispute', id)
  expect(await refund(admin, disputed)).toBe('409 DISPUTED')
  await other.post('/api/subscription/resume', {})
  await sql(
    `insert into subscription_order (id, subscription_id, period, reason, interval, amount, price, livemode, created_at)
     select $2, subscription_id, 1, 'renewal', 'month', 900, 900, livemode, now() from subscription_order where id = $1`,
    [disputed, admin.id],
  )
  expect(await refund(admin, admin.id)).toBe('409 NOT_PAID')
  await sql('delete from subscription_order where id = $1', [admin.id])
  expect([await sentBack(orderId), await sentBack(own), await sentBack(disputed)]).toEqual([[500, 400], [], []])
})

test('above $100 with tax it goes back once a second admin asks for the same', async () => {
  const orderId = await paid(payer, { country: 'DE', interval: 'year' })
  const waiting = async () => {
    const { body } = await second.get('/api/admin/payments?state=proposed')
    return (body.payments as { orderId: string }[]).map((payment) => payment.orderId)
  }
  expect(await refund(admin, orderId)).toBe('waits_for_second_admin')
  expect(await refund(admin, orderId)).toBe('waits_for_second_admin')
  expect([await sentBack(orderId), await waiting(), await access(payer)]).toEqual([
    ...[[], [orderId]],
    { hasPro: true, status: 'active', renews: true },
  ])
  expect((await story(orderId)).refunds).toMatchObject([{ amount: 10_710, status: 'proposed', origin: 'admin' }])
  expect([await told(admin, 'refund.proposed'), await told(second, 'refund.proposed')]).toEqual([
    [],
    [
      {
        ...{ title: 'A refund of $107.10 waits for a second admin', body: REASON },
        href: `/admin/payments/${orderId}`,
      },
    ],
  ])
  expect(await refund(second, orderId)).toBe('refunded')
  expect([await sentBack(orderId), await waiting(), await access(payer)]).toMatchObject([
    ...[[10_710], []],
    { hasPro: false },
  ])
  expect((await story(orderId)).refunds).toMatchObject([
    { actor: { id: admin.id }, agreedBy: { id: second.id }, status: 'succeeded' },
  ])
  expect(await audit(orderId)).toEqual([
    ...[
      [admin.id, 'pro.refund-proposed'],
      [admin.id, 'pro.refund-proposed'],
    ],
    [second.id, 'pro.refunded'],
  ])
})

test('parts that together are above $100 need a second admin as well', async () => {
  const orderId = await paid(payer, { country: 'DE', interval: 'year' })
  expect(await refund(admin, orderId, 10_000)).toBe('refunded')
  expect(await refund(admin, orderId, 1)).toBe('waits_for_second_admin')
  expect(await sentBack(orderId)).toEqual([10_000])
})

test('what an admin has proposed who is none any more waits for a second one still', async () => {
  const orderId = await paid(payer, { country: 'DE', interval: 'year' })
  const [gone, first] = [await aRanked(fettle, { role: 'admin' }), await aRanked(fettle, { role: 'admin' })]
  expect(await refund(gone, orderId)).toBe('waits_for_second_admin')
  await sql(`update "user" set role = 'user' where id = $1`, [gone.id])
  expect(await refund(first, orderId)).toBe('waits_for_second_admin')
  expect(await sentBack(orderId)).toEqual([])
  expect(await refund(second, orderId)).toBe('refunded')
})

test('two clicks, calls of one key that meet, and two admins at once end in one refund', async () => {
  const orderId = await paid(payer)
  const both = await Promise.all([
    refund(admin, orderId, undefined, 'click'),
    refund(admin, orderId, undefined, 'click'),
  ])
  expect(both.filter((answer) => answer !== 'refunded' && answer !== '409 REQUEST_IN_PROGRESS')).toEqual([])
  expect(await refund(admin, orderId, undefined, 'click')).toBe('refunded')
  expect(await sentBack(orderId)).toEqual([900])
  const other = await paid(await aPerson())
  const two = await Promise.all([refund(admin, other), refund(second, other)])
  expect(two.map(String).toSorted((a, b) => a.localeCompare(b))).toEqual(['409 REFUNDED', 'refunded'])
  expect(await sentBack(other)).toEqual([900])
  const year = await paid(await aPerson(), { country: 'DE', interval: 'year' })
  await refund(admin, year)
  const third = await aRanked(fettle, { role: 'admin' })
  const agreed = await Promise.all([refund(second, year), refund(third, year)])
  expect(agreed.map(String).toSorted((a, b) => a.localeCompare(b))).toEqual(['409 REFUNDED', 'refunded'])
  expect([await sentBack(year), (await audit(orderId)).length]).toEqual([[10_710], 1])
  expect(await checkBooks(fettle.database.db, new Date())).toEqual([])
})

test('an answer that is lost ends in one refund, whether it is asked for again or swept later than keys are kept', async () => {
  const orderId = await paid(payer)
  provider.refund = async (request) => {
    await real(request)
    throw new ProviderUnavailableError('the answer was lost')
  }
  expect(await refund(admin, orderId, 300, 'once')).toBe('503 SERVICE_UNAVAILABLE')
  provider.refund = real
  expect((await story(orderId)).refunds).toMatchObject([{ amount: 300, status: 'requested' }])
  // What is asked for counts, though no claim tells of it yet.
  expect(await refund(admin, orderId, 601)).toBe('409 TOO_MUCH')
  expect(await refund(admin, orderId, 300, 'once')).toBe('refunded')
  expect(await sentBack(orderId)).toEqual([300])
  provider.refund = async (request) => {
    await real(request)
    throw new ProviderUnavailableError('the answer was lost')
  }
  expect(await refund(admin, orderId)).toBe('503 SERVICE_UNAVAILABLE')
  provider.refund = real
  await lookAtPro(fettle.parts.billing)
  expect((await story(orderId)).refunds.map(({ status }) => status)).toEqual(['succeeded', 'requested'])
  await provider.moveClock(2 * DAY)
  await sql(`update subscription_refund set asked_at = asked_at - interval '2 days'`)
  for (const _ of [1, 2]) await lookAtPro(fettle.parts.billing)
  expect((await story(orderId)).refunds.map(({ status }) => status)).toEqual(['succeeded', 'succeeded'])
  expect(await sentBack(orderId)).toEqual([300, 600])
  expect(await access(payer)).toMatchObject({ hasPro: false })
  expect(await checkBooks(fettle.database.db, new Date())).toEqual([])
})

test('what the provider refuses or the bank sends back is with us, told to admins, and can be asked for again', async () => {
  const orderId = await paid(payer, { card: typed('4000 0000 0000 5126') })
  provider.refund = () =>
    Promise.reject(new ProviderRefusedError({ code: 'charge_missing', message: 'No such charge', mayRetry: false }))
  expect(await refund(admin, orderId, 300)).toBe('409 REFUSED')
  provider.refund = real
  expect(await moved()).toEqual(PAID)
  expect((await story(orderId)).refunds).toMatchObject([{ status: 'refused' }])
  expect((await told(second, 'refund.failed')).map(({ title }) => title)).toEqual(['A refund of $3.00 failed'])
  expect(await refund(admin, orderId, 400)).toBe('refunded')
  await provider.moveClock(7200)
  const [, made] = (await story(orderId)).refunds
  await followPayment(fettle.parts.billing, 'refund', String(made?.providerId))
  expect(await moved()).toEqual(PAID)
  expect((await mailsTo(payer)).at(-1)).toBe('Your bank did not take back $4.00 for Pro')
  expect(await refund(admin, orderId)).toBe('refunded')
  expect((await story(orderId)).refunds.map(({ amount, status }) => [amount, status])).toEqual([
    ...[
      [300, 'refused'],
      [400, 'failed'],
    ],
    [900, expect.stringMatching(/pending|succeeded/)],
  ])
})

test('what came after the end is an admin’s only once it no longer goes back by itself', async () => {
  const orderId = await paid(payer)
  await sql('update subscription_order set unwanted = true, ends_at = starts_at where id = $1', [orderId])
  expect(await refund(admin, orderId)).toBe('409 GOES_BACK')
  await sql(`update subscription_order set back_refusals = 5, back_refused = 'No' where id = $1`, [orderId])
  expect(await refund(admin, orderId)).toBe('refunded')
  expect((await story(orderId)).sendingBack).toBeNull()
  expect(await sentBack(orderId)).toEqual([900])
})

test('what was given back of a month is not shared, and whoever has all of it back moves no share', async () => {
  const [one, two] = [await aPerson(), await aPerson()]
  const creators = [await aPerson(), await aPerson()]
  // What earlier tests left is shared before.
  const now = await sql(`select billing_clock(false) as at`)
  const orders = [await paid(one), await paid(two)] as const
  for (const [index, { id }] of creators.entries())
    await sql(
      `insert into tool (id, slug, title, description, category, kind, owner_id, access_tier)
       values (gen_random_uuid(), $2, 'A Pro tool', '', 'calculator', 'config', $1, 'pro')`,
      [id, `pro-${index}`],
    )
  for (const [index, person] of [one, two].entries())
    await sql(
      `insert into tool_run (id, tool_id, version, user_id, source, success, duration_ms, at, of_pro)
       select gen_random_uuid(), id, 1, $1, 'api', true, 5, billing_clock(false), true from tool where slug = $2`,
      [person.id, `pro-${index}`],
    )
  const waits = async () => -((await accounts()).pro_revenue ?? 0)
  const atFirst = await waits()
  expect(await refund(admin, orders[0], 400)).toBe('refunded')
  expect(await refund(admin, orders[1])).toBe('refunded')
  expect(atFirst - (await waits())).toBe(1300)
  const net = await waits()
  const { queueMail } = fettle.parts.till
  const later = new Date(new Date(String(now[0]?.at)).getTime() + 45 * DAY * 1000)
  await shareMonths({ db: fettle.database.db, queueMail }, later)
  const [got] = await sql(
    `select -coalesce(sum(p.amount), 0)::int as amount from ledger_account a join posting p on p.account_id = a.id
      where a.kind = 'creator_available' and a.owner_id = $1`,
    [creators[0]?.id],
  )
  expect(got?.amount).toBe(net - Math.floor((net * 30) / 100))
  expect(
    await sql(`select 1 from ledger_account where kind = 'creator_available' and owner_id = $1`, [creators[1]?.id]),
  ).toEqual([])
  expect(await waits()).toBeCloseTo(0)
  expect(await checkBooks(fettle.database.db, new Date())).toEqual([])
})
