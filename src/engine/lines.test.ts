import { fork } from 'node:child_process'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Graph } from '#src/lib/graph/graph.schema.ts'
import type { Json } from '#src/sdk/json.ts'
import { freshDatabase, type TestDatabase } from '#src/server/test-database.ts'
import type { Engine } from './engine.ts'
import {
  aWorkflow,
  chainOf,
  LEDGER,
  nodesWith,
  noteInLedger,
  type Owned,
  requestFor,
  startEngine,
} from './engine-fixture.ts'
import { inTransaction } from './in-transaction.ts'
import { strandedRuns } from './invariants.ts'
import { calledLines } from './line.queries.ts'

vi.setConfig({ testTimeout: 120_000 })

let database: TestDatabase
let engine: Engine

const query = async (text: string, ...values: unknown[]) => (await database.pool.query(text, values)).rows
const statusOf = async (id: string) => (await query('select status from execution where id = $1', id))[0]?.status

/** As if all runs were old: young ones may be on their way. */
async function stranded() {
  await query(`update execution set created_at = created_at - interval '1 hour'`)
  return strandedRuns(database.pool, { graceMs: 60_000 })
}

const soon = (look: () => unknown) => expect.poll(look, { timeout: 60_000 })

/** Effects of the name `held` last until the test ends them. */
let held: { readonly id: string; readonly end: PromiseWithResolvers<Json> }[] = []
const endOf = (id: string) => held.find((one) => one.id === id)?.end

beforeAll(async () => {
  database = await freshDatabase()
  await query(LEDGER)
  engine = await startEngine(database, {
    nodes: nodesWith((name, context) => {
      if (name === 'ledger') return noteInLedger(database.pool, context, 'this')
      const end = Promise.withResolvers<Json>()
      held.push({ id: context.run.id, end })
      return end.promise
    }),
    heartbeatMs: 100,
  })
})
afterAll(async () => {
  await engine.stop()
  await database.drop()
})

const limited = (name: string, concurrency: Graph['settings']['concurrency']) =>
  chainOf(
    [
      { key: 'start', type: 'webhook' },
      { key: 'act', type: 'effect', config: { name } },
    ],
    { ...(concurrency && { concurrency }) },
  )

async function aLimited(concurrency: Graph['settings']['concurrency'], name = 'held') {
  const graph = limited(name, concurrency)
  const owned = await aWorkflow(database.pool, [graph])
  const request = (payload: Json) => requestFor(owned, graph, 'direct', { version: 1, payload })
  return { owned, request }
}

const startAll = async (requests: readonly Parameters<Engine['start']>[0][]): Promise<string[]> => {
  const ids: string[] = []
  for (const request of requests) ids.push((await engine.start(request)).executionId)
  return ids
}

test('a limit of two runs at once: the third begins when one has ended, in the order of acceptance', async () => {
  held = []
  const { request } = await aLimited({ limit: 2 })
  const ids = await startAll([1, 2, 3, 4].map((n) => request({ n })))
  await soon(() => held.map(({ id }) => id).toSorted()).toEqual(ids.slice(0, 2).toSorted())
  expect([await statusOf(ids[2] ?? ''), await statusOf(ids[3] ?? '')]).toEqual(['queued', 'queued'])
  expect(await stranded()).toEqual([])

  endOf(ids[1] ?? '')?.resolve('done')
  await soon(() => held.map(({ id }) => id)).toContain(ids[2])
  expect(await statusOf(ids[3] ?? '')).toBe('queued')
  endOf(ids[0] ?? '')?.resolve('done')
  await soon(() => held.map(({ id }) => id)).toContain(ids[3])
  for (const { end } of held) end.resolve('done')
  await soon(() => Promise.all(ids.map(statusOf))).toEqual(Array(4).fill('succeeded'))
  await soon(() => query('select * from run_line')).toEqual([])
})

test('each key has its limit; runs without a value for it stand in one line', async () => {
  held = []
  const { request } = await aLimited({ limit: 1, key: '{{ trigger.key }}' })
  const ids = await startAll([{ key: 'a' }, { key: 'a' }, { key: 7 }, {}, null].map((payload) => request(payload)))
  const [a1 = '', a2 = '', seven = '', none1 = '', none2 = ''] = ids
  await soon(() => held.map(({ id }) => id).toSorted()).toEqual([a1, seven, none1].toSorted())
  expect([await statusOf(a2), await statusOf(none2)]).toEqual(['queued', 'queued'])
  endOf(none1)?.reject(new Error('it failed'))
  await soon(() => held.map(({ id }) => id)).toContain(none2)
  await engine.cancel(a1)
  await soon(() => held.map(({ id }) => id)).toContain(a2)
  for (const { end } of held) end.resolve('done')
  await soon(() => statusOf(a2)).toBe('succeeded')
  await soon(() => statusOf(none2)).toBe('succeeded')
})

test('one that is cancelled while it stands in line is passed over', async () => {
  held = []
  const { request } = await aLimited({ limit: 1 })
  const [first = '', second = '', third = ''] = await startAll([1, 2, 3].map((n) => request({ n })))
  await soon(() => held.length).toBe(1)
  await engine.cancel(second)
  expect(await statusOf(second)).toBe('cancelled')
  endOf(first)?.resolve('done')
  await soon(() => held.map(({ id }) => id)).toEqual([first, third])
  endOf(third)?.resolve('done')
  await soon(() => statusOf(third)).toBe('succeeded')
})

test('what others accept in a transaction of theirs gets its turn too', async () => {
  held = []
  const { request } = await aLimited({ limit: 1 })
  const ids = await inTransaction(database.pool, async (client) => {
    const first = await engine.enqueue(client, request({ n: 1 }))
    const second = await engine.enqueue(client, request({ n: 2 }))
    return [first.executionId, second.executionId]
  })
  await soon(() => held.map(({ id }) => id)).toEqual([ids[0]])
  endOf(ids[0] ?? '')?.resolve('done')
  await soon(() => held.map(({ id }) => id)).toEqual(ids)
  endOf(ids[1] ?? '')?.resolve('done')
  await soon(() => statusOf(ids[1] ?? '')).toBe('succeeded')
})

test('of many lines in which all wait, only those are looked at where somebody came or went', async () => {
  const { owned } = await aLimited({ limit: 1, key: '{{ trigger.key }}' })
  await query(
    `with run as (insert into execution (id, workflow_id, owner_id, version, status, lane, trigger_kind, cancel_requested)
       select gen_random_uuid(), $1, $2, 1, 'queued', 'queued', 'webhook', false from generate_series(1, 3000) returning id)
     insert into run_line (execution_id, workflow_id, key, at_once, is_at_work)
     select id, $1, row_number() over () % 1500, 1, row_number() over () <= 1500 from run`,
    owned.workflowId,
    owned.ownerId,
  )
  const called = async () => (await calledLines(database.pool)).filter((line) => line.workflowId === owned.workflowId)
  const atWork = () => query('select key from run_line where workflow_id = $1 and is_at_work', owned.workflowId)
  await soon(called).toEqual([])
  expect(await atWork()).toHaveLength(1500)

  const [gone] = await query(
    'delete from run_line where workflow_id = $1 and is_at_work and key = $2 returning key',
    owned.workflowId,
    '7',
  )
  expect(gone).toEqual({ key: '7' })
  await soon(called).toEqual([])
  expect((await atWork()).filter(({ key }) => key === '7')).toHaveLength(1)
  await query('delete from execution where workflow_id = $1', owned.workflowId)
  await soon(called).toEqual([])
})

const answering = (owned: Owned, graph: Graph) => requestFor(owned, graph, 'inline', { version: 1, payload: 'Ada' })

test('whoever waits for an answer gets it, also of a workflow that only computes', async () => {
  const graph = chainOf(
    [
      { key: 'start', type: 'webhook' },
      { key: 'say', type: 'respond', config: { status: 201, body: '{{ trigger }}' } },
    ],
    { concurrency: { limit: 1 } },
  )
  const owned = await aWorkflow(database.pool, [graph])
  const answers = await Promise.all(
    [1, 2].map(() => engine.startAndWait(answering(owned, graph), { timeoutMs: 20_000 })),
  )
  expect(answers.map(({ status, response, output }) => ({ status, response, output }))).toEqual(
    Array(2).fill({ status: 'succeeded', response: { status: 201, headers: {}, body: 'Ada' }, output: 'Ada' }),
  )
})

test('somebody whose turn does not come in time is told that the run goes on', async () => {
  held = []
  const { request } = await aLimited({ limit: 1 })
  const [first = ''] = await startAll([request({ n: 1 })])
  await soon(() => held.length).toBe(1)
  const answer = await engine.startAndWait(request({ n: 2 }), { timeoutMs: 300 })
  expect(answer.status).toBe('running')
  endOf(first)?.resolve('done')
  await soon(() => held.length).toBe(2)
  endOf(answer.executionId)?.resolve('done')
  await soon(() => statusOf(answer.executionId)).toBe('succeeded')
})

test('a run that waits holds its place', async () => {
  const graph = chainOf(
    [
      { key: 'start', type: 'webhook' },
      { key: 'wait', type: 'pause', config: { ms: 3_600_000, endedBy: 'call' } },
    ],
    { concurrency: { limit: 1 } },
  )
  const owned = await aWorkflow(database.pool, [graph])
  const request = () => requestFor(owned, graph, 'direct', { version: 1 })
  const [first = '', second = ''] = await startAll([request(), request()])
  await soon(() => statusOf(first)).toBe('waiting')
  expect(await stranded()).toEqual([])
  expect(await statusOf(second)).toBe('queued')
  for (const executionId of [first, second]) {
    await soon(() => statusOf(executionId)).toBe('waiting')
    await inTransaction(database.pool, (client) =>
      engine.wake(client, { executionId, nodeId: 'n_wait', answer: 'go on' }),
    )
    await soon(() => statusOf(executionId)).toBe('succeeded')
  }
})

test('1,000 events of ten keys, one at once: the order of each key is exact, with two processes and after kill -9', async () => {
  const { owned, request } = await aLimited({ limit: 1, key: '{{ trigger.key }}' }, 'ledger')
  const other = fork(new URL('other-engine-fixture.ts', import.meta.url), {
    env: { ...process.env, DATABASE_URL: database.url },
  })
  await new Promise((resolve) => other.once('message', resolve))
  const counts = Array.from({ length: 100 }, (_, n) => n)
  const keys = Array.from({ length: 10 }, (_, key) => key)
  // Events of one key come one after the other, those of several keys at the same time.
  const accepted = Promise.all(
    keys.map(async (key) => {
      for (const n of counts) await engine.start(request({ key, n }))
    }),
  )
  const ended = async () => {
    const [row] = await query(
      'select count(*)::int as n from execution where workflow_id = $1 and finished_at is not null',
      owned.workflowId,
    )
    return row?.n
  }
  await soon(ended).toBeGreaterThan(300)
  other.kill('SIGKILL')
  await accepted
  await soon(ended).toBe(1000)

  const rows = await query('select key, n, event from ledger order by place')
  for (const key of keys) {
    const told = rows.filter((row) => row.key === key).map(({ n, event }) => `${n} ${event}`)
    // What was in flight when its process died is repeated, and nothing else is.
    const once = told.filter((event, place) => told.indexOf(event) === place)
    expect(once).toEqual(counts.flatMap((n) => [`${n} begins`, `${n} ends`]))
    expect(told.length - once.length).toBeLessThanOrEqual(2)
  }
  expect(new Set((await query('select distinct by from ledger')).map(({ by }) => by))).toEqual(
    new Set(['other', 'this']),
  )
  expect(await query('select * from run_line where workflow_id = $1', owned.workflowId)).toEqual([])
})
