import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestApp, type TestApp } from '#src/app/test-app.ts'
import { createSandbox } from '#src/sandbox/pool.ts'
import type { Sandbox } from '#src/sandbox/sandbox.ts'
import { testBundle } from '#src/sandbox/test-bundle.ts'
import type { Draft } from './creator-tools.schema.ts'
import { tileContent } from './test-content.ts'
import { emptyContent, type ToolContent } from './tool-content.schema.ts'

let sandbox: Sandbox
let fettle: TestApp
let creator: Person
let stranger: Person
beforeAll(async () => {
  sandbox = createSandbox({ bundleDir: await testBundle(), log: () => undefined })
  fettle = await startTestApp({ sandbox })
  creator = await fettle.aPerson()
  stranger = await fettle.aPerson()
})
afterAll(async () => {
  await fettle.stop()
  await sandbox.stop()
})

async function aDraft(content: ToolContent): Promise<Draft> {
  const { body } = await creator.post('/api/tools', { content })
  return body.draft as Draft
}
async function published(content: ToolContent): Promise<string> {
  const { id } = await aDraft(content)
  expect((await creator.post(`/api/tools/${id}/publish`, { changelog: 'First version' })).status).toBe(200)
  return id
}

test('a save that is sent again, because its answer was lost, is a success and saves nothing twice', async () => {
  const { id } = await aDraft(emptyContent)
  const send = () =>
    creator.send('PUT', `/api/tools/${id}/draft`, { ...tileContent, title: 'Sent twice ', revision: 1 })
  expect((await send()).body).toEqual({ revision: 2, upToDate: false })
  const again = await send()
  expect([again.status, again.body]).toEqual([200, { revision: 2, upToDate: false }])
  expect((await creator.get(`/api/tools/${id}/draft`)).body.draft).toMatchObject({ revision: 2 })
  await creator.send('PUT', `/api/tools/${id}/draft`, { ...tileContent, title: 'Another', revision: 2 })
  expect((await send()).status).toBe(409)
})

test('a published tool comes to its creator with the card, the figures and the price that the catalogue shows; a draft has none', async () => {
  const fresh = await aDraft({ ...tileContent, title: 'Not yet seen' })
  const id = await published({ ...tileContent, title: 'Often used' })
  await fettle.database.pool.query(
    'update tool set run_count = 7, favorite_count = 2, rating_count = 2, rating_sum = 9, price_cents = 500 where id = $1',
    [id],
  )
  const { draft } = (await creator.get(`/api/tools/${id}/draft`)).body as { draft: Draft }
  expect([fresh.card, draft.card]).toEqual([
    null,
    expect.objectContaining({
      ...{ slug: 'often-used', runCount: 7, favoriteCount: 2, avgRating: 4.5, ratingCount: 2 },
      pricing: { pricingModel: 'one_time', price: 500, licenseType: 'personal', accessTier: 'free' },
    }),
  ])
})

test('a clone that is copied still names what it came from; nobody copies what is not theirs', async () => {
  const source = await published({ ...tileContent, title: 'Copied from' })
  const { id } = (await stranger.post(`/api/tools/${source}/clone`)).body.fxn as { id: string }
  const copy = (person: Person) => person.post('/api/tools', { content: tileContent, copyOf: id })
  const { draft } = (await copy(stranger)).body as { draft: Draft }
  expect(draft).toMatchObject({ origin: { title: 'Copied from' }, licences: ['CC-BY-4.0'], revision: 1 })
  expect(draft.id).not.toBe(id)
  expect((await copy(creator)).status).toBe(404)
})
