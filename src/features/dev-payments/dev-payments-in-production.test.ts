import { expect, test } from 'vitest'
import { startTestApp } from '#src/app/test-app.ts'

test('in production nobody moves the clock of the test provider, or sees what it has', async () => {
  const app = await startTestApp({ env: { NODE_ENV: 'production', ALLOW_TEST_PAYMENTS: 'true' } })
  expect((await app.visitor().get('/api/dev/payments')).status).toBe(404)
  expect((await app.visitor().post('/api/dev/payments/clock', { hours: 1 })).status).toBe(404)
  await app.stop()
})
