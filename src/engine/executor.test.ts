import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '#src/server/test-database.ts'
import { createEngine } from './create-engine.ts'
import { executorId, parseExecutorId } from './decide/executor-identity.ts'
import type { Engine } from './engine.ts'
import { aWorkflow, chainOf, nodesWith, requestFor, silentLog } from './engine-fixture.ts'
import { beat, knownDead, newExecutorId, signOff } from './executor.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.drop())

/** As this process would be called if its number had belonged to an earlier one. */
function anEarlierProcess(): string {
  const mine = parseExecutorId(newExecutorId())
  if (mine === null) throw new Error('An id can be read back')
  return executorId({ ...mine, startedAt: '1' })
}

const engineAs = (role: 'web' | 'all', heartbeatMs: number): Promise<Engine> =>
  createEngine({
    databaseUrl: database.url,
    pool: database.pool,
    nodes: nodesWith(async (name) => name),
    host: { fetch: () => Promise.reject(new Error('no network')), runTool: async (_slug, input) => input },
    role,
    log: silentLog,
    heartbeatMs,
  })

const statusOf = async (id: string) =>
  (await database.pool.query('select status from execution where id = $1', [id])).rows[0]?.status

async function aRunOf(executor: string, id: string): Promise<string> {
  const graph = chainOf([
    { key: 'start', type: 'webhook' },
    { key: 'pay', type: 'effect', config: { name: 'pay' } },
  ])
  const { workflowId, ownerId } = await aWorkflow(database.pool, [graph])
  await database.pool.query(
    `insert into execution (id, workflow_id, owner_id, version, status, lane, trigger_kind, started_at, executor_id)
     values ($1, $2, $3, 1, 'running', 'direct', 'webhook', now(), $4)`,
    [id, workflowId, ownerId, executor],
  )
  return id
}

test('a process on this machine that is gone is known at once, a living one never', async () => {
  const [living, gone] = [newExecutorId(), anEarlierProcess()]
  await beat(database.pool, living, 'interp-1')
  await beat(database.pool, gone, 'interp-1')
  expect(await knownDead(database.pool)).toEqual([gone])
  await signOff(database.pool, living)
  await signOff(database.pool, gone)
})

test('after a restart the runs of the last process go on without waiting for its heartbeat to grow old', async () => {
  const gone = anEarlierProcess()
  await beat(database.pool, gone, 'interp-1')
  const id = await aRunOf(gone, '01890000-0000-7000-8000-000000000001')
  const engine = await engineAs('all', 60_000)
  await expect.poll(() => statusOf(id), { timeout: 5000 }).toBe('succeeded')
  await engine.stop()
})

test('a web process runs what it accepts and leaves the runs of others alone', async () => {
  const id = await aRunOf('gone', '01890000-0000-7000-8000-000000000002')
  const engine = await engineAs('web', 20)
  const graph = chainOf([
    { key: 'start', type: 'webhook' },
    { key: 'pay', type: 'effect', config: { name: 'pay' } },
  ])
  const owned = await aWorkflow(database.pool)
  const answer = await engine.startAndWait(requestFor(owned, graph, 'direct'), { timeoutMs: 10_000 })
  expect(answer).toMatchObject({ status: 'succeeded', output: 'pay' })
  const beats = async () =>
    (await database.pool.query(`select max(heartbeat_at - started_at) > interval '500 ms' as late from executor`))
      .rows[0]
  await expect.poll(beats, { timeout: 5000 }).toEqual({ late: true })
  expect(await statusOf(id)).toBe('running')
  expect(engine.isReady()).toBe(true)
  await engine.stop()
  expect(engine.isReady()).toBe(false)
})
