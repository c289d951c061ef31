import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Engine } from '#src/engine/engine.ts'
import { aWorkflow, chainOf, nodesWith, type Owned, requestFor, startEngine } from '#src/engine/engine-fixture.ts'
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
  owned = await aWorkflow(database.pool, [graphWith('read'), graphWith('effect')])
})
afterAll(async () => {
  await engine.stop()
  await database.drop()
})

const query = async (text: string, ...values: unknown[]) => (await database.pool.query(text, values)).rows
const runOf = async (id: string) => (await query('select status, error from execution where id = $1', id))[0]
const begin = async (type: 'effect' | 'read', version: number) =>
  (await engine.start(requestFor(owned, graphWith(type), 'direct', { version }))).executionId

test('a large answer without room is let go: what only reads is asked again, and what it changed is not done twice', async () => {
  const first = await begin('read', 1)
  await expect.poll(() => begun).toEqual([`answer of ${first}`, `hold of ${first}`])
  const second = await begin('read', 1)
  await expect.poll(async () => (await runOf(second)).status).toBe('waiting')
  expect(await query('select name from execution_checkpoint where execution_id = $1', second)).toEqual([])

  const third = await begin('effect', 2)
  await expect.poll(async () => (await runOf(third)).status).toBe('failed')
  expect((await runOf(third)).error).toMatchObject({ code: 'TOO_MUCH_AT_WORK' })

  begun = []
  ends.get(first)?.resolve('done')
  await expect.poll(() => begun).toEqual([`answer of ${second}`, `hold of ${second}`])
  ends.get(second)?.resolve('done')
  await expect.poll(async () => (await runOf(second)).status).toBe('succeeded')
  expect(begun).toEqual([`answer of ${second}`, `hold of ${second}`])
})
