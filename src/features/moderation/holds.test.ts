import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Person, startTestApp, type TestApp } from '#src/app/test-app.ts'
import { aRanked } from '#src/features/admin/admin-fixture.ts'
import { aVoice } from '#src/features/reviews/reviews-fixture.ts'
import { atTheQueue, published, publishedAgain, tilesSandbox } from './moderation-fixture.ts'

let fettle: TestApp
let creator: Person
let reporter: Person
let queue: ReturnType<typeof atTheQueue>
let colleagues: ReturnType<typeof atTheQueue>
beforeAll(async () => {
  fettle = await startTestApp({ sandbox: tilesSandbox })
  queue = atTheQueue(await aRanked(fettle, { role: 'admin' }))
  colleagues = atTheQueue(await aRanked(fettle, { role: 'admin' }))
  reporter = await aVoice(fettle)
})
afterAll(() => fettle.stop())
beforeEach(async () => {
  await fettle.database.pool.query('delete from moderation_case')
  creator = await aVoice(fettle)
})

const seen = async (id: string) => (await fettle.visitor().get(`/api/tools/${id}`)).status
const MALWARE = { ground: 'malware', reason: 'It sends the answers away.' }
const report = (fxnId: string, more: object = {}) =>
  reporter.post('/api/reports/submit', { fxnId, reason: 'malware', details: 'It sends what I type.', ...more })

test.each([
  ['hide', 404],
  ['remove', 410],
] as const)('approving a tool that is new does not undo what a report has done: %s', async (decision, status) => {
  const { id } = await published(creator)
  await report(id)
  const reported = await queue.theCase('report')
  await queue.decide(reported, { decision, ...MALWARE })
  expect(await seen(id)).toBe(status)
  expect((await colleagues.decide(await colleagues.theCase('tool'), { decision: 'approve' })).status).toBe(200)
  expect(await seen(id)).toBe(status)
  // The case that took it away gives it back.
  await queue.reopen(reported)
  await queue.decide(await queue.theCase('report'), { decision: 'approve' })
  expect(await seen(id)).toBe(200)
})

test('a tweak that is approved does not bring a tool back before the dates of its copyright claim', async () => {
  const { id } = await published(creator)
  await queue.decide(await queue.theCase('tool'), { decision: 'approve' })
  const claim = { claimant: 'Grace Hopper', email: 'grace@example.com', work: 'My table of rates', declared: true }
  await report(id, { reason: 'copyright', details: '', claim })
  const claimed = await queue.theCase('report')
  await queue.decide(claimed, { decision: 'hide', ground: 'copyright', reason: 'The table is theirs.' })
  expect((await publishedAgain(creator, id, { icon: '🧩' })).held).toBe(true)
  await colleagues.decide(await colleagues.theCase('tool'), { decision: 'approve' })
  expect(await seen(id)).toBe(404)
  const counter = { name: 'Ada', contact: 'Ada Street 1', text: 'I wrote it myself.', declared: true }
  expect((await creator.post(`/api/statements/${claimed.id}/counter-claim`, counter)).status).toBe(200)
  await fettle.database.pool.query(`update copyright_dispute set restore_from = now() where case_id = $1`, [claimed.id])
  await colleagues.decide(await colleagues.theCase('counter'), { decision: 'restore' })
  expect(await seen(id)).toBe(200)
})

test('a tool that was hidden for a copyright when it was looked at does not come back because a tweak is approved', async () => {
  const { id } = await published(creator)
  const first = await queue.theCase('tool')
  await queue.decide(first, { decision: 'hide', ground: 'copyright', reason: 'The table is theirs.' })
  await publishedAgain(creator, id, { icon: '🧩' })
  const next = await colleagues.theCase('tool')
  expect(next.id).not.toBe(first.id)
  await colleagues.decide(next, { decision: 'approve' })
  expect(await seen(id)).toBe(404)
})

test('of two decisions that keep a tool away, an appeal that is won ends its own', async () => {
  const { id } = await published(creator)
  await report(id)
  const reported = await queue.theCase('report')
  await queue.decide(reported, { decision: 'remove', ...MALWARE })
  await queue.decide(await queue.theCase('tool'), { decision: 'hide', ground: 'spam', reason: 'It sells watches.' })
  expect(await seen(id)).toBe(410)
  await creator.post(`/api/statements/${reported.id}/appeal`, { text: 'It sends nothing.' })
  await colleagues.decide(await colleagues.theCase('appeal'), { decision: 'restore' })
  expect(await seen(id)).toBe(404)
})
