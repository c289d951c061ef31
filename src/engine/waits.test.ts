import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Graph } from '#src/lib/graph/graph.schema.ts'
import type { NodeContext } from '#src/sdk/define-node.ts'
import type { Json } from '#src/sdk/json.ts'
import { NodeError } from '#src/sdk/node-error.ts'
import { freshDatabase, type TestDatabase } from '#src/server/test-database.ts'
import type { Engine } from './engine.ts'
import { aWorkflow, chainOf, graphOf, nodesWith, type Owned, requestFor, startEngine } from './engine-fixture.ts'
import { inTransaction } from './in-transaction.ts'
import { strandedRuns } from './invariants.ts'
import { readSteps } from './steps.queries.ts'
import { restamp } from './sweep.queries.ts'

vi.setConfig({ testTimeout: 30_000, expect: { poll: { timeout: 10_000 } } })

let database: TestDatabase
let engine: Engine
let owned: Owned
let calls: { name: string; key: string }[] = []
let behave: (name: string, context: NodeContext) => Promise<Json> = async (name) => name

const start = { key: 'start', type: 'webhook' }
const effect = (key: string, more: object = {}) => ({ key, type: 'effect', config: { name: key }, ...more })
const pause = (ms: number, endedBy?: 'call' | 'decision') => ({
  key: 'pause',
  type: 'pause',
  config: { ms, ...(endedBy && { endedBy }) },
})
const HOUR = 3_600_000

beforeAll(async () => {
  database = await freshDatabase()
  owned = await aWorkflow(database.pool)
  engine = await startEngine(database, {
    nodes: nodesWith((name, context) => {
      calls.push({ name, key: context.idempotencyKey })
      return behave(name, context)
    }),
  })
})
beforeEach(() => {
  calls = []
  behave = async (name) => name
})
afterAll(async () => {
  await engine.stop()
  await database.drop()
})

const query = async (text: string, ...values: unknown[]) => (await database.pool.query(text, values)).rows
const runOf = async (id: string) => (await query('select * from execution where id = $1', id))[0]
const statusOf = async (id: string) => (await runOf(id)).status
const stepsOf = async (id: string) =>
  (await readSteps(database.pool, id)).map(({ key, status, output }) => [key, status, output])
const begin = async (graph: Graph) => (await engine.start(requestFor(owned, graph, 'direct'))).executionId
const wake = (executionId: string, answer: Json = 'yes') =>
  inTransaction(database.pool, (client) => engine.wake(client, { executionId, nodeId: 'n_pause', answer }))
const waiting = async (graph: Graph) => {
  const id = await begin(graph)
  await expect.poll(() => statusOf(id)).toBe('waiting')
  return id
}
/** As if the time until then had passed. */
const makeDue = async (id: string) => {
  await query(`update execution set due_at = now(), waiting_since = now() - interval '1 hour' where id = $1`, id)
  await query(
    `update execution_checkpoint set attempt = regexp_replace(regexp_replace(regexp_replace(attempt::text,
       '"startedAt":[0-9.]+', '"startedAt":1000'), '"until":"[^"]+"', '"until":"2026-01-01T00:00:00Z"'),
       '"at":[0-9]+', '"at":1767225600000')::json where execution_id = $1`,
    id,
  )
  await query(`update dbos.workflow_status set delay_until_epoch_ms = 0 where workflow_uuid = $1`, `${id}~1`)
}

test('a short pause is waited out in its place', async () => {
  const answer = await engine.startAndWait(requestFor(owned, chainOf([start, pause(50), effect('after')]), 'direct'), {
    timeoutMs: 10_000,
  })
  expect(answer).toMatchObject({ status: 'succeeded', output: 'after' })
  expect(await runOf(answer.executionId)).toMatchObject({ segment: 0 })
  const [, step] = await readSteps(database.pool, answer.executionId)
  expect(step).toMatchObject({ key: 'pause', status: 'succeeded', output: 'due' })
  expect(step?.durationMs).toBeGreaterThanOrEqual(50)
})

test('a long pause costs a row and no memory, and what was done before it stays done', async () => {
  const id = await waiting(chainOf([start, effect('before'), pause(HOUR), effect('after')]))
  const run = await runOf(id)
  expect(run).toMatchObject({ executor_id: null, segment: 1 })
  expect(run.due_at - run.waiting_since).toBeGreaterThan(HOUR - 10_000)
  expect(await stepsOf(id)).toEqual([
    ['start', 'succeeded', null],
    ['before', 'succeeded', 'before'],
    ['pause', 'waiting', null],
  ])
  const [, before, paused] = await readSteps(database.pool, id)
  expect(paused?.dueAt).toBe(run.due_at.toISOString())
  await query(`update execution set created_at = now() - interval '1 day' where id = $1`, id)
  expect(await strandedRuns(database.pool, { graceMs: 1000 })).toEqual([])

  await makeDue(id)
  await expect.poll(() => statusOf(id)).toBe('succeeded')
  expect(calls.map(({ name }) => name)).toEqual(['before', 'after'])
  expect(await stepsOf(id)).toEqual([
    ['start', 'succeeded', null],
    ['before', 'succeeded', 'before'],
    ['pause', 'succeeded', 'due'],
    ['after', 'succeeded', 'after'],
  ])
  expect((await readSteps(database.pool, id))[1]?.startedAt).toBe(before?.startedAt)
  expect(await runOf(id)).toMatchObject({ recoveries: 0, due_at: null, waiting_since: null })
  expect(Number((await runOf(id)).waited_ms)).toBeGreaterThanOrEqual(HOUR)
})

test('a pause without anybody to end it is not ended early', async () => {
  const id = await waiting(chainOf([start, effect('before'), pause(HOUR), effect('after')]))
  const other = await waiting(chainOf([start, pause(HOUR, 'call'), effect('after')]))
  expect([await wake(id), await wake(other)]).toEqual([true, true])
  await expect.poll(() => statusOf(other)).toBe('succeeded')
  expect(await statusOf(id)).toBe('waiting')
})

test('a pause goes on at once when it is ended, with the answer', async () => {
  const id = await waiting(chainOf([start, pause(HOUR, 'call'), effect('after')]))
  expect(await wake(id, { paid: true })).toBe(true)
  await expect.poll(() => statusOf(id)).toBe('succeeded')
  expect((await stepsOf(id))[1]).toEqual(['pause', 'succeeded', { paid: true }])
  expect(await wake(id)).toBe(false)
})

test('of a hundred answers at the same time one counts', async () => {
  const id = await waiting(chainOf([start, pause(HOUR, 'call'), effect('after')]))
  const told = await Promise.all(Array.from({ length: 100 }, (_, n) => wake(id, n)))
  expect(told.filter(Boolean)).toHaveLength(1)
  await expect.poll(() => statusOf(id)).toBe('succeeded')
  expect((await stepsOf(id))[1]).toEqual(['pause', 'succeeded', told.indexOf(true)])
  expect(calls).toHaveLength(1)
})

test('an answer that comes before the run has paused is not lost', async () => {
  const gate = Promise.withResolvers<Json>()
  behave = async (name) => (name === 'before' ? gate.promise : name)
  const id = await begin(chainOf([start, effect('before'), pause(HOUR, 'call'), effect('after')]))
  await expect.poll(() => calls.length).toBe(1)
  expect(await wake(id, null)).toBe(true)
  gate.resolve(null)
  await expect.poll(() => statusOf(id)).toBe('succeeded')
  expect(await runOf(id)).toMatchObject({ segment: 0 })
  expect((await stepsOf(id))[2]).toEqual(['pause', 'succeeded', null])
})

test('a pause that nobody ended leaves by the way for that, and comes too late afterwards', async () => {
  const graph = graphOf(
    [start, pause(HOUR, 'call'), effect('good'), effect('late')],
    ['start > pause', 'pause > good', 'pause.late > late'],
  )
  const id = await waiting(graph)
  await makeDue(id)
  await expect.poll(() => statusOf(id)).toBe('succeeded')
  expect(calls.map(({ name }) => name)).toEqual(['late'])
  expect(await wake(id)).toBe(false)
})

test('a run may pause several times', async () => {
  const second = { ...pause(HOUR, 'call'), key: 'second' }
  const id = await waiting(chainOf([start, effect('a'), pause(HOUR, 'call'), effect('b'), second, effect('c')]))
  await wake(id, 1)
  await expect.poll(async () => (await runOf(id)).segment).toBe(2)
  expect(await stepsOf(id)).toHaveLength(5)
  await inTransaction(database.pool, (client) =>
    engine.wake(client, { executionId: id, nodeId: 'n_second', answer: 2 }),
  )
  await expect.poll(() => statusOf(id)).toBe('succeeded')
  expect(calls.map(({ name }) => name)).toEqual(['a', 'b', 'c'])
  expect((await stepsOf(id)).map(([, status]) => status)).toEqual(Array.from({ length: 6 }, () => 'succeeded'))
})

test('a run that comes to its next pause has its takeovers counted anew', async () => {
  const second = { ...pause(HOUR, 'call'), key: 'second' }
  const id = await waiting(chainOf([start, pause(HOUR, 'call'), second]))
  await query('update execution set recoveries = 4 where id = $1', id)
  await wake(id)
  await expect.poll(async () => (await runOf(id)).segment).toBe(2)
  expect(await runOf(id)).toMatchObject({ status: 'waiting', recoveries: 0 })
})

test('a long back-off gives up its place too, and its attempt is not repeated', async () => {
  behave = async (name) => {
    if (calls.length > 1) return name
    throw new NodeError({ code: 'HTTP_STATUS', message: 'Come back later', permanent: false, retryAfterMs: HOUR })
  }
  const retry = { max: 2, backoff: 'constant', baseMs: 1 } as const
  const id = await waiting(chainOf([start, effect('pay', { retry })]))
  const [, step] = await readSteps(database.pool, id)
  expect(step).toMatchObject({ status: 'waiting', attempts: 1, error: { code: 'HTTP_STATUS' } })
  await makeDue(id)
  await expect.poll(() => statusOf(id)).toBe('succeeded')
  expect(calls.map(({ key }) => key)).toEqual([`${id}:n_pay:0`, `${id}:n_pay:0`])
  expect((await readSteps(database.pool, id))[1]).toMatchObject({ status: 'succeeded', attempts: 2 })
})

test('a waiting run is cancelled at once, and cannot be woken', async () => {
  const id = await waiting(chainOf([start, pause(HOUR, 'call'), effect('after')]))
  expect(await engine.cancel(id)).toBe('requested')
  expect(await statusOf(id)).toBe('cancelled')
  expect((await stepsOf(id))[1]).toEqual(['pause', 'cancelled', null])
  expect(await wake(id)).toBe(false)
  expect(await query('select status from dbos.workflow_status where workflow_uuid = $1', `${id}~1`)).toEqual([
    { status: 'CANCELLED' },
  ])
})

test('the time limit of a run does not count what it waits', async () => {
  const graph = chainOf([start, pause(200), pause(HOUR, 'call'), effect('after')].map(unique), { timeoutMs: 5000 })
  const id = await waiting(graph)
  await query(
    `update execution set started_at = started_at - interval '1 hour', waiting_since = waiting_since - interval '1 hour' where id = $1`,
    id,
  )
  await inTransaction(database.pool, (client) =>
    engine.wake(client, { executionId: id, nodeId: 'n_step2', answer: null }),
  )
  await expect.poll(() => statusOf(id)).toBe('succeeded')
})

test('the time limit of a run counts what is not waiting', async () => {
  behave = () => new Promise(() => {})
  const graph = chainOf([start, pause(HOUR, 'call'), effect('slow')], { timeoutMs: 300 })
  const id = await waiting(graph)
  await wake(id)
  await expect.poll(() => statusOf(id)).toBe('failed')
  expect((await runOf(id)).error).toMatchObject({ code: 'RUN_TIMEOUT' })
})

test('the run of an account that is suspended meanwhile does not go on', async () => {
  const other = await aWorkflow(database.pool)
  const graph = chainOf([start, pause(HOUR, 'call'), effect('after')])
  const { executionId: id } = await engine.start(requestFor(other, graph, 'direct'))
  await expect.poll(() => statusOf(id)).toBe('waiting')
  await query(`update "user" set suspended_at = now(), suspended_reason = 'spam' where id = $1`, other.ownerId)
  await wake(id)
  await expect.poll(() => statusOf(id)).toBe('cancelled')
  expect((await runOf(id)).error).toMatchObject({ code: 'OWNER_GONE' })
  expect(calls).toEqual([])
})

test('a run that waits through a new version of the interpreter is taken up by it', async () => {
  const id = await waiting(chainOf([start, pause(HOUR, 'call')]))
  const stamp = `select application_version from dbos.workflow_status where workflow_uuid = $1`
  await query(`update dbos.workflow_status set application_version = 'interp-0' where workflow_uuid = $1`, `${id}~1`)
  await query(`insert into executor (id, application_version) values ('old', 'interp-0')`)
  await restamp(database.pool, { deadAfterMs: 10_000 }, 'interp-1')
  expect(await query(stamp, `${id}~1`)).toEqual([{ application_version: 'interp-0' }])
  await query(`delete from executor where id = 'old'`)
  await restamp(database.pool, { deadAfterMs: 10_000 }, 'interp-1')
  expect(await query(stamp, `${id}~1`)).toEqual([{ application_version: 'interp-1' }])
  await wake(id)
  await expect.poll(() => statusOf(id)).toBe('succeeded')
})

test('a wait that nobody will end is told', async () => {
  const id = await waiting(chainOf([start, pause(HOUR)]))
  await query(
    `update execution set created_at = now() - interval '1 day', due_at = now() - interval '1 hour' where id = $1`,
    id,
  )
  expect((await strandedRuns(database.pool, { graceMs: 60_000 })).map((run) => run.id)).toEqual([id])
  await engine.cancel(id)
})

test('nothing of a run that has waited is kept when it is forgotten', async () => {
  const id = await waiting(chainOf([start, effect('before'), pause(HOUR)]))
  await engine.forget([id])
  expect(await query(`select 1 from dbos.workflow_status where workflow_uuid like $1 || '%'`, id)).toEqual([])
})

function unique<Node extends { key: string }>(node: Node, index: number): Node {
  return { ...node, key: index === 0 ? node.key : `step${index}` }
}
