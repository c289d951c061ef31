import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#src/app/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ env: { NODE_ENV: 'production', ALLOW_TEST_PAYMENTS: 'true' } })
})
afterAll(() => app.stop())

test('in production nobody reads mails, and without a mail server they wait', async () => {
  const person = await app.aPerson()
  expect((await app.visitor().get('/api/dev/mails')).status).toBe(404)
  const row = await app.database.db
    .selectFrom('mail')
    .select(['id', 'status'])
    .where('to_address', '=', person.email)
    .executeTakeFirstOrThrow()
  expect(row.status).toBe('queued')
  expect((await app.visitor().get(`/api/dev/mails/${row.id}/html`)).status).toBe(404)
})
