import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#src/app/test-app.ts'
import type { FeaturedTool } from './featured.schema.ts'
import { seedFeatured } from './featured.server.ts'

const SEEDED = ['mortgage-calculator', 'contrast-checker', 'qr-code-generator']
let fettle: TestApp
beforeAll(async () => {
  fettle = await startTestApp()
})
afterAll(() => fettle.stop())

const sql = (text: string) => fettle.database.pool.query(text)
beforeEach(async () => {
  await sql('delete from featured_tool')
  await sql(`update tool set status = 'published', access_tier = 'free', owner_id = null`)
})

async function list(): Promise<FeaturedTool[]> {
  const { status, body } = await fettle.visitor().get('/api/marketplace/featured')
  expect(status).toBe(200)
  return body.tools as FeaturedTool[]
}
const slugs = async () => (await list()).map(({ fxn }) => fxn.slug)

test('nothing chosen is an empty list', async () => {
  expect(await list()).toEqual([])
})

test('an item has the tool, its pricing, its creator and its sales', async () => {
  await seedFeatured(fettle.database.db)
  const [first] = await list()
  const card = await fettle.visitor().get('/api/discovery/search?search=mortgage+calculator')
  expect(first).toEqual({
    fxn: (card.body.fxns as unknown[])[0],
    pricing: { pricingModel: 'free', price: 0, licenseType: 'personal', accessTier: 'free' },
    creator: { name: 'Fettle' },
    salesCount: 0,
  })
})

test('the tier and the creator are those of the tool', async () => {
  await seedFeatured(fettle.database.db)
  const { id } = await fettle.aPerson()
  await sql(`update tool set access_tier = 'pro', owner_id = '${id}' where slug = 'mortgage-calculator'`)
  const [first] = await list()
  expect([first?.pricing.accessTier, first?.creator]).toEqual(['pro', { name: 'Person 1' }])
})

test('the order is the one that was chosen', async () => {
  await seedFeatured(fettle.database.db)
  expect(await slugs()).toEqual(SEEDED)
  await sql(`update featured_tool set place = -place`)
  expect(await slugs()).toEqual([...SEEDED].reverse())
})

test.each([
  ['not yet begun', `update featured_tool set starts_at = now() + interval '1 minute' where place = 2`],
  [
    'ended',
    `update featured_tool set starts_at = now() - interval '2 days', ends_at = now() - interval '1 s' where place = 2`,
  ],
  ['hidden', `update tool set status = 'hidden' where slug = 'contrast-checker'`],
])('what is %s is not shown', async (_, change) => {
  await seedFeatured(fettle.database.db)
  await sql(change)
  expect(await slugs()).toEqual(['mortgage-calculator', 'qr-code-generator'])
})

test('an end in the future is shown until then, and a tool that was chosen twice once', async () => {
  await seedFeatured(fettle.database.db)
  await sql(`update featured_tool set ends_at = now() + interval '1 minute'`)
  await sql(`insert into featured_tool (id, tool_id, place) select gen_random_uuid(), tool_id, 9 from featured_tool`)
  expect(await slugs()).toEqual(SEEDED)
})

test('what somebody ended does not come back with the next start', async () => {
  await seedFeatured(fettle.database.db)
  await sql(`update featured_tool set starts_at = now() - interval '2 s', ends_at = now() - interval '1 s'`)
  await seedFeatured(fettle.database.db)
  expect(await slugs()).toEqual([])
})
