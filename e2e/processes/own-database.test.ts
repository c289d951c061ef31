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
  expect(app.output()).toContain('The books are guarded by triggers only: the role of DATABASE_URL owns them.')
  expect(existsSync(join(app.dataDir, 'postgres'))).toBe(false)
  const pool = new Pool({ connectionString: url })
  const { rows } = await pool.query('select count(*)::int as accounts from "user"').finally(() => pool.end())
  expect(rows).toEqual([{ accounts: 3 }])
})

test('with two roles it migrates as one and works as the other, which cannot touch the books', async () => {
  const { url } = postgres.connection
  const ask = async (address: string, statement: string) => {
    const pool = new Pool({ connectionString: address })
    return pool.query(statement).finally(() => pool.end())
  }
  // As docs/more-than-one-machine.md says.
  await ask(url, 'create role shop_owner login')
  await ask(url, 'create role shop_app login')
  await ask(url, 'grant shop_app to shop_owner')
  await ask(url, 'create database shop owner shop_owner')
  const as = (role: string) => url.replace('//fettle@', `//${role}@`).replace(/fettle$/, 'shop')
  const env = { DATABASE_URL: as('shop_app') }
  const first = await startApp({ env: { ...env, DATABASE_OWNER_URL: as('shop_owner') } })
  await first.stop()
  expect(first.output()).not.toContain('guarded by triggers only')
  await expect(ask(as('shop_app'), 'alter table journal disable trigger all')).rejects.toMatchObject({ code: '42501' })
  const withoutOwner = await startApp({ env, dataDir: first.dataDir })
  await withoutOwner.stop()
  expect(withoutOwner.output()).not.toContain('guarded by triggers only')
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
