import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestApp, type TestApp, type TestBrowser } from '#src/app/test-app.ts'
import { aRanked } from '#src/features/admin/admin-fixture.ts'
import { aReviewBy, aToolOf, aVoice } from '#src/features/reviews/reviews-fixture.ts'
import type { ModerationCase } from './moderation.schema.ts'

let fettle: TestApp
let moderator: Person
let colleague: Person
let author: Person
beforeAll(async () => {
  fettle = await startTestApp()
  moderator = await aRanked(fettle, { role: 'admin' })
  colleague = await aRanked(fettle, { role: 'admin' })
  author = await aVoice(fettle)
})
afterAll(() => fettle.stop())

const PATH = '/api/admin/moderation'
const HIDE = { decision: 'hide', ground: 'misleading', reason: 'It adds the interest twice.' }
const sql = async (text: string, values: unknown[] = []) => (await fettle.database.pool.query(text, values)).rows
const codeOf = ({ status, body }: { status: number; body: Readonly<Record<string, unknown>> }) => [
  status,
  (body.error as { code: string } | undefined)?.code,
]
async function firstOf(query: string, who: TestBrowser): Promise<ModerationCase> {
  const { cases } = (await who.get(`${PATH}${query}`)).body as { cases: [ModerationCase] }
  return cases[0]
}
const decide = (who: TestBrowser, { id, revision }: ModerationCase, judgement: object) =>
  who.post(`${PATH}/${id}/decide`, { revision, ...judgement })
const reopen = (who: TestBrowser, { id }: ModerationCase) => who.post(`${PATH}/${id}/reopen`)

test('a moderator neither decides about reviews of their own tool nor opens such a case again', async () => {
  await aReviewBy(author, await aToolOf(fettle, moderator, 'reviewed'))
  const waiting = await firstOf('?kind=review', moderator)
  expect(codeOf(await decide(moderator, waiting, HIDE))).toEqual([403, 'OWN_CASE'])
  expect((await decide(colleague, waiting, { decision: 'approve' })).status).toBe(200)
  expect(codeOf(await reopen(moderator, waiting))).toEqual([403, 'OWN_CASE'])
})

test('a moderator neither learns who reported their own tool nor decides about it', async () => {
  const owner = await aVoice(fettle)
  const fxnId = await aToolOf(fettle, moderator, 'reported')
  await author.post('/api/reports/submit', { fxnId, reason: 'misleading', details: 'Wrong by a factor of 12.' })
  const waiting = await firstOf('?kind=report', moderator)
  expect(waiting.reports).toMatchObject([{ details: 'Wrong by a factor of 12.', reporter: null }])
  expect((await firstOf('?kind=report', colleague)).reports).toMatchObject([{ reporter: author.name }])
  expect(codeOf(await moderator.post(`${PATH}/${waiting.id}/claim`))).toEqual([403, 'OWN_CASE'])
  expect(codeOf(await decide(moderator, waiting, { decision: 'approve' }))).toEqual([403, 'OWN_CASE'])
  expect((await decide(colleague, waiting, HIDE)).body.case).toMatchObject({ reports: [{ reporter: author.name }] })
  // The same when the tool came to them after it was reported, or goes to somebody else.
  await sql('update moderation_case set person_id = $2 where id = $1', [waiting.id, owner.id])
  const decided = '?state=decided&kind=report'
  expect((await firstOf(decided, moderator)).reports).toMatchObject([{ reporter: null }])
  expect(codeOf(await reopen(moderator, waiting))).toEqual([403, 'OWN_CASE'])
  await sql('update moderation_case set person_id = $2 where id = $1', [waiting.id, moderator.id])
  await sql('update tool set owner_id = $2 where id = $1', [fxnId, owner.id])
  expect((await firstOf(decided, moderator)).reports).toMatchObject([{ reporter: null }])
  expect((await reopen(colleague, waiting)).status).toBe(200)
})

test('a moderator does not decide about what they have reported, nor about a copyright that they claim', async () => {
  await sql('delete from moderation_case')
  const fxnId = await aToolOf(fettle, await aVoice(fettle), 'reported-by-one')
  await moderator.post('/api/reports/submit', { fxnId, reason: 'misleading', details: 'Wrong by a factor of 12.' })
  const waiting = await firstOf('?kind=report', moderator)
  expect(codeOf(await moderator.post(`${PATH}/${waiting.id}/claim`))).toEqual([403, 'OWN_CASE'])
  expect(codeOf(await decide(moderator, waiting, HIDE))).toEqual([403, 'OWN_CASE'])
  const claim = { claimant: 'Grace', email: colleague.email.toUpperCase(), work: 'My table of rates', declared: true }
  await (await fettle.aPerson()).post('/api/reports/submit', { fxnId, reason: 'copyright', claim })
  // Where everybody has a part in it, somebody has to.
  expect((await moderator.post(`${PATH}/${waiting.id}/claim`)).status).toBe(200)
  await moderator.send('DELETE', `${PATH}/${waiting.id}/claim`)
  const third = await aRanked(fettle, { role: 'admin' })
  for (const who of [moderator, colleague]) expect(codeOf(await decide(who, waiting, HIDE))).toEqual([403, 'OWN_CASE'])
  expect((await decide(third, waiting, HIDE)).status).toBe(200)
  expect(codeOf(await reopen(moderator, waiting))).toEqual([403, 'OWN_CASE'])
  await sql(`update "user" set role = 'user' where id = $1`, [third.id])
})

test('a colleague without a second factor, or whose own case it is, keeps nobody from deciding an appeal', async () => {
  await sql('delete from moderation_case')
  const decided = async (owner: Person, slug: string) => {
    await author.post('/api/reports/submit', { fxnId: await aToolOf(fettle, owner, slug), reason: 'spam', details: '' })
    const waiting = await firstOf('?kind=report', moderator)
    expect((await decide(moderator, waiting, HIDE)).status).toBe(200)
    await owner.post(`/api/statements/${waiting.id}/appeal`, { text: 'It is right.' })
    return firstOf('?kind=appeal', moderator)
  }
  const first = await decided(await aVoice(fettle), 'appealed')
  expect(codeOf(await decide(moderator, first, { decision: 'restore' }))).toEqual([403, 'ANOTHER_EYE_REQUIRED'])
  await sql('update totp set confirmed_at = null where user_id = $1', [colleague.id])
  expect((await decide(moderator, first, { decision: 'restore' })).status).toBe(200)
  await sql('update totp set confirmed_at = now() where user_id = $1', [colleague.id])
  const second = await decided(colleague, 'of-a-colleague')
  expect(codeOf(await decide(colleague, second, { decision: 'restore' }))).toEqual([403, 'OWN_CASE'])
  expect((await decide(moderator, second, { decision: 'restore' })).status).toBe(200)
})
