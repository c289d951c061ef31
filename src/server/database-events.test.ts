import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createDatabaseEvents, type DatabaseEvents } from './database-events.ts'
import { freshDatabase, type TestDatabase } from './test-database.ts'

let database: TestDatabase
let events: DatabaseEvents
beforeAll(async () => {
  database = await freshDatabase()
  events = createDatabaseEvents({ url: database.url, log: { warn: () => {} } })
})
afterAll(async () => {
  await events.close()
  await database.drop()
})

const tell = (payload: string) => database.pool.query(`select pg_notify('session_ended', $1)`, [payload])

test('a listener hears its channel until it stops', async () => {
  const heard: (string | null)[] = []
  const other: (string | null)[] = []
  const stop = await events.on('session_ended', (payload) => heard.push(payload))
  await events.on('notification_changed', (payload) => other.push(payload))
  await tell('one')
  await vi.waitFor(() => expect(heard).toEqual(['one']), 10_000)
  stop()
  const last = new Promise((resolve) => void events.on('session_ended', resolve).then(() => tell('two')))
  expect(await last).toBe('two')
  expect(heard).toEqual(['one'])
  expect(other).toEqual([])
})

test('after a lost connection every listener is told that it may have missed something, and hears again', async () => {
  const heard: (string | null)[] = []
  await events.on('session_ended', (payload) => heard.push(payload))
  await database.pool.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'fettle events' and datname = current_database()`)
  await vi.waitFor(() => expect(heard).toEqual([null]), { timeout: 10_000 })
  await tell('again')
  await vi.waitFor(() => expect(heard).toEqual([null, 'again']), 10_000)
})
