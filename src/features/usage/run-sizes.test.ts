import { afterAll, beforeAll, expect, test } from 'vitest'
import { uuidv7 } from '#src/lib/ids.ts'
import { freshDatabase, type TestDatabase } from '#src/server/test-database.ts'
import { createRunSizes } from './run-sizes.server.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.drop())

const sizesWith = (storedBytes: number, maxAtWork: number) =>
  createRunSizes({
    pool: database.pool,
    limits: { storedBytes },
    maxAtWork,
    onError: (error) => expect(error).toBe(null),
  })
const aRun = (ownerId = uuidv7()) => ({ id: uuidv7(), ownerId })

test('the runs of all accounts together hold no more than the process has room for', async () => {
  const sizes = sizesWith(1000, 100)
  const [first, second, third] = [aRun(), aRun(), aRun()]
  expect([await sizes.grow(first, 40), await sizes.grow(second, 60)]).toEqual([null, null])
  expect(await sizes.grow(third, 1)).toMatchObject({ code: 'TOO_MUCH_AT_WORK', permanent: false })
  // Growing within what is held already is no way around it.
  expect(await sizes.grow(second, 61)).toMatchObject({ code: 'TOO_MUCH_AT_WORK' })
  sizes.leave(first.id)
  expect([await sizes.grow(third, 40), await sizes.grow(third, 41)]).toEqual([
    null,
    expect.objectContaining({ code: 'TOO_MUCH_AT_WORK' }),
  ])
})

test('of many runs of one account that grow at the same time only so many find room', async () => {
  const sizes = sizesWith(100, 1_000_000)
  const owner = uuidv7()
  const grown = await Promise.all(Array.from({ length: 10 }, () => sizes.grow(aRun(owner), 30)))
  expect(grown.filter((refusal) => refusal === null).length).toBeLessThanOrEqual(3)
  expect(await sizes.grow(aRun(), 100)).toBe(null)
})
