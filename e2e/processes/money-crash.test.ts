import { afterAll, beforeAll, expect, test } from 'vitest'
import { PRO_PRICE } from '#src/lib/pro-plan.ts'
import {
  aTool,
  closeMoney,
  giveSecondFactor,
  type Hold,
  journals,
  killed,
  killedBehind,
  letSweep,
  MAILS,
  MOMENTS,
  mails,
  movedSince,
  openMoney,
  order,
  type Person,
  proOrdersOf,
  provider,
  someone,
  sql,
  subscribe,
  UNTIL,
  untilKilled,
} from '../support/money-process.ts'

// What comes in and what is paid out; money-crash-refunds.test.ts has what goes back.
beforeAll(openMoney)
afterAll(closeMoney)

test.each(MOMENTS)(
  'a purchase, killed %s: one charge, one journal and one access',
  async (moment) => {
    const tool = await aTool(await someone())
    const buyer = await someone()
    const before = await provider().ask('moved')
    const orderId = await order(buyer, tool)
    await killed(moment, 'GET /v1/payment_intents/', () => buyer.call('GET', `/api/purchases/${orderId}`))
    // The page is loaded again. Without it the event would do the same, a minute later.
    expect(await buyer.call('GET', `/api/purchases/${orderId}`)).toMatchObject({ purchase: { state: 'paid' } })
    expect(await movedSince(before)).toEqual({ charge: 1 })
    expect(await journals(`select '${orderId}'::uuid`)).toEqual(['charge', 'fee'])
    expect(await sql('select id, stands from sale where buyer_id = $1', [buyer.id])).toEqual([
      { id: orderId, stands: true },
    ])
    expect(await buyer.call('GET', `/api/marketplace/check-access/${tool}`)).toMatchObject({ hasAccess: true })
  },
  180_000,
)

test.each(MOMENTS)(
  'a renewal, killed %s: one order, one charge and one journal for the period',
  async (moment) => {
    const person = await someone()
    const before = await provider().ask('moved')
    await subscribe(person)
    await person.call('GET', '/api/subscription')
    expect(await movedSince(before)).toEqual({ charge: 1 })
    // Nobody renews what the test before has left.
    await sql('update subscription set next_at = null where user_id <> $1', [person.id])
    await killed(moment, 'POST /v1/payment_intents', async () => {
      await sql('update test_payments.world set ahead_seconds = ahead_seconds + 32 * 86400')
      // The clock of the server renews by itself; nobody asks for anything.
      await untilKilled()
    })
    // For five minutes it is left to whoever began it.
    await sql('update test_payments.world set ahead_seconds = ahead_seconds + 600')
    const orders = () =>
      sql(`select period, status, ends_at > test_payments.clock() as ahead from subscription_order
            where id in (${proOrdersOf(person)}) order by period`)
    await expect.poll(orders, UNTIL).toEqual([
      { period: 0, status: 'paid', ahead: false },
      { period: 1, status: 'paid', ahead: true },
    ])
    expect(await movedSince(before)).toEqual({ charge: 2 })
    expect(await journals(proOrdersOf(person))).toEqual(['charge', 'charge', 'fee', 'fee'])
    expect(
      await sql('select status, has_pro(user_id) as pro from subscription where user_id = $1', [person.id]),
    ).toEqual([{ status: 'active', pro: true }])
  },
  240_000,
)

test('the first payment of Pro, killed while it books the answer: one charge, one invoice, and Pro without another visit', async () => {
  const person = await someone()
  const before = await provider().ask('moved')
  await subscribe(person)
  await killedBehind(MAILS, () => person.call('GET', '/api/subscription'))
  await letSweep()
  const orders = () =>
    sql(`select o.status, reason, amount::int, (select count(*)::int from invoice where source_id = o.id) as invoices
           from subscription_order o where id in (${proOrdersOf(person)})`)
  await expect.poll(orders, UNTIL).toEqual([{ status: 'paid', reason: 'first', amount: PRO_PRICE.month, invoices: 1 }])
  expect(await movedSince(before)).toEqual({ charge: 1 })
  expect(await journals(proOrdersOf(person))).toEqual(['charge', 'fee'])
  expect(await mails(person, 'Your invoice %')).toBe(1)
  expect(await person.call('GET', '/api/subscription')).toMatchObject({
    ...{ hasPro: true, subscription: { status: 'active', interval: 'month' } },
  })
}, 180_000)

test('an upgrade to a year, killed before it hears the answer: it is charged once, also when it is asked for again', async () => {
  const person = await someone()
  const before = await provider().ask('moved')
  await subscribe(person)
  await person.call('GET', '/api/subscription')
  const upgrade = () => person.call('POST', '/api/subscription/interval', { interval: 'year' })
  await killed('before it hears the answer', 'POST /v1/payment_intents', upgrade)
  // The bank could still be working on it.
  await expect(upgrade()).rejects.toThrow('PAYMENT_PROCESSING')
  // For five minutes it is left to whoever began it; then the clock looks for what came of it.
  await sql('update test_payments.world set ahead_seconds = ahead_seconds + 600')
  const orders = () =>
    sql(`select period, reason, interval, status, attempt, ends_at > starts_at + interval '364 days' as is_year
           from subscription_order where id in (${proOrdersOf(person)}) order by period`)
  await expect.poll(orders, UNTIL).toEqual([
    { period: 0, reason: 'first', interval: 'month', status: 'paid', attempt: 0, is_year: false },
    { period: 1, reason: 'upgrade', interval: 'year', status: 'paid', attempt: 0, is_year: true },
  ])
  expect(await movedSince(before)).toEqual({ charge: 2 })
  expect(await journals(proOrdersOf(person))).toEqual(['charge', 'charge', 'fee', 'fee'])
  expect(await mails(person, 'Your invoice %')).toBe(2)
  expect(await person.call('GET', '/api/subscription')).toMatchObject({
    ...{ hasPro: true, subscription: { status: 'active', interval: 'year', nextCharge: { amount: PRO_PRICE.year } } },
  })
}, 180_000)

test.each(MOMENTS)(
  'a payout, killed %s: one transfer and one journal, and the balance is empty',
  async (moment) => {
    const creator = await someone()
    const tool = await aTool(creator)
    const buyer = await someone()
    const orderId = await order(buyer, tool)
    await buyer.call('GET', `/api/purchases/${orderId}`)
    await sql("update sale set paid_at = paid_at - interval '8 days' where id = $1", [orderId])
    await giveSecondFactor(creator)
    const { url } = await creator.call('POST', '/api/payouts/onboarding', { country: 'us' })
    await provider().ask('onboard', { token: String(url).split('#token=')[1] ?? '' })
    await creator.call('GET', '/api/payouts')
    const before = await provider().ask('moved')
    await killed(moment, 'POST /v1/transfers', () => creator.call('POST', '/api/payouts'))
    await letSweep()
    const payouts = () =>
      sql('select amount::int, transfer_id is not null as sent from payout where creator_id = $1', [creator.id])
    await expect.poll(payouts, UNTIL).toEqual([{ amount: 1400, sent: true }])
    expect(await movedSince(before)).toEqual({ transfer: 1 })
    expect(await journals(`select id from payout where creator_id = '${creator.id}'`)).toEqual([
      'payout_reserved',
      'payout_sent',
    ])
    expect((await creator.call('GET', '/api/earnings')).balance).toEqual({ pending: 0, available: 0, held: 0 })
  },
  300_000,
)

/** The first of a month that is over, as SQL. */
const monthsAgo = (months: number) => `date_trunc('month', now() at time zone 'UTC') - interval '${months} months'`
/** The middle of it. */
const within = (months: number) => `(${monthsAgo(months)} + interval '10 days') at time zone 'UTC'`

/** As if this person had paid for their year of Pro in that month; the books keep their days by themselves. */
const paidIn = (months: number, person: Person) => `
  update subscription_order set starts_at = ${within(months)}, paid_at = ${within(months)} where id in (${proOrdersOf(person)});
  update journal set at = ${within(months)} where source_id in (${proOrdersOf(person)});`

/** A run of a Pro tool in that month, by whoever pays for Pro. */
const ranIn = (months: number, person: Person, toolId: string) => `
  insert into tool_run (id, tool_id, version, user_id, source, success, duration_ms, at, of_pro)
  values (gen_random_uuid(), '${toolId}', 1, '${person.id}', 'api', true, 5, ${within(months)} + interval '1 day', true);`

test('two months of Pro, killed while the second one is shared: every creator has their share of each once', async () => {
  const [early, late] = [await someone(), await someone()]
  const [ada, grace] = [await someone(), await someone()]
  const [adas, graces] = [await aTool(ada, 'pro'), await aTool(grace, 'pro')]
  const before = await provider().ask('moved')
  for (const person of [early, late]) {
    await subscribe(person, 'year')
    await person.call('GET', '/api/subscription')
  }
  const used = [ranIn(3, early, adas), ranIn(2, early, adas), ranIn(2, early, graces), ranIn(2, late, graces)]
  // Grace has no share of the first month: whoever writes to her shares the second one.
  const herself: Hold = { lock: `select from "user" where id = '${grace.id}' for update`, waiting: 'insert into%' }
  await killedBehind(herself, async () => {
    await sql(`alter table journal disable trigger append_only; ${paidIn(3, early)} ${paidIn(2, late)}
               ${used.join('')} alter table journal enable trigger append_only`)
    await untilKilled()
  })
  const shared = async ({ id, call }: Person) => {
    const { balance, monthsOfPro } = await call('GET', '/api/earnings')
    return { balance, months: monthsOfPro, mails: await mails({ id }, 'Share of Pro, %') }
  }
  const of = (people: number, amount: number) => expect.objectContaining({ people, amount })
  await expect
    .poll(() => shared(grace), UNTIL)
    .toEqual({
      ...{ balance: { pending: 0, available: 4200, held: 0 }, months: [of(2, 4200)], mails: 1 },
    })
  expect(await shared(ada)).toEqual({
    ...{ balance: { pending: 0, available: 8400, held: 0 }, months: [of(1, 2100), of(1, 6300)], mails: 2 },
  })
  expect(await movedSince(before)).toEqual({ charge: 2 })
  expect(await sql("select kind from journal where kind = 'pro_share'")).toHaveLength(2)
  expect(await sql('select net::int, shared::int from pro_month where shared > 0 order by month')).toEqual([
    { net: PRO_PRICE.year, shared: 6300 },
    { net: PRO_PRICE.year, shared: 6300 },
  ])
}, 180_000)
