import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestApp, type TestApp } from '#src/app/test-app.ts'
import { connect, type Database } from '#src/server/database.ts'
import { createLogger } from '#src/server/log.ts'
import { startAllDue } from './scheduler.server.ts'

let fettle: TestApp
let ada: Person
let own: Database
beforeAll(async () => {
  fettle = await startTestApp()
  ada = await fettle.aPerson()
  own = connect({ url: fettle.database.url })
})
afterAll(async () => {
  await own.close()
  await fettle.stop()
})

const log = createLogger({ logLevel: 'silent' })
/** One more scheduler beside that of the app, as in another process; it leaves what the other holds, so both are waited for. */
async function look(): Promise<void> {
  await startAllDue({ db: own.db, engine: fettle.parts.engine, log })
  await expect
    .poll(() => sql('select node_id from schedule where next_at <= now()', []), { timeout: 30_000 })
    .toEqual([])
}

type Config = Readonly<Record<string, unknown>>
const graphOf = (config: Config, more: readonly object[] = []) => ({
  nodes: [
    { id: 'tick', key: 'tick', type: 'schedule', name: 'Tick', config },
    { id: 'b', key: 'echo', type: 'set', name: 'Echo', config: { values: { at: '{{ trigger.scheduledAt }}' } } },
    ...more,
  ],
  edges: [{ from: 'tick', to: 'b' }],
})

async function aSchedule(config: Config): Promise<string> {
  const { workflow } = (await ada.post('/api/workflows', { name: 'Clock', graph: graphOf(config) })).body as {
    workflow: { id: string }
  }
  expect((await ada.post(`/api/workflows/${workflow.id}/publish`, {})).status).toBe(200)
  return workflow.id
}

const sql = async <Row extends object>(text: string, values: unknown[]) =>
  (await fettle.database.pool.query<Row>(text, values)).rows
const stored = async (id: string) =>
  (
    await sql<{ next_at: Date; version: number }>('select next_at, version from schedule where workflow_id = $1', [id])
  )[0]
/** As if nobody had looked while so many ticks of a schedule of ten minutes were due, the last one five minutes ago. */
const missTicks = (id: string, count: number) =>
  sql(
    `update schedule set anchor_at = now() - make_interval(secs => 300 + 600 * $2),
            next_at = now() - make_interval(secs => 300 + 600 * ($2 - 1)) where workflow_id = $1`,
    [id, count],
  )
const ledger = async (id: string) =>
  (
    await sql<{ ran: boolean }>(
      'select execution_id is not null as ran from schedule_tick where workflow_id = $1 order by due_at',
      [id],
    )
  ).map(({ ran }) => ran)
const runsOf = (id: string) =>
  sql<{ version: number; at: string; status: string }>(
    `select version, input ->> 'scheduledAt' as at, status from execution where workflow_id = $1 order by input ->> 'scheduledAt'`,
    [id],
  )

const tenMinutes = { mode: 'interval', every: 10, unit: 'minutes' }

test('publishing says when a schedule is due next, and unpublishing forgets it', async () => {
  const id = await aSchedule({ cron: '30 4 1 1 *', timeZone: 'Europe/Berlin' })
  const found = await stored(id)
  expect([found?.version, found?.next_at.toISOString().slice(4)]).toEqual([1, '-01-01T03:30:00.000Z'])
  await ada.post(`/api/workflows/${id}/unpublish`)
  expect(await stored(id)).toBe(undefined)
})

test('a schedule that cannot be is not published', async () => {
  const graph = graphOf({ cron: '0 0 31 2 *' })
  const { workflow } = (await ada.post('/api/workflows', { name: 'Never', graph })).body as { workflow: { id: string } }
  const { status, body } = await ada.post(`/api/workflows/${workflow.id}/publish`, {})
  expect([status, body.error]).toEqual([422, expect.objectContaining({ message: 'Such a day never comes.' })])
})

test('a tick starts one run within a second and a half, with the time that it was due', async () => {
  const id = await aSchedule({ mode: 'interval', every: 1, unit: 'hours' })
  await sql(`update schedule set next_at = now() + interval '300 ms' where workflow_id = $1`, [id])
  const due = (await stored(id))?.next_at.toISOString() ?? ''
  await expect.poll(() => runsOf(id), { timeout: 10_000 }).toEqual([{ version: 1, at: due, status: 'succeeded' }])
  const [run] = await sql<{ ms: number }>(
    `select extract(epoch from created_at - $2::timestamptz) * 1000 as ms from execution where workflow_id = $1`,
    [id, due],
  )
  // The machine of a test may be slow; what is asserted is that it was not early.
  expect(Number(run?.ms)).toBeGreaterThanOrEqual(0)
})

test.each([
  ['skip', [false, false, false, false, false]],
  ['one', [false, false, false, false, true]],
  ['all', [true, true, true, true, true]],
])('after five ticks without a server: %s', async (missed, ran) => {
  const id = await aSchedule({ ...tenMinutes, missed })
  await missTicks(id, 5)
  await look()
  expect(await ledger(id)).toEqual(ran)
  expect((await runsOf(id)).length).toBe(ran.filter(Boolean).length)
})

test('two schedulers, again and again, start each tick once', async () => {
  const ids = await Promise.all(Array.from({ length: 5 }, () => aSchedule({ ...tenMinutes, missed: 'all' })))
  for (const id of ids) await missTicks(id, 20)
  await Promise.all(Array.from({ length: 6 }, look))
  for (const id of ids) {
    expect(await ledger(id)).toEqual(Array(20).fill(true))
    const runs = await runsOf(id)
    expect([runs.length, new Set(runs.map(({ at }) => at)).size]).toEqual([20, 20])
  }
})

test('a clock that jumps back starts no tick a second time', async () => {
  const id = await aSchedule({ ...tenMinutes, missed: 'all' })
  await missTicks(id, 5)
  await look()
  await sql(`update schedule set next_at = next_at - interval '40 minutes' where workflow_id = $1`, [id])
  await look()
  expect([(await ledger(id)).length, (await runsOf(id)).length]).toEqual([5, 5])
})

test('what was unpublished runs nothing', async () => {
  const id = await aSchedule({ ...tenMinutes, missed: 'all' })
  await ada.post(`/api/workflows/${id}/unpublish`)
  await missTicks(id, 3)
  await look()
  expect(await runsOf(id)).toEqual([])
})

const CYCLES = Number(process.env.PUBLISH_CYCLES ?? 50)

test('publishing while ticks come leaves no run of a version that is gone', async () => {
  const id = await aSchedule({ ...tenMinutes, missed: 'all' })
  const late: unknown[] = []
  for (let n = 0; n < CYCLES; n += 1) {
    await missTicks(id, 2)
    const ticking = look()
    const { status, body } = await ada.post(`/api/workflows/${id}/publish`, {})
    expect(status).toBe(200)
    const [clock] = await sql<{ now: Date }>('select clock_timestamp() as now', [])
    await Promise.all([ticking, look()])
    const old = 'select version from execution where workflow_id = $1 and created_at > $2 and version < $3'
    late.push(...(await sql(old, [id, clock?.now, body.version])))
  }
  expect(late).toEqual([])
  expect((await runsOf(id)).length).toBe(2 * CYCLES)
}, 120_000)

test('an unchanged schedule keeps its time when the workflow is published again, a changed one gets its own', async () => {
  const id = await aSchedule({ mode: 'interval', every: 2, unit: 'hours' })
  const before = (await stored(id))?.next_at
  await ada.post(`/api/workflows/${id}/publish`, {})
  expect(await stored(id)).toEqual({ version: 2, next_at: before })
  const { workflow } = (await ada.get(`/api/workflows/${id}`)).body as { workflow: { revision: number } }
  await ada.send('PUT', `/api/workflows/${id}/draft`, {
    graph: graphOf({ mode: 'interval', every: 5, unit: 'hours' }),
    revision: workflow.revision,
  })
  await ada.post(`/api/workflows/${id}/publish`, {})
  const after = await stored(id)
  expect(after?.version).toBe(3)
  expect(Math.round(((after?.next_at.getTime() ?? 0) - Date.now()) / 3_600_000)).toBe(5)
})

test('the next times are told in words, or what is wrong', async () => {
  const ask = async (config: Config) => (await ada.post('/api/schedules/preview', { config })).body
  const preview = await ask({ cron: '0 9 * * mon', timeZone: 'Europe/Berlin' })
  expect(preview).toMatchObject({ problem: null, path: null, inWords: 'At 09:00, only on Monday (Europe/Berlin)' })
  const next = preview.next as { at: string; inWords: string }[]
  expect(next.map(({ inWords }) => /^Monday, .+ at 09:00:00$/.test(inWords))).toEqual(Array(5).fill(true))
  expect(await ask({ cron: '0 9 * *' })).toEqual({
    problem: 'It must have 5 fields, not 4.',
    path: 'cron',
    inWords: '',
    next: [],
  })
  expect(await ask({ cron: '0 9 * * *', timeZone: 'Mars/Olympus' })).toMatchObject({ path: 'timeZone' })
})
