import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Graph } from '#src/lib/graph/graph.schema.ts'
import type { NodeContext } from '#src/sdk/define-node.ts'
import type { Json } from '#src/sdk/json.ts'
import { freshDatabase, type TestDatabase } from '#src/server/test-database.ts'
import type { Engine } from './engine.ts'
import { aWorkflow, giveToDead, graphOf, nodesWith, type Owned, requestFor, startEngine } from './engine-fixture.ts'
import { inTransaction } from './in-transaction.ts'
import { strandedRuns } from './invariants.ts'
import { readSteps, readStepValue } from './steps.queries.ts'

// What of one run goes on at the same time: turns of loops and branches.

vi.setConfig({ testTimeout: 30_000, expect: { poll: { timeout: 10_000 } } })

let database: TestDatabase
let engine: Engine
let owned: Owned
type Call = { name: string; key: string; end: PromiseWithResolvers<Json> }
let calls: Call[] = []

function act(name: string, { idempotencyKey: key, signal }: NodeContext): Promise<Json> {
  const end = Promise.withResolvers<Json>()
  if (name.startsWith('quick')) end.resolve(name)
  signal.addEventListener('abort', () => end.reject(signal.reason))
  calls.push({ name, key, end })
  return end.promise
}

beforeAll(async () => {
  database = await freshDatabase()
  owned = await aWorkflow(database.pool)
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
const begin = async (graph: Graph) => (await engine.start(requestFor(owned, graph, 'direct'))).executionId
const begun = (name: string) => calls.filter((call) => call.name === name)
const finish = (name: string, output: Json = name) => begun(name).at(-1)?.end.resolve(output)
const wake = (executionId: string, nodeId: string, answer: Json) =>
  inTransaction(database.pool, (client) => engine.wake(client, { executionId, nodeId, answer }))
const die = (id: string) => giveToDead(database.pool, id, { signedOff: true })

const HOUR = 3_600_000
const start = { key: 'start', type: 'webhook' }
const effect = (key: string, name = key) => ({ key, type: 'effect', config: { name } })
const each = (items: Json, atOnce = 1) => ({ key: 'loop', type: 'each', config: { items, atOnce } })
const value = (key: string, content: Json) => ({ key, type: 'value', config: { value: content } })
const pause = { key: 'pause', type: 'pause', config: { ms: HOUR, endedBy: 'call' } }
const loopOf = (items: Json, atOnce: number) =>
  graphOf(
    [start, each(items, atOnce), effect('pay', 'pay{{ item }}'), value('after', '{{ steps.loop }}')],
    ['start > loop', 'loop.item > pay', 'loop.done > after'],
  )

test('after a crash the turns that were done stay done, and those in flight are repeated with their keys', async () => {
  const id = await begin(loopOf([1, 2, 3, 4], 2))
  await expect.poll(() => calls.length).toBe(2)
  finish('pay1')
  await expect.poll(() => begun('pay3').length).toBe(1)
  await die(id)
  await expect.poll(() => calls.length, { timeout: 15_000 }).toBe(5)
  expect(calls.map(({ key }) => key)).toEqual([0, 1, 2, 1, 2].map((turn) => `${id}:n_pay:${turn}`))
  for (const name of ['pay2', 'pay3']) finish(name, `${name} again`)
  await expect.poll(() => begun('pay4').length).toBe(1)
  finish('pay4')
  await expect.poll(() => statusOf(id)).toBe('succeeded')
  expect(await runOf(id)).toMatchObject({ output: ['pay1', 'pay2 again', 'pay3 again', 'pay4'], takeovers: 1 })
  expect((await readSteps(database.pool, id)).map(({ key, iteration, status }) => [key, iteration, status])).toEqual([
    ['start', undefined, 'succeeded'],
    ['loop', undefined, 'succeeded'],
    ...['0', '1', '2', '3'].map((turn) => ['pay', turn, 'succeeded']),
    ['after', undefined, 'succeeded'],
  ])
  expect(await readStepValue(database.pool, id, { nodeId: 'n_pay', iteration: '2' }, 'output')).toEqual({
    value: 'pay3 again',
  })
})

test('what an owner that was asleep comes to does not count', async () => {
  const id = await begin(loopOf([1, 2], 1))
  await expect.poll(() => calls.length).toBe(1)
  const [asleep] = calls
  await die(id)
  await expect.poll(() => calls.length, { timeout: 15_000 }).toBe(2)
  asleep?.end.resolve('from the one who was asleep')
  finish('pay1', 'from the new owner')
  await expect.poll(() => begun('pay2').length).toBe(1)
  finish('pay2')
  await expect.poll(() => statusOf(id)).toBe('succeeded')
  expect((await runOf(id)).output).toEqual(['from the new owner', 'pay2'])
  expect(calls).toHaveLength(3)
})

const waiting = graphOf(
  [
    start,
    each([1, 2, 3], 2),
    pause,
    effect('pay', 'quick{{ item }}{{ steps.pause }}'),
    value('after', '{{ steps.loop }}'),
  ],
  ['start > loop', 'loop.item > pause', 'pause > pay', 'loop.done > after'],
)

test('a run whose turns all wait gives up its place, and each goes on by itself', async () => {
  const id = await begin(waiting)
  await expect.poll(() => statusOf(id)).toBe('waiting')
  expect(await runOf(id)).toMatchObject({ executor_id: null, segment: 1 })
  await query(`update execution set created_at = now() - interval '1 day' where id = $1`, id)
  expect(await strandedRuns(database.pool, { graceMs: 1000 })).toEqual([])
  expect(await wake(id, 'n_pause@1', 'b')).toBe(true)
  await expect.poll(() => begun('quick2b').length).toBe(1)
  await expect.poll(() => statusOf(id)).toBe('waiting')
  expect([await wake(id, 'n_pause@1', 'b'), await wake(id, 'n_pause@0', 'a')]).toEqual([false, true])
  expect(await wake(id, 'n_pause@2', 'c')).toBe(true)
  await expect.poll(() => statusOf(id)).toBe('succeeded')
  expect((await runOf(id)).output).toEqual(['quick1a', 'quick2b', 'quick3c'])
  expect(calls.map(({ key }) => key).toSorted()).toEqual([0, 1, 2].map((turn) => `${id}:n_pay:${turn}`))
})

test('a turn that waits goes on while another one is busy', async () => {
  const id = await begin(
    graphOf(
      [
        start,
        each([0, 1], 2),
        { key: 'which', type: 'choose', config: { port: '{{ item == 0 ? "a" : "b" }}' } },
        pause,
        effect('slow'),
      ],
      ['start > loop', 'loop.item > which', 'which.a > pause', 'which.b > slow'],
    ),
  )
  await expect.poll(() => calls.length).toBe(1)
  expect(await wake(id, 'n_pause@0', 'done')).toBe(true)
  await expect
    .poll(async () => (await readSteps(database.pool, id)).find(({ key }) => key === 'pause')?.status)
    .toBe('succeeded')
  expect(await statusOf(id)).toBe('running')
  finish('slow')
  await expect.poll(() => statusOf(id)).toBe('succeeded')
  expect(await runOf(id)).toMatchObject({ segment: 0, output: ['done', 'slow'] })
})

const branches = graphOf(
  [start, effect('a'), effect('b'), effect('c', 'quick{{ steps.b }}'), value('both', '{{ [steps.a, steps.c] }}')],
  ['start > a', 'start > b', 'b > c', 'a > both', 'c > both'],
)

test('branches run at the same time, and after a crash only what was in flight is repeated', async () => {
  const id = await begin(branches)
  await expect.poll(() => calls.map(({ name }) => name)).toEqual(['a', 'b'])
  finish('b')
  await expect.poll(() => begun('quickb').length).toBe(1)
  await expect
    .poll(() => query('select name from execution_checkpoint where execution_id = $1 order by name', id))
    .toEqual([{ name: 'n_b#1' }, { name: 'n_c#1' }])
  await die(id)
  await expect.poll(() => begun('a').length, { timeout: 15_000 }).toBe(2)
  expect(calls).toHaveLength(4)
  finish('a', 'again')
  await expect.poll(() => statusOf(id)).toBe('succeeded')
  expect((await runOf(id)).output).toEqual(['again', 'quickb'])
})

/** From here on no run can be written as failed, for a reason that is not known to pass. */
const FAULT = `create function refuse() returns trigger language plpgsql as $$ begin raise 'No disk' ; end $$;
  create trigger fault before update on execution for each row when (new.status = 'failed') execute function refuse()`

test('after a crash between the failure of a branch and the end of the run no other branch begins a step', async () => {
  const id = await begin(
    graphOf(
      [start, effect('first', 'quick'), ...['a', 'b', 'slow', 'x', 'y', 'next'].map((key) => effect(key))],
      [...['first', 'b', 'slow', 'x', 'y'].map((key) => `start > ${key}`), 'first > a', 'b > next'],
    ),
  )
  const stepsOf = async () => (await readSteps(database.pool, id)).map(({ key, status }) => [key, status])
  const underWay = ['b', 'slow', 'x', 'y', 'a'].map((key) => [key, 'running'])
  await expect.poll(stepsOf).toEqual([['start', 'succeeded'], ['first', 'succeeded'], ...underWay])
  await query(FAULT)
  // Two are written at the same time and those that come meanwhile together, in their order: so the failure of a is
  // known before what b gave could lead to the next step.
  const client = await database.pool.connect()
  await client.query('begin; lock table execution_checkpoint in share mode')
  const inHand = async () =>
    (await query(`select from pg_stat_activity where wait_event_type = 'Lock' and query ~ 'execution_checkpoint'`))
      .length
  for (const [before, name] of ['x', 'y'].entries()) {
    finish(name)
    await expect.poll(inHand).toBe(before + 1)
  }
  begun('a')[0]?.end.reject(new Error('refused'))
  await runOf(id)
  finish('b')
  await runOf(id)
  await client.query('commit')
  client.release()
  const remembered = () => query('select name from execution_checkpoint where execution_id = $1 order by name', id)
  await expect.poll(remembered).toEqual(['a', 'b', 'first', 'x', 'y'].map((key) => ({ name: `n_${key}#1` })))
  const takeovers = async () => (await runOf(id)).takeovers
  await expect.poll(takeovers, { timeout: 15_000 }).toBe(1)
  await query('drop trigger fault on execution')
  await expect.poll(() => statusOf(id), { timeout: 15_000 }).toBe('failed')
  expect(calls.map(({ name }) => name).toSorted()).toEqual(['a', 'b', 'quick', 'slow', 'x', 'y'])
  expect(await stepsOf()).toEqual([
    ['start', 'succeeded'],
    ['first', 'succeeded'],
    ['b', 'succeeded'],
    ['slow', 'cancelled'],
    ['x', 'succeeded'],
    ['y', 'succeeded'],
    ['a', 'failed'],
  ])
})

test('a branch that waits does not keep another one, and the run gives up its place when both wait', async () => {
  const graph = graphOf(
    [start, pause, { ...pause, key: 'other' }, effect('slow'), value('both', '{{ [steps.pause, steps.slow] }}')],
    ['start > pause', 'start > other', 'other > slow', 'pause > both', 'slow > both'],
  )
  const id = await begin(graph)
  await expect.poll(() => statusOf(id)).toBe('waiting')
  await wake(id, 'n_other', null)
  await expect.poll(() => begun('slow').length).toBe(1)
  expect(await statusOf(id)).toBe('running')
  finish('slow')
  await expect.poll(() => statusOf(id)).toBe('waiting')
  await wake(id, 'n_pause', 'yes')
  await expect.poll(() => statusOf(id)).toBe('succeeded')
  expect((await runOf(id)).output).toEqual(['yes', 'slow'])
  expect(begun('slow')).toHaveLength(1)
})

test('what branches and turns are doing ends when the run is cancelled', async () => {
  const id = await begin(loopOf([1, 2, 3], 2))
  await expect.poll(() => calls.length).toBe(2)
  await engine.cancel(id)
  await expect.poll(() => statusOf(id), { timeout: 2000 }).toBe('cancelled')
  const steps = await readSteps(database.pool, id)
  expect(steps.map(({ key, status }) => [key, status])).toEqual([
    ['start', 'succeeded'],
    ['loop', 'cancelled'],
    ['pay', 'cancelled'],
    ['pay', 'cancelled'],
  ])
})

test('the first of several goes on at once, remembered through a crash', async () => {
  const id = await begin(
    graphOf(
      [
        start,
        effect('a'),
        effect('b'),
        { key: 'first', type: 'race' },
        effect('use', 'use {{ steps.first[0] }} {{ steps.b }}'),
      ],
      ['start > a', 'start > b', 'a > first', 'b > first', 'first > use'],
    ),
  )
  await expect.poll(() => calls.length).toBe(2)
  finish('b')
  await expect.poll(() => begun('use b b').length).toBe(1)
  await die(id)
  await expect.poll(() => begun('use b b').length, { timeout: 15_000 }).toBe(2)
  expect(begun('a')).toHaveLength(2)
  finish('a')
  finish('use b b')
  await expect.poll(() => statusOf(id)).toBe('succeeded')
  expect(await runOf(id)).toMatchObject({ output: 'use b b' })
})
