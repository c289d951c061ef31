import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createExpressions } from '#src/lib/expressions/expressions.ts'
import { matchesLinearly } from '#src/lib/expressions/linear-regexp.node.ts'
import { uuidv7 } from '#src/lib/ids.ts'
import { freshDatabase, type TestDatabase } from '#src/server/test-database.ts'
import type { ScheduledRun } from './dbos.ts'
import { aWorkflow, chainOf, nodesWith, type Owned, requestFor, silentLog } from './engine-fixture.ts'
import { inTransaction } from './in-transaction.ts'
import { liveRun } from './live-runs.ts'
import { createPark } from './park.ts'
import { RunParked } from './parked.ts'
import { makePlan } from './plan.ts'
import { insertRunning } from './runs.queries.ts'
import { endOfWait, endWait } from './wait.queries.ts'

let database: TestDatabase
let owned: Owned
let scheduled: ScheduledRun[] = []
beforeAll(async () => {
  database = await freshDatabase()
  owned = await aWorkflow(database.pool)
})
beforeEach(() => {
  scheduled = []
})
afterAll(() => database.drop())

const graph = chainOf([{ key: 'start', type: 'webhook' }])
const compiler = createExpressions({ matches: matchesLinearly })
const plan = makePlan(
  graph,
  { kind: 'webhook' },
  nodesWith(async () => null),
  compiler,
)

/** A run of this executor, which has come to places where it waits. */
async function aRun(executorId = 'owner') {
  const facts = { id: uuidv7(), ownerId: owned.ownerId, startedAt: '2026-01-02T03:04:05.006Z', payload: null }
  await insertRunning(database.pool, [{ facts, request: requestFor(owned, graph, 'direct') }], executorId)
  return liveRun(facts, plan)
}
const parkAs = (executorId: string) =>
  createPark({
    ...{ pool: database.pool, executorId, log: silentLog },
    schedule: async (_transaction, run) => void scheduled.push(run),
  })
const runOf = async (id: string) =>
  (await database.pool.query('select status, executor_id, segment, due_at from execution where id = $1', [id])).rows[0]
const call = (place: string, until: string) => ({ place, pause: { until, endedBy: 'call' as const } })
const SOON = '2100-01-01T00:00:00.000Z'
const LATER = '2100-01-01T00:00:01.000Z'
const LATEST = '2100-01-01T00:00:02.000Z'

test('a run that waits at several places goes on when the first of these is over', async () => {
  const run = await aRun()
  const { id, ownerId } = run.facts
  const points = [call('b', LATER), call('a', SOON), { place: 'c', pause: { until: LATEST } }]
  await expect(parkAs('owner')(run, points, { mayPark: true })).rejects.toThrow(RunParked)
  expect(await runOf(id)).toEqual({ status: 'waiting', executor_id: null, segment: 1, due_at: new Date(SOON) })
  expect(scheduled).toEqual([{ executionId: id, ownerId, durableId: `${id}~1`, dueAt: Date.parse(SOON) }])
})

test('an owner whose run was taken over meanwhile does not put it off', async () => {
  const run = await aRun('another one')
  await expect(parkAs('owner')(run, [call('a', SOON)], { mayPark: true })).rejects.toThrow(RunParked)
  const untouched = { status: 'running', executor_id: 'another one', segment: 0, due_at: null }
  expect(await runOf(run.facts.id)).toEqual(untouched)
  expect(scheduled).toEqual([])
})

const waitingForRows = async () =>
  (
    await database.pool.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
  ).rowCount

test('an answer that is committed while the run gives up its place is not lost', async () => {
  const run = await aRun()
  const parking = await inTransaction(database.pool, async (client) => {
    expect(await endWait(client, run.facts.id, 'a', { paid: true })).toBe(true)
    const ends = parkAs('owner')(run, [call('a', SOON), call('b', SOON)], { mayPark: true })
    await expect.poll(waitingForRows).toBe(1)
    return { ends }
  })
  expect(await parking.ends).toEqual(new Map([['a', { kind: 'ended', answer: { paid: true } }]]))
  expect(await runOf(run.facts.id)).toMatchObject({ status: 'running', executor_id: 'owner', segment: 0 })
  expect(scheduled).toEqual([])
})

test('an answer that came in time counts, although the run comes to it when the time is over', async () => {
  const run = await aRun()
  const past = '2026-01-02T03:04:05.006Z'
  expect(await inTransaction(database.pool, (client) => endWait(client, run.facts.id, 'a', 7))).toBe(true)
  const ends = await parkAs('owner')(run, [call('a', past), call('b', past)], { mayPark: true })
  expect(ends).toEqual(
    new Map([
      ['a', { kind: 'ended', answer: 7 }],
      ['b', { kind: 'due' }],
    ]),
  )
  // What was over by itself is not ended a second time.
  expect(await inTransaction(database.pool, (client) => endWait(client, run.facts.id, 'b', 8))).toBe(false)
  expect(await endOfWait(database.pool, run.facts.id, 'b', true)).toEqual({ kind: 'due' })
})
