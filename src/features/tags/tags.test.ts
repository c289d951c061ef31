import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type Person, startTestApp, type TestApp } from '#src/app/test-app.ts'
import { aRanked } from '#src/features/admin/admin-fixture.ts'
import { saveTool, type ToolToSave } from '#src/features/catalog/save-tool.queries.ts'
import { tileContent } from '#src/features/creator-tools/test-content.ts'
import type { ToolContent } from '#src/features/creator-tools/tool-content.schema.ts'
import type { Sandbox } from '#src/sandbox/sandbox.ts'
import type { AdminTag } from './tags.schema.ts'

/** Gives what the example of the tiles says. */
const sandbox: Sandbox = { run: async () => ({ ok: true, outputs: { tiles: 24 } }), stop: async () => undefined }

let fettle: TestApp
let admin: Person
beforeAll(async () => {
  fettle = await startTestApp({ sandbox })
  admin = await aRanked(fettle, { role: 'admin' })
})
afterAll(() => fettle.stop())
beforeEach(async () => {
  await fettle.database.pool.query(`delete from tool where kind = 'config'`)
  await fettle.database.pool.query(`delete from tag where slug like 'z%'`)
})

const toolOf = (slug: string, tags: string[]): ToolToSave => ({
  ...{ slug, title: slug, description: 'x', category: 'developer', tags, keywords: [], ownerId: null },
  ...{ creatorName: '', kind: 'config', inputSchema: {}, outputSchema: {}, code: { outputs: {} } },
})
const aTool = (slug: string, tags: string[]) =>
  fettle.database.db.transaction().execute((transaction) => saveTool(transaction, toolOf(slug, tags)))
const PATH = '/api/admin/tags'
const listed = async (search: string) => (await admin.get(`${PATH}?search=${search}`)).body.tags as AdminTag[]
const found = async (slug: string) =>
  ((await fettle.visitor().get(`/api/discovery/search?tags=${slug}`)).body.fxns as { slug: string }[]).map(
    (fxn) => fxn.slug,
  )
const current = async (tags: string) => (await fettle.visitor().get(`/api/tags/current?tags=${tags}`)).body.slugs
const edit = ({ id }: AdminTag, body: object) => admin.send('PUT', `${PATH}/${id}`, body)
const merge = ({ id }: AdminTag, into: string) => admin.post(`${PATH}/${id}/merge`, { into })
const codeOf = ({ status, body }: { status: number; body: Readonly<Record<string, unknown>> }) => [
  status,
  (body.error as { code: string } | undefined)?.code,
]

test('of two tags that are merged one is left, and the address of the other leads to it', async () => {
  await aTool('one', ['Zebra', 'Zinc'])
  await aTool('two', ['zebras'])
  const [zebras] = (await listed('zebras')) as [AdminTag]
  const answer = await merge(zebras, 'Zebra')
  expect(answer.body.tag).toMatchObject({
    name: 'Zebra',
    slug: 'zebra',
    toolCount: 2,
    former: ['zebras'],
    synonyms: [],
  })
  expect([await found('zebra'), await found('zebras')].map((slugs) => slugs.toSorted())).toEqual([
    ['one', 'two'],
    ['one', 'two'],
  ])
  expect(await found('zinc')).toEqual(['one'])
  expect([await current('zebras,zinc'), await current('zebra,zebras')]).toEqual([['zebra', 'zinc'], ['zebra']])
  // Whoever publishes under the former one gets the other.
  await aTool('three', ['Zebras'])
  expect((await found('zebra')).toSorted()).toEqual(['one', 'three', 'two'])
  expect((await listed('zeb')).map(({ slug }) => slug)).toEqual(['zebra'])
  const { rows } = await fettle.database.pool.query('select action, details from audit_entry order by seq desc limit 1')
  expect([rows[0].action, JSON.parse(rows[0].details)]).toEqual(['tag.merged', { from: 'zebras', into: 'Zebra' }])
})

test('a tag is called something else, and synonyms lead to it', async () => {
  await aTool('one', ['zeppelin'])
  const [tag] = (await listed('zeppelin')) as [AdminTag]
  const answer = await edit(tag, { name: 'Zeppelins', synonyms: ['Airship', 'airship', 'zeppelins'] })
  expect(answer.body.tag).toMatchObject({
    name: 'Zeppelins',
    slug: 'zeppelins',
    synonyms: ['airship'],
    former: ['zeppelin'],
  })
  expect([await found('zeppelins'), await found('zeppelin'), await found('airship')]).toEqual([
    ['one'],
    ['one'],
    ['one'],
  ])
  await edit(tag, { name: 'Zeppelin', synonyms: [] })
  expect([await current('zeppelins'), await current('zeppelin'), await current('airship')]).toEqual([
    ['zeppelin'],
    ['zeppelin'],
    ['airship'],
  ])
})

test('one name is never two tags', async () => {
  await aTool('one', ['zoo', 'zoom'])
  const [zoo] = (await listed('zoo')).filter(({ slug }) => slug === 'zoo') as [AdminTag]
  expect(codeOf(await edit(zoo, { name: 'Zoom', synonyms: [] }))).toEqual([409, 'TAG_EXISTS'])
  expect(codeOf(await edit(zoo, { name: 'Zoo', synonyms: ['zoom'] }))).toEqual([409, 'TAG_EXISTS'])
  expect(codeOf(await edit(zoo, { name: '!!!', synonyms: [] }))).toEqual([422, 'INVALID_INPUT'])
  expect(codeOf(await merge(zoo, 'ZOO'))).toEqual([409, 'SAME_TAG'])
  expect(codeOf(await merge(zoo, 'nowhere'))).toEqual([404, 'NOT_FOUND'])
})

test('it is for admins alone', async () => {
  const person = await fettle.aPerson()
  expect(codeOf(await person.get(PATH))).toEqual([403, 'FORBIDDEN'])
  expect(codeOf(await fettle.visitor().get(PATH))).toEqual([401, 'SIGN_IN_REQUIRED'])
})

const TOOL_TAGS = '/api/admin/tool-tags'
test('one tool gets other tags and words, is found by them and its creator is told; the next version keeps them', async () => {
  const owner = await fettle.aPerson()
  const { body } = await owner.post('/api/tools', { content: { ...tileContent, title: 'Zigzag', tags: ['zinc'] } })
  const { id } = body.draft as { id: string }
  const publish = (changelog: string) => owner.post(`/api/tools/${id}/publish`, { changelog })
  expect((await publish('First version')).status).toBe(200)
  const change = { tool: '/fxn/zigzag', tags: ['Zebra', 'zodiac'], synonyms: ['zickzack'], reason: 'It is no metal.' }
  const answer = await admin.send('PUT', TOOL_TAGS, change)
  const tool = { slug: 'zigzag', title: 'Zigzag', tags: ['Zebra', 'zodiac'], synonyms: ['zickzack'] }
  expect([answer.status, answer.body]).toEqual([200, { tool }])
  expect((await admin.get(`${TOOL_TAGS}?tool=zigzag`)).body).toEqual({ tool })
  const search = async (words: string) =>
    ((await fettle.visitor().get(`/api/discovery/search?search=${words}`)).body.fxns as { slug: string }[]).map(
      (fxn) => fxn.slug,
    )
  expect([await found('zebra'), await found('zinc'), await search('zickzack')]).toEqual([['zigzag'], [], ['zigzag']])
  const { notifications } = (await owner.get('/api/notifications')).body as {
    notifications: { title: string; body: string }[]
  }
  expect(notifications[0]).toMatchObject({
    title: 'The tags of “Zigzag” were changed',
    body: 'Now: Zebra, zodiac. It is no metal.',
  })
  const { rows } = await fettle.database.pool.query(
    'select action, target, details from audit_entry order by seq desc limit 1',
  )
  expect([rows[0].action, rows[0].target, JSON.parse(rows[0].details)]).toEqual([
    'tool.retagged',
    `tool ${id}`,
    { from: 'zinc', to: 'Zebra, zodiac', reason: 'It is no metal.', synonymsFrom: '', synonyms: 'zickzack' },
  ])
  const { draft } = (await owner.get(`/api/tools/${id}/draft`)).body as {
    draft: { content: ToolContent; revision: number; hasChanges: boolean }
  }
  expect(draft.content.tags).toEqual(['Zebra', 'zodiac'])
  await owner.send('PUT', `/api/tools/${id}/draft`, {
    ...draft.content,
    description: 'Says more, and is long enough.',
    revision: draft.revision,
  })
  expect((await publish('Says more')).status).toBe(200)
  expect([await found('zebra'), await search('zickzack')]).toEqual([['zigzag'], ['zigzag']])
})

test('the tags of a built-in tool are in its code, and those of others are for admins', async () => {
  const change = { tool: 'rot13', tags: [], synonyms: [], reason: 'x' }
  expect(codeOf(await admin.send('PUT', TOOL_TAGS, change))).toEqual([409, 'BUILTIN_TOOL'])
  expect(codeOf(await admin.send('PUT', TOOL_TAGS, { ...change, tool: 'none' }))).toEqual([404, 'NOT_FOUND'])
  expect(codeOf(await (await fettle.aPerson()).send('PUT', TOOL_TAGS, change))).toEqual([403, 'FORBIDDEN'])
})

test('a tool that is published while its tag is merged is filed under the one that is left', async () => {
  await aTool('one', ['Zebra'])
  await aTool('two', ['zebras'])
  const [zebras] = (await listed('zebras')) as [AdminTag]
  const { db, pool } = fettle.database
  const written = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  const saved = db.transaction().execute(async (transaction) => {
    await saveTool(transaction, toolOf('three', ['zebras']))
    written.resolve()
    await held.promise
  })
  await written.promise
  const merged = merge(zebras, 'Zebra')
  const waiting = `select from pg_locks join pg_database on pg_database.oid = database
                    where not granted and datname = current_database()`
  await vi.waitUntil(async () => (await pool.query(waiting)).rows.length === 1, 20_000).finally(held.resolve)
  await saved
  expect((await merged).status).toBe(200)
  expect((await found('zebra')).toSorted()).toEqual(['one', 'three', 'two'])
})
