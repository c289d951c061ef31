import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestBrowser } from '#src/app/test-app.ts'
import type { ReviewEntry } from './reviews.schema.ts'
import { aReviewBy, aToolOf, aVoice, show } from './reviews-fixture.ts'

let fettle: TestApp
beforeAll(async () => {
  fettle = await startTestApp()
})
afterAll(() => fettle.stop())

const sql = async (text: string, values: unknown[] = []) => (await fettle.database.pool.query(text, values)).rows

/** The list is a bare array, which the test's browser does not parse. */
async function listOf(fxnId: string, who: TestBrowser = fettle.visitor()): Promise<ReviewEntry[]> {
  const url = `/api/discovery/reviews/${fxnId}`
  const { statusCode, payload } = await fettle.app.inject({ url, headers: { cookie: who.cookie() } })
  expect(statusCode).toBe(200)
  return JSON.parse(payload) as ReviewEntry[]
}

test('what a browser counts by itself is believed on its second day', async () => {
  const author = await aVoice(fettle)
  await aReviewBy(author, 'number-to-words')
  const isVerified = async () => (await listOf('number-to-words', author))[0]?.verifiedUse
  const count = () => author.post('/api/discovery/runs/number-to-words', { version: 1, success: true, durationMs: 3 })
  expect([(await count()).status, (await count()).status]).toEqual([200, 200])
  expect(await isVerified()).toBe(false)
  await sql(`update tool_run set at = now() - interval '1 day' where user_id = $1`, [author.id])
  expect(await isVerified()).toBe(false)
  await count()
  expect(await isVerified()).toBe(true)
})

test('whoever bought the tool is marked until they have their money back', async () => {
  const [owner, author] = [await aVoice(fettle), await aVoice(fettle)]
  const tool = await aToolOf(fettle, owner, 'sold')
  await aReviewBy(author, tool)
  const isVerified = async () => (await listOf(tool, author))[0]?.verifiedUse
  expect(await isVerified()).toBe(false)
  await sql(
    `insert into sale (id, buyer_id, tool_id, creator_id, amount, creator_share, livemode, provider, status, paid_at)
     values (gen_random_uuid(), $1, $2, $3, 999, 700, false, 'embedded', 'paid', now())`,
    [author.id, tool, owner.id],
  )
  expect(await isVerified()).toBe(true)
  await sql('update sale set claimed = amount where tool_id = $1', [tool])
  expect(await isVerified()).toBe(false)
})

test('whoever keeps a tool that its creator has deleted reads and says what it is like, others hear that it is gone', async () => {
  const [owner, buyer, other] = [await aVoice(fettle), await aVoice(fettle), await aVoice(fettle)]
  const tool = await aToolOf(fettle, owner, 'sold-and-deleted')
  await show(fettle, await aReviewBy(other, tool))
  await sql(
    `insert into sale (id, buyer_id, tool_id, creator_id, amount, creator_share, livemode, provider, status, paid_at)
     values (gen_random_uuid(), $1, $2, $3, 999, 700, false, 'embedded', 'paid', now())`,
    [buyer.id, tool, owner.id],
  )
  expect((await owner.send('DELETE', `/api/tools/${tool}`)).status).toBe(200)
  const ratings = (who: TestBrowser) => who.get(`/api/discovery/ratings/${tool}`)
  expect((await ratings(buyer)).body).toMatchObject({ ratingCount: 1, reviewCount: 1 })
  expect(await listOf(tool, buyer)).toMatchObject([{ isOwn: false }])
  expect(await aReviewBy(buyer, tool, 5)).toEqual(expect.any(String))
  expect((await ratings(buyer)).body).toMatchObject({ ratingCount: 2, userRating: { rating: 5 } })
  for (const who of [fettle.visitor(), other, owner]) {
    expect((await ratings(who)).status).toBe(410)
    expect((await who.get(`/api/discovery/reviews/${tool}`)).status).toBe(410)
  }
  expect((await other.post('/api/discovery/ratings', { fxnId: tool, rating: 1 })).status).toBe(410)
})

test('what a suspended person wrote is out of sight and out of the count until they are back', async () => {
  const [author, other] = [await aVoice(fettle), await aVoice(fettle)]
  const id = await aReviewBy(author, 'base64')
  await show(fettle, id)
  const seen = async () => [
    (await listOf('base64')).length,
    (await other.get('/api/discovery/ratings/base64')).body.reviewCount,
    (await other.post(`/api/discovery/reviews/${id}/helpful`)).status,
  ]
  await sql(`update "user" set suspended_at = now(), suspended_reason = 'x' where id = $1`, [author.id])
  expect(await seen()).toEqual([0, 0, 404])
  await sql(`update "user" set suspended_at = null, suspended_reason = null where id = $1`, [author.id])
  expect(await seen()).toEqual([1, 1, 200])
})
