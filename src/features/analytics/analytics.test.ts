import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestApp, type TestApp } from '#src/app/test-app.ts'
import { deleteOldRuns } from '#src/features/retention/delete-old-runs.server.ts'
import { connect, type Database } from '#src/server/database.ts'
import type { Analytics } from './analytics.schema.ts'

let fettle: TestApp
let own: Database
let ada: Person
let workflow: string
beforeAll(async () => {
  // A process that takes no runs over leaves those alone that are made up.
  fettle = await startTestApp({ env: { ROLE: 'web' } })
  own = connect({ url: fettle.database.url })
  ada = await fettle.aPerson()
  const { body } = await ada.post('/api/workflows', { name: 'Counted' })
  workflow = (body.workflow as { id: string }).id
})
afterAll(async () => {
  await own.close()
  await fettle.stop()
})

interface Run {
  readonly at: Date
  readonly status: 'succeeded' | 'failed' | 'cancelled' | 'running'
  readonly ms: number | null
  readonly error: { readonly code: string; readonly key?: string } | null
}

/** Runs over six weeks that no order and no hour has in common; the same in every run of the test. */
function makeRuns(count: number): Run[] {
  let seed = 4711
  const next = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed % below
  }
  return Array.from({ length: count }, () => {
    const at = new Date(Date.UTC(2026, 2, 1) + next(42 * 86_400) * 1000)
    const status =
      (['succeeded', 'succeeded', 'succeeded', 'failed', 'cancelled', 'running'] as const)[next(6)] ?? 'failed'
    const ms = status === 'running' ? null : 1.5 ** next(40) + next(1000) / 10
    const error =
      status === 'failed' ? { code: ['HTTP_STATUS', 'TIMEOUT'][next(2)] ?? '', key: `step_${next(3)}` } : null
    return { at, status, ms, error }
  })
}

const RUNS = makeRuns(1500)
const isoDay = (at: Date, timeZone: string) => new Intl.DateTimeFormat('sv-SE', { timeZone }).format(at)
const get = async (tz: string): Promise<Analytics> => {
  const address = `/api/workflows/${workflow}/analytics?from=2026-02-27&to=2026-04-13&tz=${encodeURIComponent(tz)}`
  const { status, body } = await ada.get(address)
  expect(status, JSON.stringify(body)).toBe(200)
  return body.analytics as Analytics
}

/** The same figures, counted from the runs themselves. */
function recount(timeZone: string) {
  const byDay = Map.groupBy(RUNS, ({ at }) => isoDay(at, timeZone))
  return [...byDay]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([day, runs]) => {
      const of = (status: Run['status']) => runs.filter((run) => run.status === status)
      const durations = of('succeeded')
        .map(({ ms }) => ms ?? 0)
        .toSorted((a, b) => a - b)
      const rank = (share: number) => durations[Math.ceil(share * durations.length) - 1] ?? null
      return {
        ...{ day, runs: runs.length, succeeded: of('succeeded').length, failed: of('failed').length },
        ...{ cancelled: of('cancelled').length, p50: rank(0.5), p95: rank(0.95), p99: rank(0.99) },
      }
    })
}

async function expectRecount(timeZone: string): Promise<void> {
  const { days, total, failures } = await get(timeZone)
  expect(days.length).toBe(46)
  const filled = days.filter(({ runs }) => runs > 0)
  const expected = recount(timeZone)
  expect(filled.map(({ day }) => day)).toEqual(expected.map(({ day }) => day))
  for (const [index, { p50, p95, p99, ...counts }] of expected.entries()) {
    const shown = filled[index]
    expect(shown).toMatchObject(counts)
    expect(shown?.successRate).toBeCloseTo(counts.succeeded / (counts.succeeded + counts.failed), 12)
    expect(shown?.timeSavedSeconds).toBe(counts.succeeded * 120)
    for (const [given, exact] of [
      [shown?.p50, p50],
      [shown?.p95, p95],
      [shown?.p99, p99],
    ])
      expect(Math.abs((given ?? 0) / (exact ?? 1) - 1)).toBeLessThan(0.0101)
  }
  expect(total.runs).toBe(RUNS.length)
  const causes = Map.groupBy(
    RUNS.flatMap(({ error }) => error ?? []),
    ({ code, key }) => `${code} ${key}`,
  )
  expect(Object.fromEntries(failures.map(({ code, step, count }) => [`${code} ${step}`, count]))).toEqual(
    Object.fromEntries([...causes].map(([name, all]) => [name, all.length])),
  )
}

const ZONES = ['UTC', 'Europe/Berlin', 'America/St_Johns', 'Asia/Kathmandu', 'Pacific/Apia']

test('the figures are those of a recount in every zone, and stay the same while runs are deleted', async () => {
  await fettle.database.pool.query(
    `insert into execution (id, workflow_id, owner_id, version, status, lane, trigger_kind, error, created_at, started_at,
                            finished_at, duration_ms, executor_id)
     select gen_random_uuid(), $1, $2, 1, status, 'direct', 'webhook', error, at, at,
            case when status <> 'running' then at end, ms, 'nobody'
       from json_to_recordset($3::json) as r(at timestamptz, status text, ms real, error json)`,
    [workflow, ada.id, JSON.stringify(RUNS)],
  )
  await fettle.database.pool.query(
    `update workflow set draft = '{"nodes":[],"edges":[],"settings":{"timeSavedSeconds":120}}' where id = $1`,
    [workflow],
  )
  // Tries of the draft, which count neither while they are kept nor afterwards.
  await fettle.database.pool.query(
    `insert into execution (id, workflow_id, owner_id, graph, status, lane, trigger_kind, error, created_at, finished_at,
                            duration_ms)
     select gen_random_uuid(), $1, $2, '{}', case when n % 2 = 0 then 'failed' else 'succeeded' end, 'direct', 'manual',
            case when n % 2 = 0 then '{"code":"TIMEOUT","key":"step_1"}'::json end, at, at, 7
       from (select n, '2026-03-05'::timestamptz + n * interval '1 hour' as at from generate_series(1, 300) n) times`,
    [workflow, ada.id],
  )
  for (const zone of ZONES) await expectRecount(zone)
  const before = await Promise.all(ZONES.map(get))
  const deps = { db: own.db, forgetRuns: async () => {}, limits: { keepDays: 90, keepRuns: 1_000_000 } }
  for (const day of ['2026-03-12T07:33:00Z', '2026-04-02T13:01:00Z', '2026-05-01T00:00:00Z']) {
    const now = new Date(Date.parse(day) + 90 * 86_400_000)
    expect(await deleteOldRuns(deps, now)).toBeGreaterThan(100)
    expect(await Promise.all(ZONES.map(get))).toEqual(before)
  }
  const left = await fettle.database.pool.query(`select distinct status from execution where workflow_id = $1`, [
    workflow,
  ])
  expect(left.rows).toEqual([{ status: 'running' }])
  for (const zone of ZONES) await expectRecount(zone)
}, 60_000)

test.each([
  ['from=2026-03-02&to=2026-03-01', 422],
  ['from=2025-01-01&to=2026-03-01', 422],
  ['from=2026-02-30&to=2026-03-01', 422],
  ['from=2026-03-01&to=2026-03-02&tz=Mars', 422],
  ['from=2026-03-01', 422],
  ['from=2026-03-01&to=2026-03-01', 200],
  ['tz=Asia/Tokyo', 200],
])('?%s is answered %i', async (query, status) => {
  expect((await ada.get(`/api/workflows/${workflow}/analytics?${query}`)).status).toBe(status)
})

test('the figures of somebody else are not there', async () => {
  const bob = await fettle.aPerson()
  const address = `/api/workflows/${workflow}/analytics?from=2026-03-01&to=2026-03-02`
  expect((await bob.get(address)).status).toBe(404)
  expect((await fettle.visitor().get(address)).status).toBe(401)
})
