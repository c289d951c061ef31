import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Pool } from 'pg'
import { afterAll, afterEach, expect, test } from 'vitest'
import { startPostgres } from '#src/server/postgres/cluster.ts'
import { launchApp, removeApps, removeFolders, startApp, temporaryFolder } from '../support/app-process.ts'

const postgres = await startPostgres({ dataDir: temporaryFolder(), settings: { fsync: 'off' } })

afterEach(removeApps)
afterAll(async () => {
  await postgres.stop()
  removeFolders()
})

test('with DATABASE_URL it uses that database, starts none of its own, and leaves it running', async () => {
  const { url } = postgres.connection
  const app = await startApp({ env: { DATABASE_URL: url } })
  await app.stop()
  expect(existsSync(join(app.dataDir, 'postgres'))).toBe(false)
  const pool = new Pool({ connectionString: url })
  const { rows } = await pool.query('select count(*)::int as accounts from "user"').finally(() => pool.end())
  expect(rows).toEqual([{ accounts: 3 }])
})

test('a start with another master key than the first is refused in one sentence', async () => {
  const { url } = postgres.connection
  const app = await launchApp({ env: { DATABASE_URL: url, SECRET_KEY: Buffer.alloc(32, 7).toString('base64') } })
  expect(await app.exited).toBe(1)
  expect(app.output()).toMatch(
    /\nThe master key \(SECRET_KEY, or secret\.key in the data folder\) is not the one .*\n$/,
  )
})

test('a database that cannot be reached is one sentence', async () => {
  const app = await launchApp({ env: { DATABASE_URL: 'postgresql://fettle:secret@127.0.0.1:1/fettle' } })
  expect(await app.exited).toBe(1)
  expect(app.output()).toMatch(/\nThe database cannot be reached: connect ECONNREFUSED 127.0.0.1:1\n$/)
})
