import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { freshDatabase, type TestDatabase } from '#src/server/test-database.ts'
import type { Engine } from './engine.ts'
import { aWorkflow, chainOf, nodesWith, requestFor, startEngine } from './engine-fixture.ts'

vi.setConfig({ testTimeout: 60_000 })

const HEARTBEAT_MS = 500
const DEAD_AFTER_MS = 4 * HEARTBEAT_MS

let database: TestDatabase
let engine: Engine
/** How often the effect was begun here; it never ends. */
let begun = 0
beforeAll(async () => {
  database = await freshDatabase()
  const nodes = nodesWith(() => {
    begun += 1
    return new Promise(() => {})
  })
  engine = await startEngine(database, { nodes, heartbeatMs: HEARTBEAT_MS })
})
afterAll(async () => {
  await engine.stop()
  await database.drop()
})

const query = async (text: string, ...values: unknown[]) => (await database.pool.query(text, values)).rows

/** Another process that gives signs of life, until it is told to stop. */
function another(): () => void {
  const beat = () =>
    query(`insert into executor (id, application_version) values ('other', 'interp-1')
      on conflict (id) do update set heartbeat_at = now()`).catch(() => undefined)
  void beat()
  const timer = setInterval(beat, HEARTBEAT_MS)
  return () => clearInterval(timer)
}

/** Until the engine has given signs of life for so long. */
async function untilItBeats(ms: number): Promise<void> {
  const [{ until }] = await query(`select now() + make_interval(secs => $1) as until`, ms / 1000)
  const beats = () => query(`select from executor where id <> 'other' and heartbeat_at > $1`, until)
  await expect.poll(beats, { timeout: 20_000 }).toHaveLength(1)
}

/** Nobody reads or writes a sign of life meanwhile. */
async function outage(ms: number): Promise<void> {
  const client = await database.pool.connect()
  await client.query('begin')
  await client.query('lock table executor in access exclusive mode')
  const isOver = async () =>
    (await client.query('select clock_timestamp() > now() + make_interval(secs => $1) as is_over', [ms / 1000])).rows[0]
  await expect.poll(isOver, { timeout: 20_000 }).toEqual({ is_over: true })
  await client.query('commit')
  client.release()
}

test('after an outage of the database who has not been heard of yet keeps its runs, unless it stays away', async () => {
  const graph = chainOf([
    { key: 'start', type: 'webhook' },
    { key: 'pay', type: 'effect', config: { name: 'pay' } },
  ])
  const owned = await aWorkflow(database.pool, [graph])
  const { executionId } = await engine.start(requestFor(owned, graph, 'direct', { version: 1 }))
  await expect.poll(() => begun).toBe(1)
  const stopBefore = another()
  await query(`update execution set executor_id = 'other' where id = $1`, executionId)
  const held = async () =>
    (await query('select executor_id, takeovers, recoveries from execution where id = $1', executionId))[0]
  await untilItBeats(2 * DEAD_AFTER_MS)
  stopBefore()
  await outage(1.5 * DEAD_AFTER_MS)
  await untilItBeats(DEAD_AFTER_MS / 2)
  const stop = another()
  await untilItBeats(2 * DEAD_AFTER_MS)
  expect([await held(), begun]).toEqual([{ executor_id: 'other', takeovers: 0, recoveries: 0 }, 1])
  stop()
  await expect.poll(() => begun, { timeout: 15_000 }).toBe(2)
  expect(await held()).toMatchObject({ takeovers: 1, recoveries: 1 })
})
