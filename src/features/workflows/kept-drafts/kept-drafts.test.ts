import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestApp, type TestApp } from '#src/app/test-app.ts'
import { rename } from '#src/lib/graph/edit.ts'
import { Graph } from '#src/lib/graph/graph.schema.ts'
import { emptyWorkflow } from '../starter-workflow.ts'
import { MAX_KEPT_DRAFTS } from './kept-drafts-limit.ts'

let fettle: TestApp
let ada: Person
let bob: Person
beforeAll(async () => {
  fettle = await startTestApp()
  ;[ada, bob] = [await fettle.aPerson(), await fettle.aPerson()]
})
afterAll(() => fettle.stop())

const named = (name: string): Graph => rename(emptyWorkflow, 'n_start', name)
const nameIn = (graph: unknown) => Graph.parse(graph).nodes[0]?.name
interface Kept {
  id: string
  reason: string
  revision: number
}

async function create(): Promise<{ id: string; revision: number }> {
  const { body } = await ada.post('/api/workflows', { name: 'Mine', graph: named('first') })
  return body.workflow as { id: string; revision: number }
}
const save = (id: string, name: string, revision: number, keepReplaced?: boolean) =>
  ada.send('PUT', `/api/workflows/${id}/draft`, { graph: named(name), revision, ...(keepReplaced && { keepReplaced }) })
const keptOf = async (id: string) => (await ada.get(`/api/workflows/${id}/kept-drafts`)).body.drafts as Kept[]
const graphOfKept = async (id: string, draftId = '') => {
  const { body } = await ada.get(`/api/workflows/${id}/kept-drafts/${draftId}`)
  return nameIn((body.draft as { graph: unknown }).graph)
}

test('what was taken over stays within reach, of its owner alone', async () => {
  const { id, revision } = await create()
  await save(id, 'theirs', revision)
  expect((await save(id, 'mine', revision, true)).status).toBe(409)
  expect(await keptOf(id)).toEqual([])
  expect((await save(id, 'mine', revision + 1, true)).body).toEqual({ revision: revision + 2 })
  const [kept] = await keptOf(id)
  expect(kept).toMatchObject({ reason: 'taken-over', revision: revision + 1 })
  expect(await graphOfKept(id, kept?.id)).toBe('theirs')
  expect((await bob.get(`/api/workflows/${id}/kept-drafts`)).status).toBe(404)
  expect((await bob.get(`/api/workflows/${id}/kept-drafts/${kept?.id}`)).status).toBe(404)
  const other = await create()
  expect((await ada.get(`/api/workflows/${other.id}/kept-drafts/${kept?.id}`)).status).toBe(404)
})

test('a version that is restored keeps the draft that it replaces', async () => {
  const { id, revision } = await create()
  await ada.post(`/api/workflows/${id}/publish`, {}).then(async () => {
    const graph = Graph.parse({
      ...named('first'),
      nodes: [...named('first').nodes, { id: 'n_set', key: 'set', type: 'set', name: 'Set', config: {} }],
      edges: [{ from: 'n_start', to: 'n_set' }],
    })
    await ada.send('PUT', `/api/workflows/${id}/draft`, { graph, revision })
  })
  expect((await ada.post(`/api/workflows/${id}/publish`, {})).status).toBe(200)
  await save(id, 'later', revision + 1)
  const restored = await ada.post(`/api/workflows/${id}/versions/1/restore`, { revision: revision + 2 })
  expect(restored.body).toEqual({ revision: revision + 3 })
  const [kept] = await keptOf(id)
  expect(kept).toMatchObject({ reason: 'restored', revision: revision + 2 })
  expect(await graphOfKept(id, kept?.id)).toBe('later')
})

test('the last ones are kept', async () => {
  const { id, revision } = await create()
  for (let at = 0; at < MAX_KEPT_DRAFTS + 2; at++) await save(id, `draft ${at}`, revision + at, true)
  const kept = await keptOf(id)
  expect(kept).toHaveLength(MAX_KEPT_DRAFTS)
  expect(kept.map((one) => one.revision)).toEqual(kept.map((_, at) => revision + MAX_KEPT_DRAFTS + 1 - at))
})
