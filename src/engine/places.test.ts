import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { uuidv7 } from '#src/lib/ids.ts'
import { freshDatabase, type TestDatabase } from '#src/server/test-database.ts'
import { beat } from './executor.ts'
import { createPlaces } from './places.ts'

const DEAD_AFTER_MS = 10_000

let database: TestDatabase
let ada: string
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.drop())
beforeEach(() => {
  ada = uuidv7()
})

/** The places of a process. */
async function aProcess(most: number) {
  const executorId = uuidv7()
  await beat(database.pool, executorId, 'test')
  const places = createPlaces({ pool: database.pool, executorId, most, deadAfterMs: DEAD_AFTER_MS })
  return { executorId, places, take: () => places.take(ada), leave: () => places.leave(ada) }
}

const times = (count: number, take: () => Promise<boolean>) => Promise.all(Array.from({ length: count }, take))
const taken = (answers: readonly boolean[]) => answers.filter(Boolean).length
const rows = async () =>
  (
    await database.pool.query<{ places: number }>('select places from account_place where owner_id = $1', [ada])
  ).rows.map(({ places }) => places)

test('two processes together have as many runs at work as one account may have', async () => {
  const [one, other] = [await aProcess(5), await aProcess(5)]
  const answers = await Promise.all([times(5, one.take), times(5, other.take)])
  expect(taken(answers.flat())).toBe(5)
  expect([await one.take(), await other.take()]).toEqual([false, false])
  const [ofOne, ofOther] = answers
  for (let n = 0; n < taken(ofOne); n++) one.leave()
  for (let n = 0; n < taken(ofOther); n++) other.leave()
  await Promise.all([one.places.giveBack(), other.places.giveBack()])
  expect(await rows()).toEqual([])
  expect(taken(await times(7, one.take))).toBe(5)
})

test('a place that is left is there for the next run at once, and for others once it is given back', async () => {
  const [one, other] = [await aProcess(2), await aProcess(2)]
  expect(taken(await times(3, one.take))).toBe(2)
  one.leave()
  expect(await one.take()).toBe(true)
  one.leave()
  expect(await other.take()).toBe(false)
  await one.places.giveBack()
  expect(await other.take()).toBe(true)
  expect(await one.take()).toBe(false)
})

test('a process alone has all of them, however few it asked for first', async () => {
  const { take } = await aProcess(100)
  expect(taken(await times(1, take))).toBe(1)
  expect(await rows()).toEqual([7])
  expect(taken(await times(150, take))).toBe(99)
})

test('what a process that is gone has held is free when its signs of life are old', async () => {
  const [one, other] = [await aProcess(3), await aProcess(3)]
  await times(3, one.take)
  expect(await other.take()).toBe(false)
  await database.pool.query(`update executor set heartbeat_at = now() - interval '11 seconds' where id = $1`, [
    one.executorId,
  ])
  expect(taken(await times(4, other.take))).toBe(3)
})

test('after the database has lost its count, nobody is stopped and it comes right', async () => {
  const [one, other] = [await aProcess(4), await aProcess(4)]
  await times(2, one.take)
  await database.pool.query('truncate account_place')
  expect(taken(await times(5, other.take))).toBe(4)
  expect(await one.take()).toBe(false)
  one.leave()
  expect(await one.take()).toBe(true)
})

test('while places are given back, a run that comes waits for it and gets one', async () => {
  const { places, take, leave } = await aProcess(1)
  expect(await take()).toBe(true)
  leave()
  const [, isTaken] = await Promise.all([places.giveBack(), take()])
  expect(isTaken).toBe(true)
  expect(await rows()).toEqual([1])
})
