import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { uuidv7 } from '#src/lib/ids.ts'
import type { NodeContext } from '#src/sdk/define-node.ts'
import type { Json } from '#src/sdk/json.ts'
import { NodeError } from '#src/sdk/node-error.ts'
import { freshDatabase, type TestDatabase } from '#src/server/test-database.ts'
import { createEngine } from './create-engine.ts'
import type { Engine, ExecutionEvent } from './engine.ts'
import { aWorkflow, chainOf, graphOf, nodesWith, type Owned, requestFor, silentLog } from './engine-fixture.ts'
import { strandedRuns } from './invariants.ts'
import { readSteps } from './steps.queries.ts'

let database: TestDatabase
let engine: Engine
let owned: Owned
const trigger = { key: 'start', type: 'webhook' }
const effect = (key: string, more: object = {}) => ({ key, type: 'effect', config: { name: key }, ...more })

type Call = { name: string; idempotencyKey: string }
let calls: Call[] = []
let behave: (name: string, context: NodeContext, count: number) => Promise<Json> = async (name) => name

beforeAll(async () => {
  database = await freshDatabase()
  owned = await aWorkflow(database.pool)
  engine = await createEngine({
    databaseUrl: database.url,
    pool: database.pool,
    nodes: nodesWith((name, context) => {
      calls.push({ name, idempotencyKey: context.idempotencyKey })
      return behave(name, context, calls.filter((call) => call.name === name).length)
    }),
    host: { fetch: () => Promise.reject(new Error('no network')), runTool: async (_slug, input) => input },
    role: 'all',
    log: silentLog,
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

const runOf = async (id: string) => (await database.pool.query('select * from execution where id = $1', [id])).rows[0]
const statusOf = async (id: string): Promise<string> => (await runOf(id)).status
const unavailable = (more = {}) =>
  new NodeError({ code: 'HTTP_STATUS', message: 'The server answered 503', permanent: false, ...more })
/** Lasts until its signal fires, as a request to a server that never answers does. */
const hang = (_name: string, { signal }: NodeContext) =>
  new Promise<Json>((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))

test('a run with side effects answers, ends and keeps its log', async () => {
  behave = async () => ({ total: 12 })
  const graph = chainOf([
    trigger,
    effect('order'),
    { key: 'answer', type: 'respond', config: { body: { total: '{{ steps.order.total }}' } } },
  ])
  expect(engine.laneOf(graph)).toBe('direct')
  const answer = await engine.startAndWait(requestFor(owned, graph, 'direct'), { timeoutMs: 10_000 })
  expect(answer).toMatchObject({ status: 'succeeded', output: { total: 12 }, response: { status: 200 } })
  expect(calls).toEqual([{ name: 'order', idempotencyKey: `${answer.executionId}:n_order:0` }])
  expect(await runOf(answer.executionId)).toMatchObject({ status: 'succeeded', lane: 'direct', recoveries: 0 })
  const steps = await readSteps(database.pool, answer.executionId)
  expect(steps.map(({ key, status, attempts }) => [key, status, attempts])).toEqual([
    ['start', 'succeeded', 1],
    ['order', 'succeeded', 1],
    ['answer', 'succeeded', 1],
  ])
  expect(await strandedRuns(database.pool, { graceMs: 0 })).toEqual([])
})

test('a run that is asked for a second time under its id is refused, and the one at work is still known here', async () => {
  const signals: AbortSignal[] = []
  behave = (name, context) => {
    signals.push(context.signal)
    return hang(name, context)
  }
  const request = { ...requestFor(owned, chainOf([trigger, effect('order')]), 'direct'), executionId: uuidv7() }
  await engine.start(request)
  await expect.poll(() => signals.length).toBe(1)
  await expect(engine.start(request)).rejects.toThrow('duplicate key')
  await engine.cancel(request.executionId)
  await expect.poll(() => signals[0]?.aborted).toBe(true)
})

test('a graph with side effects is never run on the inline lane', async () => {
  const answer = await engine.startAndWait(requestFor(owned, chainOf([trigger, effect('order')]), 'inline'), {
    timeoutMs: 10_000,
  })
  expect((await runOf(answer.executionId)).lane).toBe('direct')
})

/** Which was drawn first must not matter. */
test.each([
  ['before', ['start > answer', 'start > mail']],
  ['after', ['start > mail', 'start > answer']],
])('the answer goes out while a side effect is under way, and is written down; drawn %s it', async (_where, edges) => {
  const later = Promise.withResolvers<Json>()
  behave = () => later.promise
  const graph = graphOf(
    [trigger, effect('mail'), { key: 'answer', type: 'respond', config: { body: 'thanks' } }],
    edges,
  )
  const answer = await engine.startAndWait(requestFor(owned, graph, 'direct'), { timeoutMs: 10_000 })
  expect(answer).toMatchObject({ status: 'running', response: { status: 200, body: 'thanks' } })
  const steps = await readSteps(database.pool, answer.executionId)
  expect(steps.find(({ key }) => key === 'answer')).toMatchObject({ status: 'succeeded', output: { body: 'thanks' } })
  later.resolve('sent')
  await expect.poll(() => statusOf(answer.executionId)).toBe('succeeded')
  expect((await runOf(answer.executionId)).output).toBe('thanks')
})

test('whoever goes on with the first that come does not wait for a side effect', async () => {
  const later = Promise.withResolvers<Json>()
  behave = () => later.promise
  const graph = graphOf(
    [
      trigger,
      effect('slow'),
      { key: 'quick', type: 'value', config: { value: 1 } },
      { key: 'first', type: 'race' },
      { key: 'answer', type: 'respond', config: { body: '{{ steps.first }}' } },
    ],
    ['start > slow', 'start > quick', 'slow > first', 'quick > first', 'first > answer'],
  )
  const answer = await engine.startAndWait(requestFor(owned, graph, 'direct'), { timeoutMs: 10_000 })
  expect(answer).toMatchObject({ status: 'running', response: { status: 200, body: ['quick'] } })
  later.resolve('late')
  await expect.poll(() => statusOf(answer.executionId)).toBe('succeeded')
})

test('who waits too long learns that the run goes on', async () => {
  const later = Promise.withResolvers<Json>()
  behave = () => later.promise
  const request = requestFor(owned, chainOf([trigger, effect('slow')]), 'direct')
  const answer = await engine.startAndWait(request, { timeoutMs: 50 })
  expect(answer).toEqual({ executionId: answer.executionId, status: 'running' })
  later.resolve('late')
  await expect.poll(() => statusOf(answer.executionId)).toBe('succeeded')
})

test('a step is repeated with the same key until it succeeds', async () => {
  behave = async (_name, _context, count) => {
    if (count < 3) throw unavailable()
    return 'done'
  }
  const retry = { max: 5, backoff: 'constant', baseMs: 1 } as const
  const graph = chainOf([trigger, effect('order', { retry })])
  const answer = await engine.startAndWait(requestFor(owned, graph, 'direct'), { timeoutMs: 10_000 })
  expect(answer).toMatchObject({ status: 'succeeded', output: 'done' })
  expect(new Set(calls.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1)
  const [, step] = await readSteps(database.pool, answer.executionId)
  expect(step).toMatchObject({ status: 'succeeded', attempts: 3, error: null })
})

test('Retry-After is waited for', async () => {
  const at: number[] = []
  behave = async (_name, _context, count) => {
    at.push(performance.now())
    if (count < 2) throw unavailable({ retryAfterMs: 120 })
    return null
  }
  const graph = chainOf([trigger, effect('order', { retry: { max: 1, backoff: 'constant', baseMs: 1 } })])
  await engine.startAndWait(requestFor(owned, graph, 'direct'), { timeoutMs: 10_000 })
  expect((at[1] ?? 0) - (at[0] ?? 0)).toBeGreaterThanOrEqual(115)
})

test('the error branch is taken after the last attempt', async () => {
  behave = async (name) => {
    if (name === 'order') throw unavailable()
    return name
  }
  const retry = { max: 1, backoff: 'exponential', baseMs: 1 } as const
  const graph = graphOf(
    [trigger, effect('order', { retry, onError: 'branch' }), effect('good'), effect('bad')],
    ['start > order', 'order > good', 'order.error > bad'],
  )
  const answer = await engine.startAndWait(requestFor(owned, graph, 'direct'), { timeoutMs: 10_000 })
  expect(answer).toMatchObject({ status: 'succeeded', output: 'bad' })
  expect(calls.map(({ name }) => name)).toEqual(['order', 'order', 'bad'])
  const steps = await readSteps(database.pool, answer.executionId)
  expect(steps.map(({ key, status, attempts }) => [key, status, attempts])).toEqual([
    ['start', 'succeeded', 1],
    ['order', 'failed', 2],
    ['good', 'skipped', 0],
    ['bad', 'succeeded', 1],
  ])
  expect(steps[1]).toMatchObject({
    output: { error: { code: 'HTTP_STATUS', message: 'order: The server answered 503' } },
    error: { code: 'HTTP_STATUS', message: 'order: The server answered 503', nodeId: 'n_order', key: 'order' },
  })
})

test('a step that takes too long is ended and named', async () => {
  behave = hang
  const graph = chainOf([trigger, effect('slow', { timeoutMs: 30 })])
  const answer = await engine.startAndWait(requestFor(owned, graph, 'direct'), { timeoutMs: 10_000 })
  expect(answer.error).toEqual({
    code: 'NODE_TIMEOUT',
    message: 'slow: Not done after 30 ms',
    nodeId: 'n_slow',
    key: 'slow',
  })
})

test('a run that takes too long fails, whatever its step does', async () => {
  behave = () => new Promise(() => {})
  const graph = chainOf([trigger, effect('slow')], { timeoutMs: 100 })
  const answer = await engine.startAndWait(requestFor(owned, graph, 'direct'), { timeoutMs: 10_000 })
  expect(answer).toMatchObject({ status: 'failed', error: { code: 'RUN_TIMEOUT' } })
})

test('cancelling ends the request that is on its way', async () => {
  const aborted = Promise.withResolvers<void>()
  behave = (name, context) => {
    context.signal.addEventListener('abort', () => aborted.resolve())
    return hang(name, context)
  }
  const { executionId } = await engine.start(requestFor(owned, chainOf([trigger, effect('slow')]), 'direct'))
  await expect.poll(() => calls.length).toBe(1)
  const asked = performance.now()
  expect(await engine.cancel(executionId)).toBe('requested')
  await aborted.promise
  await expect.poll(() => statusOf(executionId)).toBe('cancelled')
  expect(performance.now() - asked).toBeLessThan(2000)
  expect(await engine.cancel(executionId)).toBe('already-final')
  const [, step] = await readSteps(database.pool, executionId)
  expect(step).toMatchObject({ key: 'slow', status: 'cancelled' })
})

test('cancelling works while a run waits for its next attempt', async () => {
  behave = () => Promise.reject(unavailable())
  const retry = { max: 5, backoff: 'constant', baseMs: 3_600_000 } as const
  const { executionId } = await engine.start(requestFor(owned, chainOf([trigger, effect('slow', { retry })]), 'direct'))
  await expect.poll(async () => (await readSteps(database.pool, executionId))[1]?.status).toBe('waiting')
  await engine.cancel(executionId)
  await expect.poll(() => statusOf(executionId)).toBe('cancelled')
})

test('a run whose process is gone is cancelled within two seconds', async () => {
  const { executionId } = await engine.start(requestFor(owned, chainOf([trigger]), 'inline'))
  // As a process leaves it that was killed a moment ago, before anybody could notice.
  await database.pool.query(
    `update execution set status = 'running', finished_at = null, lane = 'direct', executor_id = 'other' where id = $1`,
    [executionId],
  )
  await database.pool.query(`insert into executor (id, application_version) values ('other', 'interp-1')`)
  const asked = performance.now()
  await engine.cancel(executionId)
  await expect.poll(() => statusOf(executionId), { timeout: 3000 }).toBe('cancelled')
  expect(performance.now() - asked).toBeLessThan(2000)
  await database.pool.query(`delete from executor where id = 'other'`)
})

test('listeners see each step begin and end, and the end of the run', async () => {
  const later = Promise.withResolvers<Json>()
  behave = () => later.promise
  const { executionId } = await engine.start(requestFor(owned, chainOf([trigger, effect('slow')]), 'direct'))
  const seen: ExecutionEvent[] = []
  const stop = engine.subscribe(executionId, (event) => seen.push(event))
  await expect.poll(() => calls.length).toBe(1)
  // Whoever asks the tables sees the running step too, soon after.
  await expect
    .poll(async () => (await readSteps(database.pool, executionId))[1]?.status, { timeout: 3000 })
    .toBe('running')
  later.resolve('done')
  await expect.poll(() => seen.at(-1)?.kind).toBe('execution')
  stop()
  expect(
    seen.map((event) => (event.kind === 'step' ? `${event.step.key} ${event.step.status}` : event.status)),
  ).toEqual(['start succeeded', 'slow running', 'slow succeeded', 'succeeded'])
  const afterwards: string[] = []
  engine.subscribe(executionId, (event) => afterwards.push(event.kind))
  await expect.poll(() => afterwards).toEqual(['step', 'step', 'execution'])
})

test('a published change does not touch a run that has begun', async () => {
  const graphs = ['first', 'second'].map((text) =>
    chainOf([trigger, effect('slow'), { key: 'end', type: 'value', config: { value: text } }]),
  )
  const mine = await aWorkflow(database.pool, graphs)
  const later = Promise.withResolvers<Json>()
  behave = () => later.promise
  const [first] = graphs
  if (first === undefined) throw new Error('no graph')
  const running = engine.startAndWait(requestFor(mine, first, 'direct', { version: 1 }), { timeoutMs: 10_000 })
  await expect.poll(() => calls.length).toBe(1)
  await database.pool.query(`update workflow set status = 'published', published_version = 2 where id = $1`, [
    mine.workflowId,
  ])
  later.resolve(null)
  expect((await running).output).toBe('first')
})
