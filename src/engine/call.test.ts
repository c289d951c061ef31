import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Graph } from '#src/lib/graph/graph.schema.ts'
import { z } from '#src/lib/zod.ts'
import { defineNode, type NodeContext } from '#src/sdk/define-node.ts'
import type { Json } from '#src/sdk/json.ts'
import { NodeError } from '#src/sdk/node-error.ts'
import { freshDatabase, type TestDatabase } from '#src/server/test-database.ts'
import { createEngine } from './create-engine.ts'
import type { Engine } from './engine.ts'
import { aWorkflow, chainOf, graphOf, nodesWith, type Owned, requestFor, silentLog } from './engine-fixture.ts'
import { strandedRuns } from './invariants.ts'

vi.setConfig({ testTimeout: 30_000, expect: { poll: { timeout: 10_000 } } })

const Ended = z.object({ status: z.string(), output: z.json(), error: z.object({ message: z.string() }).nullable() })
const callNode = defineNode({
  ...{ type: 'call', version: 1, title: '', description: '', icon: 'box', category: 'action' },
  config: z.strictObject({ workflow: z.string(), input: z.json().default(null), waits: z.boolean().default(true) }),
  ports: ['out'],
  reaches: 'outside',
  effect: 'write',
  output: () => ({}),
  run: async ({ callWorkflow }, { workflow, input, waits }) => {
    const { executionId } = await callWorkflow({ workflowId: workflow, input, waits })
    const until = new Date(Date.now() + 3_600_000).toISOString()
    return { output: executionId, ...(waits && { pause: { until, endedBy: 'run' as const } }) }
  },
  resume: (_config, end) => {
    const { status, output, error } = Ended.parse(end.kind === 'ended' ? end.answer : null)
    if (status === 'succeeded') return { output }
    throw new NodeError({ code: 'CALL_FAILED', message: `${status}: ${error?.message}`, permanent: true })
  },
})

/** As after a crash between the call and what is noted of it, while somebody pauses the workflow that is called. */
const callAgainNode = defineNode({
  ...{ type: 'call-again', version: 1, title: '', description: '', icon: 'box', category: 'action' },
  config: z.strictObject({ workflow: z.string() }),
  ports: ['out'],
  reaches: 'outside',
  effect: 'write',
  output: () => ({}),
  run: async ({ callWorkflow }, { workflow: workflowId }) => {
    const first = await callWorkflow({ workflowId, input: null, waits: false })
    callable.delete(workflowId)
    const second = await callWorkflow({ workflowId, input: null, waits: false })
    return { output: second.executionId === first.executionId }
  },
})

let database: TestDatabase
let engine: Engine
let owned: Owned
let calls: { name: string; end: PromiseWithResolvers<Json> }[] = []
const callable = new Map<string, Graph>()

function act(name: string, { signal }: NodeContext): Promise<Json> {
  const end = Promise.withResolvers<Json>()
  signal.addEventListener('abort', () => end.reject(signal.reason))
  calls.push({ name, end })
  return end.promise
}

beforeAll(async () => {
  database = await freshDatabase()
  owned = await aWorkflow(database.pool)
  engine = await createEngine({
    databaseUrl: database.url,
    pool: database.pool,
    nodes: { ...nodesWith(act), call: callNode, 'call-again': callAgainNode },
    host: {
      fetch: () => Promise.reject(new Error('no network')),
      runTool: async (_slug, input) => input,
      findCallable: async (id) => {
        const graph = callable.get(id)
        return graph === undefined ? null : { version: 1, graph }
      },
    },
    role: 'all',
    log: silentLog,
    heartbeatMs: 200,
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
const calledBy = async (id: string) =>
  query('select * from execution where parent_id = $1 order by created_at, parent_step', id)
const begin = async (graph: Graph) => (await engine.start(requestFor(owned, graph, 'direct'))).executionId
const begun = (name: string) => calls.filter((one) => one.name === name)
const start = { key: 'start', type: 'webhook' }
const value = (key: string, content: Json) => ({ key, type: 'value', config: { value: content } })
const effect = (name: string) => ({ key: name, type: 'effect', config: { name } })
const call = (workflow: string, more: object = {}) => ({ key: 'call', type: 'call', config: { workflow, ...more } })

/** A published workflow of the same account. */
async function published(graph: Graph): Promise<string> {
  const [{ id }] = await query(
    `insert into workflow (id, owner_id, name, draft, hook_secret) values (gen_random_uuid(), $1, 'Called', '{}', 's')
     returning id`,
    owned.ownerId,
  )
  await query(
    'insert into workflow_version (workflow_id, version, graph, lane) values ($1, 1, $2, $3)',
    id,
    JSON.stringify(graph),
    'direct',
  )
  callable.set(id, graph)
  return id
}

test('a workflow calls another one, which gets its input and whose output it goes on with', async () => {
  const twice = await published(chainOf([start, value('twice', '{{ trigger.n * 2 }}')]))
  const id = await begin(chainOf([start, call(twice, { input: { n: 21 } }), value('after', '{{ steps.call }}!')]))
  await expect.poll(async () => (await runOf(id)).status).toBe('succeeded')
  expect((await runOf(id)).output).toBe('42!')
  expect(await calledBy(id)).toMatchObject([
    {
      ...{
        workflow_id: twice,
        version: 1,
        trigger_kind: 'workflow',
        input: { n: 21 },
        output: 42,
        status: 'succeeded',
      },
      ...{ parent_step: 'n_call', parent_waits: true, depth: 1 },
    },
  ])
})

test('a call that is repeated finds its run, whether or not the workflow can still be called', async () => {
  const once = await published(chainOf([start, value('one', 1)]))
  const id = await begin(chainOf([start, { key: 'again', type: 'call-again', config: { workflow: once } }]))
  await expect.poll(async () => (await runOf(id)).finished_at).not.toBeNull()
  expect(await runOf(id)).toMatchObject({ status: 'succeeded', output: true })
  expect(await calledBy(id)).toHaveLength(1)
})

test('the failure of what was called is the failure of the step', async () => {
  const bad = await published(chainOf([start, { key: 'broken', type: 'broken' }]))
  const id = await begin(chainOf([start, call(bad)]))
  await expect.poll(async () => (await runOf(id)).status).toBe('failed')
  expect((await runOf(id)).error).toMatchObject({ code: 'CALL_FAILED', message: 'call: failed: broken: It is broken' })
})

test('what was called may take long: the run gives up its place, and goes on in a moment once it is over', async () => {
  const long = await published(chainOf([start, effect('long')]))
  const id = await begin(chainOf([start, call(long), value('after', '{{ steps.call }}')]))
  await expect.poll(() => begun('long').length).toBe(1)
  await expect.poll(async () => (await runOf(id)).status, { timeout: 15_000 }).toBe('waiting')
  await query(`update execution set created_at = now() - interval '1 day' where id = $1`, id)
  expect(await strandedRuns(database.pool, { graceMs: 1000 })).toEqual([])
  begun('long')[0]?.end.resolve('at last')
  await expect.poll(async () => (await runOf(id)).output).toBe('at last')
  expect(await calledBy(id)).toHaveLength(1)
})

test('what was called ends with the run that waits for it, at every level', async () => {
  const lowest = await published(chainOf([start, effect('lowest')]))
  const middle = await published(chainOf([start, call(lowest)]))
  const id = await begin(chainOf([start, call(middle)]))
  await expect.poll(() => begun('lowest').length).toBe(1)
  const [called] = await calledBy(id)
  const [deepest] = await calledBy(called.id)
  await engine.cancel(id)
  const statuses = async () => Promise.all([id, called.id, deepest.id].map(async (one) => (await runOf(one)).status))
  await expect.poll(statuses, { timeout: 2500 }).toEqual(['cancelled', 'cancelled', 'cancelled'])
})

test('a run that fails in another branch stops what it waits for', async () => {
  const long = await published(chainOf([start, effect('slow')]))
  const id = await begin(graphOf([start, call(long), effect('other')], ['start > call', 'start > other']))
  await expect.poll(() => calls.length).toBe(2)
  begun('other')[0]?.end.reject(new NodeError({ code: 'BROKEN', message: 'broken', permanent: true }))
  await expect.poll(async () => (await runOf(id)).status).toBe('failed')
  await expect.poll(async () => (await calledBy(id))[0].status).toBe('cancelled')
})

test('a run that somebody has asked to stop calls nobody any more', async () => {
  const other = await published(chainOf([start, value('one', 1)]))
  const id = await begin(chainOf([start, effect('before'), call(other)]))
  await expect.poll(() => begun('before').length).toBe(1)
  // As another process asks, a moment before this one hears of it.
  await query('update execution set cancel_requested = true where id = $1', id)
  begun('before')[0]?.end.resolve('done')
  const kept = async () => (await query('select from execution_checkpoint where execution_id = $1', id)).length
  await expect.poll(kept).toBeGreaterThan(0)
  await engine.cancel(id)
  await expect.poll(async () => (await runOf(id)).status).toBe('cancelled')
  expect(await calledBy(id)).toEqual([])
})

test('what nobody waits for goes on by itself', async () => {
  const long = await published(chainOf([start, effect('alone')]))
  const id = await begin(chainOf([start, call(long, { waits: false })]))
  await expect.poll(async () => (await runOf(id)).status).toBe('succeeded')
  await expect.poll(() => begun('alone').length).toBe(1)
  begun('alone')[0]?.end.resolve('done')
  await expect.poll(async () => (await calledBy(id))[0].status).toBe('succeeded')
})

test('a workflow that calls itself is stopped', async () => {
  const self = await published(chainOf([start]))
  callable.set(self, chainOf([start, call(self)]))
  await query('update workflow_version set graph = $2 where workflow_id = $1', self, JSON.stringify(callable.get(self)))
  const id = await begin(chainOf([start, call(self)]))
  await expect.poll(async () => (await runOf(id)).status, { timeout: 25_000 }).toBe('failed')
  expect((await runOf(id)).error.message).toContain('Workflows call one another more than 10 levels deep here')
})

test('a workflow of somebody else is not there', async () => {
  const id = await begin(chainOf([start, call('00000000-0000-4000-8000-000000000000')]))
  await expect.poll(async () => (await runOf(id)).status).toBe('failed')
  expect((await runOf(id)).error.code).toBe('WORKFLOW_MISSING')
})

test('the input must fit what the workflow says that it takes', async () => {
  const graph = chainOf([start, value('n', '{{ trigger.n }}')], {
    inputSchema: { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] },
  })
  const id = await begin(chainOf([start, call(await published(graph), { input: { n: 'x' } })]))
  await expect.poll(async () => (await runOf(id)).status).toBe('failed')
  expect((await runOf(id)).error.message).toMatch(/^call: The input does not fit the workflow that is called: n: /)
  expect(await calledBy(id)).toEqual([])
})

test('each turn of a loop has a call of its own', async () => {
  const twice = await published(chainOf([start, value('twice', '{{ trigger * 2 }}')]))
  const each = { key: 'loop', type: 'each', config: { items: [1, 2, 3], atOnce: 3 } }
  const id = await begin(
    graphOf([start, each, call(twice, { input: '{{ item }}' })], ['start > loop', 'loop.item > call']),
  )
  await expect.poll(async () => (await runOf(id)).output).toEqual([2, 4, 6])
  const steps = (await calledBy(id)).map(({ parent_step }) => parent_step)
  expect(new Set(steps)).toEqual(new Set(['n_call@0', 'n_call@1', 'n_call@2']))
})
