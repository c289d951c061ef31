import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { aWorkflow } from '#src/engine/engine-fixture.ts'
import { freshDatabase, type TestDatabase } from '#src/server/test-database.ts'
import { startOnce } from './start-once.server.ts'

let database: TestDatabase
let workflowId: string
beforeAll(async () => {
  database = await freshDatabase()
  ;({ workflowId } = await aWorkflow(database.pool))
})
afterAll(() => database.drop())

const deliver = (key: string, start: (id: string) => Promise<string>) =>
  startOnce(
    database.pool,
    { workflowId, key: Buffer.from(key), rememberMinutes: 5 },
    { start, duplicateOf: (id) => `again ${id}` },
  )

test('a delivery whose run could not be started is forgotten, and its repetition starts one', async () => {
  const refused = deliver('a', () => Promise.reject(new Error('no room')))
  await expect(refused).rejects.toThrow('no room')
  expect(await deliver('a', async () => 'started')).toBe('started')
})

test('whoever starts a run after a refusal does it under the same id: the one that was refused may have been overtaken', async () => {
  const ids: string[] = []
  const refuse = (id: string) => {
    ids.push(id)
    return Promise.reject(new Error('no room'))
  }
  for (let count = 0; count < 2; count++) await expect(deliver('c', refuse)).rejects.toThrow('no room')
  expect(new Set(ids).size).toBe(1)
})

test('a duplicate is not told that it was accepted before the run of the first delivery is committed', async () => {
  const first = Promise.withResolvers<string>()
  const begun = Promise.withResolvers<void>()
  const told = deliver('b', () => {
    begun.resolve()
    return first.promise
  })
  await begun.promise
  const asked = vi.spyOn(database.pool, 'query')
  const duplicate = deliver('b', async () => 'a second run')
  const refused = expect(duplicate).rejects.toThrow('An earlier delivery of this event is not accepted yet')
  await vi.waitFor(() => expect(asked.mock.calls.length).toBeGreaterThan(2), 10_000)
  // Its patience is over.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 5001 })
  await refused
  vi.useRealTimers()
  first.resolve('done')
  expect(await told).toBe('done')
})
