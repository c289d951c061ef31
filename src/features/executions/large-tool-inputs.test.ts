import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestApp, type TestApp } from '#src/app/test-app.ts'

let fettle: TestApp
let ada: Person
beforeAll(async () => {
  fettle = await startTestApp()
  ada = await fettle.aPerson()
})
afterAll(() => fettle.stop())

test('runs with large inputs for a tool, all at once, do not fail because others are at work', async () => {
  const graph = {
    nodes: [
      { id: 'a', key: 'start', type: 'manual', name: 'Start', config: {} },
      {
        ...{ id: 'b', key: 'format', type: 'tool', name: 'Format' },
        config: { tool: 'json-formatter', input: { json: '{{ trigger.text }}' } },
      },
    ],
    edges: [{ from: 'a', to: 'b' }],
  }
  const { workflow } = (await ada.post('/api/workflows', { name: 'Large', graph })).body as { workflow: { id: string } }
  const text = JSON.stringify(Array.from({ length: 25_000 }, (_, n) => n))
  expect(text.length).toBeGreaterThan(100_000)
  const run = () => ada.post(`/api/workflows/${workflow.id}/run`, { version: 'draft', input: { text } })
  await Promise.all(Array.from({ length: 8 }, run))
  const states = async () => {
    const { rows } = await fettle.database.pool.query('select status from execution where workflow_id = $1', [
      workflow.id,
    ])
    return rows.map(({ status }) => status as string)
  }
  await expect.poll(states, { timeout: 20_000 }).toEqual(Array(8).fill('succeeded'))
})
