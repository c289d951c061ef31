import { fork } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { uuidv7 } from '#src/lib/ids.ts'
import type { Json } from '#src/sdk/json.ts'
import { freshDatabase, type TestDatabase } from '#src/server/test-database.ts'
import { createEngine } from './create-engine.ts'
import type { Engine, ExecutionEvent } from './engine.ts'
import { aWorkflow, chainOf, giveToDead, nodesWith, type Owned, requestFor, silentLog } from './engine-fixture.ts'

vi.setConfig({ testTimeout: 30_000 })

const effect = (key: string) => ({ key, type: 'effect', config: { name: key } })
const graph = chainOf([{ key: 'start', type: 'webhook' }, effect('pay'), effect('mail'), effect('note')])

let database: TestDatabase
let engine: Engine
let owned: Owned
/** `mail` lasts until the test ends it. */
let mail: PromiseWithResolvers<Json>

beforeAll(async () => {
  database = await freshDatabase()
  owned = await aWorkflow(database.pool, [graph])
  engine = await createEngine({
    databaseUrl: database.url,
    pool: database.pool,
    nodes: nodesWith(async (name) => {
      if (name !== 'mail') return `${name} by the first`
      mail = Promise.withResolvers<Json>()
      return mail.promise
    }),
    host: { fetch: () => Promise.reject(new Error('no network')), runTool: async (_slug, input) => input },
    // It takes over nothing, so that the other process does.
    role: 'web',
    log: silentLog,
    heartbeatMs: 100,
  })
})
afterAll(async () => {
  await engine.stop()
  await database.drop()
})

function listenTo(id: string) {
  const told: string[] = []
  const note = (event: ExecutionEvent) => {
    told.push(event.kind === 'step' ? `${event.step.key} ${event.step.status}` : `${event.status} ${event.output}`)
  }
  return { told, stop: engine.subscribe(id, note) }
}

async function untilMail(): Promise<string> {
  const before = mail
  const { executionId } = await engine.start(requestFor(owned, graph, 'direct', { version: 1 }))
  await expect.poll(() => mail).not.toBe(before)
  return executionId
}

test('of a run of this process every step is told once, and its end', async () => {
  const { told, stop } = listenTo(await untilMail())
  mail.resolve('mail by the first')
  await expect.poll(() => told.at(-1)).toBe('succeeded note by the first')
  expect(told).toEqual([
    'start succeeded',
    'pay succeeded',
    'mail running',
    'mail succeeded',
    'note running',
    'note succeeded',
    'succeeded note by the first',
  ])
  stop()
})

test('who listens to a run that another process takes over hears how it goes on and ends there', async () => {
  const id = await untilMail()
  const { told, stop } = listenTo(id)
  expect(told).toEqual(['start succeeded', 'pay succeeded', 'mail running'])
  const env = { ...process.env, DATABASE_URL: database.url }
  const other = fork(new URL('./other-engine-fixture.ts', import.meta.url), { env })
  await once(other, 'message')

  // From here on the rows say that our process is gone.
  await giveToDead(database.pool, id, { signedOff: true })
  await expect.poll(() => told.at(-1), { timeout: 20_000 }).toBe('succeeded note by the other')
  expect(told.slice(3)).toEqual(expect.arrayContaining(['mail succeeded', 'note succeeded']))

  // Our process is done with it too; what it says does not count.
  const known = told.length
  mail.resolve('late')
  const late = listenTo(id)
  await expect.poll(() => late.told.at(-1)).toBe('succeeded note by the other')
  expect(told).toHaveLength(known)
  stop()
  late.stop()
  other.disconnect()
  await once(other, 'exit')
})

test('a process that has lost a run without knowing does not tell an end of its own', async () => {
  const id = uuidv7()
  const before = mail
  const request = requestFor(owned, graph, 'direct', { version: 1 })
  const answered = engine.startAndWait({ ...request, executionId: id }, { timeoutMs: 20_000 })
  await expect.poll(() => mail).not.toBe(before)
  const { told, stop } = listenTo(id)
  await database.pool.query(`insert into executor (id, application_version) values ('another', 'interp-1')`)
  await database.pool.query(`update execution set executor_id = 'another' where id = $1`, [id])
  mail.resolve('mail by the first')
  // Whoever waits is told that it goes on, as soon as the walk here has come to its end.
  expect(await answered).toEqual({ executionId: id, status: 'running' })
  await database.pool.query(`update execution set status = 'failed', finished_at = now() where id = $1`, [id])
  await expect.poll(() => told.at(-1), { timeout: 5000 }).toBe('failed null')
  expect(told.filter((line) => line.startsWith('succeeded'))).toEqual([])
  stop()
})
