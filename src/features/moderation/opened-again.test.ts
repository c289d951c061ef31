import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestApp, type TestApp } from '#src/app/test-app.ts'
import { aRanked } from '#src/features/admin/admin-fixture.ts'
import { aReviewBy, aToolOf, aVoice } from '#src/features/reviews/reviews-fixture.ts'
import type { ModerationCase, Statement } from './moderation.schema.ts'
import { atTheQueue, auditedOf, codeOf } from './moderation-fixture.ts'

let fettle: TestApp
let moderator: Person
let owner: Person
let author: Person
let mine: ReturnType<typeof atTheQueue>
let colleagues: ReturnType<typeof atTheQueue>
beforeAll(async () => {
  fettle = await startTestApp()
  moderator = await aRanked(fettle, { role: 'admin' })
  mine = atTheQueue(moderator)
  colleagues = atTheQueue(await aRanked(fettle, { role: 'admin' }))
  ;[owner, author] = [await aVoice(fettle), await aVoice(fettle)]
})
afterAll(() => fettle.stop())

const HIDE = { decision: 'hide', ground: 'misleading', reason: 'It adds the interest twice.' }
const statementOf = async (who: Person, id: string) =>
  (await who.get(`/api/statements/${id}`)).body.statement as Statement

test('the reasons that somebody was sent stay when the case is opened again, and the new decision can be appealed against', async () => {
  const fxnId = await aToolOf(fettle, owner, 'opened-again')
  await author.post('/api/reports/submit', { fxnId, reason: 'misleading', details: 'Wrong by a factor of 12.' })
  const waiting = await mine.theCase('report')
  await mine.decide(waiting, HIDE)
  expect((await owner.post(`/api/statements/${waiting.id}/appeal`, { text: 'It adds it once.' })).status).toBe(200)
  // Whoever appeals is answered first.
  expect(codeOf(await mine.reopen(waiting))).toEqual([409, 'NEWER_CASE'])
  await colleagues.decide(await colleagues.theCase('appeal'), { decision: 'uphold', reason: 'It adds it twice.' })

  expect((await mine.reopen(waiting)).body.case).toMatchObject({ closed: null, earlier: [HIDE] })
  expect(await statementOf(owner, waiting.id)).toMatchObject({
    ...HIDE,
    ...{ isOpenAgain: true, mayAppeal: false, earlier: [] },
    appeal: { text: 'It adds it once.', outcome: { decision: 'uphold' } },
  })
  const again = { ...HIDE, decision: 'remove', reason: 'And it sends the sum away.' }
  expect((await mine.decide(await mine.theCase('report'), again)).status).toBe(200)
  expect(await statementOf(owner, waiting.id)).toMatchObject({
    ...again,
    ...{ isOpenAgain: false, mayAppeal: true, appeal: null },
    earlier: [
      {
        ...HIDE,
        appeal: { text: 'It adds it once.', outcome: { decision: 'uphold', reason: 'It adds it twice.' } },
      },
    ],
  })
  expect((await owner.post(`/api/statements/${waiting.id}/appeal`, { text: 'It sends nothing.' })).status).toBe(200)
  const appeal = await colleagues.theCase('appeal')
  expect(appeal.appealed).toMatchObject(again)
  expect(codeOf(await mine.decide(appeal, { decision: 'restore' }))).toEqual([403, 'ANOTHER_EYE_REQUIRED'])
  expect((await colleagues.decide(appeal, { decision: 'restore' })).status).toBe(200)
})

test('an appeal that is opened again keeps its outcome to be read, and one that is lost then takes away again what it gave', async () => {
  const fxnId = await aToolOf(fettle, owner, 'appeal-again')
  await author.post('/api/reports/submit', { fxnId, reason: 'misleading', details: 'Wrong by a factor of 12.' })
  const waiting = await mine.theCase('report')
  await mine.decide(waiting, HIDE)
  await owner.post(`/api/statements/${waiting.id}/appeal`, { text: 'It adds it once.' })
  const appeal = await colleagues.theCase('appeal')
  await colleagues.decide(appeal, { decision: 'restore', reason: 'It does.' })
  const visible = async () => (await fettle.visitor().get(`/api/tools/${fxnId}`)).status
  expect(await visible()).toBe(200)

  const won = { decision: 'restore', reason: 'It does.' }
  expect((await colleagues.reopen(appeal)).body.case).toMatchObject({ closed: null, earlier: [won] })
  expect((await statementOf(owner, waiting.id)).appeal).toMatchObject({ outcome: null, earlier: [won] })
  const again = await colleagues.theCase('appeal')
  expect((await colleagues.decide(again, { decision: 'uphold', reason: 'It does not.' })).status).toBe(200)
  expect((await statementOf(owner, waiting.id)).appeal).toMatchObject({
    outcome: { decision: 'uphold', reason: 'It does not.' },
    earlier: [won],
  })
  expect(await visible()).toBe(404)
})

test('a review that is deleted while its case is open again leaves the decision that there was, without its text', async () => {
  const id = await aReviewBy(author, await aToolOf(fettle, owner, 'opened-and-deleted'))
  const waiting = await mine.theCase('review')
  await mine.decide(waiting, HIDE)
  await mine.reopen(waiting)
  await author.send('DELETE', `/api/discovery/reviews/${id}`)
  const { rows } = await fettle.database.pool.query(
    'select opened_at < closed_at as "isInOrder" from moderation_case where id = $1',
    [waiting.id],
  )
  expect(rows).toEqual([{ isInOrder: true }])
  expect(await statementOf(author, waiting.id)).toMatchObject({
    ...HIDE,
    ...{ isOpenAgain: false, earlier: [], subject: 'This text was deleted.' },
  })
})

test('the log has who took a case, who gave it back, and who appealed', async () => {
  const fxnId = await aToolOf(fettle, owner, 'in-the-log')
  await author.post('/api/reports/submit', { fxnId, reason: 'misleading', details: 'Wrong by a factor of 12.' })
  const waiting = await mine.theCase('report')
  await moderator.post(`/api/admin/moderation/${waiting.id}/claim`)
  await moderator.send('DELETE', `/api/admin/moderation/${waiting.id}/claim`)
  await mine.decide(waiting, HIDE)
  await owner.post(`/api/statements/${waiting.id}/appeal`, { text: 'It adds it once.' })
  expect(await auditedOf(fettle, `tool ${fxnId}`)).toEqual([
    [moderator.id, 'moderation.claimed'],
    [moderator.id, 'moderation.released'],
    [moderator.id, 'moderation.hide'],
    [owner.id, 'moderation.appealed'],
  ])
})

test('whatever is opened again after months has the time that such a question has, and is not late', async () => {
  await fettle.database.pool.query('delete from moderation_case')
  const fxnId = await aToolOf(fettle, owner, 'late-again')
  await author.post('/api/reports/submit', { fxnId, reason: 'spam', details: 'It is an advertisement.' })
  const other = await aVoice(fettle)
  await other.post('/api/reports/submit', { fxnId, reason: 'malware', details: 'It sends what I type.' })
  await aReviewBy(author, fxnId)
  const looked = await mine.lookAt(fxnId)
  const [report, review] = [await mine.theCase('report'), await mine.theCase('review')]
  for (const one of [review, looked, report]) await mine.decide(one, HIDE)
  await owner.post(`/api/statements/${report.id}/appeal`, { text: 'It does not.' })
  const appeal = await colleagues.theCase('appeal')
  await colleagues.decide(appeal, { decision: 'uphold', reason: 'It does.' })
  await fettle.database.pool.query(
    `update moderation_case set opened_at = opened_at - interval '90 days', due_at = due_at - interval '90 days',
                                closed_at = closed_at - interval '80 days'`,
  )
  const written = (await statementOf(owner, report.id)).appeal?.createdAt

  const hours: number[] = []
  for (const one of [appeal, report, review, looked]) {
    const { openedAt, dueAt } = (await mine.reopen(one)).body.case as ModerationCase
    hours.push((Date.parse(dueAt) - Date.parse(openedAt)) / 3_600_000)
    if (one === appeal) await colleagues.decide(appeal, { decision: 'uphold', reason: 'It does.' })
  }
  // The tool is out of sight, and the gravest of what was reported sets the time.
  expect(hours).toEqual([168, 4, 48, 24])
  expect((await moderator.get('/api/admin/moderation')).body).toMatchObject({ open: 3, overdue: 0 })
  const { rows } = await fettle.database.pool.query(
    `select count(*)::int as count from moderation_case where closed_at is null and opened_at < now() - interval '1 hour'`,
  )
  expect(rows).toEqual([{ count: 0 }])
  // When somebody appealed stays what it was.
  expect((await statementOf(owner, report.id)).appeal?.createdAt).toBe(written)
})
