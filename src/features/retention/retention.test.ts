import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestApp, type TestApp } from '#src/app/test-app.ts'
import { connect, type Database } from '#src/server/database.ts'
import { deleteOldRuns } from './delete-old-runs.server.ts'

let fettle: TestApp
let other: Database
let ada: Person
beforeAll(async () => {
  fettle = await startTestApp()
  other = connect({ url: fettle.database.url })
  ada = await fettle.aPerson()
})
afterAll(async () => {
  await other.close()
  await fettle.stop()
})

const DAY = 86_400_000
const sql = async (text: string, ...values: unknown[]) =>
  (await fettle.database.pool.query<Record<string, unknown>>(text, values)).rows
const sweep = (now: Date, limits = { keepDays: 90, keepRuns: 1_000_000 }) =>
  deleteOldRuns({ db: other.db, forgetRuns: (ids) => fettle.parts.engine.forget(ids), limits }, now)
const later = (days: number) => new Date(Date.now() + days * DAY)

async function aWorkflow(person: Person, config: object): Promise<string> {
  const graph = {
    nodes: [
      { id: 'a', key: 'start', type: 'manual', name: 'Start' },
      { id: 'b', key: 'work', name: 'Work', ...config },
    ],
    edges: [{ from: 'a', to: 'b' }],
  }
  const { body } = await person.post('/api/workflows', { name: 'Kept', graph })
  return (body.workflow as { id: string }).id
}
async function run(person: Person, id: string): Promise<string> {
  const { body } = await person.post(`/api/workflows/${id}/run`, { version: 'draft', input: {} })
  return (body.execution as { id: string }).id
}
const statusOf = async (id: string) => (await sql('select status from execution where id = $1', id))[0]?.status

const WAIT = { type: 'wait', config: { amount: 200, unit: 'days' } }
const SET = { type: 'set', config: { values: { text: 'x'.repeat(20_000) } } }

test('runs that ended long ago go with all that hangs on them; one that waits stays, however old it is', async () => {
  const [waits, works] = [await aWorkflow(ada, WAIT), await aWorkflow(ada, SET)]
  const [waiting, old, fresh] = [await run(ada, waits), await run(ada, works), await run(ada, works)]
  await expect.poll(() => statusOf(waiting), { timeout: 10_000 }).toBe('waiting')
  await expect.poll(async () => (await sql('select from execution_size where execution_id = $1', old)).length).toBe(1)
  await sql(`update execution set created_at = created_at - interval '1 day' where id = any($1)`, [waiting, old])
  await sql(`update execution set finished_at = finished_at - interval '1 day' where id = $1`, old)

  expect(await sweep(later(89.5))).toBe(1)
  expect([await statusOf(waiting), await statusOf(old), await statusOf(fresh)]).toEqual([
    'waiting',
    undefined,
    'succeeded',
  ])
  const left = async (table: string) => (await sql(`select from ${table} where execution_id = $1`, old)).length
  expect([await left('execution_step'), await left('execution_blob'), await left('execution_size')]).toEqual([0, 0, 0])
  expect((await sql('select from dbos.workflow_status where workflow_uuid = $1', old)).length).toBe(0)

  // Years later the one that waits is still there, and goes on.
  expect(await sweep(later(4000))).toBe(1)
  expect(await statusOf(waiting)).toBe('waiting')
  expect((await sql('select from dbos.workflow_status where workflow_uuid = $1', `${waiting}~1`)).length).toBe(1)
  expect((await ada.post(`/api/executions/${waiting}/cancel`)).status).toBe(200)
  await expect.poll(() => statusOf(waiting), { timeout: 10_000 }).toBe('cancelled')
  // Its days begin now that it has ended.
  expect([await sweep(later(89.5)), await statusOf(waiting)]).toEqual([0, 'cancelled'])
}, 60_000)

test('what a run has called stays for as long as that run goes on', async () => {
  const [waits, works] = [await aWorkflow(ada, WAIT), await aWorkflow(ada, SET)]
  const [root, child, grandchild] = [await run(ada, waits), await run(ada, works), await run(ada, works)]
  await expect.poll(() => statusOf(root), { timeout: 10_000 }).toBe('waiting')
  await sql('update execution set parent_id = $2 where id = $1', child, root)
  await sql('update execution set parent_id = $2 where id = $1', grandchild, child)
  await sweep(later(4000))
  const states = () => Promise.all([root, child, grandchild].map(statusOf))
  expect(await states()).toEqual(['waiting', 'succeeded', 'succeeded'])
  await ada.post(`/api/executions/${root}/cancel`)
  await expect.poll(() => statusOf(root), { timeout: 10_000 }).toBe('cancelled')
  await sweep(later(4000))
  expect(await states()).toEqual([undefined, undefined, undefined])
}, 60_000)

test('of an account with too many runs the oldest go; those of others stay', async () => {
  const [bob, eve] = [await fettle.aPerson(), await fettle.aPerson()]
  const [many, few] = [await aWorkflow(bob, SET), await aWorkflow(eve, SET)]
  const ids: string[] = []
  for (let n = 0; n < 5; n++) ids.push(await run(bob, many))
  await run(eve, few)
  await sweep(later(1), { keepDays: 90, keepRuns: 3 })
  const rows = await sql('select id from execution where workflow_id = $1 order by created_at', many)
  expect(rows.map(({ id }) => id)).toEqual(ids.slice(2))
  expect((await sql('select from execution where workflow_id = $1', few)).length).toBe(1)
})

test('a run whose event may be delivered again stays until it is forgotten', async () => {
  const id = await aWorkflow(ada, SET)
  const kept = await run(ada, id)
  await sql(
    `insert into webhook_delivery (workflow_id, key, execution_id, expires_at)
     values ($1, '\\x01', $2, now() + interval '1 hour')`,
    id,
    kept,
  )
  await sweep(later(400))
  expect(await statusOf(kept)).toBe('succeeded')
  await sql(`update webhook_delivery set expires_at = now() where execution_id = $1`, kept)
  await sweep(later(400))
  expect(await statusOf(kept)).toBe(undefined)
})

test('several processes at once count each run once', async () => {
  const id = await aWorkflow(ada, SET)
  await sql(
    `insert into execution (id, workflow_id, owner_id, version, status, lane, trigger_kind, created_at, finished_at, duration_ms)
     select gen_random_uuid(), $1, $2, 1, 'succeeded', 'inline', 'webhook', at, at, 5
       from (select now() - interval '100 days' - n * interval '1 second' as at from generate_series(1, 650) n) times`,
    id,
    ada.id,
  )
  const counts = await Promise.all([sweep(new Date()), sweep(new Date()), sweep(new Date())])
  // One of them has left off where another was at it; the next round finds what remains.
  const rest = await sweep(new Date())
  expect(counts.reduce((sum, count) => sum + count, rest)).toBe(650)
  expect(await sql('select sum(succeeded)::int as runs from execution_rollup where workflow_id = $1', id)).toEqual([
    { runs: 650 },
  ])
})
