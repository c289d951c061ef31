import { afterAll, beforeAll, expect, test } from 'vitest'
import { aTool } from '#src/features/checkout/checkout-fixture.ts'
import { type Person, startTestApp, type TestApp } from './test-app.ts'

let fettle: TestApp
let ada: Person
let doubler: string
beforeAll(async () => {
  fettle = await startTestApp()
  ada = await fettle.aPerson()
  doubler = await aTool(fettle, await fettle.aPerson(), {})
})
afterAll(() => fettle.stop())

async function publish(tool: string, expression: string, version?: number) {
  const graph = {
    nodes: [
      { id: 'a', key: 'hook', type: 'webhook', name: 'Hook' },
      { id: 'b', key: 'double', type: 'tool', name: 'Double', config: { tool, ...(version && { version }) } },
      { id: 'c', key: 'answer', type: 'respond', name: 'Answer', config: { body: `{{ ${expression} }}` } },
    ],
    edges: [
      { from: 'a', to: 'b' },
      { from: 'b', to: 'c' },
    ],
  }
  const { workflow } = (await ada.post('/api/workflows', { name: 'Double', graph })).body as {
    workflow: { id: string }
  }
  return ada.post(`/api/workflows/${workflow.id}/publish`, {})
}

test.each([
  ['by its id', () => doubler],
  ['by its short name', () => `doubler-${doubler}`],
])('a misspelt output of a tool that somebody published, named %s, is found before publishing', async (_how, tool) => {
  const refused = await publish(tool(), 'steps.double.tow')
  expect(refused.status).toBe(422)
  expect(JSON.stringify(refused.body)).toContain('tow')
  expect((await publish(tool(), 'steps.double.two')).status).toBe(200)
})

test('of a pinned version its own outputs are known', async () => {
  await fettle.database.pool.query(
    `insert into tool_version (tool_id, version, input_schema, output_schema, code)
     values ($1, 2, '{}', '{"twice": {"type": "number", "label": "Twice"}}', '{"outputs": {"twice": "2"}}')`,
    [doubler],
  )
  expect((await publish(doubler, 'steps.double.twice', 1)).status).toBe(422)
  expect((await publish(doubler, 'steps.double.twice', 2)).status).toBe(200)
  expect((await publish(doubler, 'steps.double.two', 1)).status).toBe(200)
})

test('what a tool gives that is not in the catalogue is told to nobody', async () => {
  const hidden = await aTool(fettle, await fettle.aPerson(), {})
  await fettle.database.pool.query(`update tool set status = 'draft' where id = $1`, [hidden])
  expect((await publish(hidden, 'steps.double.anything')).status).toBe(200)
})
