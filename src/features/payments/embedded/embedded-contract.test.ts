import { afterAll, beforeAll } from 'vitest'
import { freshDatabase, type TestDatabase } from '#src/server/test-database.ts'
import { itKeepsTheContract } from '../provider-contract-fixture.ts'
import { createEmbeddedProvider, type EmbeddedProvider } from './create-embedded.server.ts'

let database: TestDatabase
let provider: EmbeddedProvider
beforeAll(async () => {
  database = await freshDatabase()
  provider = createEmbeddedProvider({ db: database.db, webhookSecret: 'whsec_test', publicUrl: 'http://localhost' })
})
afterAll(() => database.drop())

itKeepsTheContract(() => ({ provider, others: provider }))
