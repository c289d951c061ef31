import { afterAll, expect, test } from 'vitest'
import { freshDatabase } from '#src/server/test-database.ts'
import { generateTypes } from './lib/generate-types.ts'

const database = await freshDatabase()
afterAll(() => database.drop())

test('db/types.ts says what the migrations make; npm run db:types writes it anew', async () => {
  const { passed, output } = await generateTypes({ url: database.url, verify: true })
  expect(output).toContain('up-to-date')
  expect(passed).toBe(true)
})
