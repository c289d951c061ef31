import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Graph } from '#src/lib/graph/graph.schema.ts'
import { z } from '#src/lib/zod.ts'
import { defineNode, type NodeContext } from '#src/sdk/define-node.ts'
import type { Json } from '#src/sdk/json.ts'
import { NodeError } from '#src/sdk/node-error.ts'
import { freshDatabase, type TestDatabase } from '#src/server/test-database.ts'
import { createEngine } from './create-engine.ts'
import type { Engine, StartRequest } from './engine.ts'
import { aWorkflow, chainOf, giveToDead, nodesWith, type Owned, silentLog } from './engine-fixture.ts'
import { inTransaction } from './in-transaction.ts'
import { closeRuns } from './runs.queries.ts'

vi.setConfig({ testTimeout: 20_000 })

let database: TestDatabase
let engine: Engine
/** Has a published version that starts with an error trigger. */
let handler: Owned
let behave: (name: string, context: NodeContext) => Promise<Json>

const error = defineNode({
  ...{ type: 'error', version: 1, title: 'error', description: '', icon: 'box', ports: ['out'] },
  ...{ category: 'trigger', reaches: 'nothing', effect: 'pure', config: z.strictObject({}), output: () => ({}) },
  run: ({ trigger }) => ({ output: trigger }),
})

beforeAll(async () => {
  database = await freshDatabase()
  engine = await createEngine({
    databaseUrl: database.url,
    pool: database.pool,
    nodes: { ...nodesWith((name, context) => behave(name, context)), error },
    host: {
      fetch: () => Promise.reject(new Error('no network')),
      runTool: async (_slug, input) => input,
      executionUrl: (workflowId, executionId) => `https://fettle.example/${workflowId}/${executionId}`,
    },
    role: 'all',
    log: silentLog,
    heartbeatMs: 100,
  })
})
beforeEach(async () => {
  behave = async (name) => name
  handler = await published([chainOf([{ key: 'failed', type: 'error' }])])
})
afterAll(async () => {
  await engine.stop()
  await database.drop()
})

const query = async (text: string, ...values: unknown[]) => (await database.pool.query(text, values)).rows
const runOf = async (id: string) => (await query('select * from execution where id = $1', id))[0]
const statusOf = async (id: string) => (await runOf(id))?.status

async function published(versions: readonly Graph[]): Promise<Owned> {
  const owned = await aWorkflow(database.pool, versions)
  await query(
    `update workflow set status = 'published', published_version = $2 where id = $1`,
    owned.workflowId,
    versions.length,
  )
  return owned
}

const trigger = { key: 'start', type: 'webhook' }
const effect = { key: 'pay', type: 'effect', config: { name: 'pay' } }
const broken = { key: 'break', type: 'broken' }

type Chain = Parameters<typeof chainOf>[0]
/** A workflow of the handler's account that names it; begun, and failing sooner or later. */
async function start(
  nodes: Chain,
  { lane = 'direct', isQueued = false, settings = {}, more = {} }: Options = {},
): Promise<string> {
  const graph = chainOf([trigger, ...nodes], { errorWorkflowId: handler.workflowId, ...settings })
  const { workflowId } = await published([graph])
  await query('update workflow set owner_id = $2 where id = $1', workflowId, handler.ownerId)
  const request: StartRequest = {
    ...{ workflowId, ownerId: handler.ownerId, version: 1, graph, lane },
    trigger: { kind: 'webhook', payload: null },
    ...more,
  }
  const { executionId } = isQueued
    ? await inTransaction(database.pool, (client) => engine.enqueue(client, request))
    : await engine.start(request)
  return executionId
}
interface Options {
  lane?: StartRequest['lane']
  isQueued?: boolean
  settings?: Graph['settings']
  more?: Partial<StartRequest>
}

const told = () =>
  query(
    `select status, trigger_node_id, lane, version, input -> 'execution' ->> 'id' as of,
       input #>> '{execution,error,code}' as code, input #>> '{execution,failedNode,key}' as step
     from execution where workflow_id = $1`,
    handler.workflowId,
  )
/** The one run of the handler, once it has ended. */
const expectTold = (of: string, code: string, step: string | null) =>
  expect
    .poll(told, { timeout: 10_000 })
    .toEqual([{ status: 'succeeded', trigger_node_id: 'n_failed', lane: 'queued', version: 1, of, code, step }])
/** Nobody is told after the commit that ends a run, so there is nothing to wait for. */
const expectUntold = async () => expect(await told()).toEqual([])

const hang = (_name: string, { signal }: NodeContext) =>
  new Promise<Json>((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
const failing = (code: string) => async () => {
  throw new NodeError({ code, message: 'It failed', permanent: true })
}
const leave = (id: string) => giveToDead(database.pool, id)
const begun = (id: string) => expect.poll(() => statusOf(id)).toBe('running')
/** Has the step of the next run wait for its end. A run that has begun may not have come to its step. */
function heldStep() {
  const called = Promise.withResolvers<void>()
  const end = Promise.withResolvers<Json>()
  behave = () => {
    called.resolve()
    return end.promise
  }
  const fail = (code: string) => end.reject(new NodeError({ code, message: 'It failed', permanent: true }))
  return { called: called.promise, fail }
}

const large = { key: 'grow', type: 'effect', config: { name: 'grow' } }
const hundred = Array.from({ length: 25 }, (_, n) => ({ ...large, key: `grow_${n}` }))

test.each<
  [
    cause: string,
    lane: StartRequest['lane'],
    nodes: Chain,
    settings: Graph['settings'],
    code: string,
    step: string | null,
  ]
>([
  ['a step that fails', 'inline', [broken], {}, 'BROKEN', 'break'],
  ['a step that fails', 'direct', [effect, broken], {}, 'BROKEN', 'break'],
  ['a run out of time', 'direct', [{ ...effect, config: { name: 'hang' } }], { timeoutMs: 50 }, 'RUN_TIMEOUT', null],
  ['a script out of memory', 'direct', [{ ...effect, config: { name: 'memory' } }], {}, 'MEMORY_LIMIT', 'pay'],
  ['steps that hold too much', 'direct', hundred, {}, 'RUN_TOO_LARGE', 'grow_7'],
])('%s (%s lane) starts the error workflow', async (_cause, lane, nodes, settings, code, step) => {
  behave = (name, context) => {
    if (name === 'hang') return hang(name, context)
    if (name === 'memory') return failing('MEMORY_LIMIT')()
    return Promise.resolve(name === 'grow' ? 'x'.repeat(4_000_000) : name)
  }
  const id = await start(nodes, { lane, settings })
  await expectTold(id, code, step)
  expect(await statusOf(id)).toBe('failed')
})

test.each([
  ['a process that ends again and again', 'update execution set recoveries = 4 where id = $1', 'RECOVERY_LIMIT'],
  [
    'a run that the durable queue has lost',
    `update dbos.workflow_status set status = 'CANCELLED' where workflow_uuid = $1::uuid::text`,
    'RUN_LOST',
  ],
])('%s starts the error workflow', async (_cause, damage, code) => {
  behave = () => new Promise(() => undefined)
  const id = await start([effect], { isQueued: true })
  await begun(id)
  await leave(id)
  await query(damage, id)
  await expectTold(id, code, null)
})

test('a run that was enqueued starts it too', async () => {
  const graph = chainOf([trigger, broken], { errorWorkflowId: handler.workflowId })
  const { workflowId } = await published([graph])
  await query('update workflow set owner_id = $2 where id = $1', workflowId, handler.ownerId)
  const { executionId } = await engine.enqueue(database.pool, {
    ...{ workflowId, ownerId: handler.ownerId, version: 1, graph, lane: 'inline' },
    trigger: { kind: 'schedule', payload: null },
  })
  await expectTold(executionId, 'BROKEN', 'break')
})

test('it is told what happened, but not what only a developer understands', async () => {
  behave = async () => {
    throw new NodeError({
      ...{ code: 'REFUSED', message: 'No', permanent: true, technical: 'stack' },
      details: [{ field: 'password', message: 'Too short' }],
    })
  }
  const id = await start([effect])
  await expectTold(id, 'REFUSED', 'pay')
  const [run] = await query('select input from execution where workflow_id = $1', handler.workflowId)
  const { workflow_id, started_at, finished_at } = await runOf(id)
  expect(run.input).toEqual({
    execution: {
      id,
      url: `https://fettle.example/${workflow_id}/${id}`,
      trigger: 'webhook',
      startedAt: started_at.toISOString(),
      finishedAt: finished_at.toISOString(),
      error: { code: 'REFUSED', message: 'pay: No', details: [{ field: 'password', message: 'Too short' }] },
      failedNode: { id: 'n_pay', key: 'pay', name: 'pay', type: 'effect' },
    },
    workflow: { id: workflow_id, name: 'Orders', version: 1 },
  })
})

test.each<[why: string, nodes: Chain, more: Partial<StartRequest>]>([
  ['a run that succeeds', [], {}],
  ['a draft', [broken], { version: null }],
  ['a run by hand', [broken], { trigger: { kind: 'manual', payload: null } }],
  ['an error workflow that fails', [broken], { trigger: { kind: 'error', payload: null } }],
])('%s starts none', async (_why, nodes, more) => {
  const id = await start(nodes, { lane: 'inline', more })
  expect(['failed', 'succeeded']).toContain(await statusOf(id))
  await expectUntold()
})

test.each([
  ['is not published', `update workflow set status = 'draft', published_version = null where id = $1`],
  ['is paused', `update workflow set status = 'paused' where id = $1`],
  ['begins otherwise', `update workflow_version set graph = '{"nodes": [], "edges": []}' where workflow_id = $1`],
  ['is gone', 'delete from workflow where id = $1'],
])('a workflow that %s is not started', async (_why, change) => {
  await query(change, handler.workflowId)
  expect(await statusOf(await start([broken], { lane: 'inline' }))).toBe('failed')
  await expectUntold()
})

test.each([
  ['its caller alone, who waits for it', true],
  ['the error workflow, where nobody waits for it', false],
])('the failure of a called run is told %s', async (_whom, waits) => {
  const step = heldStep()
  const id = await start([effect], { isQueued: true, more: { trigger: { kind: 'workflow', payload: null } } })
  await step.called
  await query('update execution set parent_waits = $2 where id = $1', id, waits)
  step.fail('REFUSED')
  await expect.poll(() => statusOf(id)).toBe('failed')
  expect((await told()).length).toBe(waits ? 0 : 1)
})

test('a workflow of another account is not started', async () => {
  const id = await start([broken], { lane: 'inline', more: { ownerId: (await aWorkflow(database.pool)).ownerId } })
  expect(await statusOf(id)).toBe('failed')
  await expectUntold()
})

test('who has lost a run tells nobody of its failure', async () => {
  const step = heldStep()
  const id = await start([effect], { isQueued: true })
  await step.called
  await query(`update execution set status = 'cancelled', finished_at = now() where id = $1`, id)
  step.fail('LATE')
  await expect
    .poll(() => query(`select from dbos.workflow_status where workflow_uuid = $1 and status = 'SUCCESS'`, id))
    .toHaveLength(1)
  await expectUntold()
  const outcome = { status: 'failed', output: null, error: null, response: null, steps: [] } as const
  const ended = { id, segment: 0, takeovers: 0, outcome, finishedAt: new Date().toISOString(), durationMs: 1 }
  expect(await closeRuns(database.pool, [ended], 'dead')).toEqual([])
})

/** Refuses the first `times` runs of error workflows. */
async function refuse(times: number, sqlState: string): Promise<void> {
  await query('create sequence refusals')
  await query(`create function refuse() returns trigger language plpgsql as $$ begin
      if nextval('refusals') <= ${times} then raise exception 'refused' using errcode = '${sqlState}'; end if;
      return new; end $$`)
  await query(`create trigger refuse before insert on execution for each row when (new.trigger_kind = 'error')
    execute function refuse()`)
}
const acceptAll = () => query('drop function refuse cascade; drop sequence refusals')

test('a failure and its error workflow are committed together, be it at the third attempt', async () => {
  await refuse(2, '53100')
  try {
    const id = await start([effect, broken])
    await expectTold(id, 'BROKEN', 'break')
    expect(await query('select last_value::int from refusals')).toEqual([{ last_value: 3 }])
  } finally {
    await acceptAll()
  }
})

test('an error workflow that can never begin keeps no run from its end', async () => {
  await refuse(1000, 'P0001')
  try {
    expect(await statusOf(await start([broken], { lane: 'inline' }))).toBe('failed')
    await expectUntold()
  } finally {
    await acceptAll()
  }
})
