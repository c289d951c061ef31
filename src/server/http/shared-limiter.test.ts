import type { Pool } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '../test-database.ts'
import { createSharedLimiter } from './shared-limiter.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.drop())

/** Counts what is asked of the database. */
function counting(): { pool: Pool; statements(): number } {
  let count = 0
  const query = (...given: Parameters<Pool['query']>) => {
    count += 1
    return database.pool.query(...given)
  }
  return { pool: { query } as unknown as Pool, statements: () => count }
}

const passed = (waits: readonly number[]) => waits.filter((wait) => wait === 0).length
const times = <T>(count: number, work: () => Promise<T>) => Promise.all(Array.from({ length: count }, work))

test('two processes together let pass what the rate says, and whoever waits is told for how long', async () => {
  const [one, other] = [createSharedLimiter(database.pool), createSharedLimiter(database.pool)]
  const waits = await times(20, () => one.takeTogether('10/min', 'ada'))
  waits.push(...(await times(20, () => other.takeTogether('10/min', 'ada'))))
  expect(passed(waits)).toBe(10)
  expect(waits.filter((wait) => wait > 60 || wait < 0)).toEqual([])

  const mixed = await times(40, () => (Math.random() < 0.5 ? one : other).takeTogether('15/h', 'ada'))
  expect(passed(mixed)).toBe(15)
  expect(passed(await times(3, () => one.takeTogether('10/min', 'bob')))).toBe(3)
})

test('a window that is over begins anew', async () => {
  const [one, other] = [createSharedLimiter(database.pool), createSharedLimiter(database.pool)]
  expect(passed(await times(3, () => one.takeTogether('2/min', 'eve')))).toBe(2)
  expect(passed(await times(3, () => other.takeTogether('2/min', 'eve')))).toBe(0)
  await database.pool.query('update rate_window set ends_at = now()')
  const third = createSharedLimiter(database.pool)
  expect(passed(await times(3, () => third.takeTogether('2/min', 'eve')))).toBe(2)
})

test('calls that come together are a few statements, and a window that is spent is none', async () => {
  const { pool, statements } = counting()
  const limiter = createSharedLimiter(pool)
  expect(passed(await times(100, () => limiter.takeTogether('100/min', 'flood')))).toBe(100)
  expect(statements()).toBeLessThan(10)
  await limiter.takeTogether('100/min', 'flood')
  const before = statements()
  expect(passed(await times(500, () => limiter.takeTogether('100/min', 'flood')))).toBe(0)
  expect(statements()).toBe(before)
})

test('of a large rate several are taken at once, and no more than there are', async () => {
  const { pool, statements } = counting()
  const [one, other] = [createSharedLimiter(pool), createSharedLimiter(pool)]
  let count = 0
  for (let n = 0; n < 300; n++) count += (await one.takeTogether('100000/min', 'large')) === 0 ? 1 : 0
  expect([count, statements()]).toEqual([300, 3])
  await database.pool.query('update rate_window set taken = 99950 where taken = 300')
  let left = 0
  for (let n = 0; n < 200; n++) left += (await other.takeTogether('100000/min', 'large')) === 0 ? 1 : 0
  expect(left).toBe(50)
})

test('windows that are long over are forgotten', async () => {
  const limiter = createSharedLimiter(database.pool)
  await limiter.takeTogether('1/s', 'old')
  await database.pool.query(`update rate_window set ends_at = now() - interval '2 hours'`)
  await limiter.sweep()
  expect((await database.pool.query('select from rate_window')).rowCount).toBe(0)
})
