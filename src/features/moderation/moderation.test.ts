import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Person, startTestApp, type TestApp, type TestBrowser } from '#src/app/test-app.ts'
import { aRanked } from '#src/features/admin/admin-fixture.ts'
import { aReviewBy, aToolOf, aVoice } from '#src/features/reviews/reviews-fixture.ts'
import { findBrokenAuditEntry } from '#src/server/audit/audit.ts'
import type { ModerationCase, Statement } from './moderation.schema.ts'

let fettle: TestApp
let moderator: Person
let colleague: Person
let owner: Person
let author: Person
let tool: string
let tools = 0
beforeAll(async () => {
  fettle = await startTestApp({ env: { TRUST_PROXY: 'true' } })
  moderator = await aRanked(fettle, { role: 'admin' })
  colleague = await aRanked(fettle, { role: 'admin' })
  ;[owner, author] = [await aVoice(fettle), await aVoice(fettle)]
})
afterAll(() => fettle.stop())
beforeEach(async () => {
  await sql('delete from moderation_case')
  await sql('delete from notification')
  await sql('delete from mail')
  tools += 1
  tool = await aToolOf(fettle, owner, `judged-${tools}`)
})

const sql = async (text: string, values: unknown[] = []) => (await fettle.database.pool.query(text, values)).rows
const codeOf = ({ status, body }: { status: number; body: Readonly<Record<string, unknown>> }) => [
  status,
  (body.error as { code: string } | undefined)?.code,
]
const PATH = '/api/admin/moderation'
const queue = async (query = '', who: TestBrowser = moderator) =>
  (await who.get(`${PATH}${query}`)).body as unknown as {
    cases: ModerationCase[]
    open: number
    overdue: number
    waiting: object
    cursor: string | null
  }
async function theCase(): Promise<ModerationCase> {
  const [only, ...more] = (await queue()).cases
  if (only === undefined || more.length > 0) throw new Error(`${more.length + 1} cases`)
  return only
}
const decide = (who: TestBrowser, { id, revision }: ModerationCase, judgement: object) =>
  who.post(`${PATH}/${id}/decide`, { revision, ...judgement })
const report = (who: TestBrowser, more: object = {}, address = '203.0.113.1') =>
  who.post(
    '/api/reports/submit',
    { fxnId: tool, reason: 'misleading', details: 'Wrong by a factor of 12.', ...more },
    { 'x-forwarded-for': address },
  )
const HIDE = { decision: 'hide', ground: 'misleading', reason: 'It adds the interest twice.' }
const told = (person: Person) =>
  sql('select kind, title, href from notification where user_id = $1 order by created_at, id', [person.id])
const mailed = async (person: Person) =>
  (await sql('select subject from mail where user_id = $1 order by created_at', [person.id])).map(
    ({ subject }) => subject,
  )
const statusOfTool = async () => (await fettle.visitor().get(`/api/tools/${tool}`)).status

test('a review is approved: everybody sees it, its author and the creator hear of it, the log has it', async () => {
  await aReviewBy(author, tool)
  const waiting = await theCase()
  expect(waiting).toMatchObject({
    kind: 'review',
    subject: 'Exact\n\nIt rounds the way my bank does.',
    person: { id: author.id, name: author.name },
    tool: { slug: `judged-${tools}`, status: 'published' },
    shown: null,
    claimedBy: null,
    closed: null,
    reports: [],
    appealed: null,
  })
  const hours = (new Date(waiting.dueAt).getTime() - new Date(waiting.openedAt).getTime()) / 3_600_000
  expect(hours).toBe(48)
  const decided = await decide(moderator, waiting, { decision: 'approve' })
  expect([decided.status, decided.body.case]).toMatchObject([
    200,
    { closed: { decision: 'approve', by: moderator.name } },
  ])
  const ratings = await fettle.visitor().get(`/api/discovery/ratings/${tool}`)
  expect(ratings.body.reviewCount).toBe(1)
  const href = `/fxn/judged-${tools}#reviews`
  expect(await told(author)).toEqual([
    { kind: 'review.published', title: `Your review of “Tool judged-${tools}” is visible now`, href },
  ])
  expect(await told(owner)).toEqual([
    { kind: 'review.received', title: `“Tool judged-${tools}” has a new review`, href },
  ])
  const [entry] = await sql('select actor_id, action, target, details from audit_entry order by seq desc limit 1')
  expect({ ...entry, details: JSON.parse(entry.details) }).toEqual({
    actor_id: moderator.id,
    action: 'moderation.approve',
    target: expect.stringMatching(/^review /),
    details: { case: waiting.id, kind: 'review', ground: null, reason: '' },
  })
  expect(await findBrokenAuditEntry(fettle.database.db)).toBeNull()
  expect(codeOf(await decide(moderator, waiting, { decision: 'approve' }))).toEqual([409, 'ALREADY_DECIDED'])
})

test('a change that is refused leaves the earlier text, and its author is told why', async () => {
  const id = await aReviewBy(author, tool)
  await decide(moderator, await theCase(), { decision: 'approve' })
  await author.send('PUT', `/api/discovery/reviews/${id}`, { title: 'Buy pills', content: 'At pills.example' })
  const waiting = await theCase()
  expect(waiting).toMatchObject({
    subject: 'Buy pills\n\nAt pills.example',
    shown: 'Exact\n\nIt rounds the way my bank does.',
  })
  expect((await decide(moderator, waiting, { ...HIDE, ground: 'spam', reason: 'It sells pills.' })).status).toBe(200)
  expect(await sql('select shown, latest from review where id = $1', [id])).toEqual([{ shown: 1, latest: 2 }])
  expect(await mailed(author)).toEqual(['A decision of our moderators'])
  const [mail] = await sql('select text_body from mail')
  expect(mail.text_body).toContain('It sells pills.')
  expect(mail.text_body).toContain(`/statements/${waiting.id}`)
  expect((await told(author)).at(-1)).toEqual({
    kind: 'moderation.decided',
    title: `Your review of “Tool judged-${tools}” is not shown`,
    href: `/statements/${waiting.id}`,
  })
})

test('nobody decides about a text that was changed while they read', async () => {
  const id = await aReviewBy(author, tool)
  const read = await theCase()
  await author.send('PUT', `/api/discovery/reviews/${id}`, { title: 'Changed', content: 'Meanwhile' })
  expect(codeOf(await decide(moderator, read, { decision: 'approve' }))).toEqual([409, 'CHANGED_MEANWHILE'])
  expect((await decide(moderator, await theCase(), { decision: 'approve' })).status).toBe(200)
})

test.each([
  [{ decision: 'hide', ground: 'spam' }, 'reason', 'Say why'],
  [{ decision: 'hide', reason: 'x' }, 'ground', 'Choose what it is against'],
  [{ decision: 'remove', ground: 'spam', reason: 'x' }, 'decision', 'This cannot be decided like that'],
])('%j is refused for a review', async (judgement, field, message) => {
  await aReviewBy(author, tool)
  const answer = await decide(moderator, await theCase(), judgement)
  expect([answer.status, answer.body.error]).toMatchObject([422, { details: [{ field, message }] }])
})

test('an answer is hidden after the fact, and is there again when the case is opened again and approved', async () => {
  await aReviewBy(author, tool)
  await decide(moderator, await theCase(), { decision: 'approve' })
  const [{ id }] = (await sql('select id from review where tool_id = $1', [tool])) as [{ id: string }]
  await owner.send('PUT', `/api/discovery/reviews/${id}/reply`, { content: 'You are a fool' })
  const waiting = await theCase()
  expect(waiting).toMatchObject({ kind: 'reply', subject: 'You are a fool', person: { id: owner.id } })
  await decide(moderator, waiting, { decision: 'hide', ground: 'offensive', reason: 'It insults.' })
  const hidden = () => sql('select reply_hidden from review where id = $1', [id])
  expect(await hidden()).toEqual([{ reply_hidden: true }])
  expect((await moderator.post(`${PATH}/${waiting.id}/reopen`)).status).toBe(200)
  expect(codeOf(await moderator.post(`${PATH}/${waiting.id}/reopen`))).toEqual([409, 'NOT_DECIDED'])
  await decide(moderator, await theCase(), { decision: 'approve' })
  expect(await hidden()).toEqual([{ reply_hidden: false }])
})

test('a hidden answer that is changed, or deleted and written anew, stays hidden until somebody has read it', async () => {
  const id = await aReviewBy(author, tool)
  await decide(moderator, await theCase(), { decision: 'approve' })
  const path = `/api/discovery/reviews/${id}/reply`
  const answer = (content: string) => owner.send('PUT', path, { content })
  const seenBy = async (who: TestBrowser) => {
    const headers = { cookie: who.cookie() }
    const { payload } = await fettle.app.inject({ url: `/api/discovery/reviews/${tool}`, headers })
    return JSON.parse(payload)[0]?.reply
  }
  expect((await answer('You are a fool')).body.entry).toMatchObject({ reply: { isHidden: false } })
  const first = await theCase()
  await decide(moderator, first, { decision: 'hide', ground: 'offensive', reason: 'It insults.' })
  expect((await answer('You are an utter fool')).body.entry).toMatchObject({
    reply: { content: 'You are an utter fool', isHidden: true },
  })
  expect((await owner.send('DELETE', path)).body.entry).toMatchObject({ reply: null })
  await answer('Thank you')
  expect(await seenBy(owner)).toMatchObject({ content: 'Thank you', isHidden: true })
  for (const who of [author, fettle.visitor()]) expect(await seenBy(who)).toBeNull()
  expect((await told(author)).filter(({ kind }) => kind === 'review.answered')).toHaveLength(1)
  // An appeal that is won is about the answer that was hidden, not about the one that waits.
  const waiting = await theCase()
  await owner.post(`/api/statements/${first.id}/appeal`, { text: 'It was a joke.' })
  const [appeal] = (await queue('?kind=appeal')).cases as [ModerationCase]
  expect((await decide(colleague, appeal, { decision: 'restore' })).status).toBe(200)
  expect(await seenBy(author)).toBeNull()
  expect(waiting).toMatchObject({ kind: 'reply', subject: 'Thank you' })
  expect((await decide(moderator, waiting, { decision: 'approve' })).status).toBe(200)
  expect(await seenBy(author)).toMatchObject({ content: 'Thank you', isHidden: false })
})

test('reports: the tool is removed with its reason, reporters are told, the creator appeals and wins', async () => {
  const reporter = await aVoice(fettle)
  await report(reporter)
  await report(fettle.visitor(), { reason: 'spam' }, '203.0.113.2')
  const waiting = await theCase()
  expect(waiting).toMatchObject({
    kind: 'report',
    person: { id: owner.id },
    reports: [
      { reason: 'misleading', details: 'Wrong by a factor of 12.', reporter: reporter.name },
      { reason: 'spam', reporter: null },
    ],
  })
  expect((await decide(moderator, waiting, { ...HIDE, decision: 'remove' })).status).toBe(200)
  const gone = await fettle.visitor().get(`/api/tools/${tool}`)
  expect([gone.status, gone.body.error]).toMatchObject([
    410,
    { code: 'GONE', message: 'This tool was removed by our moderators: Misleading or wrong' },
  ])
  expect(await told(reporter)).toEqual([
    { kind: 'moderation.decided', title: `Your report of “Tool judged-${tools}” was looked at`, href: null },
  ])
  expect(await sql('select upheld, who from report')).toEqual(Array(2).fill({ upheld: true, who: null }))

  const path = `/api/statements/${waiting.id}`
  expect((await owner.get(path)).body.statement).toMatchObject({
    kind: 'report',
    decision: 'remove',
    ground: 'misleading',
    reason: 'It adds the interest twice.',
    appeal: null,
    mayAppeal: true,
  })
  expect(codeOf(await author.get(path))).toEqual([404, 'NOT_FOUND'])
  expect(codeOf(await moderator.get(path))).toEqual([404, 'NOT_FOUND'])
  expect(codeOf(await author.post(`${path}/appeal`, { text: 'Give it back' }))).toEqual([404, 'NOT_FOUND'])
  expect(codeOf(await fettle.visitor().get(path))).toEqual([401, 'SIGN_IN_REQUIRED'])
  expect((await owner.post(`${path}/appeal`, { text: 'It adds it once.' })).status).toBe(200)
  expect(codeOf(await owner.post(`${path}/appeal`, { text: 'Again' }))).toEqual([409, 'NO_APPEAL'])

  const appeal = await theCase()
  expect(appeal).toMatchObject({
    kind: 'appeal',
    subject: 'It adds it once.',
    appealed: { kind: 'report', decision: 'remove', reason: 'It adds the interest twice.' },
  })
  expect(codeOf(await decide(moderator, appeal, { decision: 'restore' }))).toEqual([403, 'ANOTHER_EYE_REQUIRED'])
  expect((await decide(colleague, appeal, { decision: 'restore', reason: 'The interest is right.' })).status).toBe(200)
  expect(await statusOfTool()).toBe(200)
  const { statement } = (await owner.get(path)).body as { statement: Statement }
  expect([statement.mayAppeal, statement.appeal?.outcome]).toMatchObject([
    false,
    { decision: 'restore', reason: 'The interest is right.' },
  ])
  expect(await mailed(owner)).toEqual(['A decision of our moderators', 'Your appeal was decided'])
  // A report that did not hold counts against nobody else, and for nothing.
  expect(await sql('select upheld from report')).toEqual(Array(2).fill({ upheld: false }))
})

test('a hidden tool is not there for others, and comes back when the case is opened again and approved', async () => {
  await report(author)
  const waiting = await theCase()
  await decide(moderator, waiting, HIDE)
  expect(await statusOfTool()).toBe(404)
  await moderator.post(`${PATH}/${waiting.id}/reopen`)
  await decide(moderator, await theCase(), { decision: 'approve' })
  expect(await statusOfTool()).toBe(200)
})

test('what its creator has deleted meanwhile is not brought back', async () => {
  await report(author)
  const waiting = await theCase()
  await decide(moderator, waiting, HIDE)
  await sql(`update tool set status = 'deleted' where id = $1`, [tool])
  await moderator.post(`${PATH}/${waiting.id}/reopen`)
  await decide(moderator, await theCase(), { decision: 'approve' })
  expect(await statusOfTool()).toBe(410)
})

test('a case that somebody has taken is not decided by others until half an hour has passed', async () => {
  await aReviewBy(author, tool)
  const waiting = await theCase()
  const claimed = await moderator.post(`${PATH}/${waiting.id}/claim`)
  expect(claimed.body.case).toMatchObject({ claimedBy: { id: moderator.id, name: moderator.name } })
  expect(codeOf(await colleague.post(`${PATH}/${waiting.id}/claim`))).toEqual([409, 'CLAIMED'])
  expect(codeOf(await decide(colleague, waiting, { decision: 'approve' }))).toEqual([409, 'CLAIMED'])
  await sql(`update moderation_case set claimed_at = now() - interval '31 minutes'`)
  expect((await theCase()).claimedBy).toBeNull()
  expect((await decide(colleague, waiting, { decision: 'approve' })).status).toBe(200)
})

test('two moderators who decide at the same moment decide once', async () => {
  await aReviewBy(author, tool)
  const waiting = await theCase()
  const answers = await Promise.all([moderator, colleague].map((who) => decide(who, waiting, { decision: 'approve' })))
  expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409])
  expect(await told(author)).toHaveLength(1)
})

test('nobody decides about something of their own', async () => {
  await aReviewBy(moderator, tool)
  const waiting = await theCase()
  expect(codeOf(await decide(moderator, waiting, { decision: 'approve' }))).toEqual([403, 'OWN_CASE'])
  expect((await decide(colleague, waiting, { decision: 'approve' })).status).toBe(200)
})

test('many are decided at once; those that cannot be are named', async () => {
  const people = [await aVoice(fettle), await aVoice(fettle)]
  for (const person of people) await aReviewBy(person, tool)
  await aReviewBy(moderator, tool)
  const { cases } = await queue()
  const own = cases.find(({ person }) => person?.id === moderator.id)
  const answer = await moderator.post(`${PATH}/bulk`, {
    cases: cases.map(({ id, revision }) => ({ id, revision })),
    decision: 'approve',
  })
  expect(answer.body).toEqual({
    decided: 2,
    refused: [{ id: own?.id, message: 'Nobody decides about something of their own' }],
  })
  expect((await queue()).cases.map(({ id }) => id)).toEqual([own?.id])
})

test('the most urgent comes first, in pages, by kind, and what is late is counted', async () => {
  await report(author)
  await aReviewBy(author, tool)
  await sql(
    `insert into moderation_case (id, kind, tool_id, subject, due_at)
     select gen_random_uuid(), 'reply', $1, 'Text ' || n, now() + (n - 4.5) * interval '1 hour'
       from generate_series(1, 40) n`,
    [tool],
  )
  const first = await queue()
  expect([first.open, first.overdue, first.cases.length]).toEqual([42, 4, 30])
  expect(first.cases[0]?.subject).toBe('Text 1')
  const second = await queue(`?cursor=${first.cursor}`)
  expect([second.cases.length, second.cursor]).toEqual([12, null])
  expect(second.cases.at(-1)?.kind).toBe('report')
  const reviews = await queue('?kind=review')
  expect(reviews.cases.map(({ kind, stars }) => [kind, stars])).toEqual([['review', 4]])
  expect(first.cases[0]?.stars).toBeNull()
  // Of the kind that is asked for; what waits of the others is beside it.
  expect([reviews.open, reviews.overdue, reviews.waiting]).toEqual([1, 0, { report: 1, review: 1, reply: 40 }])
  expect((await queue('?state=decided')).cases).toEqual([])
})

test('the queue is for moderators with a second factor', async () => {
  await aReviewBy(author, tool)
  const waiting = await theCase()
  for (const [who, status, code] of [
    [fettle.visitor(), 401, 'SIGN_IN_REQUIRED'],
    [author, 403, 'FORBIDDEN'],
    [await aRanked(fettle, { role: 'admin', secondFactor: 'not-passed' }), 403, 'SECOND_FACTOR_REQUIRED'],
  ] as const) {
    expect(codeOf(await who.get(PATH))).toEqual([status, code])
    expect(codeOf(await decide(who, waiting, { decision: 'approve' }))).toEqual([status, code])
    expect(codeOf(await who.post(`${PATH}/${waiting.id}/claim`))).toEqual([status, code])
  }
})

test('what is decided about somebody who has left stays, and names nobody', async () => {
  const leaving = await aVoice(fettle)
  const theirs = await aToolOf(fettle, leaving, 'left-behind')
  await report(author, { fxnId: theirs })
  await decide(moderator, await theCase(), HIDE)
  await sql(`update tool set owner_id = null, status = 'deleted' where id = $1`, [theirs])
  await sql('delete from "user" where id = $1', [leaving.id])
  const [kept] = (await queue('?state=decided')).cases
  expect([kept?.person, kept?.closed?.reason]).toEqual([null, 'It adds the interest twice.'])
})

test('a decision and its appeal outlive the review, its text does not, and what waits for a decision goes', async () => {
  const id = await aReviewBy(author, tool)
  const waiting = await theCase()
  await decide(moderator, waiting, HIDE)
  const path = `/api/statements/${waiting.id}`
  await author.post(`${path}/appeal`, { text: 'It does.' })
  await author.send('PUT', `/api/discovery/reviews/${id}`, { title: 'Changed', content: 'Meanwhile' })
  expect((await queue()).cases.map(({ kind }) => kind).sort()).toEqual(['appeal', 'review'])
  expect((await author.send('DELETE', `/api/discovery/reviews/${id}`)).status).toBe(200)
  expect((await author.get(path)).body.statement).toMatchObject({
    subject: 'This text was deleted.',
    decision: 'hide',
    reason: 'It adds the interest twice.',
    tool: { slug: `judged-${tools}` },
    appeal: { text: 'It does.', outcome: null },
  })
  expect(codeOf(await moderator.post(`${PATH}/${waiting.id}/reopen`))).toEqual([409, 'TEXT_DELETED'])
  const appeal = await theCase()
  expect(appeal.appealed?.subject).toBe('This text was deleted.')
  expect((await decide(colleague, appeal, { decision: 'restore' })).status).toBe(200)
  const [mail] = await sql(`select text_body from mail where subject = 'Your appeal was decided'`)
  expect(mail.text_body).toContain('The decision was taken back; the text itself was deleted meanwhile.')
})
