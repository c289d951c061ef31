import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestApp, type TestApp, type TestBrowser } from '#src/app/test-app.ts'
import { aRanked } from '#src/features/admin/admin-fixture.ts'
import { aCrowd, aReviewBy, aToolOf, aVoice } from './reviews-fixture.ts'

let fettle: TestApp
beforeAll(async () => {
  fettle = await startTestApp()
})
afterAll(() => fettle.stop())

const sql = async (text: string, values: unknown[] = []) => (await fettle.database.pool.query(text, values)).rows
const rate = (who: TestBrowser, fxnId: string, rating: unknown) => who.post('/api/discovery/ratings', { fxnId, rating })
const ratingsOf = async (fxnId: string, who: TestBrowser = fettle.visitor()) =>
  (await who.get(`/api/discovery/ratings/${fxnId}`)).body
const codeOf = ({ status, body }: { status: number; body: Readonly<Record<string, unknown>> }) => [
  status,
  (body.error as { code: string } | undefined)?.code,
]
const setConfirmed = ({ id }: Person, confirmed: boolean) =>
  sql(`update "user" set email_verified_at = case when $2 then now() end where id = $1`, [id, confirmed])
const NONE = { 1: 0, 2: 0, 3: 0, 4: 0, 5: 0 }

test('a tool that nobody has rated', async () => {
  expect(await ratingsOf('base64')).toEqual({
    avgRating: 0,
    ratingCount: 0,
    distribution: NONE,
    userRating: null,
    reviewCount: 0,
    isOwner: false,
    isInsider: false,
  })
})

test('ratings count at once, one for each person, and a second one takes the place of the first', async () => {
  const [one, other] = [await aVoice(fettle), await aVoice(fettle)]
  expect((await rate(one, 'rot13', 2)).body).toMatchObject({ avgRating: 2, ratingCount: 1 })
  expect((await rate(other, 'rot13', 5)).body).toMatchObject({ avgRating: 3.5, ratingCount: 2 })
  const changed = await rate(one, 'rot13', 4)
  expect([changed.status, changed.body]).toEqual([
    200,
    {
      avgRating: 4.5,
      ratingCount: 2,
      distribution: { ...NONE, 4: 1, 5: 1 },
      userRating: { rating: 4, counted: true },
      reviewCount: 0,
      isOwner: false,
      isInsider: false,
    },
  ])
  expect((await ratingsOf('rot13')).userRating).toBeNull()
  const { fxn } = (await fettle.visitor().get('/api/tools/rot13')).body
  expect(fxn).toMatchObject({ avgRating: 4.5, ratingCount: 2 })
})

test('the order of the catalogue leans on the mean of the category until there are many ratings', async () => {
  const person = await aVoice(fettle)
  await rate(person, 'unit-converter', 5)
  const [row] = await sql(`select rating_score, rating_sum from tool where slug = 'unit-converter'`)
  // (8 · 3.5 + 5) / (8 + 1)
  expect(row).toEqual({ rating_score: 33 / 9, rating_sum: 5 })
})

test('an account without a confirmed address keeps its rating, which counts from its confirmation on', async () => {
  const person = await fettle.aPerson()
  expect((await rate(person, 'json-formatter', 3)).body).toMatchObject({
    ratingCount: 0,
    userRating: { rating: 3, counted: false },
  })
  await setConfirmed(person, true)
  expect(await ratingsOf('json-formatter')).toMatchObject({ avgRating: 3, ratingCount: 1 })
  await sql(`update "user" set suspended_at = now(), suspended_reason = 'x' where id = $1`, [person.id])
  expect(await ratingsOf('json-formatter')).toMatchObject({ ratingCount: 0, distribution: NONE })
  await sql(`update "user" set suspended_at = null, suspended_reason = null where id = $1`, [person.id])
  expect(await ratingsOf('json-formatter')).toMatchObject({ avgRating: 3, ratingCount: 1 })
})

test('a rating goes with its account, and when it is taken back, with its review', async () => {
  const [leaving, changing] = [await aVoice(fettle), await aVoice(fettle)]
  await aReviewBy(leaving, 'base64', 5)
  await aReviewBy(changing, 'base64', 1)
  await sql('delete from "user" where id = $1', [leaving.id])
  expect(await ratingsOf('base64')).toMatchObject({ avgRating: 1, ratingCount: 1 })
  const back = await changing.send('DELETE', '/api/discovery/ratings/base64')
  expect([back.status, back.body]).toMatchObject([200, { ratingCount: 0, userRating: null }])
  expect(await sql('select * from review')).toEqual([])
  expect(await sql('select * from moderation_case')).toEqual([])
  expect(codeOf(await changing.send('DELETE', '/api/discovery/ratings/base64'))).toEqual([404, 'NOT_FOUND'])
})

test('a visitor is told to sign in, and nobody rates their own tool or one that is not there', async () => {
  const visitor = await rate(fettle.visitor(), 'rot13', 5)
  expect([visitor.status, visitor.body.error]).toMatchObject([401, { message: 'Please sign in to rate this tool' }])
  const owner = await aVoice(fettle)
  const id = await aToolOf(fettle, owner, 'of-mine')
  expect(codeOf(await rate(owner, id, 5))).toEqual([403, 'OWN_TOOL'])
  expect((await ratingsOf('of-mine', owner)).isOwner).toBe(true)
  expect(codeOf(await rate(owner, 'no-such-tool', 5))).toEqual([404, 'NOT_FOUND'])
  await sql(`update tool set status = 'hidden' where id = $1`, [id])
  expect(codeOf(await rate(await aVoice(fettle), id, 5))).toEqual([404, 'NOT_FOUND'])
  expect((await fettle.visitor().get('/api/discovery/ratings/of-mine')).status).toBe(404)
})

test.each(['admin', 'super_admin'] as const)(
  'row 34: a %s neither rates nor reviews the tools of the house',
  async (role) => {
    const insider = await aRanked(fettle, { role })
    await sql('update "user" set email_verified_at = now() where id = $1', [insider.id])
    const refused = { code: 'OWN_TOOL', message: 'Who works for Fettle does not rate the tools that it makes' }
    expect(await rate(insider, 'rot13', 5)).toMatchObject({ status: 403, body: { error: refused } })
    const text = { title: 'Good', content: 'It does what it says.' }
    const written = await insider.post('/api/discovery/reviews', { fxnId: 'rot13', ...text })
    expect(codeOf(written)).toEqual([403, 'OWN_TOOL'])
    expect((await ratingsOf('rot13', insider)).isInsider).toBe(true)
    const theirs = await aToolOf(fettle, await aVoice(fettle), `of-somebody-${role.replace('_', '-')}`)
    expect((await rate(insider, theirs, 5)).status).toBe(200)
    // Whose creator has left is not of the house.
    await sql('update tool set owner_id = null where id = $1', [theirs])
    expect((await rate(insider, theirs, 4)).status).toBe(200)
  },
)

test.each([0, 6, 4.5, '5', null, undefined])('%j are no stars', async (rating) => {
  const answer = await rate(await fettle.aPerson(), 'rot13', rating)
  expect([answer.status, answer.body.error]).toMatchObject([
    422,
    { details: [{ field: 'rating', message: 'Choose 1 to 5 stars' }] },
  ])
})

test('a script that rates a hundred times is one voice, and is slowed down', async () => {
  const person = await aVoice(fettle)
  const statuses: number[] = []
  for (let n = 0; n < 65; n++) statuses.push((await rate(person, 'tip-calculator', 1 + (n % 5))).status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(60)
  expect(statuses.slice(60)).toEqual([429, 429, 429, 429, 429])
  expect(await ratingsOf('tip-calculator')).toMatchObject({ avgRating: 5, ratingCount: 1 })
})

test('twenty people who rate at the same moment are all counted', async () => {
  const people = await aCrowd(fettle, 20)
  await Promise.all(
    people.map((id, n) =>
      sql(
        `insert into rating (id, tool_id, user_id, stars)
         select gen_random_uuid(), id, $1, $2 from tool where slug = 'regex-tester'`,
        [id, n % 2 === 0 ? 5 : 3],
      ),
    ),
  )
  expect(await ratingsOf('regex-tester')).toMatchObject({
    avgRating: 4,
    ratingCount: 20,
    distribution: { ...NONE, 3: 10, 5: 10 },
  })
})
