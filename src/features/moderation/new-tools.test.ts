import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Person, startTestApp, type TestApp } from '#src/app/test-app.ts'
import { aRanked } from '#src/features/admin/admin-fixture.ts'
import { tileContent } from '#src/features/creator-tools/test-content.ts'
import type { ToolContent } from '#src/features/creator-tools/tool-content.schema.ts'
import type { ModerationCase } from './moderation.schema.ts'
import { publishedAgain, published as publishedBy, tilesSandbox } from './moderation-fixture.ts'

let fettle: TestApp
let moderator: Person
let creator: Person
beforeAll(async () => {
  fettle = await startTestApp({ sandbox: tilesSandbox })
  moderator = await aRanked(fettle, { role: 'admin' })
})
afterAll(() => fettle.stop())
beforeEach(async () => {
  await sql('delete from moderation_case')
  await sql('delete from notification')
  creator = await fettle.aPerson()
})

const sql = async (text: string, values: unknown[] = []) => (await fettle.database.pool.query(text, values)).rows
const PATH = '/api/admin/moderation'
const queue = async () => (await moderator.get(`${PATH}?kind=tool`)).body.cases as ModerationCase[]
const decide = ({ id, revision }: ModerationCase, judgement: object) =>
  moderator.post(`${PATH}/${id}/decide`, { revision, ...judgement })
const told = () => sql('select title, body from notification where user_id = $1 order by created_at, id', [creator.id])
/** What they were written about it, without the ends of lines. */
const mailed = async () =>
  (
    await sql(`select subject, text_body from mail where user_id = $1 and subject not like 'Confirm%' order by id`, [
      creator.id,
    ])
  ).map(({ subject, text_body }) => ({ subject: String(subject), text: String(text_body).replaceAll(/\s+/g, ' ') }))
const seenBy = async (id: string) => (await fettle.visitor().get(`/api/tools/${id}`)).status

const published = (more: Partial<ToolContent> = {}, changelog?: string) => publishedBy(creator, more, changelog)
/** Three tools of theirs were approved. */
const knownAs = ({ id }: Person) =>
  sql(
    `insert into moderation_case (id, kind, tool_id, person_id, subject, due_at, closed_at, decision)
     select gen_random_uuid(), 'tool', tool.id, $1, 'x', now(), now(), 'approve'
       from (select id from tool where kind = 'builtin' limit 3) tool`,
    [id],
  )
const LEAK = { description: 'Buy cheap watches now at www.best-watches.shop' }

test('a tool of a new creator is seen at once and read afterwards', async () => {
  const { id, held } = await published()
  expect([held, await seenBy(id)]).toEqual([false, 200])
  const [waiting] = (await queue()) as [ModerationCase]
  expect(waiting).toMatchObject({ kind: 'tool', hints: [], person: { id: creator.id }, tool: { status: 'published' } })
  expect(waiting.subject).toContain('Version 1.0.0: First version\n\ntiles = input.area / input.perTile')
  expect(new Date(waiting.dueAt).getTime() - new Date(waiting.openedAt).getTime()).toBe(72 * 3_600_000)
  expect((await decide(waiting, { decision: 'approve' })).status).toBe(200)
  expect([await seenBy(id), await told()]).toEqual([200, []])
})

test('a new creator has five tools that nobody has read, and the next one once one of them is', async () => {
  for (let n = 0; n < 5; n++) await published()
  const { draft } = (await creator.post('/api/tools', { content: tileContent })).body as { draft: { id: string } }
  const publish = () => creator.post(`/api/tools/${draft.id}/publish`, { changelog: 'First version' })
  const refused = await publish()
  expect([refused.status, refused.body.error]).toMatchObject([
    409,
    {
      code: 'TOOLS_UNREAD',
      message: '5 of your tools wait for a moderator. You can publish again once one of them has been looked at.',
    },
  ])
  expect(await seenBy(draft.id)).toBe(404)
  const [waiting] = (await queue()) as [ModerationCase]
  expect((await decide(waiting, { decision: 'approve' })).status).toBe(200)
  expect((await publish()).status).toBe(200)
})

test('what the first look noticed is held until a moderator has decided, and its creator is told', async () => {
  const { id, held: isHeld } = await published(LEAK)
  expect([isHeld, await seenBy(id)]).toEqual([true, 404])
  const [waiting] = (await queue()) as [ModerationCase]
  expect(waiting).toMatchObject({
    hints: [{ kind: 'spam', where: 'title and description', excerpt: 'buy cheap watches now … www.best-watches.shop' }],
    tool: { status: 'hidden' },
  })
  expect(new Date(waiting.dueAt).getTime() - new Date(waiting.openedAt).getTime()).toBe(24 * 3_600_000)
  expect((await decide(waiting, { decision: 'approve' })).status).toBe(200)
  expect(await seenBy(id)).toBe(200)
  expect((await told()).map(({ title }) => title)).toEqual([
    expect.stringMatching(/is visible once a moderator has looked at it$/),
    expect.stringMatching(/is visible now$/),
  ])
  const [held, released, ...more] = await mailed()
  expect([held?.subject, released?.subject, more]).toEqual([
    'A tool of yours waits for a moderator',
    'A tool of yours is visible now',
    [],
  ])
  expect(held?.text).toContain('as a rule within 24 hours')
  expect(held?.text).toContain('(title and description)')
  expect(held?.text).toContain('You need not do anything')
  expect(held?.text).not.toContain('best-watches')
  expect(held?.text).toContain(`/create-tool?draft=${id}`)
  expect(released?.text).toContain('/fxn/')
  expect(released?.text).toContain('Everybody can find it now;')
})

test('what a version says of itself is looked at too, as it goes to followers', async () => {
  const { id, held } = await published({}, 'Buy cheap watches now at www.best-watches.shop')
  expect([held, await seenBy(id)]).toEqual([true, 404])
})

test('what is hidden stays hidden when it is published again, until the case that hid it is decided about what was mended', async () => {
  const { id } = await published(LEAK)
  const [waiting] = (await queue()) as [ModerationCase]
  await decide(waiting, { decision: 'hide', ground: 'spam', reason: 'It sells watches.' })
  const again = await publishedAgain(creator, id, { description: 'How many tiles a wall takes, with none to spare.' })
  expect([again.held, await seenBy(id)]).toEqual([true, 404])
  // The case that hid it goes on: no other one could bring it back.
  const [next] = (await queue()) as [ModerationCase]
  expect([next.id, next.hints, next.earlier]).toEqual([
    waiting.id,
    [],
    [{ decision: 'hide', ground: 'spam', reason: 'It sells watches.', decidedAt: expect.any(String), appeal: null }],
  ])
  await decide(next, { decision: 'approve' })
  expect(await seenBy(id)).toBe(200)
})

test('a report that comes to nothing does not end the hold of a version that nobody has read', async () => {
  const { id } = await published()
  const report = { fxnId: id, reason: 'spam', details: 'It was in my way.' }
  expect((await (await fettle.aPerson()).post('/api/reports/submit', report)).status).toBe(201)
  const draft = (await creator.get(`/api/tools/${id}/draft`)).body.draft as { content: ToolContent; revision: number }
  await creator.send('PUT', `/api/tools/${id}/draft`, { ...draft.content, ...LEAK, revision: draft.revision })
  expect((await creator.post(`/api/tools/${id}/publish`, { changelog: 'Watches' })).body.held).toBe(true)
  const [reported] = (await moderator.get(`${PATH}?kind=report`)).body.cases as [ModerationCase]
  expect((await decide(reported, { decision: 'approve' })).status).toBe(200)
  expect(await seenBy(id)).toBe(404)
})

test('a version that comes while somebody reads the one before has to be read anew', async () => {
  const { id } = await published()
  const [read] = (await queue()) as [ModerationCase]
  const draft = (await creator.get(`/api/tools/${id}/draft`)).body.draft as { content: ToolContent; revision: number }
  await creator.send('PUT', `/api/tools/${id}/draft`, { ...draft.content, icon: '🧩', revision: draft.revision })
  expect((await creator.post(`/api/tools/${id}/publish`, { changelog: 'Another icon' })).status).toBe(200)
  const answer = await decide(read, { decision: 'approve' })
  expect([answer.status, (answer.body.error as { code: string }).code]).toEqual([409, 'CHANGED_MEANWHILE'])
  expect((await queue()).map(({ revision }) => revision)).toEqual([2])
})

test('after three that were approved, only what the first look noticed is read, and stays meanwhile', async () => {
  for (let count = 0; count < 3; count++) {
    await published()
    const [waiting] = (await queue()) as [ModerationCase]
    await decide(waiting, { decision: 'approve' })
  }
  await published()
  expect(await queue()).toEqual([])
  const { id, held } = await published(LEAK)
  expect([held, await seenBy(id), (await queue()).length]).toEqual([false, 200, 1])
})

test.each([
  ['the look at new tools', 'tool'],
  ['a report', 'report'],
] as const)('what %s hid long ago is read before it is back, also of somebody known', async (_, kind) => {
  const { id } = await published()
  const report = { fxnId: id, reason: 'spam', details: 'It sells watches.' }
  if (kind === 'report') await (await fettle.aPerson()).post('/api/reports/submit', report)
  const cases = (await moderator.get(`${PATH}?kind=${kind}`)).body.cases as [ModerationCase]
  await decide(cases[0], { decision: 'hide', ground: 'spam', reason: 'It sells watches.' })
  await sql(`delete from moderation_case where tool_id = $1 and closed_at is null`, [id])
  await sql(`update moderation_case set closed_at = now() - interval '100 days' where tool_id = $1`, [id])
  await knownAs(creator)
  const again = await publishedAgain(creator, id, { description: 'How many tiles a wall takes, with none to spare.' })
  expect([again.held, await seenBy(id)]).toEqual([true, 404])
  expect(await queue()).toMatchObject([
    { tool: { slug: expect.any(String), status: 'hidden' }, person: { id: creator.id } },
  ])
})

test('what was removed long ago is read when somebody known publishes it under another address', async () => {
  const { id } = await published({ title: 'Watches of the week' })
  const [waiting] = (await queue()) as [ModerationCase]
  await decide(waiting, { decision: 'remove', ground: 'spam', reason: 'It sells watches.' })
  await sql(`update moderation_case set closed_at = now() - interval '100 days' where tool_id = $1`, [id])
  await knownAs(creator)
  const otherOutputs = tileContent.outputs.map((one) => ({ ...one, expression: `${one.expression} + 0.0` }))
  await published({ title: 'Something else', outputs: otherOutputs })
  expect(await queue()).toEqual([])
  await published({ title: 'WATCHES of the week', outputs: otherOutputs })
  await published({ title: 'Clocks of the week' })
  expect((await queue()).map(({ tool }) => tool?.title ?? '').toSorted()).toEqual([
    'Clocks of the week',
    'WATCHES of the week',
  ])
})

test('what somebody known publishes anew is what a case that waits is about', async () => {
  const { id } = await published()
  const [waiting] = (await queue()) as [ModerationCase]
  await knownAs(creator)
  const { content: before, revision } = (await creator.get(`/api/tools/${id}/draft`)).body.draft as {
    content: ToolContent
    revision: number
  }
  await creator.send('PUT', `/api/tools/${id}/draft`, {
    ...before,
    description: 'Now it says this, and is long enough.',
    revision,
  })
  expect((await creator.post(`/api/tools/${id}/publish`, { changelog: 'Says more' })).status).toBe(200)
  const [newer] = (await queue()) as [ModerationCase]
  expect([newer.id, newer.revision]).toEqual([waiting.id, 2])
  expect(newer.subject).toContain('Now it says this, and is long enough.')
})

test('a moderator looks at any tool, once at a time, and hides it with a reason that can be appealed against', async () => {
  const look = (tool: string) => moderator.post(`${PATH}/tools`, { tool })
  const opened = (await look('/fxn/age-calculator')).body.case as ModerationCase
  expect(opened).toMatchObject({ kind: 'tool', person: null, tool: { slug: 'age-calculator', status: 'published' } })
  expect(((await look('age-calculator')).body.case as ModerationCase).id).toBe(opened.id)
  await decide(opened, { decision: 'hide', ground: 'misleading', reason: 'It counts a day too many.' })
  expect(await seenBy('age-calculator')).toBe(404)
  const again = (await look('age-calculator')).body.case as ModerationCase
  await decide(again, { decision: 'remove', ground: 'misleading', reason: 'It counts a day too many.' })
  const removed = await fettle.visitor().get('/api/tools/age-calculator')
  expect([removed.status, (removed.body.error as { message: string }).message]).toEqual([
    410,
    expect.stringContaining('by our moderators: Misleading or wrong'),
  ])
  await decide((await look('age-calculator')).body.case as ModerationCase, { decision: 'approve' })
  expect(await seenBy('age-calculator')).toBe(200)
  expect((await look('no-such-tool')).status).toBe(404)
})

test('a listing that copies another one, or its name, is noticed; one that is cloned is not a copy', async () => {
  const original = await published({
    title: 'Beehive inspection log',
    description: 'Keeps notes of brood, stores and mites of each hive through a season.',
    licence: 'CC0-1.0',
  })
  creator = await fettle.aPerson()
  await published({
    title: 'Apiary diary',
    description: 'Keeps the notes of brood, stores and mites of each hive, through the season.',
  })
  await published({ title: 'Beehive lnspection log', description: 'Something else that is long enough.' })
  const cloned = await creator.post(`/api/tools/${original.id}/clone`)
  const { id } = cloned.body.fxn as { id: string }
  const draft = (await creator.get(`/api/tools/${id}/draft`)).body.draft as { content: ToolContent; revision: number }
  await creator.send('PUT', `/api/tools/${id}/draft`, {
    ...draft.content,
    title: 'Hives of our club',
    revision: draft.revision,
  })
  expect((await creator.post(`/api/tools/${id}/publish`, { changelog: 'Ours' })).body.held).toBe(false)
  const found = (await queue()).map(({ tool, hints }) => [tool?.title, hints.map(({ kind }) => kind)])
  expect(found).toEqual(
    expect.arrayContaining([
      ['Apiary diary', ['copied']],
      ['Beehive lnspection log', ['impersonation']],
      ['Hives of our club', []],
    ]),
  )
})
