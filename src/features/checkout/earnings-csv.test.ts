import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestApp, type TestApp } from '#src/app/test-app.ts'
import { payoutLines } from '#src/features/payouts/payouts.server.ts'
import { aTool } from './checkout-fixture.ts'
import { earningsLines } from './earnings-csv.server.ts'

let fettle: TestApp
let creator: Person
beforeAll(async () => {
  fettle = await startTestApp({ env: { ROLE: 'web' } })
  creator = await fettle.aPerson()
  const tool = await aTool(fettle, creator, { cents: 999 })
  const stranger = await fettle.aPerson()
  const sell = `insert into sale (id, tool_id, creator_id, status, amount, creator_share, livemode, provider, paid_at)
    select ('018f0000-0000-7000-8000-00000000000' || n)::uuid, $1, $2, 'paid', 999, 700, false, 'embedded', '2026-03-04'
      from generate_series($3::int, $4::int) n`
  await fettle.database.pool.query(sell, [tool, creator.id, 1, 5])
  await fettle.database.pool.query(sell, [tool, stranger.id, 6, 7])
  await fettle.database.pool.query(
    `insert into payout (id, creator_id, amount, livemode, status, reason, provider, created_at)
     select ('018f0000-0000-7000-8000-00000000001' || n)::uuid, $1, 1400 + n, false, 'skipped', 'BELOW_MINIMUM', 'embedded', '2026-03-05'
       from generate_series(1, 3) n`,
    [creator.id],
  )
})
afterAll(() => fettle.stop())

const share = { month: '2026-03', people: 2, amount: 280, sharedAt: '2026-04-02T00:00:00.000Z' }
const HEADER = 'type,order,paid_at,tool,state,amount,share,platform_fee,refunded,taken,currency,coupon,note'
/** The last letters of what each line is about. */
const ids = (text: string) => text.split('\r\n').map((line) => line.split(',')[1]?.slice(-2) ?? '')

test('all earnings are read page by page, the newest first, and none twice', async () => {
  const sources = { till: fettle.parts.till, monthsOfPro: () => Promise.resolve([share]), payoutLines }
  const parts: string[] = []
  for await (const part of earningsLines(sources, creator.id, 2)) parts.push(part)
  expect(parts[0]).toBe(`${HEADER}\r\n`)
  expect(parts.slice(1).map(ids)).toEqual([
    ['05', '04', ''],
    ['03', '02', ''],
    ['01', ''],
    ['03', ''],
    ['13', '12', ''],
    ['11', ''],
  ])
  const whole: string[] = []
  for await (const part of earningsLines(sources, creator.id)) whole.push(part)
  expect(whole.join('')).toBe(parts.join(''))
})

test('the file is for its creator alone, and says what it is', async () => {
  const url = '/api/earnings/csv'
  const { body, headers } = await fettle.app.inject({ url, headers: { cookie: creator.cookie() } })
  const lines = body.split('\r\n')
  expect([lines[0], lines.length]).toEqual([HEADER, 10])
  expect(lines[1]).toBe(
    'sale,018f0000-0000-7000-8000-000000000005,2026-03-04T00:00:00.000Z,Doubler,paid,9.99,7.00,2.99,0.00,0.00,USD,,',
  )
  expect(headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': expect.stringMatching(/^attachment; filename="fettle-earnings-\d{4}-\d\d-\d\d\.csv"$/),
    'cache-control': 'private, no-store',
  })
  expect((await fettle.visitor().get(url)).status).toBe(401)
})

test('who asks for the head of the file alone is refused: all of it would be read', async () => {
  const asked = { method: 'HEAD', url: '/api/earnings/csv', headers: { cookie: creator.cookie() } } as const
  expect((await fettle.app.inject(asked)).statusCode).toBe(405)
})

test('a person has ten of these files in a minute, and others still have theirs', async () => {
  const [person, other] = [await fettle.aPerson(), await fettle.aPerson()]
  const answers = await Promise.all(Array.from({ length: 11 }, () => person.get('/api/earnings/csv')))
  expect(answers.map(({ status }) => status).toSorted((one, next) => one - next)).toEqual([...Array(10).fill(200), 429])
  expect((await other.get('/api/earnings/csv')).status).toBe(200)
})
