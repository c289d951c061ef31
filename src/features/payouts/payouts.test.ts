import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Person, startTestApp, type TestApp } from '#src/app/test-app.ts'
import { aRanked } from '#src/features/admin/admin-fixture.ts'
import { aTool } from '#src/features/checkout/checkout-fixture.ts'
import { releaseShares } from '#src/features/checkout/money-chores.server.ts'
import type { Till } from '#src/features/checkout/till.ts'
import { checkBooks } from '#src/features/ledger/checks.queries.ts'
import { charge } from '#src/features/ledger/journals.ts'
import { postJournal } from '#src/features/ledger/ledger.queries.ts'
import type { EmbeddedProvider } from '#src/features/payments/embedded/create-embedded.server.ts'
import { VISA } from '#src/features/payments/embedded/embedded-fixture.ts'
import { type PaymentProvider, ProviderUnavailableError } from '#src/features/payments/provider.ts'
import { uuidv7 } from '#src/lib/ids.ts'
import { plan, send } from './pay-out.server.ts'
import { followPayout, runWeek, sendDue } from './payout-chores.server.ts'

let fettle: TestApp
let grace: Person
/** Hers, for $20.00: $14.00 are hers. */
let tool: string
beforeAll(async () => {
  fettle = await startTestApp({ env: { TRUST_PROXY: 'true', ROLE: 'web' } })
})
afterAll(() => fettle.stop())
beforeEach(async () => {
  grace = await aRanked(fettle, { role: 'user' })
  await sql('update "user" set email_verified_at = now() where id = $1', [grace.id])
  tool = await aTool(fettle, grace, { cents: 2000 })
})

const sql = async (text: string, values: unknown[] = []) => (await fettle.database.pool.query(text, values)).rows
const till = (more: Partial<Till> = {}): Till => ({ ...fettle.parts.till, ...more })
const provider = () => fettle.parts.payments as EmbeddedProvider

const from = (person: Person) => ({ 'x-forwarded-for': `198.51.${person.name.replace('Person ', '')}.1` })
/** Somebody buys it, eight days ago. */
async function sold(): Promise<string> {
  const buyer = await fettle.aPerson()
  const { body } = await buyer.post('/api/marketplace/purchase', { fxnId: tool, licenseType: 'personal' }, from(buyer))
  await buyer.post('/api/payments/confirm', { clientSecret: body.clientSecret, card: VISA }, from(buyer))
  await buyer.get(`/api/purchases/${body.orderId}`)
  await sql("update sale set paid_at = paid_at - interval '8 days' where id = $1", [body.orderId])
  return String(body.orderId)
}

async function onboarded(person: Person, bank = 'pays'): Promise<void> {
  const { body } = await person.post('/api/payouts/onboarding', { country: 'us' })
  const token = String(body.url).split('#token=')[1]
  expect((await person.post('/api/payments/onboarding', { token, bank })).body).toEqual({
    returnUrl: 'http://localhost:3000/earnings',
  })
  // The page that they come back to asks how far it is.
  await person.get('/api/payouts')
}

const outlook = async (person: Person) => (await person.get('/api/payouts')).body
const payNow = (person: Person) => person.post('/api/payouts', {})
const balance = async (person: Person) => (await person.get('/api/earnings')).body.balance
const transfers = (person: Person) =>
  sql(
    `select transfer.amount::int, transfer.status from test_payments.transfer
       join test_payments.payee on payee.id = payee_id where account_id = $1 order by transfer.id`,
    [person.id],
  )
const payouts = (person: Person) =>
  sql('select status, reason, amount::int, period is null as asked from payout where creator_id = $1 order by id', [
    person.id,
  ])
/** What the provider tells of the transfers of somebody. */
async function heard(person: Person): Promise<void> {
  const rows = await sql('select transfer_id from payout where creator_id = $1 and transfer_id is not null', [
    person.id,
  ])
  for (const { transfer_id: id } of rows) await followPayout(till(), 'transfer', id)
}
const arrives = async (person: Person) => {
  await provider().moveClock(86_400)
  await heard(person)
}
const mails = (person: Person) =>
  sql('select subject from mail where user_id = $1 order by id', [person.id]).then((rows) =>
    rows.map(({ subject }) => subject),
  )

test('$14.00 from the sale to the bank, a refund of it afterwards, and the sales that make up for that', async () => {
  const order = await sold()
  expect(await outlook(grace)).toMatchObject({
    ...{ livemode: false, minimum: 1000, hold: null, payouts: [] },
    account: { state: 'none', country: null, missing: [] },
    now: { amount: 1400, reason: 'ONBOARDING_NEEDED', why: 'Say first where the money goes.' },
    next: { amount: 1400, reason: 'ONBOARDING_NEEDED' },
  })
  expect(await payNow(grace)).toMatchObject({
    status: 409,
    body: { error: { code: 'PAYOUT_REFUSED', reason: 'ONBOARDING_NEEDED' } },
  })
  expect(await balance(grace)).toEqual({ pending: 0, available: 1400, held: 0 })
  await onboarded(grace)
  expect(await outlook(grace)).toMatchObject({ account: { state: 'ready', country: 'US' }, now: { reason: null } })
  expect(await payNow(grace)).toMatchObject({
    status: 200,
    body: { payout: { status: 'sending', amount: 1400, why: '', isWeekly: false } },
  })
  expect(await balance(grace)).toEqual({ pending: 0, available: 0, held: 0 })
  expect(await outlook(grace)).toMatchObject({ now: { amount: 0, reason: 'UNDER_WAY' } })
  expect((await grace.get('/api/earnings')).body.totals).toMatchObject({ share: 1400, paidOut: 1400 })
  await arrives(grace)
  expect(await transfers(grace)).toEqual([{ amount: 1400, status: 'paid' }])
  expect((await outlook(grace)).payouts).toMatchObject([{ status: 'paid', amount: 1400 }])
  expect(await mails(grace)).toContain('$14.00 is on its way to your bank')
  expect((await grace.post(`/api/earnings/${order}/refund`, { reason: 'Asked' })).status).toBe(200)
  expect(await balance(grace)).toEqual({ pending: 0, available: -1400, held: 0 })
  expect(await outlook(grace)).toMatchObject({ now: { amount: -1400, reason: 'NEGATIVE_BALANCE' } })
  await sold()
  expect(await payNow(grace)).toMatchObject({ status: 409, body: { error: { reason: 'BELOW_MINIMUM' } } })
  expect(await balance(grace)).toEqual({ pending: 0, available: 0, held: 0 })
  await sold()
  expect((await payNow(grace)).body.payout).toMatchObject({ amount: 1400 })
  expect(await transfers(grace)).toMatchObject([{ amount: 1400 }, { amount: 1400 }])
  expect(await checkBooks(fettle.database.db, new Date())).toEqual([])
  const csv = await fettle.app.inject({ url: '/api/earnings/csv', headers: { cookie: grace.cookie() } })
  const lines = csv.body.split('\r\n')
  expect(lines[0]).toBe('type,order,paid_at,tool,state,amount,share,platform_fee,refunded,taken,currency,coupon,note')
  expect(lines.filter((line) => line.startsWith('payout,'))).toEqual([
    expect.stringMatching(/,,sending,14\.00,,,,,USD,,$/),
    expect.stringMatching(/,,paid,14\.00,,,,,USD,,$/),
  ])
})

describe('only once', () => {
  beforeEach(async () => {
    await sold()
    await onboarded(grace)
  })

  test('row 33: five who click at the same time', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => payNow(grace)))
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409, 409, 409, 409])
    expect(await transfers(grace)).toEqual([{ amount: 1400, status: 'in_transit' }])
    expect(await payouts(grace)).toEqual([{ status: 'sending', reason: null, amount: 1400, asked: true }])
  })

  test('after a crash between the transfer and our commit', async () => {
    const real = provider()
    const dies: PaymentProvider = {
      ...real,
      async transfer(asked) {
        await real.transfer(asked)
        throw new Error('the process died')
      },
    }
    await releaseShares(till())
    const planned = await plan(till(), grace.id, null)
    await expect(send(till({ provider: dies }), String(planned?.id))).rejects.toThrow('the process died')
    expect(await payouts(grace)).toMatchObject([{ status: 'sending' }])
    // The others leave it alone for two minutes.
    await sendDue(till())
    expect(await sql('select transfer_id from payout where creator_id = $1', [grace.id])).toEqual([
      { transfer_id: null },
    ])
    await sendDue(till({ now: () => new Date(Date.now() + 121_000) }))
    expect(await transfers(grace)).toEqual([{ amount: 1400, status: 'in_transit' }])
    await arrives(grace)
    expect(await payouts(grace)).toEqual([{ status: 'paid', reason: null, amount: 1400, asked: true }])
    expect(await balance(grace)).toEqual({ pending: 0, available: 0, held: 0 })
  })

  test('after an answer was lost and the key is forgotten', async () => {
    const real = provider()
    let asked = 0
    const silent: PaymentProvider = {
      ...real,
      async transfer(wanted) {
        asked += 1
        await real.transfer(wanted)
        throw new ProviderUnavailableError('the answer was lost')
      },
    }
    await releaseShares(till())
    const planned = await plan(till(), grace.id, null)
    await send(till({ provider: silent }), String(planned?.id))
    await sql('delete from test_payments.answered')
    for (const days of [2, 3])
      await sendDue(till({ provider: silent, now: () => new Date(Date.now() + days * 86_400_000) }))
    expect(asked).toBe(1)
    expect(await transfers(grace)).toEqual([{ amount: 1400, status: 'in_transit' }])
    expect(await payouts(grace)).toMatchObject([{ status: 'sending', amount: 1400 }])
  })

  test('a week, by however many processes', async () => {
    await Promise.all([runWeek(till()), runWeek(till()), runWeek(till())])
    await runWeek(till())
    expect(await payouts(grace)).toEqual([{ status: 'sending', reason: null, amount: 1400, asked: false }])
    expect(await transfers(grace)).toEqual([{ amount: 1400, status: 'in_transit' }])
  })
})

describe('why not', () => {
  const inWeeks = (weeks: number) => till({ now: () => new Date(Date.now() + weeks * 7 * 86_400_000) })

  test('the weekly run says it for each week, and pays once nothing is in the way', async () => {
    await sold()
    await runWeek(inWeeks(1))
    expect(await payouts(grace)).toEqual([
      { status: 'skipped', reason: 'ONBOARDING_NEEDED', amount: 1400, asked: false },
    ])
    expect(await mails(grace)).toContain('$14.00 waits for you')
    await onboarded(grace, 'asks_more')
    await runWeek(inWeeks(2))
    await onboarded(grace)
    await sql('insert into payout_hold (id, creator_id, reason, placed_at) values ($1, $2, $3, now())', [
      ...[uuidv7(), grace.id, 'We look at a report'],
    ])
    expect(await outlook(grace)).toMatchObject({
      ...{ hold: { reason: 'We look at a report' }, now: { reason: 'ADMIN_HOLD' } },
    })
    await runWeek(inWeeks(3))
    await sql("update payout_hold set lifted_at = now(), lifted_because = 'Fine'")
    await sql(`update "user" set suspended_at = now(), suspended_reason = 'Spam' where id = $1`, [grace.id])
    await runWeek(inWeeks(4))
    await sql('update "user" set suspended_at = null, suspended_reason = null where id = $1', [grace.id])
    await runWeek(inWeeks(5))
    expect((await payouts(grace)).map(({ status, reason }) => reason ?? status)).toEqual([
      ...['ONBOARDING_NEEDED', 'ACCOUNT_RESTRICTED', 'ADMIN_HOLD', 'SUSPENDED', 'sending'],
    ])
    expect(await transfers(grace)).toEqual([{ amount: 1400, status: 'in_transit' }])
  })

  /** As many sales as that one again, of any creator. */
  async function soldAgain(orderId: string, creator: Person, count: number): Promise<void> {
    const sales = await sql(
      `insert into sale (id, buyer_id, tool_id, creator_id, status, amount, creator_share, livemode, provider, paid_at)
       select gen_random_uuid(), buyer_id, tool_id, $2, status, amount, creator_share, livemode, provider,
              paid_at - make_interval(mins => $3)
         from sale, generate_series(1, $3) where id = $1 returning id`,
      [orderId, creator.id, count],
    )
    for (const { id } of sales)
      await postJournal(
        fettle.database.db,
        charge(
          { id, creatorId: creator.id, livemode: false, released: false, amount: 2000, creatorShare: 1400, claimed: 0 },
          { creator: 1400, platform: 600 },
        ),
      )
  }

  test('every share whose hold is over is looked at, however many came before: one’s own when one asks, all each week', async () => {
    await onboarded(grace)
    const orderId = await sold()
    const other = await fettle.aPerson()
    await soldAgain(orderId, other, 250)
    expect(await payNow(grace)).toMatchObject({ status: 200, body: { payout: { amount: 1400 } } })
    const left = () => sql('select count(*)::int as left from sale where released_at is null')
    expect(await left()).toEqual([{ left: 250 }])
    await soldAgain(orderId, grace, 1)
    await runWeek(inWeeks(6))
    expect(await left()).toEqual([{ left: 0 }])
    expect(await payouts(grace)).toEqual([
      { status: 'sending', reason: null, amount: 1400, asked: true },
      { status: 'skipped', reason: 'UNDER_WAY', amount: 1400, asked: false },
    ])
    expect(await payouts(other)).toMatchObject([{ reason: 'ONBOARDING_NEEDED', amount: 350_000 }])
  })

  test('a hold that comes between planning and sending keeps the money here', async () => {
    await sold()
    await onboarded(grace)
    await releaseShares(till())
    const planned = await plan(till(), grace.id, null)
    await sql('insert into payout_hold (id, creator_id, reason, placed_at) values ($1, $2, $3, now())', [
      ...[uuidv7(), grace.id, 'Fraud?'],
    ])
    await send(till(), String(planned?.id))
    expect(await payouts(grace)).toEqual([{ status: 'skipped', reason: 'ADMIN_HOLD', amount: 1400, asked: true }])
    expect(await balance(grace)).toEqual({ pending: 0, available: 1400, held: 0 })
    expect(await transfers(grace)).toEqual([])
  })

  test('a bank that sends it back', async () => {
    await sold()
    await onboarded(grace, 'refuses')
    expect((await payNow(grace)).body.payout).toMatchObject({ status: 'sending' })
    await arrives(grace)
    await heard(grace)
    expect((await outlook(grace)).payouts).toMatchObject([{ status: 'failed', why: 'The money came back.' }])
    expect(await balance(grace)).toEqual({ pending: 0, available: 1400, held: 0 })
    expect(await mails(grace)).toContain('A payout did not reach you')
    expect((await mails(grace)).filter((subject) => subject === 'A payout did not reach you')).toHaveLength(1)
  })

  test('a provider that has too little of our money', async () => {
    await sold()
    await onboarded(grace)
    await sql(
      `insert into test_payments.balance_move (id, kind, amount, fee, source_id) values ($1, 'fee', -10000000, 0, 'x')`,
      [uuidv7()],
    )
    expect((await payNow(grace)).body.payout).toMatchObject({
      ...{ status: 'failed', why: 'The payment provider refused it. There is not enough money in our balance.' },
    })
    await sql("delete from test_payments.balance_move where source_id = 'x'")
    expect(await balance(grace)).toEqual({ pending: 0, available: 1400, held: 0 })
    expect((await payNow(grace)).body.payout).toMatchObject({ status: 'sending' })
  })

  test('who wants no news of sales gets no mail of a payout, and is told in the page', async () => {
    await grace.send('PUT', '/api/email-preferences', { category: 'sales', wanted: false })
    await sold()
    await onboarded(grace)
    await payNow(grace)
    expect(await mails(grace)).not.toContain('$14.00 is on its way to your bank')
    expect(await sql("select title from notification where user_id = $1 and kind = 'payout.sent'", [grace.id])).toEqual(
      [{ title: '$14.00 is on its way to your bank' }],
    )
  })
})

test('a payout that ended stays as it is, and none can be removed', async () => {
  await sold()
  await onboarded(grace)
  await payNow(grace)
  await arrives(grace)
  const change = (what: string) => sql(`update payout set ${what} where creator_id = $1`, [grace.id])
  await expect(change("status = 'sending', ended_at = null")).rejects.toMatchObject({ code: '23514' })
  await expect(change('amount = amount + 1')).rejects.toMatchObject({ code: '23514' })
  await expect(change("transfer_id = 'tr_other'")).rejects.toMatchObject({ code: '23514' })
  await expect(sql('delete from payout where creator_id = $1', [grace.id])).rejects.toMatchObject({ code: '23514' })
})

test('without a second factor nobody says where money goes, and none leaves; a session that did not pass it proves it', async () => {
  await sold()
  await onboarded(grace)
  const codeOf = async (work: ReturnType<Person['post']>) => (await work).body.error
  const onboard = () => codeOf(grace.post('/api/payouts/onboarding', { country: 'us' }))
  await sql('update session set second_factor_at = null where user_id = $1', [grace.id])
  for (const refused of [await onboard(), await codeOf(payNow(grace))])
    expect(refused).toMatchObject({ code: 'FRESH_SIGN_IN_REQUIRED' })
  await sql('delete from totp where user_id = $1', [grace.id])
  for (const refused of [await onboard(), await codeOf(payNow(grace))])
    expect(refused).toMatchObject({ code: 'SECOND_FACTOR_REQUIRED' })
  expect(await outlook(grace)).toMatchObject({ needsSecondFactor: true, now: { reason: null, amount: 1400 } })
  expect(await transfers(grace)).toEqual([])
})

test('a country is two letters, and a token of nobody opens nothing', async () => {
  expect((await grace.post('/api/payouts/onboarding', { country: 'Germany' })).status).toBe(422)
  expect((await grace.post('/api/payments/onboarding', { token: 'nobody', bank: 'pays' })).status).toBe(404)
  expect((await fettle.visitor().get('/api/payouts')).status).toBe(401)
})
