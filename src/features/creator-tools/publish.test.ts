import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#src/app/test-app.ts'
import { tileContent } from './test-content.ts'

let fettle: TestApp
/** What happens while the examples run. */
let meanwhile = async (): Promise<void> => {}
beforeAll(async () => {
  const sandbox = {
    async run() {
      await meanwhile()
      return { ok: true as const, outputs: { tiles: 24 } }
    },
    stop: async () => {},
  }
  fettle = await startTestApp({ sandbox })
})
afterAll(() => fettle.stop())

test('who is suspended while the examples run publishes nothing', async () => {
  const creator = await fettle.aPerson()
  const { body } = await creator.post('/api/tools', { content: { ...tileContent, title: 'Patio tiles' } })
  const { id } = body.draft as { id: string }
  const suspend = `update "user" set suspended_at = now(), suspended_reason = 'Spam' where id = $1`
  meanwhile = async () => {
    await fettle.database.pool.query(suspend, [creator.id])
  }
  expect((await creator.post(`/api/tools/${id}/publish`, { changelog: 'First version' })).status).toBe(401)
  expect((await fettle.database.pool.query('select 1 from tool where id = $1', [id])).rowCount).toBe(0)
})
