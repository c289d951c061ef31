import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { signal } from '#src/server/postgres/leftovers.ts'
import { queryDatabase, readPostmaster } from '../support/app-database.ts'
import { type AppProcess, removeApps, removeFolders, startApp } from '../support/app-process.ts'
import { allEnded, descendantsOf, identitiesOf } from '../support/processes.ts'

let dataDir: string
let app: AppProcess

beforeEach(async () => {
  app = await startApp()
  dataDir = app.dataDir
  await queryDatabase(dataDir, 'create table kept as select 42 as answer')
})

afterEach(removeApps)
afterAll(removeFolders)

async function expectRecovery(): Promise<void> {
  await startApp({ dataDir })
  expect(await queryDatabase(dataDir, 'select answer from kept')).toEqual([{ answer: 42 }])
}

test('kill -9 of the app: everything ends, and the next start has every row', async () => {
  const all = identitiesOf(app.processes())
  await app.kill9()
  await allEnded(all)
  await expectRecovery()
})

test('kill -9 of the app, and the next start comes at once', async () => {
  await app.kill9()
  await expectRecovery()
})

test('kill -9 of the app and of whatever would stop its PostgreSQL: the next start does', async () => {
  const { pid } = readPostmaster(dataDir)
  const database = [pid, ...descendantsOf(pid)]
  for (const child of descendantsOf(app.pid)) if (!database.includes(child)) signal(child, 'SIGKILL')
  const orphan = identitiesOf([pid])
  await app.kill9()
  await expectRecovery()
  await allEnded(orphan, 0)
})

test('kill -9 of PostgreSQL: the app ends with one sentence, and the next start has every row', async () => {
  process.kill(readPostmaster(dataDir).pid, 'SIGKILL')
  expect(await app.exited).toBe(1)
  expect(app.output()).toMatch(/PostgreSQL has ended unexpectedly/)
  await expectRecovery()
})

test('kill -9 of both: the next start has every row', async () => {
  process.kill(readPostmaster(dataDir).pid, 'SIGKILL')
  await app.kill9()
  await expectRecovery()
})
