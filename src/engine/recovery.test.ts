import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { NodeContext } from '#src/sdk/define-node.ts'
import type { Json } from '#src/sdk/json.ts'
import { freshDatabase, type TestDatabase } from '#src/server/test-database.ts'
import type { Engine } from './engine.ts'
import { aWorkflow, chainOf, giveToDead, nodesWith, type Owned, requestFor, startEngine } from './engine-fixture.ts'
import { inTransaction } from './in-transaction.ts'
import { strandedRuns } from './invariants.ts'
import { readSteps } from './steps.queries.ts'
import { ownRuns, takeOver } from './sweep.queries.ts'

vi.setConfig({ testTimeout: 20_000 })

let database: TestDatabase
let engine: Engine
let owned: Owned
type Call = { name: string; idempotencyKey: string; end: PromiseWithResolvers<Json> }
/** One for each time that an effect was begun; it lasts until the test ends it. */
let calls: Call[] = []

const effect = (key: string) => ({ key, type: 'effect', config: { name: key } })
const graph = chainOf([{ key: 'start', type: 'webhook' }, effect('pay'), effect('mail')])

function act(name: string, { idempotencyKey }: NodeContext): Promise<Json> {
  const end = Promise.withResolvers<Json>()
  calls.push({ name, idempotencyKey, end })
  return end.promise
}

beforeAll(async () => {
  database = await freshDatabase()
  owned = await aWorkflow(database.pool, [graph])
  engine = await startEngine(database, {
    nodes: nodesWith(act),
    heartbeatMs: 100,
  })
})
beforeEach(() => {
  calls = []
})
afterAll(async () => {
  await engine.stop()
  await database.drop()
})

const query = async (text: string, ...values: unknown[]) => (await database.pool.query(text, values)).rows
const runOf = async (id: string) => (await query('select * from execution where id = $1', id))[0]
const statusOf = async (id: string) => (await runOf(id)).status
const begun = (name: string) => calls.filter((call) => call.name === name)

const request = () => requestFor(owned, graph, 'direct', { version: 1, payload: { n: 1 } })

/** A run whose `pay` is done and whose `mail` has begun; of the queue it has a durable row. */
async function inTheMiddle({ lane = 'direct' }: { lane?: 'direct' | 'queued' } = {}): Promise<string> {
  const { executionId } =
    lane === 'queued'
      ? await inTransaction(database.pool, (client) => engine.enqueue(client, request()))
      : await engine.start(request())
  await expect.poll(() => begun('pay').length).toBe(1)
  begun('pay')[0]?.end.resolve('paid')
  await expect.poll(() => begun('mail').length).toBe(1)
  return executionId
}

test.each(['direct', 'queued'] as const)(
  'a %s run of a dead process goes on: what was done stays done, what was in flight is repeated with its key',
  async (lane) => {
    const id = await inTheMiddle({ lane })
    await giveToDead(database.pool, id)
    await expect.poll(() => begun('mail').length, { timeout: 10_000 }).toBe(2)
    expect(begun('pay')).toHaveLength(1)
    const [asleep, second] = begun('mail')
    expect(second?.idempotencyKey).toBe(`${id}:n_mail:0`)
    expect(asleep?.idempotencyKey).toBe(second?.idempotencyKey)

    // The first owner wakes up and is done first: its result must not count.
    asleep?.end.resolve('from the one who was asleep')
    second?.end.resolve('from the new owner')
    await expect.poll(() => statusOf(id)).toBe('succeeded')
    expect(await runOf(id)).toMatchObject({ output: 'from the new owner', recoveries: 1 })
    const steps = await readSteps(database.pool, id)
    expect(steps.map(({ key, status, output }) => [key, status, output])).toEqual([
      ['start', 'succeeded', { n: 1 }],
      ['pay', 'succeeded', 'paid'],
      ['mail', 'succeeded', 'from the new owner'],
    ])
  },
)

test("a run that its process carries out without a durable row is nobody else's, and has an owner", async () => {
  const id = await inTheMiddle()
  expect(await query('select from dbos.workflow_status where workflow_uuid = $1', id)).toEqual([])
  await query(`update execution set created_at = now() - interval '1 hour' where id = $1`, id)
  expect(await strandedRuns(database.pool, { graceMs: 10_000 })).toEqual([])
  begun('mail')[0]?.end.resolve('sent')
  await expect.poll(() => statusOf(id)).toBe('succeeded')
})

test('a process that ended in good order is not counted against its runs', async () => {
  const id = await inTheMiddle()
  await query('update execution set recoveries = 4 where id = $1', id)
  await giveToDead(database.pool, id, { signedOff: true })
  await expect.poll(() => begun('mail').length, { timeout: 10_000 }).toBe(2)
  begun('mail')[1]?.end.resolve('sent')
  await expect.poll(() => statusOf(id)).toBe('succeeded')
  expect(await runOf(id)).toMatchObject({ recoveries: 4 })
})

test('a run that was accepted but never begun is begun', async () => {
  const id = '01890000-0000-7000-8000-000000000001'
  await query(
    `with dead as (insert into executor (id, application_version, heartbeat_at)
       values ('dead', 'interp-1', now() - interval '1 hour'))
     insert into execution (id, workflow_id, owner_id, version, status, lane, trigger_kind, input, started_at, executor_id)
     values ($1, $2, $3, 1, 'running', 'direct', 'webhook', '{"n": 2}', now(), 'dead')`,
    id,
    owned.workflowId,
    owned.ownerId,
  )
  expect((await strandedRuns(database.pool, { graceMs: 0 })).map((run) => run.id)).toEqual([id])
  await expect.poll(() => begun('pay').length, { timeout: 10_000 }).toBe(1)
  begun('pay')[0]?.end.resolve('paid')
  await expect.poll(() => begun('mail').length).toBe(1)
  begun('mail')[0]?.end.resolve('sent')
  await expect.poll(() => statusOf(id)).toBe('succeeded')
  expect(await runOf(id)).toMatchObject({ output: 'sent', recoveries: 1 })
  await expect.poll(() => strandedRuns(database.pool, { graceMs: 0 })).toEqual([])
})

test('a run of an older interpreter is restamped and goes on', async () => {
  const id = await inTheMiddle({ lane: 'queued' })
  await query(`update dbos.workflow_status set application_version = 'interp-0' where workflow_uuid = $1`, id)
  await giveToDead(database.pool, id)
  await expect.poll(() => begun('mail').length, { timeout: 10_000 }).toBe(2)
  expect(begun('pay')).toHaveLength(1)
  begun('mail')[1]?.end.resolve('sent')
  await expect.poll(() => statusOf(id)).toBe('succeeded')
  expect(await query('select application_version from dbos.workflow_status where workflow_uuid = $1', id)).toEqual([
    { application_version: 'interp-1' },
  ])
})

test('a run that this process is about to take up is not taken for lost, however long that takes', async () => {
  const client = await database.pool.connect()
  // Who takes a run up reads what was done before.
  await client.query('begin; lock table execution_checkpoint in access exclusive mode')
  const { executionId: id } = await inTransaction(database.pool, (transaction) =>
    engine.enqueue(transaction, request()),
  )
  await expect.poll(() => statusOf(id)).toBe('running')
  const [{ until }] = await query(`select now() + interval '2 seconds' as until`)
  const beats = () => query('select from executor where heartbeat_at > $1', until)
  await expect.poll(beats, { timeout: 10_000 }).toHaveLength(1)
  await client.query('commit')
  client.release()
  for (const name of ['pay', 'mail']) {
    await expect.poll(() => begun(name).length).toBe(1)
    begun(name)[0]?.end.resolve(name)
  }
  await expect.poll(() => statusOf(id)).toBe('succeeded')
  expect([await runOf(id), calls.length]).toEqual([expect.objectContaining({ takeovers: 0, recoveries: 0 }), 2])
})

test('what the queue gave to this process long ago, and is not here, is taken for lost; what it gave just now is not', async () => {
  const giveAway = (ms: number) =>
    inTransaction(database.pool, async (client) => {
      const { executionId } = await engine.enqueue(client, request())
      const text = `update dbos.workflow_status set status = 'PENDING', executor_id = 'us',
        started_at_epoch_ms = extract(epoch from now()) * 1000 - $2 where workflow_uuid = $1`
      await client.query(text, [executionId, ms])
      return executionId
    })
  await query(`insert into executor (id, application_version) values ('us', 'interp-1')`)
  const [late, fresh] = [await giveAway(6000), await giveAway(4000)]
  expect(await ownRuns(database.pool, 'us', { givenForMs: 5000 })).toEqual([late])
  await query('delete from execution where id = any($1::uuid[])', [late, fresh])
  await query('delete from dbos.workflow_status where workflow_uuid = any($1::text[])', [late, fresh])
})

test('a run that waits in the queue for an older interpreter is restamped too', async () => {
  const id = await inTheMiddle({ lane: 'queued' })
  await query('update execution set executor_id = $2 where id = $1', id, 'dead')
  await query(
    `update dbos.workflow_status set status = 'ENQUEUED', queue_name = 'recovery', owner_xid = null,
       application_version = 'interp-0' where workflow_uuid = $1`,
    id,
  )
  await expect.poll(() => begun('mail').length, { timeout: 10_000 }).toBe(2)
  begun('mail')[1]?.end.resolve('sent')
  await expect.poll(() => statusOf(id)).toBe('succeeded')
})

test('a run that ends its process again and again is given up', async () => {
  const id = await inTheMiddle()
  await query('update execution set recoveries = 4 where id = $1', id)
  await giveToDead(database.pool, id)
  await expect.poll(() => statusOf(id), { timeout: 10_000 }).toBe('failed')
  expect(await runOf(id)).toMatchObject({
    recoveries: 5,
    error: { code: 'RECOVERY_LIMIT', message: 'The process that ran this workflow ended 5 times before it was done' },
  })
  expect(begun('mail')).toHaveLength(1)
})

test('a run that somebody wanted to end is not begun again', async () => {
  const id = await inTheMiddle()
  await query('update execution set cancel_requested = true where id = $1', id)
  await giveToDead(database.pool, id)
  await expect.poll(() => statusOf(id), { timeout: 10_000 }).toBe('cancelled')
  expect(begun('mail')).toHaveLength(1)
})

test('a run without an end in our tables is failed when the durable queue is done with it', async () => {
  const id = await inTheMiddle({ lane: 'queued' })
  await query(`update dbos.workflow_status set status = 'CANCELLED' where workflow_uuid = $1`, id)
  await query(`update execution set executor_id = 'dead' where id = $1`, id)
  await expect.poll(() => statusOf(id), { timeout: 10_000 }).toBe('failed')
  expect((await runOf(id)).error.code).toBe('RUN_LOST')
})

/** No run can be claimed, for a reason that is not known to pass. */
const FAULT = `create function refuse() returns trigger language plpgsql as $$ begin raise 'No disk' ; end $$;
  create trigger fault before update on execution for each row when (new.status = 'running') execute function refuse()`

test('an error before a process has claimed a run does not lose it, nor does one that comes again and again keep it', async () => {
  const enqueued = () => inTransaction(database.pool, (client) => engine.enqueue(client, request()))
  const durableOf = async (id: string) =>
    (await query('select status from dbos.workflow_status where workflow_uuid = $1', id))[0].status
  await query(FAULT)
  const { executionId: id } = await enqueued()
  await expect.poll(() => durableOf(id)).toBe('ERROR')
  expect(begun('pay')).toEqual([])
  await query('alter table execution disable trigger fault')
  await expect.poll(() => begun('pay').length, { timeout: 10_000 }).toBe(1)
  begun('pay')[0]?.end.resolve('paid')
  await expect.poll(() => begun('mail').length).toBe(1)
  begun('mail')[0]?.end.resolve('sent')
  await expect.poll(() => statusOf(id)).toBe('succeeded')

  await query('alter table execution enable trigger fault')
  const { executionId: refused } = await enqueued()
  await expect.poll(() => statusOf(refused), { timeout: 15_000 }).toBe('failed')
  expect((await runOf(refused)).error.code).toBe('RECOVERY_LIMIT')
  await query('drop trigger fault on execution')
})

test('of two processes that take over, each run gets one, and one whose sign of life is late keeps its own', async () => {
  const other = await freshDatabase()
  const who = await aWorkflow(other.pool)
  // The durable tables are made by the first engine that runs in a database.
  await other.pool.query('create schema if not exists dbos')
  await other.pool.query(
    'create table dbos.workflow_status (workflow_uuid text, status text, name text, executor_id text)',
  )
  await other.pool.query(
    `insert into execution (id, workflow_id, owner_id, graph, status, lane, trigger_kind, executor_id)
     select gen_random_uuid(), $1, $2, '{}', 'running', 'direct', 'webhook', 'dead' from generate_series(1, 100)`,
    [who.workflowId, who.ownerId],
  )
  const take = async (executorId: string) => {
    const client = await other.pool.connect()
    await client.query('begin')
    const taken = await takeOver(client, { executorId, knownDead: [], deadAfterMs: 1000 }, { lost: [], thorough: true })
    await client.query('commit')
    client.release()
    return taken.map(({ id }) => id)
  }
  await other.pool.query(`insert into executor (id, application_version) values ('a', 'interp-1'), ('b', 'interp-1')`)
  const [a, b] = await Promise.all([take('a'), take('b')])
  expect(new Set([...a, ...b]).size).toBe(100)
  expect(a.length + b.length).toBe(100)

  await other.pool.query(`update executor set heartbeat_at = now() - interval '1 hour' where id = 'a'`)
  expect(await take('a')).toEqual([])
  expect((await take('b')).sort()).toEqual(a.sort())
  await other.drop()
})
