import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#src/app/test-app.ts'
import type { Sandbox } from '#src/sandbox/sandbox.ts'
import type { Draft, MyTool } from './creator-tools.schema.ts'
import { tileContent } from './test-content.ts'

/** Gives what the example of the tiles says. */
const sandbox: Sandbox = { run: async () => ({ ok: true, outputs: { tiles: 24 } }), stop: async () => undefined }

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
