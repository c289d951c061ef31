import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Person, startTestApp, type TestApp } from '#src/app/test-app.ts'
import { aRanked } from '#src/features/admin/admin-fixture.ts'
import { saveTool, type ToolToSave } from '#src/features/catalog/save-tool.queries.ts'
import type { AdminTag } from './tags.schema.ts'

let fettle: TestApp
let admin: Person
beforeAll(async () => {
  fettle = await startTestApp()
  admin = await aRanked(fettle, { role: 'admin' })
})
afterAll(() => fettle.stop())
beforeEach(async () => {
  await fettle.database.pool.query(`delete from tool where kind = 'config'`)
  await fettle.database.pool.query(`delete from tag where slug like 'z%'`)
})

const aTool = (slug: string, tags: string[]) => {
  const tool: ToolToSave = {
    ...{ slug, title: slug, description: 'x', category: 'developer', tags, keywords: [], ownerId: null },
    ...{ creatorName: '', kind: 'config', inputSchema: {}, outputSchema: {}, code: { outputs: {} } },
  }
  return fettle.database.db.transaction().execute((transaction) => saveTool(transaction, tool))
}
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
