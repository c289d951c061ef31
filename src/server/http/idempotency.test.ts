import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '#src/server/test-database.ts'
import { invalidInput, tooManyRequests } from './app-error.ts'
import { type Claim, createIdempotency, type Processes } from './idempotency.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.drop())

const DONE = { status: 201, body: '{}' }

const alone: Processes = { executorId: 'this one', isGone: async () => false }

/** Calls again and again under one key; answers whose claims they had. */
async function claimsOf(...ends: (Error | typeof DONE)[]): Promise<Claim[]> {
  const { once } = createIdempotency(database.pool, { warn: () => undefined }, alone)
  const key = crypto.randomUUID()
  const claims: Claim[] = []
  for (const end of ends) {
    const work = async (claim: Claim) => {
      claims.push(claim)
      if (end instanceof Error) throw end
      return end
    }
    await once(key, 'somebody', {}, work).catch(() => undefined)
  }
  return claims
}

test('a refused call is forgotten, and what is sent after it is another call', async () => {
  const [first, second] = await claimsOf(invalidInput([{ field: 'name', message: 'Name is required' }]), DONE)
  expect(second?.id).not.toBe(first?.id)
  expect(second?.isRepeat).toBe(false)
})

test('a repeat that is refused leaves the id to the next one: the first may have done its work', async () => {
  const claims = await claimsOf(new Error('The answer to the commit was lost'), tooManyRequests(20), DONE)
  expect(new Set(claims.map(({ id }) => id)).size).toBe(1)
  expect(claims.map(({ isRepeat }) => isRepeat)).toEqual([false, true, true])
})

test('what a process that is gone left behind is worked on at once, once, and by no other call', async () => {
  const isGone = async (id: string) => id === 'gone'
  const as = (executorId: string) =>
    createIdempotency(database.pool, { warn: () => undefined }, { executorId, isGone }).once
  const key = crypto.randomUUID()
  const claims: Claim[] = []
  const ends: PromiseWithResolvers<typeof DONE>[] = []
  const work = (claim: Claim) => {
    claims.push(claim)
    const end = Promise.withResolvers<typeof DONE>()
    ends.push(end)
    return end.promise
  }
  const call = (executorId: string, body = {}) => as(executorId)(key, 'somebody', body, work)

  const lost = call('gone')
  await expect.poll(() => claims.length).toBe(1)
  await expect(call('living', { another: true })).rejects.toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' })
  const repeat = call('living')
  await expect.poll(() => claims.length).toBe(2)
  // The process that has it now is not gone, and whoever looked before that is too late.
  await expect(call('third')).rejects.toMatchObject({ code: 'REQUEST_IN_PROGRESS' })
  for (const { resolve } of ends) resolve(DONE)
  expect(await Promise.all([lost, repeat])).toEqual([DONE, DONE])
  expect(await call('third')).toEqual(DONE)
  expect(claims.map(({ id, isRepeat }) => [id, isRepeat])).toEqual([false, true].map((is) => [claims[0]?.id, is]))
})
