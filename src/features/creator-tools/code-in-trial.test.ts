import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#src/app/test-app.ts'
import { VISA } from '#src/features/payments/embedded/embedded-fixture.ts'
import { PRO_CONSENT } from '#src/features/subscriptions/pro-consent.ts'
import type { Draft } from './creator-tools.schema.ts'
import { tileCode } from './test-content.ts'

let fettle: TestApp
beforeAll(async () => {
  fettle = await startTestApp({
    sandbox: {
      run: async () => ({ ok: true, outputs: { value: { tiles: 24 }, console: [] } }),
      stop: async () => undefined,
    },
  })
})
afterAll(() => fettle.stop())

test('a trial of Pro lets somebody write and try code, and takes that back when it ends', async () => {
  const person = await fettle.aPerson()
  const { id } = (await person.post('/api/tools', { content: tileCode })).body.draft as Draft
  const allowed = async () => {
    const { draft } = (await person.get(`/api/tools/${id}/draft`)).body as { draft: Draft }
    const { status, body } = await person.post(`/api/tools/${id}/try`, { content: tileCode, input: { area: 12 } })
    return [draft.mayWriteCode, status, (body.error as { code: string } | undefined)?.code]
  }
  expect(await allowed()).toEqual([false, 403, 'PRO_REQUIRED'])
  const { body } = await person.post('/api/subscription', { interval: 'month', trial: true, consent: PRO_CONSENT })
  await person.post('/api/payments/confirm', { clientSecret: body.clientSecret, card: VISA })
  expect((await person.get('/api/subscription')).body).toMatchObject({ subscription: { status: 'trialing' } })
  expect(await allowed()).toEqual([true, 200, undefined])
  await fettle.database.pool.query(
    'update subscription set access_until = billing_clock(livemode) where user_id = $1 and had_trial',
    [person.id],
  )
  expect(await allowed()).toEqual([false, 403, 'PRO_REQUIRED'])
})
