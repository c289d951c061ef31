import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { freshDatabase, makeTemplate } from './test-database.ts'

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

test('a template is made once, however many ask for it, and anew after it could not be filled', async () => {
  let filled = 0
  const make = () =>
    makeTemplate('fettle_example', async ({ db }) => {
      filled += 1
      await sql`create table example (id int)`.execute(db)
      if (filled === 1) throw new Error('Not this time')
    })
  await expect(make()).rejects.toThrow('Not this time')
  await Promise.all([make(), make(), make()])
  expect(filled).toBe(2)
  const made = await freshDatabase('fettle_example')
  const { rows } = await made.pool.query('select count(*) as examples from example')
  await made.drop()
  expect(rows).toEqual([{ examples: 0 }])
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
