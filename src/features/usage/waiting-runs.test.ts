import { fork } from 'node:child_process'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { Engine } from '#src/engine/engine.ts'
import { aWorkflow, chainOf, type Owned, requestFor, startEngine } from '#src/engine/engine-fixture.ts'
import { inTransaction } from '#src/engine/in-transaction.ts'
import { strandedRuns } from '#src/engine/invariants.ts'
import { freshDatabase, type TestDatabase } from '#src/server/test-database.ts'
import { GATES, graph, nodesAt, sizesAt } from './waiting-runs-fixture.ts'

vi.setConfig({ testTimeout: 60_000, expect: { poll: { timeout: 20_000 } } })

let database: TestDatabase
let engine: Engine
let owned: Owned

beforeAll(async () => {
  database = await freshDatabase()
  await database.pool.query(GATES)
  await start('all')
})
afterEach(async () => {
  if ((await waiting()).length > 0) throw new Error('A run is left that waits for room')
  await query('delete from gate')
})
afterAll(async () => {
  await engine.stop()
  await database.drop()
})

const query = async (text: string, ...values: unknown[]) => (await database.pool.query(text, values)).rows

async function start(role: 'all' | 'web'): Promise<void> {
  engine = await startEngine(database, {
    nodes: nodesAt(database.pool),
    role,
    heartbeatMs: 100,
    host: {
      fetch: () => Promise.reject(new Error('no network')),
      runTool: async (_slug, input) => input,
      sizes: sizesAt(database.pool),
    },
  })
  owned = await aWorkflow(database.pool, [graph])
}

const runOf = async (id: string) => (await query('select * from execution where id = $1', id))[0]
const statusOf = async (id: string) => (await runOf(id)).status
const waiting = async () =>
  (await query('select execution_id from execution_room order by since')).map((row) => row.execution_id)
const begun = async (id: string) =>
  (await query('select step from gate where run = $1 order by place', id)).map(({ step }) => step)
const open = (...ids: string[]) => query('update gate set is_open = true where run = any($1)', ids)
const stranded = async () => {
  await query(`update execution set created_at = created_at - interval '1 hour'`)
  return strandedRuns(database.pool, { graceMs: 60_000 })
}

const request = (bytes: number, { fails = false, who = owned } = {}) =>
  requestFor(who, graph, 'direct', { version: 1, payload: { bytes, fails } })
const begin = async (...given: Parameters<typeof request>) => (await engine.start(request(...given))).executionId

/** A run that holds what is asked for, until its gate is opened. */
async function holding(...given: Parameters<typeof request>): Promise<string> {
  const id = await begin(...given)
  await expect.poll(() => begun(id)).toEqual(['fetch', 'send'])
  return id
}
/** A run that has fetched more than there is room for. */
async function withoutRoom(...given: Parameters<typeof request>): Promise<string> {
  const id = await begin(...given)
  await expect.poll(waiting).toContain(id)
  return id
}

test('a run that finds no room gives up its place, and goes on with what it has when there is some', async () => {
  const first = await holding(40_000)
  const second = await withoutRoom(40_000)
  expect(await runOf(second)).toMatchObject({ status: 'waiting', executor_id: null, segment: 1 })
  expect(await stranded()).toEqual([])
  // As long as a run that nobody knows would need to be taken for lost, and taken over.
  await expect
    .poll(async () => (await query('select count(*)::int as n from gate where step = $1', 'fetch'))[0].n)
    .toBe(2)
  await open(first)
  await expect.poll(() => begun(second)).toEqual(['fetch', 'send'])
  await open(second)
  await expect.poll(() => statusOf(second)).toBe('succeeded')
  expect(await runOf(second)).toMatchObject({ output: 'send', recoveries: 0, takeovers: 0 })
})

test('a thousand kilobytes come to their end where there is room for a hundred, and nothing is done twice', async () => {
  const ids = await Promise.all(Array.from({ length: 25 }, () => begin(40_000)))
  await expect.poll(async () => (await waiting()).length).toBe(24)
  const ends = setInterval(() => void open(...ids), 20)
  await expect.poll(async () => [...new Set(await Promise.all(ids.map(statusOf)))]).toEqual(['succeeded'])
  clearInterval(ends)
  expect(await Promise.all(ids.map(begun))).toEqual(ids.map(() => ['fetch', 'send']))
})

test('small runs, and large ones of others, do not wait behind it', async () => {
  const first = await holding(40_000)
  const second = await withoutRoom(40_000)
  const small = await holding(100)
  const theirs = await holding(30_000, { who: await aWorkflow(database.pool, [graph]) })
  await open(small, theirs)
  await expect.poll(() => statusOf(small)).toBe('succeeded')
  await expect.poll(() => statusOf(theirs)).toBe('succeeded')
  expect(await statusOf(second)).toBe('waiting')
  await open(first)
  await expect.poll(() => begun(second)).toEqual(['fetch', 'send'])
  await open(second)
  await expect.poll(() => statusOf(second)).toBe('succeeded')
})

test('a run whose input finds no room is put back before it is read, and is not taken for lost meanwhile', async () => {
  const first = await holding(40_000)
  const large = {
    ...request(10),
    trigger: { kind: 'webhook', payload: { bytes: 10, more: 'x'.repeat(40_000) } },
  } as const
  const { executionId: second } = await inTransaction(database.pool, (client) => engine.enqueue(client, large))
  await expect.poll(waiting).toEqual([second])
  expect(await runOf(second)).toMatchObject({ status: 'queued', started_at: null, segment: 1 })
  expect(await stranded()).toEqual([])
  const asked = await engine.start(large)
  await expect.poll(waiting).toEqual([second, asked.executionId])
  // Who waits for the answer is told at once.
  await expect(engine.startAndWait(large, { timeoutMs: 1000 })).rejects.toMatchObject({ code: 'TOO_MUCH_AT_WORK' })
  // Long enough for the sweep to look at it several times.
  const [{ since }] = await query('select max(heartbeat_at) as since from executor')
  const hasPassed = async () =>
    (await query(`select max(heartbeat_at) > $1::timestamptz + interval '2 seconds' as passed from executor`, since))[0]
      .passed
  await expect.poll(hasPassed).toBe(true)
  await open(first)
  for (const id of [second, asked.executionId]) {
    await expect.poll(() => begun(id)).toEqual(['fetch', 'send'])
    await open(id)
    await expect.poll(() => statusOf(id)).toBe('succeeded')
    expect(await runOf(id)).toMatchObject({ recoveries: 0, takeovers: 0 })
  }
})

test('a run that waits for room is cancelled at once, and never goes on', async () => {
  const first = await holding(40_000)
  const second = await withoutRoom(40_000)
  expect(await engine.cancel(second)).toBe('requested')
  expect(await statusOf(second)).toBe('cancelled')
  expect(await waiting()).toEqual([])
  await open(first)
  await expect.poll(() => statusOf(first)).toBe('succeeded')
  expect(await begun(second)).toEqual(['fetch'])
})

test('a run that fails gives its room to the next', async () => {
  const first = await holding(40_000, { fails: true })
  const second = await withoutRoom(40_000)
  await open(first)
  await expect.poll(() => begun(second)).toEqual(['fetch', 'send'])
  expect(await statusOf(first)).toBe('failed')
  await open(second)
  await expect.poll(() => statusOf(second)).toBe('succeeded')
})

test('a large run does not wait for ever behind a stream of smaller ones', async () => {
  const strangers = await Promise.all(Array.from({ length: 4 }, () => aWorkflow(database.pool, [graph])))
  let isOver = false
  const streams = strangers.map(async (who) => {
    while (!isOver) {
      const id = await begin(25_000, { who })
      await expect.poll(() => begun(id), { interval: 20 }).toEqual(['fetch', 'send'])
      await open(id)
      await expect.poll(() => statusOf(id), { interval: 20 }).toBe('succeeded')
    }
  })
  await expect.poll(async () => (await query('select count(*)::int as n from gate'))[0].n).toBeGreaterThan(8)
  const large = await begin(95_000)
  await expect.poll(() => begun(large)).toEqual(['fetch', 'send'])
  await open(large)
  await expect.poll(() => statusOf(large)).toBe('succeeded')
  isOver = true
  await Promise.all(streams)
})

test('what only computes is not begun without room: it is put off, or its caller is told', async () => {
  const pure = chainOf([
    { key: 'start', type: 'webhook' },
    { key: 'large', type: 'value', config: { value: 'x'.repeat(40_000) } },
  ])
  const first = await holding(40_000)
  const computing = requestFor(owned, pure, 'inline')
  const before = await query('select count(*)::int as runs from execution')
  await expect(engine.startAndWait(computing, { timeoutMs: 1000 })).rejects.toMatchObject({ code: 'TOO_MUCH_AT_WORK' })
  expect(await query('select count(*)::int as runs from execution')).toEqual(before)
  // Nor does it keep the storage of its account until somebody clears up.
  const unborn = () =>
    query('select owner_id from execution_size where not exists (select from execution where id = execution_id)')
  await expect.poll(unborn).toEqual([])
  const { executionId } = await engine.start(computing)
  await expect.poll(waiting).toEqual([executionId])
  await open(first)
  await expect.poll(() => statusOf(executionId)).toBe('succeeded')
})

test('a run that holds more than a process ever has room for fails, and says so', async () => {
  const id = await begin(100_001)
  await expect.poll(() => statusOf(id)).toBe('failed')
  expect((await runOf(id)).error).toMatchObject({ code: 'RUN_TOO_LARGE' })
})

async function startWorker() {
  const worker = fork(new URL('other-worker-fixture.ts', import.meta.url), {
    env: { ...process.env, DATABASE_URL: database.url },
  })
  await new Promise((resolve) => worker.once('message', resolve))
  return worker
}

test('what waits for room outlives the process that it waited in', async () => {
  await engine.stop()
  await start('web')
  const killed = await startWorker()
  const ids = await inTransaction(database.pool, async (client) => {
    const accepted = []
    for (let n = 0; n < 6; n++) accepted.push((await engine.enqueue(client, request(40_000))).executionId)
    return accepted
  })
  await expect.poll(async () => (await waiting()).length).toBe(5)
  const ended = new Promise((resolve) => killed.once('exit', resolve))
  killed.kill('SIGKILL')
  await ended
  expect((await waiting()).length).toBe(5)
  const worker = await startWorker()
  const ends = setInterval(() => void open(...ids), 50)
  await expect.poll(async () => [...new Set(await Promise.all(ids.map(statusOf)))]).toEqual(['succeeded'])
  clearInterval(ends)
  const steps = await Promise.all(ids.map(begun))
  // Only what was in flight is done again.
  expect(steps.map((one) => one.join(' ')).sort()).toEqual([
    ...Array.from({ length: 5 }, () => 'fetch send'),
    'fetch send send',
  ])
  worker.disconnect()
})
