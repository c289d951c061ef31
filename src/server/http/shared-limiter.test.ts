import type { Pool, QueryConfig } from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
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

test('a late answer about a window that is over says nothing of the one after it', async () => {
  expect(passed(await times(3, () => createSharedLimiter(database.pool).takeTogether('3/min', 'late')))).toBe(3)
  const [asked, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const holds = [answered.promise]
  const query = async (asking: QueryConfig) => {
    const hold = holds.shift()
    const answer = await database.pool.query(asking)
    asked.resolve()
    await hold
    return answer
  }
  const limiter = createSharedLimiter({ query } as unknown as Pool)
  const take = () => limiter.takeTogether('3/min', 'late')
  const late = take()
  await asked.promise
  await database.pool.query('update rate_window set ends_at = now()')
  expect(await take()).toBe(0)
  answered.resolve()
  expect(await late).toBeGreaterThan(0)
  expect([await take(), await take()]).toEqual([0, 0])
  expect(await take()).toBeGreaterThan(0)
})

test('a clock that is set back makes no window longer', async () => {
  const limiter = createSharedLimiter(database.pool)
  const take = () => limiter.takeTogether('1/s', 'clock')
  expect(passed([await take(), await take()])).toBe(1)
  const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() - 3_600_000)
  try {
    await expect.poll(take, { timeout: 5000, interval: 200 }).toBe(0)
  } finally {
    clock.mockRestore()
  }
})

test('windows that are long over are forgotten', async () => {
  const limiter = createSharedLimiter(database.pool)
  await limiter.takeTogether('1/s', 'old')
  await database.pool.query(`update rate_window set ends_at = now() - interval '2 hours'`)
  await limiter.sweep()
  expect((await database.pool.query('select from rate_window')).rowCount).toBe(0)
})
