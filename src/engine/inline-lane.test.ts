import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '#src/server/test-database.ts'
import { createEngine } from './create-engine.ts'
import type { Engine } from './engine.ts'
import { aWorkflow, chainOf, graphOf, nodesWith, type Owned, requestFor, silentLog } from './engine-fixture.ts'
import { readSteps, readStepValue } from './steps.queries.ts'

let database: TestDatabase
let engine: Engine
let owned: Owned
const trigger = { key: 'start', type: 'webhook' }

beforeAll(async () => {
  database = await freshDatabase()
  owned = await aWorkflow(database.pool)
  engine = await createEngine({
    databaseUrl: database.url,
    pool: database.pool,
    nodes: nodesWith(async () => null),
    host: { fetch: () => Promise.reject(new Error('no network')), runTool: async (_slug, input) => input },
    role: 'all',
    log: silentLog,
  })
})
afterAll(async () => {
  await engine.stop()
  await database.drop()
})

const runOf = async (id: string) => (await database.pool.query('select * from execution where id = $1', [id])).rows[0]

test('a pure graph is evaluated, written with its log and answered', async () => {
  const graph = chainOf([
    trigger,
    { key: 'double', type: 'value', config: { value: { n: '{{ trigger.n * 2 }}' } } },
    { key: 'answer', type: 'respond', config: { status: 201, body: 'n = {{ steps.double.n }}' } },
  ])
  expect(engine.laneOf(graph)).toBe('inline')
  const answer = await engine.startAndWait(requestFor(owned, graph, 'inline', { payload: { n: 21 } }), { timeoutMs: 1 })
  expect(answer).toEqual({
    executionId: answer.executionId,
    status: 'succeeded',
    output: 'n = 42',
    response: { status: 201, headers: {}, body: 'n = 42' },
  })
  expect(await runOf(answer.executionId)).toMatchObject({
    workflow_id: owned.workflowId,
    status: 'succeeded',
    lane: 'inline',
    version: null,
    trigger_kind: 'webhook',
    input: { n: 21 },
    output: 'n = 42',
    error: null,
    executor_id: null,
  })
  const steps = await readSteps(database.pool, answer.executionId)
  expect(steps.map(({ key, status, input, output }) => ({ key, status, input, output }))).toEqual([
    { key: 'start', status: 'succeeded', input: {}, output: { n: 21 } },
    { key: 'double', status: 'succeeded', input: { value: { n: 42 } }, output: { n: 42 } },
    {
      key: 'answer',
      status: 'succeeded',
      input: { status: 201, body: 'n = 42' },
      output: { status: 201, headers: {}, body: 'n = 42' },
    },
  ])
  expect(await engine.cancel(answer.executionId)).toBe('already-final')
})

test('a failed run is kept with the error of its node', async () => {
  const graph = chainOf([trigger, { key: 'bad', type: 'broken' }, { key: 'after', type: 'value' }])
  const answer = await engine.startAndWait(requestFor(owned, graph, 'inline'), { timeoutMs: 1 })
  const error = { code: 'BROKEN', message: 'bad: It is broken', nodeId: 'n_bad', key: 'bad' }
  expect(answer).toEqual({ executionId: answer.executionId, status: 'failed', output: null, error })
  expect(await runOf(answer.executionId)).toMatchObject({ status: 'failed', error })
  const steps = await readSteps(database.pool, answer.executionId)
  expect(steps.map(({ key, status }) => [key, status])).toEqual([
    ['start', 'succeeded'],
    ['bad', 'failed'],
  ])
})

test('text with U+0000 and lone surrogates is kept as it is', async () => {
  const odd = 'a\u0000b\ud800c'
  const answer = await engine.startAndWait(requestFor(owned, chainOf([trigger]), 'inline', { payload: odd }), {
    timeoutMs: 1,
  })
  const { rows } = await database.pool.query('select output::text from execution_step where execution_id = $1', [
    answer.executionId,
  ])
  expect(rows[0].output).toBe('"a\\u0000b\\ud800c"')
})

test('a large value is kept apart, with its length and its beginning in the log', async () => {
  const payload = 'ü'.repeat(20_000)
  const { executionId } = await engine.start(requestFor(owned, chainOf([trigger]), 'inline', { payload }))
  const [step] = await readSteps(database.pool, executionId)
  expect(step?.output).toEqual({ $blob: 'output', bytes: 40_002, preview: `"${'ü'.repeat(399)}` })
  expect(await readStepValue(database.pool, executionId, { nodeId: 'n_start' }, 'output')).toEqual({ value: payload })
  expect(await readStepValue(database.pool, executionId, { nodeId: 'n_start' }, 'input')).toEqual({ value: {} })
  expect(await readStepValue(database.pool, executionId, { nodeId: 'n_none' }, 'input')).toBeUndefined()
})

test('secrets never reach the log', async () => {
  const graph = chainOf([trigger, { key: 'login', type: 'value', config: { value: { password: '{{ trigger.p }}' } } }])
  const answer = await engine.startAndWait(requestFor(owned, graph, 'inline', { payload: { p: 'hunter2' } }), {
    timeoutMs: 1,
  })
  expect(answer.output).toEqual({ password: 'hunter2' })
  const [, login] = await readSteps(database.pool, answer.executionId)
  expect(login).toMatchObject({ input: { value: { password: '[redacted]' } }, output: { password: '[redacted]' } })
})

test('a run that cannot be written hurts none of those written with it', async () => {
  const nobody = { ...owned, ownerId: '00000000-0000-7000-8000-000000000000' }
  const starts = [owned, nobody, owned, owned].map((who) => engine.start(requestFor(who, chainOf([trigger]), 'inline')))
  const results = await Promise.allSettled(starts)
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled'])
})

test('a graph with a cycle is refused before anything is written', async () => {
  const graph = graphOf(
    [
      { key: 'a', type: 'value' },
      { key: 'b', type: 'value' },
    ],
    ['a > b', 'b > a'],
  )
  await expect(engine.start(requestFor(owned, graph, 'inline'))).rejects.toMatchObject({
    code: 'INVALID_GRAPH',
    message: 'These steps form a circle: b, a',
  })
})
