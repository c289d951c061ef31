import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestApp, type TestApp } from '#src/app/test-app.ts'
import { uuidv7 } from '#src/lib/ids.ts'
import { aTool } from './checkout-fixture.ts'

let fettle: TestApp
let buyer: Person
let creator: Person
let tool: string
beforeAll(async () => {
  fettle = await startTestApp()
  ;[buyer, creator] = [await fettle.aPerson(), await fettle.aPerson()]
  tool = await aTool(fettle, creator, {})
})
afterAll(() => fettle.stop())

/** Tips of somebody, the oldest first; answers their ids. */
async function tipped(person: Person, count: number, status = 'paid'): Promise<string[]> {
  const ids = Array.from({ length: count }, () => uuidv7()).toSorted()
  await fettle.database.pool.query(
    `insert into sale (id, kind, tool_id, creator_id, buyer_id, status, amount, creator_share, livemode, provider, paid_at)
     select id, 'tip', $2, $3, $4, $5, 500, 350, false, 'embedded', case when $5 = 'paid' then now() end
       from unnest($1::uuid[]) id`,
    [ids, tool, creator.id, person.id, status],
  )
  return ids
}

interface Page {
  readonly purchases: readonly { readonly orderId: string }[]
  readonly cursor: string | null
}
const pageAt = async (query: string) => (await buyer.get(`/api/purchases${query}`)).body as unknown as Page

test('older purchases are on further pages, none twice and none left out', async () => {
  const own = await tipped(buyer, 119)
  await tipped(buyer, 3, 'canceled')
  await tipped(creator, 60)
  own.push(...(await tipped(buyer, 1)))
  const pages = [await pageAt('')]
  for (let cursor = pages[0]?.cursor; cursor; cursor = pages.at(-1)?.cursor)
    pages.push(await pageAt(`?cursor=${cursor}`))
  expect(pages.map(({ purchases }) => purchases.length)).toEqual([50, 50, 20])
  expect(pages.flatMap(({ purchases }) => purchases.map(({ orderId }) => orderId))).toEqual(own.toReversed())
})

test('a full last page has no next one, and a mark that is none is refused', async () => {
  buyer = await fettle.aPerson()
  await tipped(buyer, 50)
  expect(await pageAt('')).toMatchObject({ purchases: { length: 50 }, cursor: null })
  expect((await buyer.get('/api/purchases?cursor=x')).status).toBe(422)
})
