import { Pool } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '#src/server/test-database.ts'
import { prepareStatements } from './prepared-statements.ts'

let database: TestDatabase
let pool: Pool
beforeAll(async () => {
  database = await freshDatabase()
  pool = new Pool({ connectionString: database.url, max: 1 })
  pool.on('connect', prepareStatements)
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})

const prepared = async () => {
  const { rows } = await pool.query('select statement from pg_prepared_statements')
  return rows.map(({ statement }) => statement)
}

test('a statement with values is prepared once, and answers as before', async () => {
  expect((await pool.query('select $1::int + 1 as n', [1])).rows).toEqual([{ n: 2 }])
  expect((await pool.query('select $1::int + 1 as n', [41])).rows).toEqual([{ n: 42 }])
  expect(await prepared()).toEqual(['select $1::int + 1 as n'])
})

test('a failed statement does not disturb the next one', async () => {
  await expect(pool.query('select 1 / $1::int as n', [0])).rejects.toMatchObject({ code: '22012' })
  expect((await pool.query('select 1 / $1::int as n', [1])).rows).toEqual([{ n: 1 }])
})

test('the number of prepared statements is limited', async () => {
  for (let n = 0; n < 250; n++) await pool.query(`select $1::int as n${n}`, [n])
  expect(await prepared()).toHaveLength(200)
})
