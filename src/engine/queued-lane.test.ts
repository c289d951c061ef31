import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Json } from '#src/sdk/json.ts'
import { connect, type Database } from '#src/server/database.ts'
import { asEngineTransaction } from '#src/server/engine-transaction.ts'
import { freshDatabase, type TestDatabase } from '#src/server/test-database.ts'
import { createEngine } from './create-engine.ts'
import type { Engine, StartRequest } from './engine.ts'
import { aWorkflow, chainOf, graphOf, nodesWith, type Owned, requestFor, silentLog } from './engine-fixture.ts'
import { strandedRuns } from './invariants.ts'
import { readSteps } from './steps.queries.ts'

vi.setConfig({ testTimeout: 20_000, expect: { poll: { timeout: 10_000 } } })

let database: TestDatabase
let own: Database
let engine: Engine
let owned: Owned
const trigger = { key: 'start', type: 'webhook' }
const effect = (key: string) => ({ key, type: 'effect', config: { name: key } })
const graph = chainOf([trigger, effect('pay')])
let calls: string[] = []
let behave: (name: string) => Promise<Json> = async (name) => name

beforeAll(async () => {
  database = await freshDatabase()
  own = connect({ url: database.url })
  owned = await aWorkflow(database.pool, [graph])
  engine = await createEngine({
    databaseUrl: database.url,
    pool: database.pool,
    nodes: nodesWith((name) => {
      calls.push(name)
      return behave(name)
    }),
    host: { fetch: () => Promise.reject(new Error('no network')), runTool: async (_slug, input) => input },
    role: 'all',
    log: silentLog,
    heartbeatMs: 100,
  })
})
beforeEach(() => {
  calls = []
  behave = async (name) => name
})
afterAll(async () => {
  await engine.stop()
  await own.close()
  await database.drop()
})

const query = async (text: string, ...values: unknown[]) => (await database.pool.query(text, values)).rows
const runOf = async (id: string) => (await query('select * from execution where id = $1', id))[0]
const statusOf = async (id: string) => (await runOf(id)).status
const enqueue = (request: StartRequest): Promise<string> =>
  own.db.transaction().execute(async (transaction) => {
    const { executionId } = await engine.enqueue(asEngineTransaction(transaction), request)
    return executionId
  })
const scheduled = (payload: Json = null): StartRequest => ({
  ...requestFor(owned, graph, 'direct', { version: 1 }),
  trigger: { kind: 'schedule', payload },
})

test('a run that was enqueued begins by itself', async () => {
  const id = await enqueue(scheduled({ tick: 7 }))
  await expect.poll(() => statusOf(id)).toBe('succeeded')
  const run = await runOf(id)
  expect(run).toMatchObject({ lane: 'queued', trigger_kind: 'schedule', output: 'pay', recoveries: 0, segment: 0 })
  expect(run.started_at.getTime()).toBeGreaterThanOrEqual(run.created_at.getTime())
  expect((await readSteps(database.pool, id)).map(({ key, output }) => [key, output])).toEqual([
    ['start', { tick: 7 }],
    ['pay', 'pay'],
  ])
})

test('a run whose transaction is rolled back never was', async () => {
  let id = ''
  const refused = own.db.transaction().execute(async (transaction) => {
    id = (await engine.enqueue(asEngineTransaction(transaction), scheduled())).executionId
    throw new Error('changed my mind')
  })
  await expect(refused).rejects.toThrow('changed my mind')
  expect(await query('select id from execution where id = $1', id)).toEqual([])
  expect(await query('select 1 from dbos.workflow_status where workflow_uuid = $1', id)).toEqual([])
})

test('a run is queued until a worker has a place for it, and others of its account wait with it', async () => {
  const end = Promise.withResolvers<Json>()
  behave = () => end.promise
  const ids = await Promise.all(Array.from({ length: 27 }, () => enqueue(scheduled())))
  await expect.poll(() => calls.length).toBe(25)
  const states = await Promise.all(ids.map(statusOf))
  expect(states.filter((status) => status === 'queued')).toHaveLength(2)
  await query(`update execution set created_at = created_at - interval '1 hour' where id = any($1)`, ids)
  expect(await strandedRuns(database.pool, { graceMs: 5000 })).toEqual([])

  const other = await aWorkflow(database.pool, [graph])
  const theirs = await enqueue({ ...scheduled(), ...other })
  await expect.poll(() => statusOf(theirs)).toBe('running')
  end.resolve('done')
  await expect.poll(async () => new Set(await Promise.all(ids.map(statusOf)))).toEqual(new Set(['succeeded']))
})

test('a queued run is cancelled at once and never begins', async () => {
  const end = Promise.withResolvers<Json>()
  behave = () => end.promise
  const busy = await Promise.all(Array.from({ length: 25 }, () => enqueue(scheduled())))
  await expect.poll(() => calls.length).toBe(25)
  const id = await enqueue(scheduled())
  expect(await engine.cancel(id)).toBe('requested')
  expect(await statusOf(id)).toBe('cancelled')
  end.resolve(null)
  await expect.poll(async () => new Set(await Promise.all(busy.map(statusOf)))).toEqual(new Set(['succeeded']))
  expect(calls).toHaveLength(25)
})

test('a run starts from the trigger that it names', async () => {
  const two = graphOf(
    [{ ...trigger, key: 'morning' }, { ...trigger, key: 'evening' }, effect('coffee'), effect('tea')],
    ['morning > coffee', 'evening > tea'],
  )
  const request = requestFor(owned, two, 'direct')
  const id = await enqueue({ ...request, trigger: { kind: 'webhook', payload: null, nodeId: 'n_evening' } })
  await expect.poll(() => statusOf(id)).toBe('succeeded')
  expect(calls).toEqual(['tea'])
})

test('a circle is refused before anything is written', async () => {
  const circle = graphOf([trigger, effect('a'), effect('b')], ['start > a', 'a > b', 'b > a'])
  await expect(enqueue(requestFor(owned, circle, 'direct'))).rejects.toMatchObject({ code: 'INVALID_GRAPH' })
})

test('a run that a process took from the queue and never began is begun by another', async () => {
  const end = Promise.withResolvers<Json>()
  behave = () => end.promise
  const id = await enqueue(scheduled())
  await expect.poll(() => calls.length).toBe(1)
  // As a process leaves it that was killed between the queue and its first statement.
  await query(
    `with dead as (insert into executor (id, application_version, heartbeat_at)
       values ('dead', 'interp-1', now() - interval '1 hour')),
     durable as (update dbos.workflow_status set executor_id = 'dead', owner_xid = 'dead' where workflow_uuid = $1)
     update execution set status = 'queued', executor_id = null, started_at = null where id = $1::uuid`,
    id,
  )
  expect((await strandedRuns(database.pool, { graceMs: 0 })).map((run) => run.id)).toEqual([id])
  await expect.poll(() => calls.length, { timeout: 10_000 }).toBe(2)
  end.resolve('paid')
  await expect.poll(() => statusOf(id)).toBe('succeeded')
  expect(await runOf(id)).toMatchObject({ recoveries: 1 })
})

test.each([
  ['no partition key', 'queue_partition_key = null', 'queue_partition_key = $2'],
  ['no queue that anybody reads', `queue_name = 'elsewhere'`, `queue_name = 'background'`],
])('a queued run with %s is known to be stranded', async (_what, spoil, mend) => {
  const id = await own.db.transaction().execute(async (transaction) => {
    const client = asEngineTransaction(transaction)
    const { executionId } = await engine.enqueue(client, scheduled())
    await client.query(`update dbos.workflow_status set ${spoil} where workflow_uuid = $1`, [executionId])
    return executionId
  })
  expect((await strandedRuns(database.pool, { graceMs: 0 })).map((run) => run.id)).toEqual([id])
  await query(
    `update dbos.workflow_status set ${mend} where workflow_uuid = $1 and $2::text is not null`,
    id,
    owned.ownerId,
  )
  await expect.poll(() => statusOf(id)).toBe('succeeded')
})
