import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { freshDatabase } from './test-database.ts'

const one = await freshDatabase()
const two = await freshDatabase()
afterAll(async () => {
  await one.drop()
  await two.drop()
})

test('a fresh database has every migration and shares nothing with the next', async () => {
  await sql`create table only_here (id int)`.execute(one.db)
  const { rows } = await one.pool.query('select count(*) as migrations from migration')
  expect(rows[0].migrations).toBeGreaterThan(0)
  await expect(two.pool.query('select * from only_here')).rejects.toThrow('relation "only_here" does not exist')
})

test('values arrive as numbers, dates and text, and never inexactly', async () => {
  const { rows } = await one.pool.query(`select 9007199254740991::int8 as cents, '2026-02-28'::date as day,
    '2026-02-28T12:00:00Z'::timestamptz as at, 0.10::numeric as price, '{"a":[1]}'::jsonb as json`)
  expect(rows[0]).toEqual({
    cents: 9_007_199_254_740_991,
    day: '2026-02-28',
    at: new Date('2026-02-28T12:00:00Z'),
    price: '0.10',
    json: { a: [1] },
  })
  await expect(one.pool.query('select 9007199254740992::int8')).rejects.toThrow(
    new RangeError('9007199254740992 does not fit a number exactly'),
  )
})
