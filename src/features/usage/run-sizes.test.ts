import { afterAll, beforeAll, expect, test } from 'vitest'
import { aWorkflow } from '#src/engine/engine-fixture.ts'
import { inTransaction } from '#src/engine/in-transaction.ts'
import { uuidv7 } from '#src/lib/ids.ts'
import { freshDatabase, type TestDatabase } from '#src/server/test-database.ts'
import { createRunSizes } from './run-sizes.server.ts'
import { forgetUnborn, lockStorage, storedBytes } from './usage.queries.ts'

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

test('the runs of one account leave a third of that room to others', async () => {
  const sizes = sizesWith(1000, 99)
  const owner = uuidv7()
  const [first, second, theirs] = [aRun(owner), aRun(owner), aRun()]
  expect(await sizes.grow(first, 40)).toBe(null)
  expect(await sizes.grow(second, 27)).toMatchObject({ code: 'TOO_MUCH_AT_WORK' })
  expect([await sizes.grow(second, 26), await sizes.grow(theirs, 33)]).toEqual([null, null])
  // A run that is the only one of its account is not held to that.
  for (const { id } of [first, second, theirs]) sizes.leave(id)
  expect(await sizes.grow(theirs, 99)).toBe(null)
})

test('what the largest waits for is kept free from runs that come later, and not from those that are at work', async () => {
  const sizes = sizesWith(1000, 100)
  const [small, later] = [aRun(), aRun()]
  const large = { ...aRun(), bytes: 80 }
  const given: string[] = []
  const give = async (ids: readonly string[]) => {
    given.push(...ids)
    return ids
  }
  expect(await sizes.grow(small, 30)).toBe(null)
  await sizes.admit([large], give)
  expect(given).toEqual([])
  expect(await sizes.grow(later, 1)).toMatchObject({ code: 'TOO_MUCH_AT_WORK', permanent: false })
  expect(await sizes.grow(small, 40)).toBe(null)
  sizes.leave(small.id)
  await sizes.admit([large], give)
  expect(given).toEqual([large.id])
  // It is expected now, and nobody waits any more.
  expect([await sizes.grow(later, 21), await sizes.grow(later, 20)]).toEqual([
    expect.objectContaining({ code: 'TOO_MUCH_AT_WORK' }),
    null,
  ])
})

const waitingForLocks = async () =>
  (
    await database.pool.query(`select from pg_locks where locktype = 'advisory' and not granted
    and database = (select oid from pg_database where datname = current_database())`)
  ).rowCount

/** Several of them know nothing of each other, as in several processes. */
test('of fifty runs of one account that grow in three processes at the same time, as many as fit find room', async () => {
  const megabyte = 2 ** 20
  const processes = [0, 1, 2].map(() => sizesWith(10 * megabyte, 1e12))
  const owner = uuidv7()
  const runs = Array.from({ length: 50 }, () => aRun(owner))
  const growing = await inTransaction(database.pool, async (client) => {
    await lockStorage(client, owner)
    const answers = Promise.all(runs.map(async (run, n) => processes[n % 3]?.grow(run, megabyte)))
    await expect.poll(waitingForLocks).toBe(3)
    return { answers }
  })
  const grown = await growing.answers
  expect(grown.filter((refusal) => refusal === null)).toHaveLength(10)
  expect(grown.find((refusal) => refusal !== null)).toMatchObject({ code: 'QUOTA_EXCEEDED', permanent: true })
  expect(await storedBytes(database.pool, owner)).toBe(10 * megabyte)
  expect(await processes[0]?.grow(aRun(), megabyte)).toBe(null)
})

test('a run takes room in steps, and gives back what it did not need', async () => {
  const sizes = sizesWith(1_000_000, 1e12)
  const run = aRun()
  const held = async (bytes: number) => {
    expect(await sizes.grow(run, bytes)).toBe(null)
    return storedBytes(database.pool, run.ownerId)
  }
  expect([await held(20_000), await held(20_001), await held(20_500)]).toEqual([20_480, 20_480, 24_576])
  // Where less than a whole step is left, what is needed exactly is enough.
  expect(await held(999_999)).toBe(999_999)
  expect(await sizes.grow(run, 1_000_001)).toMatchObject({ code: 'QUOTA_EXCEEDED' })
  sizes.leave(run.id)
  await sizes.settled()
  expect(await storedBytes(database.pool, run.ownerId)).toBe(999_999)

  const other = { ...aRun(), ownerId: uuidv7() }
  await sizes.grow(other, 20_500)
  sizes.leave(other.id)
  await sizes.settled()
  expect(await storedBytes(database.pool, other.ownerId)).toBe(20_500)
})

test('strands of a run that ask at the same time take what the largest needs, and a run that ends meanwhile leaves nothing over', async () => {
  const sizes = sizesWith(1_000_000, 1e12)
  const run = { ...aRun(), ownerId: uuidv7() }
  await Promise.all([50_000, 20_000, 30_000].map((bytes) => sizes.grow(run, bytes)))
  sizes.leave(run.id)
  await sizes.settled()
  expect(await storedBytes(database.pool, run.ownerId)).toBe(50_000)

  const ending = { ...aRun(), ownerId: uuidv7() }
  const growing = sizes.grow(ending, 20_500)
  sizes.leave(ending.id)
  await growing
  await sizes.settled()
  expect(await storedBytes(database.pool, ending.ownerId)).toBe(20_500)
  const most = sizesWith(1_000_000, 60_000)
  const gone = most.grow(ending, 50_000)
  most.leave(ending.id)
  await gone
  expect(await most.grow(aRun(), 50_000)).toBe(null)
})

test('a run that is accepted in a transaction takes its room there, and gives it back with it', async () => {
  const sizes = sizesWith(100_000, 1e12)
  const [first, second] = [aRun(), aRun()]
  const both = { ...second, ownerId: first.ownerId }
  await inTransaction(database.pool, async (client) => {
    expect(await sizes.reserve(client, first, 60_000)).toBe(null)
    expect(await sizes.reserve(client, both, 60_000)).toMatchObject({ code: 'QUOTA_EXCEEDED' })
    throw new Error('never mind')
  }).catch(() => undefined)
  expect(await storedBytes(database.pool, first.ownerId)).toBe(0)
})

test('what runs took that never came to be is given back after an hour; a run that is deleted takes its share along', async () => {
  const sizes = sizesWith(100_000, 1e12)
  const { workflowId, ownerId } = await aWorkflow(database.pool)
  const [born, unborn] = [uuidv7(), uuidv7()]
  await database.pool.query(
    `insert into execution (id, workflow_id, owner_id, status, lane, trigger_kind, graph, finished_at)
     values ($1, $2, $3, 'succeeded', 'inline', 'manual', '{}', now())`,
    [born, workflowId, ownerId],
  )
  for (const id of [born, unborn]) expect(await sizes.grow({ id, ownerId }, 20_480)).toBe(null)
  await forgetUnborn(database.pool)
  expect(await storedBytes(database.pool, ownerId)).toBe(40_960)
  await database.pool.query(`update execution_size set noted_at = now() - interval '61 minutes'`)
  await forgetUnborn(database.pool)
  expect(await storedBytes(database.pool, ownerId)).toBe(20_480)
  await database.pool.query('delete from execution where id = $1', [born])
  expect(await storedBytes(database.pool, ownerId)).toBe(0)
})
