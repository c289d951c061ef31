import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestApp, type TestApp } from '#src/app/test-app.ts'
import { n8nOf } from './n8n/n8n-parts.fixture.ts'

let fettle: TestApp
let ada: Person
let bob: Person
beforeAll(async () => {
  fettle = await startTestApp()
  ;[ada, bob] = [await fettle.aPerson(), await fettle.aPerson()]
})
afterAll(() => fettle.stop())

const graphOf = (value: string) => ({
  nodes: [
    { id: 'a', key: 'start', type: 'manual', name: 'Start', config: {} },
    { id: 'b', key: 'set', type: 'set', name: 'Set', config: { values: { value } } },
  ],
  edges: [{ from: 'a', to: 'b' }],
})
interface Workflow {
  id: string
  name: string
  revision: number
  status: string
  graph: { nodes: { id: string; config: { values?: { value: string } } }[] }
}
const create = async (value: string) =>
  (await ada.post('/api/workflows', { name: 'Mine', graph: graphOf(value) })).body.workflow as Workflow
const read = async (id: string) => (await ada.get(`/api/workflows/${id}`)).body.workflow as Workflow
const importing = (person: Person, file: unknown) =>
  person.post('/api/workflows/import', { file: typeof file === 'string' ? file : JSON.stringify(file) })
const errorOf = (body: Readonly<Record<string, unknown>>) =>
  body.error as { code: string; details: { field: string; message: string }[] }

test('a version becomes the draft again, unless somebody saved meanwhile', async () => {
  const { id, revision } = await create('first')
  await ada.post(`/api/workflows/${id}/publish`, {})
  await ada.send('PUT', `/api/workflows/${id}/draft`, { graph: graphOf('second'), revision })
  const restore = (who: Person, n: number, from: number) =>
    who.post(`/api/workflows/${id}/versions/${n}/restore`, { revision: from })
  const stale = await restore(ada, 1, revision)
  expect([stale.status, errorOf(stale.body).code]).toEqual([409, 'REVISION_CONFLICT'])
  expect((await restore(ada, 1, revision + 1)).body).toEqual({ revision: revision + 2 })
  expect((await read(id)).graph.nodes[1]?.config.values).toEqual({ value: 'first' })
  expect((await restore(ada, 2, revision + 2)).status).toBe(404)
  expect((await restore(bob, 1, revision + 2)).status).toBe(404)
})

test('what a file holds is read without keeping anything', async () => {
  const eve = await fettle.aPerson()
  const { id } = await create('read')
  const { file } = (await ada.get(`/api/workflows/${id}/export`)).body
  const reading = (text: string) => eve.post('/api/workflows/read-file', { file: text })
  const { status, body } = await reading(JSON.stringify(file))
  expect(status).toBe(200)
  expect(body).toMatchObject({
    name: 'Mine',
    graph: {
      nodes: [{ name: 'Start' }, { name: 'Set', config: { values: { value: 'read' } } }],
      edges: [{}],
    },
    report: { source: 'fettle', mapped: 2, total: 2, notes: [] },
  })
  const bad = await reading('{"nodes": 3}')
  expect([bad.status, errorOf(bad.body).code]).toEqual([422, 'IMPORT_REFUSED'])
  expect((await eve.get('/api/workflows')).body.workflows).toMatchObject([{ name: 'Bill received' }])
  expect((await fettle.visitor().post('/api/workflows/read-file', { file: '{}' })).status).toBe(401)
})

test('an export is imported by somebody else, as a draft of their own', async () => {
  const { id } = await create('theirs')
  const { file } = (await ada.get(`/api/workflows/${id}/export`)).body
  expect(file).toMatchObject({ format: 'fettle-workflow', version: 1, name: 'Mine' })
  expect((await bob.get(`/api/workflows/${id}/export`)).status).toBe(404)
  const { status, body } = await importing(bob, file)
  expect(status).toBe(201)
  expect(body).toMatchObject({
    workflow: { name: 'Mine', status: 'draft', hookPath: null },
    report: { source: 'fettle', mapped: 2, total: 2, notes: [] },
  })
  const { workflow } = body as unknown as { workflow: Workflow }
  expect(workflow.id).not.toBe(id)
  expect(workflow.graph.nodes.map((node) => node.id)).not.toContain('a')
})

test('a published version is exported too, and one that is not there is 404', async () => {
  const { id, revision } = await create('published')
  await ada.post(`/api/workflows/${id}/publish`, {})
  await ada.send('PUT', `/api/workflows/${id}/draft`, { graph: graphOf('draft'), revision })
  const textOf = async (query: string) => JSON.stringify((await ada.get(`/api/workflows/${id}/export${query}`)).body)
  expect(await textOf('?version=1')).toContain('published')
  expect(await textOf('')).toContain('draft')
  expect((await ada.get(`/api/workflows/${id}/export?version=2`)).status).toBe(404)
})

test('a secret that somebody wrote into a step is not in the file', async () => {
  const canary = 'canary_of_export_81'
  await ada.send('PUT', '/api/secrets/mine', { value: canary })
  const { id } = await create(`Bearer ${canary}, ${Buffer.from(`me:${canary}`).toString('base64')}`)
  const text = JSON.stringify((await ada.get(`/api/workflows/${id}/export`)).body)
  expect(text).toContain('Bearer [redacted], [redacted]')
  expect(text).not.toContain(canary)
})

test('what is called like a secret is not in the file, and the names of secrets and expressions are', async () => {
  const config = {
    url: 'https://me:hunter2@api.example/orders?page=2&api_key=hunter2',
    ...{ auth: 'header', secret: 'shop', authName: 'x-shop' },
    headers: { 'X-Gitlab-Token': 'hunter2', 'x-page': '2', 'X-Api-Key': '{{ vars.key }}' },
  }
  const graph = { nodes: [{ id: 'b', key: 'call', type: 'http', name: 'Call', config }], edges: [] }
  const { workflow } = (await ada.post('/api/workflows', { name: 'Calls', graph })).body as unknown as {
    workflow: Workflow
  }
  const { file } = (await ada.get(`/api/workflows/${workflow.id}/export`)).body as unknown as { file: typeof workflow }
  expect(file.graph.nodes[0]?.config).toEqual({
    ...config,
    url: 'https://api.example/orders?page=2&api_key=',
    headers: { 'X-Gitlab-Token': '', 'x-page': '2', 'X-Api-Key': '{{ vars.key }}' },
  })
  expect((await importing(bob, file)).status).toBe(201)
})

test('hostile files are refused with the reason, and make nothing', async () => {
  const count = async () => ((await ada.get('/api/workflows')).body.workflows as unknown[]).length
  const before = await count()
  const bad = await importing(ada, '{"nodes": [], "__proto__": {}}')
  expect([bad.status, errorOf(bad.body)]).toEqual([
    422,
    expect.objectContaining({
      code: 'IMPORT_REFUSED',
      details: [{ field: '__proto__', message: 'No property may have this name' }],
    }),
  ])
  expect((await importing(ada, ' '.repeat(2_000_001))).status).toBe(422)
  expect((await importing(ada, '['.repeat(100_000))).status).toBe(422)
  expect(await count()).toBe(before)
})

test('a workflow of n8n comes with a report of what was not understood', async () => {
  const { status, body } = await importing(
    ada,
    n8nOf(
      [
        ['Start', 'manualTrigger'],
        ['Slack', 'slack'],
        ['Set', 'set'],
      ],
      ['Start > Slack', 'Slack > Set'],
    ),
  )
  expect([status, body]).toMatchObject([
    201,
    {
      workflow: { name: 'Of n8n', status: 'draft' },
      report: {
        source: 'n8n',
        mapped: 2,
        total: 3,
        notes: expect.arrayContaining([
          { node: 'Slack', message: 'Nodes of the type n8n-nodes-base.slack are not understood' },
        ]),
      },
    },
  ])
})

test('a loop of n8n runs here, and its last step answers', async () => {
  const n = (value: number) => ({ assignments: { assignments: [{ name: 'n', value, type: 'number' }] } })
  const file = n8nOf(
    [
      ['Hook', 'webhook', { httpMethod: 'POST', responseMode: 'lastNode' }],
      ['A', 'set', n(1)],
      ['B', 'set', n(2)],
      ['Merge', 'merge'],
      ['Loop', 'splitInBatches', {}, { typeVersion: 3 }],
      ['Each', 'set', { assignments: { assignments: [{ name: 'is', value: '={{ $json.n }}' }] } }],
    ],
    ['Hook > A', 'Hook > B', 'A > Merge', 'B > Merge', 'Merge > Loop', 'Loop.1 > Each', 'Each > Loop'],
  )
  const { report, workflow } = (await importing(ada, file)).body as unknown as {
    report: object
    workflow: Workflow & { hookPath: string }
  }
  expect(report).toEqual({ source: 'n8n', mapped: 6, total: 6, notes: [] })
  expect((await ada.post(`/api/workflows/${workflow.id}/publish`, {})).body).toMatchObject({ version: 1 })
  const { status, body } = await fettle.visitor().post(workflow.hookPath, {})
  expect([status, body]).toEqual([200, { results: [{ is: 1 }, { is: 2 }], errors: [], broke: false }])
})
