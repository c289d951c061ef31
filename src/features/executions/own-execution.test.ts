import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestApp, type TestApp } from '#src/app/test-app.ts'

let fettle: TestApp
let ada: Person
let eve: Person
beforeAll(async () => {
  fettle = await startTestApp()
  ada = await fettle.aPerson()
  eve = await fettle.aPerson()
})
afterAll(() => fettle.stop())

test('a run of somebody else is not found, and that one looked for it is noted; one that does not exist is not', async () => {
  const graph = { nodes: [{ id: 'n_start', key: 'start', name: 'Start', type: 'manual' }], edges: [] }
  const { workflow } = (await ada.post('/api/workflows', { name: 'Mine', graph })).body as { workflow: { id: string } }
  const { execution } = (await ada.post(`/api/workflows/${workflow.id}/run`, { version: 'draft' })).body as {
    execution: { id: string }
  }
  const paths = (id: string) => [`/api/executions/${id}`, `/api/executions/${id}/steps/n_start/output`]
  for (const path of paths(execution.id)) expect((await eve.get(path)).status, path).toBe(404)
  for (const path of paths(crypto.randomUUID())) expect((await eve.get(path)).status, path).toBe(404)
  expect((await ada.get(`/api/executions/${execution.id}`)).status).toBe(200)
  const { rows } = await fettle.database.pool.query(
    `select actor_id, target, address is not null as "hasAddress" from audit_entry where action = 'execution.refused'`,
  )
  const noted = { actor_id: eve.id, target: `execution ${execution.id}`, hasAddress: true }
  expect(rows).toEqual([noted, noted])
})
