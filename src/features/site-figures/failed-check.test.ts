import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#src/app/test-app.ts'
import { aRanked } from '#src/features/admin/admin-fixture.ts'
import type { Sandbox } from '#src/sandbox/sandbox.ts'
import { FIGURE_DAYS, type SiteFigures } from './site-figures.schema.ts'

const broken: Sandbox = { run: () => Promise.reject(new Error('No such jail')), stop: async () => undefined }

let fettle: TestApp
beforeAll(async () => {
  fettle = await startTestApp({ sandbox: broken })
})
afterAll(() => fettle.stop())

test('a check that cannot be made is one that failed, and takes no figures with it', async () => {
  const { status, body } = await (await aRanked(fettle, { role: 'admin' })).get('/api/admin/figures')
  const { days, health } = body as unknown as SiteFigures
  expect([status, days.length]).toEqual([200, FIGURE_DAYS])
  expect(health.map(({ check, ok, detail }) => [check, ok || detail]).slice(0, 4)).toEqual([
    ['engine', true],
    ['sandbox', 'Could not be checked.'],
    ['tools', true],
    ['outbox', true],
  ])
})
