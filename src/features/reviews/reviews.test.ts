import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestApp, type TestApp, type TestBrowser } from '#src/app/test-app.ts'
import { REVIEWS_PER_PAGE } from './review-rules.ts'
import type { ReviewEntry } from './reviews.schema.ts'
import { aCrowd, aReviewBy, aToolOf, aVoice, show } from './reviews-fixture.ts'

let fettle: TestApp
beforeAll(async () => {
  fettle = await startTestApp()
})
afterAll(() => fettle.stop())

const sql = async (text: string, values: unknown[] = []) => (await fettle.database.pool.query(text, values)).rows
const PATH = '/api/discovery/reviews'
const write = (who: TestBrowser, fxnId: string, more: object = {}) =>
  who.post(PATH, { fxnId, title: 'Exact', content: 'It rounds the way my bank does.', ...more })
const codeOf = ({ status, body }: { status: number; body: Readonly<Record<string, unknown>> }) => [
  status,
  (body.error as { code: string } | undefined)?.code,
]

/** The list is a bare array, which the test's browser does not parse. */
async function listOf(fxnId: string, who: TestBrowser = fettle.visitor(), query = ''): Promise<ReviewEntry[]> {
  const { statusCode, payload } = await fettle.app.inject({
    url: `${PATH}/${fxnId}${query}`,
    headers: { cookie: who.cookie() },
  })
  expect(statusCode).toBe(200)
  return JSON.parse(payload) as ReviewEntry[]
}
const titlesOf = (entries: readonly ReviewEntry[]) => entries.map(({ review }) => review.title)

test('a review needs a rating first, then waits for a moderator and is seen by its author alone', async () => {
  const [author, other] = [await aVoice(fettle), await aVoice(fettle)]
  const early = await write(author, 'rot13')
  expect([early.status, early.body.error]).toMatchObject([
    409,
    { code: 'RATING_REQUIRED', message: 'Please rate this tool before writing a review' },
  ])
  await author.post('/api/discovery/ratings', { fxnId: 'rot13', rating: 4 })
  const written = await write(author, 'rot13', { title: '  Exact  ' })
  expect(written.status).toBe(201)
  const expected = {
    user: { name: author.name },
    rating: { rating: 4 },
    review: {
      id: expect.any(String),
      title: 'Exact',
      content: 'It rounds the way my bank does.',
      createdAt: expect.any(String),
      editedAt: null,
      helpfulCount: 0,
      voteCount: 0,
    },
    status: 'pending',
    decision: null,
    isOwn: true,
    verifiedUse: false,
    myVote: null,
    reply: null,
  }
  expect(written.body.entry).toEqual(expected)
  expect(await listOf('rot13', author)).toEqual([expected])
  expect([await listOf('rot13'), await listOf('rot13', other)]).toEqual([[], []])
  expect(codeOf(await write(author, 'rot13'))).toEqual([409, 'REVIEW_EXISTS'])
  await show(fettle, (written.body.entry as ReviewEntry).review.id)
  expect(await listOf('rot13', other)).toEqual([{ ...expected, status: 'visible', isOwn: false }])
})

test.each([
  [{ title: ' ' }, 'Please fill in both title and content'],
  [{ content: '' }, 'Please fill in both title and content'],
  [{ title: 'x'.repeat(101) }, 'Title must be 100 characters or less'],
  [{ content: 'x'.repeat(2001) }, 'Content must be 2000 characters or less'],
])('%# is refused with its words', async (more, message) => {
  const answer = await write(await fettle.aPerson(), 'rot13', more)
  expect([answer.status, answer.body.error]).toMatchObject([422, { message }])
})

test('a visitor writes nothing, and nobody reviews their own tool', async () => {
  expect(codeOf(await write(fettle.visitor(), 'rot13'))).toEqual([401, 'SIGN_IN_REQUIRED'])
  const owner = await aVoice(fettle)
  const id = await aToolOf(fettle, owner, 'own-work')
  expect(codeOf(await write(owner, id))).toEqual([403, 'OWN_TOOL'])
})

test('an edit waits while everybody else reads the earlier text, and the history is kept', async () => {
  const author = await aVoice(fettle)
  const id = await aReviewBy(author, 'base64')
  await show(fettle, id)
  const edited = await author.send('PUT', `${PATH}/${id}`, { title: 'Second', content: 'Thoughts' })
  expect(edited.body.entry).toMatchObject({
    status: 'pending',
    review: { title: 'Second', editedAt: expect.any(String) },
  })
  await author.send('PUT', `${PATH}/${id}`, { title: 'Third', content: 'Thoughts' })
  expect([titlesOf(await listOf('base64', author)), titlesOf(await listOf('base64'))]).toEqual([['Third'], ['Exact']])
  expect(
    await sql('select version, title, status from review_text where review_id = $1 order by version', [id]),
  ).toEqual([
    { version: 1, title: 'Exact', status: 'approved' },
    { version: 2, title: 'Second', status: 'replaced' },
    { version: 3, title: 'Third', status: 'pending' },
  ])
  // The moderator's question is about the last one.
  expect(
    await sql(
      `select text_version, revision, subject from moderation_case where review_id = $1 and closed_at is null`,
      [id],
    ),
  ).toEqual([{ text_version: 3, revision: 3, subject: 'Third\n\nThoughts' }])
})

test('others can neither edit nor delete a review; its author can', async () => {
  const [author, other] = [await aVoice(fettle), await aVoice(fettle)]
  const id = await aReviewBy(author, 'json-formatter')
  await show(fettle, id)
  const text = { title: 'Taken over', content: 'By a stranger' }
  expect(codeOf(await other.send('PUT', `${PATH}/${id}`, text))).toEqual([404, 'NOT_FOUND'])
  expect(codeOf(await other.send('DELETE', `${PATH}/${id}`))).toEqual([404, 'NOT_FOUND'])
  expect((await author.send('DELETE', `${PATH}/${id}`)).status).toBe(200)
  expect(await listOf('json-formatter', author)).toEqual([])
  const ratings = await author.get('/api/discovery/ratings/json-formatter')
  expect(ratings.body).toMatchObject({ ratingCount: 1, reviewCount: 0 })
})

test('whoever has run the tool twice is marked, and failures are no use of it', async () => {
  const author = await aVoice(fettle)
  await aReviewBy(author, 'regex-tester')
  const ran = (success: boolean) =>
    sql(
      `insert into tool_run (id, tool_id, version, user_id, source, success, duration_ms)
       select gen_random_uuid(), id, 1, $1, 'api', $2, 1 from tool where slug = 'regex-tester'`,
      [author.id, success],
    )
  const isVerified = async () => (await listOf('regex-tester', author))[0]?.verifiedUse
  await ran(true)
  await ran(false)
  expect(await isVerified()).toBe(false)
  await ran(true)
  expect(await isVerified()).toBe(true)
})

async function voted(count: number, yes: number, reviewId: string): Promise<void> {
  for (const [n, id] of (await aCrowd(fettle, count)).entries())
    await sql('insert into review_vote (review_id, user_id, helpful) values ($1, $2, $3)', [reviewId, id, n < yes])
}

test('helpful reviews come first by the lower bound of their share: 5 of 8 before 1 of 1 before none', async () => {
  const ids: string[] = []
  for (let n = 0; n < 3; n++) ids.push(await aReviewBy(await aVoice(fettle), 'unit-converter', n + 1))
  for (const id of ids) await show(fettle, id)
  await voted(8, 5, ids[0] ?? '')
  await voted(1, 1, ids[1] ?? '')
  const starsOf = (entries: readonly ReviewEntry[]) => entries.map(({ rating }) => rating.rating)
  expect(starsOf(await listOf('unit-converter'))).toEqual([1, 2, 3])
  expect(starsOf(await listOf('unit-converter', undefined, '?sort=recent'))).toEqual([3, 2, 1])
  expect((await listOf('unit-converter'))[0]?.review).toMatchObject({ helpfulCount: 5, voteCount: 8 })
})

test.each([
  [0, 0, 0],
  [3, 3, 0.438],
  [40, 50, 0.67],
  [1, 1, 0.207],
  [0, 10, 0],
])('the bound of %i of %i votes is %f', async (yes, votes, bound) => {
  const [row] = await sql('select round(wilson_bound($1, $2)::numeric, 3)::float8 as bound', [yes, votes])
  expect(row).toEqual({ bound })
})

test('votes: once, changed or taken back; not by visitors, the author, the creator, nor for what is not shown', async () => {
  const [owner, author, reader] = [await aVoice(fettle), await aVoice(fettle), await aVoice(fettle)]
  const tool = await aToolOf(fettle, owner, 'voted-on')
  const id = await aReviewBy(author, tool)
  const helpful = (who: TestBrowser, body?: object) => who.post(`${PATH}/${id}/helpful`, body)
  expect(codeOf(await helpful(reader))).toEqual([404, 'NOT_FOUND'])
  await show(fettle, id)
  expect(codeOf(await helpful(fettle.visitor()))).toEqual([401, 'SIGN_IN_REQUIRED'])
  expect(codeOf(await helpful(author))).toEqual([403, 'OWN_REVIEW'])
  expect(codeOf(await helpful(owner))).toEqual([403, 'OWN_TOOL'])
  expect((await helpful(reader)).body).toEqual({ helpfulCount: 1, voteCount: 1, myVote: true })
  expect(codeOf(await helpful(reader))).toEqual([409, 'ALREADY_VOTED'])
  expect((await helpful(reader, { helpful: false })).body).toEqual({ helpfulCount: 0, voteCount: 1, myVote: false })
  expect((await reader.send('DELETE', `${PATH}/${id}/helpful`)).body).toEqual({
    helpfulCount: 0,
    voteCount: 0,
    myVote: null,
  })
  // Without a confirmed address a vote is kept, but does not count.
  expect((await helpful(await fettle.aPerson())).body).toEqual({ helpfulCount: 0, voteCount: 0, myVote: true })
})

test('fifty votes of one person at the same moment are one', async () => {
  const reader = await aVoice(fettle)
  const id = await aReviewBy(await aVoice(fettle), 'loan-payment')
  await show(fettle, id)
  const answers = await Promise.all(Array.from({ length: 50 }, () => reader.post(`${PATH}/${id}/helpful`)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect((await listOf('loan-payment'))[0]?.review).toMatchObject({ helpfulCount: 1, voteCount: 1 })
})

test('the creator answers a review, its author hears of it, and nobody else answers', async () => {
  const [owner, author, other] = [await aVoice(fettle), await aVoice(fettle), await aVoice(fettle)]
  const tool = await aToolOf(fettle, owner, 'answered')
  const id = await aReviewBy(author, tool)
  const reply = (who: Person, content: string) => who.send('PUT', `${PATH}/${id}/reply`, { content })
  expect(codeOf(await reply(owner, 'Thank you'))).toEqual([404, 'NOT_FOUND'])
  await show(fettle, id)
  expect(codeOf(await reply(other, 'Thank you'))).toEqual([404, 'NOT_FOUND'])
  expect(codeOf(await reply(author, 'Thank you'))).toEqual([404, 'NOT_FOUND'])
  expect((await reply(owner, 'x'.repeat(2001))).status).toBe(422)
  expect((await reply(owner, 'Thank you')).body.entry).toMatchObject({ reply: { content: 'Thank you' }, isOwn: false })
  await reply(owner, 'Thank you very much')
  expect((await listOf(tool))[0]?.reply).toEqual({
    content: 'Thank you very much',
    createdAt: expect.any(String),
    isHidden: false,
    decision: null,
  })
  const { notifications } = (await author.get('/api/notifications')).body as { notifications: { title: string }[] }
  expect(notifications.map(({ title }) => title)).toEqual(['Your review of “Tool answered” was answered'])
  expect((await owner.send('DELETE', `${PATH}/${id}/reply`)).body.entry).toMatchObject({ reply: null })
})

test('a long list comes in pages, one’s own review once and first', async () => {
  const author = await aVoice(fettle)
  await show(fettle, await aReviewBy(author, 'workout-generator'))
  await sql(
    `with rated as (
       insert into rating (id, tool_id, user_id, stars)
       select gen_random_uuid(), tool.id, given.id, 3 from tool, unnest($1::uuid[]) given (id)
        where slug = 'workout-generator' returning tool_id, user_id),
     made as (
       insert into review (id, tool_id, user_id, shown)
       select gen_random_uuid(), tool_id, user_id, 1 from rated returning id)
     insert into review_text (review_id, version, title, content, status) select id, 1, 'T', 'C', 'approved' from made`,
    [await aCrowd(fettle, REVIEWS_PER_PAGE + 1)],
  )
  const pages = await Promise.all([1, 2, 3].map((page) => listOf('workout-generator', author, `?page=${page}`)))
  expect(pages.map((page) => page.length)).toEqual([REVIEWS_PER_PAGE + 1, 1, 0])
  expect(pages[0]?.map(({ isOwn }) => isOwn).indexOf(true)).toBe(0)
  expect(new Set(pages.flat().map(({ review }) => review.id)).size).toBe(REVIEWS_PER_PAGE + 2)
})

test.each(['hidden', 'deleted'])(
  'what somebody wrote and gave goes at their word when the tool is %s, and others learn nothing',
  async (status) => {
    const [owner, author, other] = [await aVoice(fettle), await aVoice(fettle), await aVoice(fettle)]
    const tool = await aToolOf(fettle, owner, `left-${status}`)
    const id = await aReviewBy(author, tool)
    await sql('update tool set status = $2 where id = $1', [tool, status])
    const gone = status === 'hidden' ? [404, 'NOT_FOUND'] : [410, 'GONE']
    expect(codeOf(await other.send('DELETE', `${PATH}/${id}`))).toEqual([404, 'NOT_FOUND'])
    expect(codeOf(await other.send('DELETE', `/api/discovery/ratings/${tool}`))).toEqual(gone)
    expect(codeOf(await author.send('PUT', `${PATH}/${id}`, { title: 'A', content: 'B' }))).toEqual([404, 'NOT_FOUND'])
    expect((await author.send('DELETE', `${PATH}/${id}`)).status).toBe(200)
    const unrated = await author.send('DELETE', `/api/discovery/ratings/left-${status}`)
    expect([unrated.status, unrated.body]).toMatchObject([200, { ratingCount: 0, userRating: null }])
    expect(await sql('select from rating where tool_id = $1', [tool])).toEqual([])
    expect(codeOf(await author.send('DELETE', `/api/discovery/ratings/${tool}`))).toEqual(gone)
  },
)
