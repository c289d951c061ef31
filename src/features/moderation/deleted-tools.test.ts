import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Person, startTestApp, type TestApp } from '#src/app/test-app.ts'
import { aRanked } from '#src/features/admin/admin-fixture.ts'
import { aVoice } from '#src/features/reviews/reviews-fixture.ts'
import { atTheQueue, codeOf, published, publishedAgain, tilesSandbox } from './moderation-fixture.ts'

let fettle: TestApp
let creator: Person
let queue: ReturnType<typeof atTheQueue>
let colleagues: ReturnType<typeof atTheQueue>
beforeAll(async () => {
  fettle = await startTestApp({ sandbox: tilesSandbox })
  queue = atTheQueue(await aRanked(fettle, { role: 'admin' }))
  colleagues = atTheQueue(await aRanked(fettle, { role: 'admin' }))
})
afterAll(() => fettle.stop())
beforeEach(async () => {
  for (const table of ['moderation_case', 'notification', 'mail']) await sql(`delete from ${table}`)
  creator = await aVoice(fettle)
})

const sql = async (text: string, values: unknown[] = []) => (await fettle.database.pool.query(text, values)).rows
const told = async () =>
  (await sql('select title from notification where user_id = $1 order by created_at, id', [creator.id])).map(
    ({ title }) => title,
  )
const mailedOfLook = async () =>
  (await sql(`select text_body from mail where subject = 'A moderator has looked at a tool of yours'`)).map(
    ({ text_body }) => String(text_body).replaceAll(/\s+/g, ' '),
  )
const LEAK = { description: 'Buy cheap watches now at www.best-watches.shop' }
const HIDE = { decision: 'hide', ground: 'malware', reason: 'It sends the answers away.' }
const report = async (fxnId: string) =>
  (await aVoice(fettle)).post('/api/reports/submit', { fxnId, reason: 'malware', details: 'It sends what I type.' })

test('the case of a tool that its creator deletes closes with it, and counts for nothing', async () => {
  for (let count = 0; count < 3; count++) {
    const { id } = await published(creator)
    const waiting = await queue.theCase('tool')
    expect((await creator.send('DELETE', `/api/tools/${id}`)).status).toBe(200)
    expect(await queue.listed('?kind=tool')).toEqual([])
    expect(codeOf(await queue.decide(waiting, { decision: 'approve' }))).toEqual([409, 'ALREADY_DECIDED'])
    expect(codeOf(await queue.reopen(waiting))).toEqual([410, 'GONE'])
  }
  expect((await queue.listed('?state=decided&kind=tool'))[0]?.closed).toMatchObject({ decision: 'lapse', by: null })
  expect(await told()).toEqual([])
  // Still as new as on the first day.
  expect((await published(creator, LEAK)).held).toBe(true)
})

test('what was reported of a deleted tool is still decided, and nobody is told that it is visible', async () => {
  const { id } = await published(creator)
  await report(id)
  await creator.send('DELETE', `/api/tools/${id}`)
  await queue.decide(await queue.theCase('report'), { decision: 'approve' })
  expect(await told()).toEqual([])
})

test('what is decided against after its creator deleted it is gone for those who bought it, too', async () => {
  const { id } = await published(creator)
  const buyer = await aVoice(fettle)
  await sql(
    `insert into sale (id, buyer_id, tool_id, creator_id, amount, creator_share, livemode, provider, status, paid_at)
     values (gen_random_uuid(), $1, $2, $3, 999, 700, false, 'embedded', 'paid', now())`,
    [buyer.id, id, creator.id],
  )
  await creator.send('DELETE', `/api/tools/${id}`)
  expect((await buyer.get(`/api/tools/${id}`)).status).toBe(200)
  const reported = { fxnId: id, reason: 'malware', details: 'It sends what I type.' }
  expect((await buyer.post('/api/reports/submit', reported)).status).toBe(201)
  await queue.decide(await queue.theCase('report'), HIDE)
  expect((await buyer.get(`/api/tools/${id}`)).status).toBe(410)
})

test('a tool that another cause keeps away is not called visible', async () => {
  const { id } = await published(creator, LEAK)
  await sql(`insert into tool_hold (tool_id, cause) values ($1, 'suspension')`, [id])
  const waiting = await queue.theCase('tool')
  expect(waiting.tool?.heldOtherwise).toEqual(['suspension'])
  await queue.decide(waiting, { decision: 'approve' })
  expect(await told()).toEqual([
    expect.stringMatching(/is visible once a moderator has looked at it$/),
    expect.stringMatching(/^A moderator has looked at “/),
  ])
  // Whoever is suspended cannot sign in to their tools, and none of them names a decision.
  expect(await mailedOfLook()).toEqual([
    expect.stringMatching(/for another reason\. It is away with your account, which is suspended\.(?!.*\/tools)/),
  ])
})

test('a tool that a decision keeps away too leads its creator to where it is named', async () => {
  const { id } = await published(creator)
  await report(id)
  await queue.decide(await queue.theCase('report'), HIDE)
  await publishedAgain(creator, id, LEAK)
  await queue.decide(await queue.theCase('tool'), { decision: 'approve' })
  expect(await mailedOfLook()).toEqual([
    expect.stringMatching(/for another reason\. Your tools name the decision: .*\/tools/),
  ])
})

test('an appeal that is won does not promise what was deleted, nor what another decision keeps away', async () => {
  const { id } = await published(creator)
  await report(id)
  const reported = await queue.theCase('report')
  await queue.decide(reported, HIDE)
  const waiting = await queue.theCase('tool')
  await queue.decide(waiting, HIDE)
  for (const one of [reported, waiting])
    await creator.post(`/api/statements/${one.id}/appeal`, { text: 'It sends nothing.' })
  const [first, second] = await colleagues.listed('?kind=appeal')
  if (first === undefined || second === undefined) throw new Error('two appeals')
  await colleagues.decide(first, { decision: 'restore' })
  await creator.send('DELETE', `/api/tools/${id}`)
  await colleagues.decide(second, { decision: 'restore' })
  const mails = await sql(
    `select text_body from mail where subject = 'Your appeal was decided' order by created_at, id`,
  )
  expect(mails.map(({ text_body }) => String(text_body).replaceAll(/\s+/g, ' '))).toEqual([
    expect.stringContaining('The tool stays out of sight for another reason.'),
    expect.stringContaining('the tool itself was deleted meanwhile.'),
  ])
})

test('what was refused of one version counts for its time, also when what was mended is approved', async () => {
  const { id } = await published(creator)
  await queue.decide(await queue.theCase('tool'), HIDE)
  for (let count = 0; count < 3; count++) {
    await published(creator)
    await queue.decide(await queue.theCase('tool'), { decision: 'approve' })
  }
  await publishedAgain(creator, id, { icon: '🧩' })
  await queue.decide(await queue.theCase('tool'), { decision: 'approve' })
  expect((await published(creator, LEAK)).held).toBe(true)
})
