import { afterAll, expect, test } from 'vitest'
import { freshDatabase } from '#src/server/test-database.ts'
import { checkMasterKey } from './key-check.ts'

const database = await freshDatabase()
afterAll(() => database.drop())

const first = Buffer.alloc(32, 1)
const second = Buffer.alloc(32, 2)

test('the first key of a database is the only one', async () => {
  await checkMasterKey(database.db, first)
  await expect(checkMasterKey(database.db, second)).rejects.toThrow(/^The master key .* is not the one/)
  await checkMasterKey(database.db, first)
})

test('nothing of the key is kept', async () => {
  const { fingerprint } = await database.db.selectFrom('master_key').select('fingerprint').executeTakeFirstOrThrow()
  expect(fingerprint.includes(first.subarray(0, 8))).toBe(false)
})
