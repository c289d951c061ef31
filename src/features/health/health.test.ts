import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#src/app/test-app.ts'

let fettle: TestApp
beforeAll(async () => {
  fettle = await startTestApp()
})
afterAll(() => fettle.stop())

const ready = () => fettle.visitor().get('/readyz')

test('the process is healthy and ready, and names what it checked', async () => {
  expect((await fettle.visitor().get('/healthz')).body).toEqual({ ok: true })
  expect((await ready()).body).toEqual({ ok: true, checks: { database: true, migrations: true, engine: true } })
})

test('a database that lacks a migration is not ready', async () => {
  const { pool } = fettle.database
  await pool.query(`update migration set name = '9999_other.sql' where name = '0002_catalog.sql'`)
  const answer = await ready()
  expect([answer.status, answer.body]).toEqual([
    503,
    { ok: false, checks: { database: true, migrations: false, engine: true } },
  ])
  await pool.query(`update migration set name = '0002_catalog.sql' where name = '9999_other.sql'`)
  expect((await ready()).status).toBe(200)
})
