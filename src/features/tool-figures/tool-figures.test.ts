import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestApp, type TestApp } from '#src/app/test-app.ts'
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
    total: {
      ...{ runs: 5, succeeded: 2, failed: 3, successRate: 0.4, people: 1, views: 2, runsPerView: 2 },
      ...{ p50: 10, p95: 30 },
    },
    days: [
      { day: '2026-03-01', ...NOTHING },
      {
        ...{ day: '2026-03-02', runs: 4, succeeded: 2, failed: 2, successRate: 0.5, people: 1, views: 2 },
        ...{ runsPerView: 1.5, p50: 10, p95: 30 },
      },
      { day: '2026-03-03', ...NOTHING, runs: 1, failed: 1, successRate: 0 },
    ],
    failures: [
      { code: 'TIME_LIMIT', version: 1, count: 2, lastAt: '2026-03-02T14:00:00.000Z' },
      { code: '', version: 1, count: 1, lastAt: '2026-03-03T14:00:00.000Z' },
    ],
  })
  const { days } = await get('from=2026-03-01&to=2026-03-01&tz=America/New_York')
  expect(days).toEqual([
    { day: '2026-03-01', ...NOTHING, runs: 1, succeeded: 1, successRate: 1, people: 1, p50: 10, p95: 10 },
  ])
  expect((await get('from=2026-01-01&to=2026-01-02')).total).toEqual(NOTHING)
})

test('nobody but its creator gets them, hidden or not', async () => {
  const address = `/api/tools/${id}/figures`
  expect((await other.get(address)).status).toBe(404)
  expect((await fettle.visitor().get(address)).status).toBe(401)
  await fettle.database.pool.query(`update tool set status = 'hidden' where id = $1`, [id])
  expect((await owner.get(address)).status).toBe(200)
  expect((await owner.get(`/api/tools/${id}/versions`)).status).toBe(200)
  expect((await other.get(`/api/tools/${id}/versions`)).status).toBe(404)
  expect((await fettle.visitor().get(`/api/tools/${id}/versions`)).status).toBe(404)
})
