import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestApp, type TestApp } from '#src/app/test-app.ts'
import { tileContent } from '#src/features/creator-tools/test-content.ts'
import { VISA } from '#src/features/payments/embedded/embedded-fixture.ts'
import { createSandbox } from '#src/sandbox/pool.ts'
import type { Sandbox } from '#src/sandbox/sandbox.ts'
import { testBundle } from '#src/sandbox/test-bundle.ts'

let sandbox: Sandbox
let fettle: TestApp
beforeAll(async () => {
  sandbox = createSandbox({ bundleDir: await testBundle(), log: () => undefined })
  fettle = await startTestApp({ sandbox })
})
afterAll(async () => {
  await fettle.stop()
  await sandbox.stop()
})

test('who bought a tool goes on with the version that they bought when its creator publishes another', async () => {
  const [creator, buyer, stranger] = [await fettle.aPerson(), await fettle.aPerson(), await fettle.aPerson()]
  const { id, revision } = (await creator.post('/api/tools', { content: tileContent })).body.draft as {
    id: string
    revision: number
  }
  const publish = async () =>
    expect((await creator.post(`/api/tools/${id}/publish`, { changelog: 'Tiles' })).status).toBe(200)
  await publish()
  await fettle.database.pool.query('update tool set price_cents = 999 where id = $1', [id])
  const order = (await buyer.post('/api/marketplace/purchase', { fxnId: id })).body
  const paid = await buyer.post('/api/payments/confirm', { clientSecret: order.clientSecret, card: VISA })
  expect(paid.body).toMatchObject({ status: 'succeeded' })
  expect((await buyer.get(`/api/purchases/${order.orderId}`)).body).toMatchObject({ purchase: { state: 'paid' } })

  const outputs = tileContent.outputs.map((one) => ({ ...one, expression: 'input.area' }))
  const examples = tileContent.examples.map((one) => ({ ...one, output: { tiles: 12 } }))
  await creator.send('PUT', `/api/tools/${id}/draft`, { ...tileContent, outputs, examples, revision })
  await publish()

  const run = (person: Person, query: string) => person.post(`/api/tools/${id}/run${query}`, { area: 10 })
  expect(await run(buyer, '?version=1')).toMatchObject({ status: 200, body: { outputs: { tiles: 20 } } })
  expect(await run(buyer, '')).toMatchObject({ status: 200, body: { outputs: { tiles: 10 } } })
  for (const query of ['?version=1', ''])
    expect(await run(stranger, query)).toMatchObject({ status: 402, body: { error: { code: 'PURCHASE_REQUIRED' } } })
})
