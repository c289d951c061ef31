import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '#src/server/test-database.ts'
import { invalidInput, tooManyRequests } from './app-error.ts'
import { type Claim, createIdempotency } from './idempotency.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.drop())

const DONE = { status: 201, body: '{}' }

/** Calls again and again under one key; answers whose claims they had. */
async function claimsOf(...ends: (Error | typeof DONE)[]): Promise<Claim[]> {
  const { once } = createIdempotency(database.pool, { warn: () => undefined })
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
