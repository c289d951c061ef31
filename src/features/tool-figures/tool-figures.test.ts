import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestApp, type TestApp, type TestBrowser } from '#src/app/test-app.ts'
import { aRanked } from '#src/features/admin/admin-fixture.ts'
import type { ToolFigures } from './tool-figures.schema.ts'

let fettle: TestApp
let owner: Person
let other: Person
let id: string
beforeAll(async () => {
  fettle = await startTestApp()
  owner = await fettle.aPerson()
  other = await fettle.aPerson()
  const { rows } = await fettle.database.pool.query(
    `update tool set owner_id = $1 where slug = 'tip-calculator' returning id`,
    [owner.id],
  )
  id = String(rows[0].id)
  const runs = [
    // Half past nine in the evening of the first in New York.
    { at: '2026-03-02T02:30:00Z', user: other.id, success: true, ms: 10, source: 'api', code: null },
    { at: '2026-03-02T12:00:00Z', user: owner.id, success: true, ms: 30, source: 'browser', code: null },
    { at: '2026-03-02T13:00:00Z', user: null, success: false, ms: 5000, source: 'api', code: 'TIME_LIMIT' },
    { at: '2026-03-02T14:00:00Z', user: other.id, success: false, ms: 20, source: 'workflow', code: 'TIME_LIMIT' },
    { at: '2026-03-03T14:00:00Z', user: null, success: false, ms: 20, source: 'browser', code: null },
    { at: '2026-03-04T12:00:00Z', user: other.id, success: true, ms: 20, source: 'api', code: null },
  ]
  await fettle.database.pool.query(
    `insert into tool_run (id, tool_id, version, user_id, source, success, error_code, duration_ms, at)
     select gen_random_uuid(), $1, 1, "user", source, success, code, ms, at
       from json_to_recordset($2::json) as r(at timestamptz, "user" uuid, success boolean, ms real, source text, code text)`,
    [id, JSON.stringify(runs)],
  )
  await fettle.database.pool.query(
    `insert into tool_view (id, tool_id, at) select gen_random_uuid(), $1, at
       from unnest(array['2026-03-02T12:00:00Z', '2026-03-02T12:30:00Z', '2026-03-05T00:00:00Z']::timestamptz[]) as at`,
    [id],
  )
})
afterAll(() => fettle.stop())

const NOTHING = {
  ...{ runs: 0, succeeded: 0, failed: 0, successRate: null, people: 0, views: 0, runsPerView: null },
  ...{ p50: null, p95: null },
}
const get = async (query: string) => {
  const { status, body } = await owner.get(`/api/tools/${id}/figures?${query}`)
  expect(status, JSON.stringify(body)).toBe(200)
  return body.figures as ToolFigures
}

test('the days of a zone, people once, its creator never among them, and failures without their words', async () => {
  expect(await get('from=2026-03-01&to=2026-03-03&tz=UTC')).toEqual({
    ...{ title: 'Tip Calculator', slug: 'tip-calculator', from: '2026-03-01', to: '2026-03-03' },
    conversion: { viewers: 0, ran: 0, bought: 0, ranRate: null, boughtRate: null },
    revenue: { sales: 0, tips: 0, share: 0 },
    total: {
      ...{ runs: 5, succeeded: 2, failed: 3, successRate: 0.4, people: 1, views: 2, runsPerView: 1.5 },
      ...{ p50: 10, p95: 30 },
    },
    days: [
      { day: '2026-03-01', ...NOTHING },
      {
        ...{ day: '2026-03-02', runs: 4, succeeded: 2, failed: 2, successRate: 0.5, people: 1, views: 2 },
        ...{ runsPerView: 1, p50: 10, p95: 30 },
      },
      { day: '2026-03-03', ...NOTHING, runs: 1, failed: 1, successRate: 0 },
    ],
    failures: [
      { code: 'TIME_LIMIT', version: 1, semver: null, count: 2, lastAt: '2026-03-02T14:00:00.000Z' },
      { code: '', version: 1, semver: null, count: 1, lastAt: '2026-03-03T14:00:00.000Z' },
    ],
  })
  const { days } = await get('from=2026-03-01&to=2026-03-01&tz=America/New_York')
  expect(days).toEqual([
    { day: '2026-03-01', ...NOTHING, runs: 1, succeeded: 1, successRate: 1, people: 1, p50: 10, p95: 10 },
  ])
  expect((await get('from=2026-01-01&to=2026-01-02')).total).toEqual(NOTHING)
})

test('of people who opened the page, who ran or bought the tool: never more than all of them', async () => {
  const looking = await fettle.aPerson()
  const { pool } = fettle.database
  const seen = [owner, other, other, looking].map((person) => person.id)
  await pool.query(
    `insert into tool_view (id, tool_id, user_id, at) select gen_random_uuid(), $1, seen, '2026-03-04T11:00:00Z'
       from unnest($2::uuid[]) seen`,
    [id, seen],
  )
  await pool.query(
    `insert into tool_run (id, tool_id, version, user_id, source, success, duration_ms, at)
     select gen_random_uuid(), $1, 1, ran, 'api', true, 1, '2026-03-04T11:00:00Z' from unnest($2::uuid[]) ran`,
    [id, [...seen.slice(0, 3), other.id, other.id]],
  )
  await pool.query(
    `insert into sale (id, buyer_id, tool_id, creator_id, amount, creator_share, livemode, provider, status, paid_at)
     values (gen_random_uuid(), $1, $2, $3, 999, 700, false, 'embedded', 'paid', now())`,
    [looking.id, id, owner.id],
  )
  const { conversion } = await get('from=2026-03-04&to=2026-03-04&tz=UTC')
  expect(conversion).toEqual({ viewers: 2, ran: 1, bought: 1, ranRate: 0.5, boughtRate: 0.5 })
})

test('what browsers state is capped, and believed once a day of each person or address', async () => {
  const state = (who: TestBrowser, more: object) => who.post(`/api/discovery/runs/${id}`, { version: 1, ...more })
  for (let n = 0; n < 5; n++) await state(fettle.visitor(), { success: n === 0, durationMs: 3_600_000 })
  for (let n = 0; n < 5; n++) await state(other, { success: true, durationMs: 20 })
  const { total } = await get('tz=UTC')
  expect(total).toMatchObject({ runs: 10, succeeded: 6, failed: 4, successRate: 1, p50: 20, p95: 10_000 })
  for (let n = 0; n < 5; n++) await state(owner, { success: false, durationMs: 20 })
  expect((await get('tz=UTC')).total.successRate).toBe(2 / 3)
})

test('who looks after the tool, its creator or a moderator, is no viewer, and a run of theirs follows no view', async () => {
  const moderator = await aRanked(fettle, { role: 'admin' })
  const visit = (who: TestBrowser) => who.post(`/api/discovery/views/${id}`)
  const before = await get('tz=UTC')
  for (const who of [owner, moderator]) {
    expect((await visit(who)).status).toBe(200)
    await who.post(`/api/discovery/runs/${id}`, { version: 1, success: true, durationMs: 20 })
  }
  const after = await get('tz=UTC')
  expect([after.total.views, after.conversion.viewers]).toEqual([before.total.views, before.conversion.viewers])
  expect(after.total.runs).toBe(before.total.runs + 2)
  for (const who of [other, fettle.visitor()]) await visit(who)
  const { total, conversion } = await get('tz=UTC')
  expect([total.views, conversion.viewers]).toEqual([before.total.views + 2, before.conversion.viewers + 1])
  // The ten runs of others before.
  expect(total.runsPerView).toBe(5)
  await other.post(`/api/discovery/runs/${id}`, { version: 1, success: true, durationMs: 20 })
  expect((await get('tz=UTC')).total.runsPerView).toBe(5.5)
})

test('the runs one by one, the latest first, in pages, and nothing of who it was', async () => {
  const creator = await fettle.aPerson()
  const { pool } = fettle.database
  const { rows } = await pool.query(`update tool set owner_id = $1 where slug = 'rot13' returning id`, [creator.id])
  const tool = String(rows[0].id)
  type Runs = { runs: { id: string; at: string }[]; next: string | null }
  const log = async (query = '') => (await creator.get(`/api/tools/${tool}/runs${query}`)).body as unknown as Runs
  expect(await log()).toEqual({ runs: [], next: null })
  await pool.query(`update tool_version set semver = '1.0.0' where tool_id = $1 and version = 1`, [tool])
  // Two of each minute, so that a page ends between two of the same time.
  await pool.query(
    `insert into tool_run (id, tool_id, version, user_id, source, success, error_code, duration_ms, at)
     select gen_random_uuid(), $1, 1, $2, 'api', n > 0, case n when 0 then 'TIME_LIMIT' end, 1.26,
            '2026-03-02T12:00:00Z'::timestamptz - (n + 1) / 2 * interval '1 minute' from generate_series(0, 109) n`,
    [tool, other.id],
  )
  const first = await log()
  const ran = { version: 1, semver: '1.0.0', source: 'api', durationMs: 1.3 }
  expect(first.runs[0]).toEqual({
    ...{ id: expect.any(String), at: '2026-03-02T12:00:00.000Z', success: false, code: 'TIME_LIMIT' },
    ...ran,
  })
  expect(first.runs[1]).toEqual({
    ...{ id: expect.any(String), at: '2026-03-02T11:59:00.000Z', success: true, code: null },
    ...ran,
  })
  const second = await log(`?before=${first.next}`)
  const third = await log(`?before=${second.next}`)
  const all = [first, second, third].flatMap(({ runs }) => runs)
  expect([first, second, third].map(({ runs }) => runs.length)).toEqual([50, 50, 10])
  expect([new Set(all.map((run) => run.id)).size, third.next]).toEqual([110, null])
  expect(all.map(({ at }) => at)).toEqual(
    all
      .map(({ at }) => at)
      .toSorted()
      .reverse(),
  )
  // A run of another tool is no place in this list.
  const foreign = await pool.query('select id from tool_run where tool_id = $1 limit 1', [id])
  expect(await log(`?before=${foreign.rows[0].id}`)).toEqual({ runs: [], next: null })
})

test.each(['figures', 'runs'])('nobody but its creator gets its %s, hidden or not', async (what) => {
  await fettle.database.pool.query(`update tool set status = 'published' where id = $1`, [id])
  const address = `/api/tools/${id}/${what}`
  expect((await other.get(address)).status).toBe(404)
  expect((await fettle.visitor().get(address)).status).toBe(401)
  await fettle.database.pool.query(`update tool set status = 'hidden' where id = $1`, [id])
  expect((await owner.get(address)).status).toBe(200)
  expect((await owner.get(`/api/tools/${id}/versions`)).status).toBe(200)
  expect((await other.get(`/api/tools/${id}/versions`)).status).toBe(404)
  expect((await fettle.visitor().get(`/api/tools/${id}/versions`)).status).toBe(404)
})
