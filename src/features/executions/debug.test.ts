import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestApp, type TestApp } from '#src/app/test-app.ts'

let fettle: TestApp
let service: Server
let host: string
let ada: Person
let calls: string[] = []

beforeAll(async () => {
  service = createServer((request, response) => {
    calls.push(request.url ?? '')
    const body = request.url === '/leak' ? '{"said":"s3cret-value"}' : '{"id":7,"token":"t0k3n"}'
    response.writeHead(200, { 'content-type': 'application/json', 'set-cookie': 'session=c00kie' }).end(body)
  })
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
  host = `127.0.0.1:${(service.address() as AddressInfo).port}`
  fettle = await startTestApp({ env: { EGRESS_ALLOW: host } })
  ada = await fettle.aPerson()
  await ada.send('PUT', '/api/secrets/ledger', { value: 's3cret-value' })
})
afterAll(async () => {
  await fettle.stop()
  service.close()
})

const call = (id: string, path: string) => ({
  ...{ id, key: id, name: `Call ${id}`, type: 'http' },
  config: { method: 'POST', url: `http://${host}${path}` },
})
const graphWith = (value: string) => ({
  nodes: [
    { id: 'start', key: 'start', name: 'Start', type: 'manual' },
    call('pay', '/pay'),
    call('leak', '/leak'),
    { id: 'sum', key: 'sum', name: 'Sum', type: 'set', config: { values: { n: value } } },
  ],
  edges: [
    { from: 'start', to: 'pay' },
    { from: 'pay', to: 'leak' },
    { from: 'leak', to: 'sum' },
  ],
})

const revisionOf = async (id: string) =>
  ((await ada.get(`/api/workflows/${id}`)).body.workflow as { revision: number }).revision
const run = async (id: string, body: object) => {
  const started = await ada.post(`/api/workflows/${id}/run`, body)
  const { id: execution } = started.body.execution as { id: string }
  const statusOf = async () =>
    ((await ada.get(`/api/executions/${execution}`)).body.execution as { status: string }).status
  await expect.poll(statusOf, { timeout: 20_000 }).toMatch(/succeeded|failed/)
  return { id: execution, status: await statusOf() }
}

/** A run of version 1 that failed, and a draft that has changed since. */
async function aFailedRun() {
  const graph = graphWith('{{ steps.pay.body.nothing }}')
  const { workflow } = (await ada.post('/api/workflows', { name: 'Pay', graph })).body as { workflow: { id: string } }
  await ada.post(`/api/workflows/${workflow.id}/publish`, {})
  const { id } = await run(workflow.id, {})
  const mended = graphWith('{{ steps.pay.body.id }}')
  await ada.send('PUT', `/api/workflows/${workflow.id}/draft`, {
    graph: mended,
    revision: await revisionOf(workflow.id),
  })
  return { workflowId: workflow.id, id }
}

test('outputs of a run are pinned in the draft, as the log shows them, but for those that hold a secret, and nothing is called again', async () => {
  const { workflowId, id } = await aFailedRun()
  const { graph } = (await ada.get(`/api/executions/${id}/graph`)).body
  expect(graph).toMatchObject(graphWith('{{ steps.pay.body.nothing }}'))
  const { debug } = (await ada.get(`/api/executions/${id}/debug`)).body as { debug: { revision: number } }
  expect(debug).toEqual({
    revision: 2,
    changes: '1 step changed',
    outputs: [
      { nodeId: 'pay', name: 'Call pay' },
      { nodeId: 'leak', name: 'Call leak' },
    ],
    pinned: 0,
  })
  const { status, body } = await ada.post(`/api/executions/${id}/debug`, { draft: 'keep', revision: debug.revision })
  expect([status, body]).toEqual([
    200,
    {
      pinned: [
        {
          ...{ nodeId: 'pay', name: 'Call pay', before: null },
        },
      ],
      tooMuch: [],
      leftOut: [{ nodeId: 'leak', name: 'Call leak', message: 'Its output holds one of your secrets' }],
    },
  ])
  const { pins } = (await ada.get(`/api/workflows/${workflowId}/pins`)).body
  expect(pins).toMatchObject({ pay: { output: { body: { id: 7, token: '[redacted]' } } } })
  expect(JSON.stringify(pins)).not.toMatch(/t0k3n|c00kie/)
  calls = []
  expect((await run(workflowId, { version: 'draft' })).status).toBe('succeeded')
  expect(calls).toEqual(['/leak'])
})

test('what ran takes the place of the draft only while nobody has changed that', async () => {
  const { workflowId, id } = await aFailedRun()
  const replace = (revision: number, headers = {}) =>
    ada.post(`/api/executions/${id}/debug`, { draft: 'replace', revision }, headers)
  const refused = await replace(1)
  expect([refused.status, (refused.body.error as { code: string }).code]).toEqual([409, 'REVISION_CONFLICT'])
  expect((await ada.get(`/api/workflows/${workflowId}/pins`)).body).toEqual({ pins: {} })
  const mine = { output: { body: { id: 8 } }, port: 'out' }
  await ada.send('PUT', `/api/workflows/${workflowId}/pins/pay`, mine)
  const key = { 'idempotency-key': crypto.randomUUID() }
  const replaced = await replace(2, key)
  // With what was there before, the editor can take all of it back.
  expect([replaced.status, replaced.body]).toMatchObject([200, { pinned: [{ nodeId: 'pay', before: mine }] }])
  // The answer may have been lost on its way: what was before is told again.
  expect((await replace(2, key)).body).toEqual(replaced.body)
  const { workflow } = (await ada.get(`/api/workflows/${workflowId}`)).body as { workflow: { upToDate: boolean } }
  expect(workflow.upToDate).toBe(true)
  const { debug } = (await ada.get(`/api/executions/${id}/debug`)).body
  expect(debug).toMatchObject({ changes: '', pinned: 1 })
  const { drafts } = (await ada.get(`/api/workflows/${workflowId}/kept-drafts`)).body
  expect(drafts).toMatchObject([{ revision: 2, reason: 'restored' }])
})

test('runs of others are nobody’s to debug', async () => {
  const { id } = await aFailedRun()
  const eve = await fettle.aPerson()
  const answers = [
    await eve.get(`/api/executions/${id}/graph`),
    await eve.get(`/api/executions/${id}/debug`),
    await eve.post(`/api/executions/${id}/debug`, { draft: 'replace', revision: 2 }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404])
})
