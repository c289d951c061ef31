import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '#src/server/test-database.ts'
import type { Engine, RunSizes } from './engine.ts'
import { aWorkflow, graphOf, nodesWith, requestFor, startEngine } from './engine-fixture.ts'
import { tooMuchAtWork } from './failures.ts'

/** Bytes by run, as books would have them. */
const held = new Map<string, number>()
/** Whether each is told that there is room, in the order in which they ask. */
let answers: boolean[] = []
let asked = 0
const sizes: RunSizes = {
  grow: async ({ id }, bytes) => {
    const hasRoom = answers[asked++] ?? true
    if (hasRoom) held.set(id, bytes)
    return hasRoom ? null : tooMuchAtWork
  },
  reserve: async () => null,
  turnToWrite: async () => () => {},
  untilWritten: async () => undefined,
  enter: async () => null,
  admit: async () => undefined,
  leave: (id) => void held.delete(id),
  forget: () => undefined,
}

let database: TestDatabase
let engine: Engine
beforeAll(async () => {
  database = await freshDatabase()
  engine = await startEngine(database, {
    nodes: nodesWith(async () => null),
    host: { fetch: () => Promise.reject(new Error('no network')), runTool: async (_slug, input) => input, sizes },
  })
})
beforeEach(() => {
  held.clear()
  asked = 0
})
afterAll(async () => {
  await engine.stop()
  await database.drop()
})

/** Longer than anything takes that waits for nothing outside. */
const afterAllElse = async () => {
  for (let times = 0; times < 100; times++) await new Promise((resolve) => setImmediate(resolve))
}

test('turns that go on after their run has given its room back take none, and begin no more', async () => {
  const graph = graphOf(
    [
      { key: 'start', type: 'webhook' },
      { key: 'all', type: 'each', config: { items: Array.from({ length: 40 }, (_, n) => n), atOnce: 2 } },
      { key: 'large', type: 'value', config: { value: 'x'.repeat(20_000) } },
    ],
    ['start > all', 'all.item > large'],
  )
  const owned = await aWorkflow(database.pool, [graph])
  // The second to ask has room, and asked for it before the first has heard that it has none.
  answers = [false, true]
  const { executionId } = await engine.start(requestFor(owned, graph, 'direct', { version: 1 }))
  const status = async () =>
    (await database.pool.query('select status from execution where id = $1', [executionId])).rows[0]?.status
  await expect.poll(status).toBe('waiting')
  await afterAllElse()
  expect([...held.values()]).toEqual([])
})
