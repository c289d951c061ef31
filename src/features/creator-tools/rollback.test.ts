import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#src/app/test-app.ts'
import { aRanked } from '#src/features/admin/admin-fixture.ts'
import type { Sandbox, SandboxOutcome } from '#src/sandbox/sandbox.ts'
import type { Draft, MyTool } from './creator-tools.schema.ts'
import { tileContent, tileRows } from './test-content.ts'

/** What the example of the tiles says. */
const TILES: SandboxOutcome = { ok: true, outputs: { tiles: 24 } }
let answer = TILES
const sandbox: Sandbox = { run: async () => answer, stop: async () => undefined }

let fettle: TestApp
beforeAll(async () => {
  fettle = await startTestApp({ sandbox })
})
afterAll(() => fettle.stop())

test('what goes back takes its working copy along, or stays as it is', async () => {
  const creator = await fettle.aPerson()
  const { id } = (await creator.post('/api/tools', { content: tileContent })).body.draft as Draft
  const path = `/api/tools/${id}`
  const draftOf = async () => (await creator.get(`${path}/draft`)).body.draft as Draft
  await creator.post(`${path}/publish`, { changelog: 'First version' })
  const { content, revision } = await draftOf()
  await creator.send('PUT', `${path}/draft`, { ...content, title: 'Tiles for a wall', revision })
  expect((await creator.post(`${path}/publish`, { changelog: 'Walls' })).status).toBe(200)
  const stands = async () => {
    const { content: held, published, upToDate } = await draftOf()
    const { tools } = (await creator.get('/api/tools')).body as unknown as { tools: MyTool[] }
    return [held.title, published?.content.title, published?.version, upToDate, tools[0]?.state]
  }
  const after = await stands()
  const { pool } = fettle.database
  // As when the process is killed on the way.
  await pool.query(`alter table tool_draft add constraint killed check (content ->> 'title' like '%wall') not valid`)
  expect((await creator.post(`${path}/versions/1/rollback`)).status).toBe(500)
  expect(await stands()).toEqual(after)
  await pool.query('alter table tool_draft drop constraint killed')
  expect((await creator.post(`${path}/versions/1/rollback`)).status).toBe(200)
  expect(await stands()).toEqual(['Tiles for a floor', 'Tiles for a floor', 3, true, 'published'])
})

test('what takes a rollback back leaves what was changed meanwhile, and nothing that was changed back', async () => {
  const creator = await fettle.aPerson()
  const { id } = (await creator.post('/api/tools', { content: tileContent })).body.draft as Draft
  const path = `/api/tools/${id}`
  const draftOf = async () => (await creator.get(`${path}/draft`)).body.draft as Draft
  const save = async (change: object) => {
    const { content, revision } = await draftOf()
    expect((await creator.send('PUT', `${path}/draft`, { ...content, ...change, revision })).status).toBe(200)
  }
  const goBackTo = async (version: number) =>
    expect((await creator.post(`${path}/versions/${version}/rollback`)).status).toBe(200)
  const stands = async () => {
    const { content, published, upToDate } = await draftOf()
    return [content.title, published?.content.title, upToDate]
  }
  const changelog = 'Tiles'
  await creator.post(`${path}/publish`, { changelog })
  await save({ title: 'Tiles for a wall' })
  await creator.post(`${path}/publish`, { changelog })

  await goBackTo(1)
  await save({ title: 'Tiles for a floor, too' })
  await save({ title: 'Tiles for a floor' })
  expect(await stands()).toEqual(['Tiles for a floor', 'Tiles for a floor', true])
  await goBackTo(2)
  expect(await stands()).toEqual(['Tiles for a wall', 'Tiles for a wall', true])

  await goBackTo(1)
  await save({ title: 'Tiles for a floor, too' })
  await goBackTo(2)
  expect(await stands()).toEqual(['Tiles for a floor, too', 'Tiles for a wall', false])
})

test('what goes back takes its working copy along after an admin has changed the tags', async () => {
  const creator = await fettle.aPerson()
  const admin = await aRanked(fettle, { role: 'admin' })
  const title = 'Tiles for a roof'
  const { id } = (await creator.post('/api/tools', { content: { ...tileContent, title } })).body.draft as Draft
  const path = `/api/tools/${id}`
  const draftOf = async () => (await creator.get(`${path}/draft`)).body.draft as Draft
  await creator.post(`${path}/publish`, { changelog: 'First version' })
  const { content, revision } = await draftOf()
  await creator.send('PUT', `${path}/draft`, { ...content, description: 'Tiles for roofs that are steep.', revision })
  expect((await creator.post(`${path}/publish`, { changelog: 'Steep ones' })).status).toBe(200)

  const change = { tool: '/fxn/tiles-for-a-roof', tags: ['slate'], synonyms: [], reason: 'They are of slate.' }
  expect((await admin.send('PUT', '/api/admin/tool-tags', change)).status).toBe(200)
  expect((await draftOf()).content.tags).toEqual(['slate'])
  expect((await creator.post(`${path}/versions/1/rollback`)).status).toBe(200)
  const { content: held, upToDate } = await draftOf()
  expect([held.description, upToDate]).toEqual([tileContent.description, true])
})

test('what goes back may give what cannot be drawn', async () => {
  const creator = await fettle.aPerson()
  answer = { ok: true, outputs: { tiles: 24, rows: [{ row: 1 }] } }
  const { id, revision } = (await creator.post('/api/tools', { content: tileRows })).body.draft as Draft
  const path = `/api/tools/${id}`
  const publish = () => creator.post(`${path}/publish`, { changelog: 'Rows' })
  expect((await publish()).status).toBe(200)
  const renamed = { ...tileRows, title: 'Tiles in rows', revision }
  expect((await creator.send('PUT', `${path}/draft`, renamed)).status).toBe(200)
  answer = { ok: true, outputs: { tiles: 24, rows: ['one'] } }
  expect((await publish()).status).toBe(422)
  answer = { ok: true, outputs: { tiles: 24, rows: [{ row: 1 }] } }
  expect((await publish()).status).toBe(200)
  answer = { ok: true, outputs: { tiles: 24, rows: ['one'] } }
  expect((await creator.post(`${path}/versions/1/rollback`)).status).toBe(200)
  answer = TILES
})

test('what is new says what to enter at each input, what goes back need not', async () => {
  const creator = await fettle.aPerson()
  const [area, perTile] = tileContent.fields
  const unhelped = { ...tileContent, fields: [area, { ...perTile, help: ' ' }] }
  const { id, revision } = (await creator.post('/api/tools', { content: unhelped })).body.draft as Draft
  const path = `/api/tools/${id}`
  const publish = () => creator.post(`${path}/publish`, { changelog: 'Tiles' })
  const details = [{ field: 'fields.1.help', message: '“One tile” needs a help text: say what to enter' }]
  expect(await publish()).toMatchObject({ status: 422, body: { error: { code: 'TOOL_HAS_PROBLEMS', details } } })
  expect((await creator.send('PUT', `${path}/draft`, { ...tileContent, revision })).status).toBe(200)
  expect((await publish()).status).toBe(200)
  // As it was published before help texts were asked for.
  const { pool } = fettle.database
  await pool.query(
    `insert into tool_version (tool_id, version, input_schema, output_schema, code, semver, changelog, examples, content)
     select tool_id, 2, input_schema, output_schema, code, '1.0.1', changelog, examples, $2 from tool_version
      where tool_id = $1`,
    [id, JSON.stringify(unhelped)],
  )
  await pool.query('update tool set version = 2 where id = $1', [id])
  expect((await publish()).status).toBe(200)
  expect((await creator.post(`${path}/versions/2/rollback`)).status).toBe(200)
})
