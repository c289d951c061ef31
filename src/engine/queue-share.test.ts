import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Json } from '#src/sdk/json.ts'
import { freshDatabase, type TestDatabase } from '#src/server/test-database.ts'
import type { Engine } from './engine.ts'
import { aWorkflow, chainOf, nodesWith, type Owned, requestFor, startEngine } from './engine-fixture.ts'
import { inTransaction } from './in-transaction.ts'
import { countAccounts } from './queue-share.queries.ts'

vi.setConfig({ testTimeout: 60_000 })

let database: TestDatabase
let engine: Engine
/** Accounts that have a run at work. Runs end when the test lets them. */
const held = new Set<string>()
const end = Promise.withResolvers<Json>()

const graph = chainOf([
  { key: 'start', type: 'webhook' },
  { key: 'hold', type: 'effect', config: { name: 'hold' } },
])

beforeAll(async () => {
  database = await freshDatabase()
  engine = await startEngine(database, {
    nodes: nodesWith((_name, { trigger }) => {
      held.add(String(trigger))
      return end.promise
    }),
  })
})
afterAll(async () => {
  end.resolve(null)
  await engine.stop()
  await database.drop()
})

const enqueue = (owned: Owned, account: string, runs: number) =>
  inTransaction(database.pool, async (client) => {
    for (let run = 0; run < runs; run++)
      await engine.enqueue(client, requestFor(owned, graph, 'direct', { version: 1, payload: account }))
  })
const paceOfTheQueue = async () =>
  (
    await database.pool.query<{ places: number; pollMs: number }>(
      `select partition_worker_concurrency as places, round(polling_interval_sec * 1000)::int as "pollMs"
        from dbos.queues where name = 'background'`,
    )
  ).rows[0]
const CALM = { places: 25, pollMs: 200 }

test('what the queue lets each account have, and how often it is looked into, follow the accounts that flood it', async () => {
  expect(await paceOfTheQueue()).toEqual(CALM)
  for (const account of ['a', 'b', 'c', 'd']) await enqueue(await aWorkflow(database.pool, [graph]), account, 60)
  await expect.poll(() => held.size, { timeout: 10_000 }).toBe(4)
  await expect.poll(paceOfTheQueue, { timeout: 10_000 }).toEqual({ places: 18, pollMs: 50 })
  expect(await countAccounts(database.pool, 'background', 50)).toBe(4)
  expect(await countAccounts(database.pool, 'background', 3)).toBe(3)

  // As a process that starts meanwhile does.
  await database.pool.query(
    `update dbos.queues set partition_worker_concurrency = 25, polling_interval_sec = 0.2 where name = 'background'`,
  )
  await expect.poll(paceOfTheQueue, { timeout: 10_000 }).toEqual({ places: 18, pollMs: 50 })

  end.resolve(null)
  await expect.poll(paceOfTheQueue, { timeout: 20_000 }).toEqual({ places: 25, pollMs: 50 })
  expect(await countAccounts(database.pool, 'background', 50)).toBeLessThan(3)
  await expect.poll(paceOfTheQueue, { timeout: 20_000 }).toEqual(CALM)
})
