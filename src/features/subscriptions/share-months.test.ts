import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestApp, type TestApp } from '#src/app/test-app.ts'
import { checkBooks } from '#src/features/ledger/checks.queries.ts'
import { postJournal } from '#src/features/ledger/ledger.queries.ts'
import { uuidv7 } from '#src/lib/ids.ts'
import { connect, type Database } from '#src/server/database.ts'
import { proCharge, proClaimed, proReturned } from './pro-journals.ts'
import { shareMonths } from './share-months.server.ts'

let fettle: TestApp
let own: Database
const creators: Person[] = []
const payers: Person[] = []

const sql = async (text: string, values: unknown[] = []) => (await fettle.database.pool.query(text, values)).rows

/** What the books say of somebody, or of us. */
const balance = async (kind: string, owner: string | null = null) => {
  const [row] = await sql(
    `select -coalesce(sum(p.amount), 0)::bigint as owed from ledger_account a join posting p on p.account_id = a.id
      where a.kind = $1 and a.owner_id is not distinct from $2`,
    [kind, owner],
  )
  return Number(row?.owed)
}

async function pays(person: Person, amount: number, from: string, to: string): Promise<void> {
  const [subscription] = await sql(
    `insert into subscription (id, user_id, status, provider, livemode, customer_id, created_at)
     values (gen_random_uuid(), $1, 'canceled', 'embedded', false, 'cus', $2) returning id`,
    [person.id, from],
  )
  const [order] = await sql(
    `insert into subscription_order
       (id, subscription_id, period, reason, interval, status, amount, price, livemode, starts_at, ends_at, created_at, paid_at)
     values (gen_random_uuid(), $1, 0, 'first', 'month', 'paid', $2, $2, false, $3, $4, $3, $3) returning id`,
    [subscription?.id, amount, from, to],
  )
  await own.db
    .transaction()
    .execute((transaction) => postJournal(transaction, proCharge({ id: String(order?.id), amount, livemode: false })))
}

const runs = (person: Person, creator: Person, at: string) =>
  sql(
    `insert into tool_run (id, tool_id, version, user_id, source, success, duration_ms, at, of_pro)
     select gen_random_uuid(), id, 1, $1, 'api', true, 5, $3, true from tool where owner_id = $2 and access_tier = 'pro'`,
    [person.id, creator.id, at],
  )

const share = (at: Date) => shareMonths({ db: own.db, queueMail: fettle.parts.till.queueMail }, at)

beforeAll(async () => {
  fettle = await startTestApp()
  own = connect({ url: fettle.database.url })
  for (let index = 0; index < 3; index += 1) creators.push(await fettle.aPerson())
  for (let index = 0; index < 4; index += 1) payers.push(await fettle.aPerson())
  await sql('update "user" set email_verified_at = now()')
  for (const [index, { id }] of creators.entries())
    await sql(
      `insert into tool (id, slug, title, description, category, kind, owner_id, access_tier)
       values (gen_random_uuid(), $2, 'A Pro tool', '', 'calculator', 'config', $1, 'pro')`,
      [id, `pro-${index}`],
    )
})
afterAll(async () => {
  await own.close()
  await fettle.stop()
})

test('70 % of what a month brought in goes to creators by different paying people, to the cent, once', async () => {
  const [a, b, c] = creators as [Person, Person, Person]
  const [one, two, three, free] = payers as [Person, Person, Person, Person]
  for (const person of [one, two, three]) await pays(person, 333, '2020-03-05T00:00:00Z', '2020-04-05T00:00:00Z')
  // As the books write the day by themselves, what they say of it is moved with the help of their owner.
  await sql(`alter table journal disable trigger append_only; update journal set at = '2020-03-05T00:00:00Z';
             alter table journal enable trigger append_only`)
  for (const person of [one, two, three, free]) await runs(person, a, '2020-03-10T00:00:00Z')
  await runs(one, a, '2020-03-11T00:00:00Z')
  await runs(one, b, '2020-03-10T00:00:00Z')
  await runs(two, b, '2020-03-10T00:00:00Z')
  await runs(one, c, '2020-03-01T00:00:00Z')
  await runs(a, a, '2020-03-10T00:00:00Z')
  await share(new Date('2020-04-07T23:59:59Z'))
  expect(await sql('select * from pro_month')).toEqual([])
  await Promise.all(Array.from({ length: 4 }, () => share(new Date('2020-04-08T00:00:00Z'))))
  const given = await Promise.all(creators.map(({ id }) => balance('creator_available', id)))
  expect(given).toEqual([420, 280, 0])
  expect([await balance('pro_revenue'), await balance('platform_revenue')]).toEqual([0, 299])
  expect(await sql(`select to_char(month, 'YYYY-MM') as month, net, shared from pro_month`)).toEqual([
    { month: '2020-03', net: 999, shared: 700 },
  ])
  await share(new Date('2020-04-30T00:00:00Z'))
  expect(await balance('creator_available', a.id)).toBe(420)
  expect(await checkBooks(own.db, new Date())).toEqual([])
})

test('creators see what they got of a month among their earnings, and are told of it once', async () => {
  const [a, b, c] = creators as [Person, Person, Person]
  const earnings = async ({ get }: Person) => (await get('/api/earnings')).body
  const march = { month: '2020-03', sharedAt: expect.any(String) }
  expect(await earnings(a)).toMatchObject({
    balance: { pending: 0, available: 420, held: 0 },
    totals: { sales: 0, share: 0, taken: 0, ofPro: 420, paidOut: 0 },
    monthsOfPro: [{ ...march, people: 3, amount: 420 }],
  })
  expect(await earnings(b)).toMatchObject({
    ...{ totals: { ofPro: 280 }, monthsOfPro: [{ ...march, people: 2, amount: 280 }] },
  })
  expect(await earnings(c)).toMatchObject({ totals: { ofPro: 0 }, monthsOfPro: [] })
  const csv = await fettle.app.inject({ url: '/api/earnings/csv', headers: { cookie: b.cookie() } })
  expect(
    csv.body
      .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/, 'AT')
      .split('\r\n')
      .slice(1),
  ).toEqual([
    'pro_share,2020-03,AT,,paid,,2.80,,,,USD,,"Share of Pro, March 2020: 2 people who pay for Pro used your Pro tools"',
    '',
  ])
  const told = await sql(
    `select n.user_id, n.title, n.body, (select count(*)::int from mail where user_id = n.user_id and subject = n.title) as mails
       from notification n where n.kind = 'pro.shared' order by n.title desc`,
  )
  const body = (people: number) => `${people} people who pay for Pro used your Pro tools.`
  expect(told).toEqual([
    { user_id: a.id, title: 'Share of Pro, March 2020: $4.20', body: body(3), mails: 1 },
    { user_id: b.id, title: 'Share of Pro, March 2020: $2.80', body: body(2), mails: 1 },
  ])
})

test('a month in which nobody used a Pro tool goes on to the next one', async () => {
  const [a] = creators as [Person]
  const [one] = payers as [Person]
  await pays(one, 900, '2020-04-06T00:00:00Z', '2020-05-06T00:00:00Z')
  await sql(`alter table journal disable trigger append_only;
             update journal set at = '2020-04-06T00:00:00Z' where kind = 'charge' and at > '2021-01-01';
             alter table journal enable trigger append_only`)
  await runs(one, a, '2020-05-02T00:00:00Z')
  await share(new Date('2020-06-08T00:00:00Z'))
  expect(await sql(`select to_char(month, 'YYYY-MM') as month, net, shared from pro_month order by month`)).toEqual([
    { month: '2020-03', net: 999, shared: 700 },
    { month: '2020-04', net: 900, shared: 0 },
    { month: '2020-05', net: 900, shared: 630 },
  ])
  expect([await balance('creator_available', a.id), await balance('pro_revenue')]).toEqual([1050, 0])
  expect(await checkBooks(own.db, new Date())).toEqual([])
})

test('a refund after the month was shared lowers the next one, and the books agree', async () => {
  const [a] = creators as [Person]
  const [one, two] = payers as [Person, Person]
  await pays(two, 1000, '2020-06-06T00:00:00Z', '2020-07-06T00:00:00Z')
  const claim = { id: uuidv7(), kind: 'refund', amount: 900, fee: 0 } as const
  await sql(
    `insert into subscription_claim (id, order_id, kind, provider_id, amount, status, created_at, ended_at)
     select $1, o.id, 'refund', 're_late', 900, 'succeeded', now(), now() from subscription_order o
       join subscription s on s.id = o.subscription_id where s.user_id = $2 and o.amount = 900`,
    [claim.id, one.id],
  )
  await own.db.transaction().execute((transaction) => postJournal(transaction, proClaimed(claim, false)))
  await sql(`alter table journal disable trigger append_only;
             update journal set at = '2020-06-10T00:00:00Z' where kind in ('charge', 'refund') and at > '2021-01-01';
             alter table journal enable trigger append_only`)
  await runs(two, a, '2020-06-10T00:00:00Z')
  await share(new Date('2020-07-08T00:00:00Z'))
  expect(await sql("select net, shared from pro_month where month = '2020-06-01'")).toEqual([{ net: 100, shared: 70 }])
  expect([await balance('creator_available', a.id), await balance('pro_revenue')]).toEqual([1120, 0])
  expect(await checkBooks(own.db, new Date())).toEqual([])
})

test('what was paid in the month and goes back before it is shared is not shared', async () => {
  const [a] = creators as [Person]
  const [one, two] = payers as [Person, Person]
  const before = await balance('creator_available', a.id)
  await pays(one, 500, '2020-07-31T00:00:00Z', '2020-08-31T00:00:00Z')
  await pays(two, 1000, '2020-07-06T00:00:00Z', '2020-08-06T00:00:00Z')
  const [order] = await sql(
    `select o.id from subscription_order o join subscription s on s.id = o.subscription_id
      where s.user_id = $1 and o.amount = 500`,
    [one.id],
  )
  const claim = { id: uuidv7(), kind: 'refund', amount: 500, fee: 0 } as const
  await sql(
    `insert into subscription_claim (id, order_id, kind, provider_id, amount, status, created_at, ended_at)
     values ($1, $2, 'refund', 're_early', 500, 'succeeded', now(), now())`,
    [claim.id, order?.id],
  )
  await own.db.transaction().execute((transaction) => postJournal(transaction, proClaimed(claim, false)))
  await sql(`alter table journal disable trigger append_only;
             update journal set at = '2020-07-31T00:00:00Z' where kind = 'charge' and at > '2021-01-01';
             update journal set at = '2020-08-02T00:00:00Z' where kind = 'refund' and at > '2021-01-01';
             alter table journal enable trigger append_only`)
  await runs(two, a, '2020-07-10T00:00:00Z')
  await share(new Date('2020-08-08T00:00:00Z'))
  expect(await sql("select net, shared from pro_month where month = '2020-07-01'")).toEqual([
    { net: 1000, shared: 700 },
  ])
  expect([(await balance('creator_available', a.id)) - before, await balance('pro_revenue')]).toEqual([700, 0])
  expect(await checkBooks(own.db, new Date())).toEqual([])
})

test('a month goes to creators of what was a Pro tool when it was used, whatever it is since', async () => {
  const [a, b] = creators as [Person, Person]
  const [one] = payers as [Person]
  const had = await Promise.all([a, b].map(({ id }) => balance('creator_available', id)))
  const setTier = (slug: string, tier: string) => sql('update tool set access_tier = $2 where slug = $1', [slug, tier])
  const run = async (slug: string, input: object) =>
    expect((await one.post(`/api/tools/${slug}/run`, input)).status).toBe(200)
  await sql("update tool set owner_id = $1 where slug = 'tip-calculator'", [a.id])
  await sql("update tool set owner_id = $1 where slug = 'rot13'", [b.id])
  await sql(`update "user" set pro_until = now() + interval '1 day' where id = $1`, [one.id])
  await setTier('rot13', 'pro')
  await run('tip-calculator', { bill: 10 })
  await run('rot13', { text: 'Why' })
  await sql("update tool_run set at = '2020-08-10T00:00:00Z' where at > '2021-01-01'")
  await setTier('tip-calculator', 'pro')
  await setTier('rot13', 'free')
  await pays(one, 1000, '2020-08-01T00:00:00Z', '2020-09-01T00:00:00Z')
  await sql(`alter table journal disable trigger append_only;
             update journal set at = '2020-08-01T00:00:00Z' where kind = 'charge' and at > '2021-01-01';
             alter table journal enable trigger append_only`)
  await share(new Date('2020-09-08T00:00:00Z'))
  const given = await Promise.all([a, b].map(({ id }) => balance('creator_available', id)))
  expect(given.map((amount, index) => amount - (had[index] ?? 0))).toEqual([0, 700])
})

test.each([
  ['refund', 'succeeded', '2021-03', [700, 0]],
  ['dispute', 'open', '2022-03', [700, 0]],
  ['refund', 'failed', '2023-03', [700, 700]],
  ['dispute', 'won', '2024-03', [700, 700]],
] as const)(
  'a whole %s, %s: whoever it leaves without a payment moves no shares',
  async (kind, status, month, given) => {
    const [a, b] = creators as [Person, Person]
    const [one, two] = payers as [Person, Person]
    await sql('delete from tool_run')
    const had = await Promise.all([a, b].map(({ id }) => balance('creator_available', id)))
    await pays(one, 1000, `${month}-01T00:00:00Z`, `${month}-31T00:00:00Z`)
    await pays(two, 1000, `${month}-01T00:00:00Z`, `${month}-31T00:00:00Z`)
    const [claim] = await sql(
      `insert into subscription_claim (id, order_id, kind, provider_id, amount, status, created_at, ended_at)
     select gen_random_uuid(), o.id, $1, 'of_' || o.id, 1000, $2, now(), case when $2 <> 'open' then now() end
       from subscription_order o join subscription s on s.id = o.subscription_id
      where s.user_id = $3 and o.starts_at = $4 returning id`,
      [kind, status, two.id, `${month}-01T00:00:00Z`],
    )
    const booked = { id: String(claim?.id), kind, amount: 1000, fee: 0, turns: 0 }
    await own.db.transaction().execute(async (transaction) => {
      await postJournal(transaction, proClaimed(booked, false))
      if (status === 'failed' || status === 'won') await postJournal(transaction, proReturned(booked, false))
    })
    await sql(`alter table journal disable trigger append_only;
             update journal set at = '${month}-02T00:00:00Z' where at > '2025-01-01';
             alter table journal enable trigger append_only`)
    await runs(one, a, `${month}-10T00:00:00Z`)
    await runs(two, b, `${month}-10T00:00:00Z`)
    await share(new Date(`${month.slice(0, 4)}-04-08T00:00:00Z`))
    const got = await Promise.all([a, b].map(({ id }) => balance('creator_available', id)))
    expect(got.map((amount, index) => amount - (had[index] ?? 0))).toEqual(given)
    expect(await checkBooks(own.db, new Date())).toEqual([])
  },
)
