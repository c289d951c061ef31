import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Engine } from '#src/engine/engine.ts'
import {
  aWorkflow,
  chainOf,
  graphOf,
  nodesWith,
  type Owned,
  requestFor,
  startEngine,
} from '#src/engine/engine-fixture.ts'
import type { Json } from '#src/sdk/json.ts'
import { freshDatabase, type TestDatabase } from '#src/server/test-database.ts'
import { createRunSizes } from './run-sizes.server.ts'

vi.setConfig({ testTimeout: 30_000, expect: { poll: { timeout: 15_000 } } })

/** Two runs of one account have room for two thirds of it. */
const MOST = 4_000_000
const ANSWER = 1_500_000

let database: TestDatabase
let engine: Engine
let owned: Owned
/** Runs by what they have begun, in order. */
let begun: string[] = []
const ends = new Map<string, PromiseWithResolvers<Json>>()

const nodes = nodesWith((name, { run }) => {
  begun.push(`${name} of ${run.id}`)
  if (name === 'answer') return Promise.resolve('x'.repeat(ANSWER))
  const end = Promise.withResolvers<Json>()
  ends.set(run.id, end)
  return end.promise
})
const effect = nodes.effect
if (effect === undefined) throw new Error('There is such a node')

const graphWith = (type: 'effect' | 'read') =>
  chainOf([
    { key: 'start', type: 'webhook' },
    { key: 'answer', type, config: { name: 'answer' } },
    { key: 'hold', type: 'effect', config: { name: 'hold' } },
  ])

const BESIDE = graphOf(
  [
    { key: 'start', type: 'webhook' },
    { key: 'answer', type: 'effect', config: { name: 'answer' } },
    { key: 'size', type: 'value', config: { value: '{{ size(steps.answer) }}' } },
    { key: 'hold', type: 'effect', config: { name: 'hold' } },
  ],
  ['start > answer', 'answer > size', 'start > hold'],
)

beforeAll(async () => {
  database = await freshDatabase()
  const sizes = createRunSizes({
    pool: database.pool,
    limits: { storedBytes: 1e9 },
    maxAtWork: MOST,
    onError: (error) => {
      throw error
    },
  })
  engine = await startEngine(database, {
    nodes: { ...nodes, read: { ...effect, type: 'read', effect: 'read' } },
    host: { fetch: () => Promise.reject(new Error('no network')), runTool: async (_slug, input) => input, sizes },
  })
  owned = await aWorkflow(database.pool, [graphWith('read'), graphWith('effect'), BESIDE])
})
afterAll(async () => {
  await engine.stop()
  await database.drop()
})

const query = async (text: string, ...values: unknown[]) => (await database.pool.query(text, values)).rows
const runOf = async (id: string) => (await query('select status, error from execution where id = $1', id))[0]
const checkpointsOf = (id: string) => query('select name from execution_checkpoint where execution_id = $1', id)
const outputOf = (id: string, key: string) =>
  query('select output from execution_step where execution_id = $1 and key = $2', id, key)
const begin = async (type: 'effect' | 'read', version: number) =>
  (await engine.start(requestFor(owned, graphWith(type), 'direct', { version }))).executionId

test('a large answer without room is let go: what only reads is asked again', async () => {
  const first = await begin('read', 1)
  await expect.poll(() => begun).toEqual([`answer of ${first}`, `hold of ${first}`])
  const second = await begin('read', 1)
  await expect.poll(async () => (await runOf(second)).status).toBe('waiting')
  expect(await checkpointsOf(second)).toEqual([])

  begun = []
  ends.get(first)?.resolve('done')
  await expect.poll(() => begun).toEqual([`answer of ${second}`, `hold of ${second}`])
  ends.get(second)?.resolve('done')
  await expect.poll(async () => (await runOf(second)).status).toBe('succeeded')
  expect(begun).toEqual([`answer of ${second}`, `hold of ${second}`])
})

test('what changed something is kept whatever room there is, and not done twice', async () => {
  const first = await begin('read', 1)
  await expect.poll(() => ends.has(first)).toBe(true)
  begun = []
  // Each is more than what may be written without room at the same time, and all are six times as much as there is.
  const others = await Promise.all(Array.from({ length: 16 }, () => begin('effect', 2)))
  for (const id of others) {
    await expect.poll(async () => (await runOf(id)).status).toBe('waiting')
    expect(await checkpointsOf(id)).toEqual([{ name: 'n_answer#1' }])
  }
  expect(begun.toSorted()).toEqual(others.map((id) => `answer of ${id}`).toSorted())
  begun = []
  const opening = setInterval(() => {
    for (const id of [first, ...others]) ends.get(id)?.resolve('done')
  }, 20)
  for (const id of others) await expect.poll(async () => (await runOf(id)).status).toBe('succeeded')
  clearInterval(opening)
  expect(begun.toSorted()).toEqual(others.map((id) => `hold of ${id}`).toSorted())
})

test('one that waits for room beside a busy branch is read again when there is some', async () => {
  const first = await begin('read', 1)
  await expect.poll(() => ends.has(first)).toBe(true)
  begun = []
  const { executionId: id } = await engine.start(requestFor(owned, BESIDE, 'direct', { version: 3 }))
  await expect.poll(() => checkpointsOf(id)).toEqual([{ name: 'n_answer#1' }])
  // Should it wait for what is gone from memory, it goes on with what is written.
  await query(
    `update execution_checkpoint set attempt = json_build_object('ok', true, 'port', 'out', 'output', 'written',
      'startedAt', attempt -> 'startedAt', 'durationMs', attempt -> 'durationMs') where execution_id = $1`,
    id,
  )
  ends.get(first)?.resolve('done')
  await expect.poll(() => outputOf(id, 'size')).toEqual([{ output: 7 }])
  ends.get(id)?.resolve('done')
  await expect.poll(async () => (await runOf(id)).status).toBe('succeeded')
  expect(begun.toSorted()).toEqual([`answer of ${id}`, `hold of ${id}`])
})
