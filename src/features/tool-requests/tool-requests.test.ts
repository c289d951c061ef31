import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestBrowser } from '#src/app/test-app.ts'
import { MAX_REQUESTS, sweepRequests } from './tool-requests.queries.ts'

let fettle: TestApp
beforeAll(async () => {
  fettle = await startTestApp({ env: { TRUST_PROXY: 'true' } })
})
afterAll(() => fettle.stop())

const sql = async (text: string) => (await fettle.database.pool.query(text)).rows
const ask = async (browser: TestBrowser, query: unknown, address = '203.0.113.1') =>
  browser.post('/api/tool-requests', { query }, { 'x-forwarded-for': address })

test('a request is stored as typed and counted by its words, once for each address and day', async () => {
  const visitor = fettle.visitor()
  expect(await ask(visitor, 'Crossword Solver!')).toMatchObject({ status: 200, body: { count: 1 } })
  expect((await ask(visitor, 'crossword  solver')).body).toEqual({ count: 1 })
  expect((await ask(fettle.visitor(), 'CROSSWORD-SOLVER', '203.0.113.2')).body).toEqual({ count: 2 })
  expect(await sql('select words, typed, count from tool_request')).toEqual([
    { words: 'crossword solver', typed: 'Crossword Solver!', count: 2 },
  ])
})

test('twenty voices at once count twenty', async () => {
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) => ask(fettle.visitor(), 'at once', `198.51.100.${n}`)),
  )
  expect(answers.map(({ body }) => body.count).sort((a, b) => Number(a) - Number(b))).toEqual(
    Array.from({ length: 20 }, (_, n) => n + 1),
  )
})

test('the 64 bits that one subscriber has are one voice', async () => {
  expect((await ask(fettle.visitor(), 'by ipv6', '2001:db8:1:2::1')).body).toEqual({ count: 1 })
  expect((await ask(fettle.visitor(), 'by ipv6', '2001:db8:1:2:ffff::9')).body).toEqual({ count: 1 })
  expect((await ask(fettle.visitor(), 'by ipv6', '2001:db8:1:3::1')).body).toEqual({ count: 2 })
})

test('somebody who is signed in counts as the person, wherever they are', async () => {
  const person = await fettle.aPerson()
  expect((await ask(person, 'of a person', '203.0.113.30')).body).toEqual({ count: 1 })
  expect((await ask(person, 'of a person', '203.0.113.31')).body).toEqual({ count: 1 })
})

test('the next day counts anew, and what is over is forgotten', async () => {
  const visitor = fettle.visitor()
  await ask(visitor, 'every day', '203.0.113.40')
  await sql('update tool_request_voice set day = day - 1')
  expect((await ask(visitor, 'every day', '203.0.113.40')).body).toEqual({ count: 2 })
  await sql(`update tool_request set last_at = now() - interval '366 days' where words <> 'every day'`)
  await sweepRequests(fettle.database.db)
  expect(await sql('select words from tool_request')).toEqual([{ words: 'every day' }])
  expect(await sql('select count(*)::int as voices from tool_request_voice')).toEqual([{ voices: 1 }])
})

test('where there is no room, a new request takes the place of the oldest that the fewest asked for', async () => {
  await sql('truncate tool_request cascade')
  await sql(`insert into tool_request (id, words, typed, count, last_at)
             select gen_random_uuid(), 'kept ' || n, 'kept', case when n < 3 then 2 else 1 end,
                    now() - make_interval(hours => ${MAX_REQUESTS} - n)
               from generate_series(1, ${MAX_REQUESTS}) n`)
  expect((await ask(fettle.visitor(), 'kept 4', '203.0.113.80')).body).toEqual({ count: 2 })
  expect((await ask(fettle.visitor(), 'no room', '203.0.113.80')).body).toEqual({ count: 1 })
  expect((await ask(fettle.visitor(), 'no room', '203.0.113.81')).body).toEqual({ count: 2 })
  expect(await sql('select count(*)::int as requests from tool_request')).toEqual([{ requests: MAX_REQUESTS }])
  const first = ['no room', ...Array.from({ length: 5 }, (_, n) => `kept ${n + 1}`)]
  expect(
    await sql(`select words, count from tool_request where words in ('${first.join("', '")}') order by words`),
  ).toEqual([
    { words: 'kept 1', count: 2 },
    { words: 'kept 2', count: 2 },
    { words: 'kept 4', count: 2 },
    { words: 'kept 5', count: 1 },
    { words: 'no room', count: 2 },
  ])
})

test('no address is readable in what is stored', async () => {
  await ask(fettle.visitor(), 'secret address', '203.0.113.50')
  const [row] = await sql(`select encode(who, 'escape') as who from tool_request_voice limit 1`)
  expect(String(row?.who)).not.toContain('203.0.113')
})

test.each([[''], ['   '], ['?!'], ['x'.repeat(201)], [7]])('%j is refused at its field', async (query) => {
  const { status, body } = await ask(fettle.visitor(), query, '203.0.113.60')
  expect([status, (body.error as { details: { field: string }[] }).details[0]?.field]).toEqual([422, 'query'])
})

test('one address may ask for twenty things an hour', async () => {
  const visitor = fettle.visitor()
  for (let n = 0; n < 20; n++) expect((await ask(visitor, `thing ${n}`, '203.0.113.70')).status).toBe(200)
  const refused = await ask(visitor, 'one more', '203.0.113.70')
  expect(refused.status).toBe(429)
  expect(refused.headers['retry-after']).toBe(String((refused.body.error as { retryAfter: number }).retryAfter))
})

test('another site cannot ask in somebody’s name', async () => {
  const { status } = await fettle
    .visitor()
    .post('/api/tool-requests', { query: 'from elsewhere' }, { origin: 'https://evil.example' })
  expect(status).toBe(403)
})
