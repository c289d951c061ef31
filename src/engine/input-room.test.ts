import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { uuidv7 } from '#src/lib/ids.ts'
import type { Json } from '#src/sdk/json.ts'
import { freshDatabase, type TestDatabase } from '#src/server/test-database.ts'
import type { Engine, RunSizes } from './engine.ts'
import { aWorkflow, chainOf, nodesWith, requestFor, startEngine } from './engine-fixture.ts'
import { inTransaction } from './in-transaction.ts'
import { takesRoom } from './input-room.ts'

/** Books that say what they were told. */
let told: string[] = []
const sizes: RunSizes = {
  grow: async (_run, bytes) => {
    told.push(`grows to ${bytes}`)
    return null
  },
  reserve: async (_transaction, _run, bytes) => {
    told.push(`reserves ${bytes}`)
    return null
  },
  turnToWrite: async () => () => {},
  untilWritten: async () => undefined,
  enter: async () => null,
  admit: async () => undefined,
  leave: () => void told.push('leaves'),
  forget: () => void told.push('is forgotten'),
}

let database: TestDatabase
let engine: Engine
/** What the effect waits for. */
let gate: Promise<void> = Promise.resolve()
beforeAll(async () => {
  database = await freshDatabase()
  engine = await startEngine(database, {
    nodes: nodesWith(() => gate.then(() => 'done')),
    runsAtOnce: 1,
    host: { fetch: () => Promise.reject(new Error('no network')), runTool: async (_slug, input) => input, sizes },
  })
})
afterEach(() => {
  told = []
})
afterAll(async () => {
  await engine.stop()
  await database.drop()
})

/** As many bytes as text of this length is counted for, with its quotes. */
const textOf = (bytes: number): Json => 'x'.repeat(bytes - 2)
const LARGE = 16_384

test('an input takes room from 16 kB on, and not a byte before', async () => {
  const run = { id: uuidv7(), ownerId: uuidv7() }
  await takesRoom(sizes, { ...run, payload: textOf(LARGE - 1) })
  expect(told).toEqual([])
  await takesRoom(sizes, { ...run, payload: textOf(LARGE) })
  expect(told).toEqual(['grows to 16384'])
})

test('a run that is accepted for later takes it in the transaction that accepts it', async () => {
  const graph = chainOf([{ key: 'start', type: 'webhook' }])
  const owned = await aWorkflow(database.pool, [graph])
  const accept = (bytes: number) =>
    inTransaction(database.pool, async (client) => {
      await engine.enqueue(client, requestFor(owned, graph, 'direct', { version: 1, payload: textOf(bytes) }))
      return [...told]
    })
  expect(await accept(LARGE - 1)).toEqual([])
  expect(await accept(LARGE)).toEqual(['reserves 16384'])
})

test('of a run that its account has no place for, the room is forgotten with it', async () => {
  const effect = { key: 'act', type: 'effect', config: { name: 'act' } }
  const graph = chainOf([{ key: 'start', type: 'webhook' }, effect])
  const owned = await aWorkflow(database.pool, [graph])
  const request = requestFor(owned, graph, 'direct', { version: 1, payload: textOf(LARGE) })
  const { promise, resolve } = Promise.withResolvers<void>()
  gate = promise
  const ask = () => engine.startAndWait(request, { timeoutMs: 500 })
  // Both before the first has the place.
  const ends = await Promise.allSettled([ask(), ask()])
  resolve()
  expect(ends.flatMap((end) => (end.status === 'rejected' ? [end.reason.code] : []))).toEqual(['TOO_MANY_RUNS'])
  expect(told.filter((one) => one === 'grows to 16384')).toHaveLength(2)
  expect(told.filter((one) => one === 'is forgotten')).toHaveLength(1)
  await expect.poll(() => told.filter((one) => one === 'leaves').length).toBeGreaterThan(1)
})

test.each(['inline', 'direct'] as const)(
  'a run of the %s lane that cannot be written gives its room back',
  async (lane) => {
    const effect = { key: 'act', type: 'effect', config: { name: 'act' } }
    const start = { key: 'start', type: 'webhook' }
    const graph = chainOf(lane === 'inline' ? [start] : [start, effect])
    const nobodys = { workflowId: uuidv7(), ownerId: uuidv7() }
    const request = requestFor(nobodys, graph, lane, { version: 1, payload: textOf(LARGE) })
    await expect(engine.start(request)).rejects.toThrow('violates foreign key')
    expect(told.at(0)).toBe('grows to 16384')
    expect(told.at(-1)).toBe('leaves')
    told = []
    await expect(engine.startAndWait(request, { timeoutMs: 1000 })).rejects.toThrow('violates foreign key')
    expect(told.at(-1)).toBe('leaves')
  },
)
