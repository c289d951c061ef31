import { afterAll, beforeAll, expect, test } from 'vitest'
import { uuidv7 } from '#src/lib/ids.ts'
import { freshDatabase, type TestDatabase } from '#src/server/test-database.ts'
import type { StepRecord } from './engine.ts'
import { aWorkflow, chainOf, type Owned, requestFor } from './engine-fixture.ts'
import { inTransaction } from './in-transaction.ts'
import { closeRuns, type HeldRun, holdRun, insertRunning, saveProgress } from './runs.queries.ts'
import { readSteps } from './steps.queries.ts'

let database: TestDatabase
let owned: Owned
beforeAll(async () => {
  database = await freshDatabase()
  owned = await aWorkflow(database.pool)
})
afterAll(() => database.drop())

const graph = chainOf([{ key: 'start', type: 'webhook' }])
const facts = (id: string) => ({ id, ownerId: owned.ownerId, startedAt: '2026-01-02T03:04:05.006Z', payload: { n: 1 } })
const step = (status: StepRecord['status'], output: string): StepRecord => ({
  ...{ seq: 0, nodeId: 'n_start', key: 'start', status, attempts: 1, input: null, output, error: null },
  ...{ startedAt: '2026-01-02T03:04:05.006Z', durationMs: 1.5 },
})
const held = (id: string, takeovers = 0, segment = 0) => ({ id, takeovers, segment })
const ended = (id: string, output: string) => ({
  ...held(id),
  outcome: { status: 'succeeded', output, error: null, response: null, steps: [step('succeeded', output)] } as const,
  finishedAt: '2026-01-02T03:04:06.006Z',
  durationMs: 1000,
})
const aRun = async (id: string, executorId: string) => {
  await insertRunning(database.pool, [{ facts: facts(id), request: requestFor(owned, graph, 'direct') }], executorId)
}
const runOf = async (id: string) => (await database.pool.query('select * from execution where id = $1', [id])).rows[0]

test('only the owner of a run writes its steps and its end, and the end only once', async () => {
  const id = '01890000-0000-7000-8000-00000000000a'
  const write = (output: string, executorId: string) => closeRuns(database.pool, [ended(id, output)], executorId)
  await aRun(id, 'owner')
  await saveProgress(database.pool, held(id), [step('running', 'other')], 'other')
  await write('other', 'other')
  expect(await readSteps(database.pool, id)).toEqual([])
  expect(await runOf(id)).toMatchObject({ status: 'running', output: null })

  await saveProgress(database.pool, held(id), [step('running', 'owner')], 'owner')
  expect(await readSteps(database.pool, id)).toEqual([step('running', 'owner')])
  await write('first', 'owner')
  await write('second', 'owner')
  await saveProgress(database.pool, held(id), [step('running', 'late')], 'owner')
  expect(await runOf(id)).toMatchObject({ status: 'succeeded', output: 'first', duration_ms: 1000 })
  expect(await readSteps(database.pool, id)).toEqual([step('succeeded', 'first')])
})

test('of runs that end together, those of others are left alone', async () => {
  const ids = ['01890000-0000-7000-8000-00000000000b', '01890000-0000-7000-8000-00000000000c'] as const
  await aRun(ids[0], 'owner')
  await aRun(ids[1], 'other')
  await closeRuns(
    database.pool,
    ids.map((id) => ended(id, 'done')),
    'owner',
  )
  expect([(await runOf(ids[0])).status, (await runOf(ids[1])).status]).toEqual(['succeeded', 'running'])
  expect(await readSteps(database.pool, ids[1])).toEqual([])
})

test.each([
  ['was taken over meanwhile, be it by the same process', 'takeovers = 1'],
  ['has meanwhile waited and gone on', 'segment = 1'],
  ['waits', `status = 'waiting', due_at = now(), waiting_since = now()`],
])('who has a run from before it %s writes nothing to it', async (_what, change) => {
  const id = uuidv7()
  await aRun(id, 'owner')
  await database.pool.query(`update execution set ${change} where id = $1`, [id])
  const hold = (as: HeldRun) => inTransaction(database.pool, (client) => holdRun(client, as, 'owner'))
  await saveProgress(database.pool, held(id), [step('succeeded', 'late')], 'owner')
  expect(await closeRuns(database.pool, [ended(id, 'late')], 'owner')).toEqual([])
  expect(await hold(held(id))).toBe(false)
  expect(await readSteps(database.pool, id)).toEqual([])
  expect(await runOf(id)).toMatchObject({ output: null, finished_at: null })

  await database.pool.query(`update execution set status = 'running' where id = $1`, [id])
  const { takeovers, segment } = await runOf(id)
  const now = held(id, takeovers, segment)
  expect([await hold(now), await inTransaction(database.pool, (client) => holdRun(client, now, 'other'))]).toEqual([
    true,
    false,
  ])
  expect(await closeRuns(database.pool, [{ ...ended(id, 'right'), ...now }], 'owner')).toEqual([id])
})
