import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { freshDatabase, type TestDatabase } from '#src/server/test-database.ts'
import { createEngine } from './create-engine.ts'
import type { Engine } from './engine.ts'
import { aWorkflow, chainOf, nodesWith, silentLog } from './engine-fixture.ts'

vi.setConfig({ testTimeout: 20_000 })

let database: TestDatabase
let web: Engine
let worker: ChildProcess

beforeAll(async () => {
  database = await freshDatabase()
  web = await createEngine({
    databaseUrl: database.url,
    pool: database.pool,
    nodes: nodesWith(async (name) => `${name} by the web process`),
    host: { fetch: () => Promise.reject(new Error('no network')), runTool: async (_slug, input) => input },
    role: 'web',
    log: silentLog,
    heartbeatMs: 100,
  })
  const env = { ...process.env, DATABASE_URL: database.url }
  worker = fork(join(import.meta.dirname, 'other-engine-fixture.ts'), { env, execArgv: [] })
  await once(worker, 'message')
})
afterAll(async () => {
  worker.kill('SIGKILL')
  await once(worker, 'exit')
  await web.stop()
  await database.drop()
})

const query = async (text: string, ...values: unknown[]) => (await database.pool.query(text, values)).rows
const graph = chainOf([
  { key: 'start', type: 'webhook' },
  { key: 'pay', type: 'effect', config: { name: 'pay' } },
])

test('a run of a web process that does not know of it goes on in a worker', async () => {
  const owned = await aWorkflow(database.pool, [graph])
  const [own] = await query(`select id from executor where split_part(id, '|', 2) = $1`, String(process.pid))
  // Committed, but the connection broke before it said so: the caller was answered 500, and nobody began the run.
  const [run] = await query(
    `insert into execution (id, workflow_id, owner_id, version, status, lane, trigger_kind, started_at, executor_id)
     values (gen_random_uuid(), $1, $2, 1, 'running', 'direct', 'webhook', now(), $3) returning id`,
    owned.workflowId,
    owned.ownerId,
    own.id,
  )
  const found = async () => (await query('select status, output, recoveries from execution where id = $1', run.id))[0]
  await expect.poll(async () => (await found()).status, { timeout: 15_000 }).toBe('succeeded')
  expect(await found()).toEqual({ status: 'succeeded', output: 'pay by the other', recoveries: 1 })
})
