import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestApp, type TestApp } from '#src/app/test-app.ts'
import type { Sandbox } from '#src/sandbox/sandbox.ts'
import type { Draft } from './creator-tools.schema.ts'
import { type Licence, licencesOfClone } from './licences.ts'
import { tileContent } from './test-content.ts'

/** Gives what the example of the tiles says. */
const sandbox: Sandbox = { run: async () => ({ ok: true, outputs: { tiles: 24 } }), stop: async () => undefined }

let fettle: TestApp
let creator: Person
let stranger: Person
beforeAll(async () => {
  fettle = await startTestApp({ sandbox })
  ;[creator, stranger] = [await fettle.aPerson(), await fettle.aPerson()]
})
afterAll(() => fettle.stop())

async function published(licence: Licence, more: object = {}): Promise<string> {
  const content = { ...tileContent, title: `Tiles ${licence}`, licence, ...more }
  const { body } = await creator.post('/api/tools', { content })
  const { id } = body.draft as Draft
  expect((await creator.post(`/api/tools/${id}/publish`, { changelog: 'First version' })).status).toBe(200)
  return id
}

/** Publishes a clone of the tool under the licence. */
async function publishClone(source: string, licence: Licence, person = stranger) {
  const { id } = (await person.post(`/api/tools/${source}/clone`)).body.fxn as { id: string }
  const { draft } = (await person.get(`/api/tools/${id}/draft`)).body as { draft: Draft }
  const content = { ...draft.content, title: 'Slabs', licence, revision: draft.revision }
  expect((await person.send('PUT', `/api/tools/${id}/draft`, content)).status).toBe(200)
  const { status, body } = await person.post(`/api/tools/${id}/publish`, { changelog: 'First version' })
  return { licences: draft.licences, status, error: body.error }
}

test.each<[string | null, readonly Licence[]]>([
  ['CC0-1.0', ['CC0-1.0', 'CC-BY-4.0', 'MIT', 'reserved']],
  ['CC-BY-4.0', ['CC-BY-4.0']],
  ['MIT', ['MIT', 'CC-BY-4.0', 'reserved']],
  ['reserved', ['reserved']],
  [null, ['CC0-1.0', 'CC-BY-4.0', 'MIT', 'reserved']],
])('what was under %s may go on under %j', (source, licences) => {
  expect(licencesOfClone(source)).toEqual(licences)
})

test('a clone keeps the licence that its source had then; its own creator chooses', async () => {
  const source = await published('CC-BY-4.0')
  const refused = await publishClone(source, 'MIT')
  const message = 'The tool that this one was cloned from asks for another licence: CC-BY-4.0'
  expect(refused).toMatchObject({
    licences: ['CC-BY-4.0'],
    status: 422,
    error: { code: 'INVALID_INPUT', message, details: [{ field: 'licence', message }] },
  })
  expect((await publishClone(source, 'CC-BY-4.0')).status).toBe(200)
  expect((await publishClone(source, 'MIT', creator)).status).toBe(200)
})

test('what its source is under later binds no clone', async () => {
  const source = await published('CC0-1.0', { title: 'Hedge', description: 'Counts plants along a garden fence.' })
  const { id } = (await stranger.post(`/api/tools/${source}/clone`)).body.fxn as { id: string }
  const { draft } = (await creator.get(`/api/tools/${source}/draft`)).body as { draft: Draft }
  const reserved = { ...draft.content, licence: 'reserved', revision: draft.revision }
  expect((await creator.send('PUT', `/api/tools/${source}/draft`, reserved)).status).toBe(200)
  expect((await creator.post(`/api/tools/${source}/publish`, { changelog: 'Reserved' })).status).toBe(200)
  const { licences } = ((await stranger.get(`/api/tools/${id}/draft`)).body as { draft: Draft }).draft
  expect(licences).toContain('MIT')
})

test('row 35: a script that clones again and again is stopped at sixty drafts an hour, which are its own alone', async () => {
  const person = await fettle.aPerson()
  const answers = await Promise.all(Array.from({ length: 63 }, () => person.post('/api/tools/tip-calculator/clone')))
  const times = (wanted: number) => answers.filter(({ status }) => status === wanted).length
  expect([times(201), times(429)]).toEqual([60, 3])
  const refused = answers.find(({ status }) => status === 429)
  expect(refused?.body.error).toMatchObject({ code: 'TOO_MANY_REQUESTS' })
  const { rows } = await fettle.database.pool.query(
    `select (select count(*)::int from tool_draft where owner_id = $1) as clones,
            (select count(*)::int from tool where owner_id = $1) as published`,
    [person.id],
  )
  expect(rows).toEqual([{ clones: 60, published: 0 }])
  const [{ id }] = (await fettle.database.pool.query('select id from tool_draft where owner_id = $1', [person.id])).rows
  expect((await person.get(`/api/tools/${id}/draft`)).status).toBe(200)
  expect((await stranger.get(`/api/tools/${id}/draft`)).status).toBe(404)
  expect((await stranger.get(`/api/tools/${id}`)).status).toBe(404)
})
