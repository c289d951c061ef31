import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestApp, type TestApp } from '#src/app/test-app.ts'

// What no editor makes, and anybody can send.
let fettle: TestApp
let ada: Person
const keys: (string | string[] | undefined)[] = []
const server = createServer((request, response) => {
  keys.push(request.headers['idempotency-key'])
  response.end('{}')
}).listen(0, '127.0.0.1')

beforeAll(async () => {
  if (!server.listening) await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  fettle = await startTestApp({ env: { EGRESS_ALLOW: `127.0.0.1:${port}` } })
  ada = await fettle.aPerson()
})
afterAll(async () => {
  await fettle.stop()
  server.close()
})

const hook = { id: 'a', key: 'hook', type: 'webhook', name: 'Hook', config: { respond: 'last' } }

test.each([
  ['an id with U+0000', { id: 'b\u0000' }, 'graph.nodes.1.id'],
  ['half a character in an id', { id: 'b\ud83d' }, 'graph.nodes.1.id'],
  ['a type with U+0000', { type: 'set\u0000' }, 'graph.nodes.1.type'],
  ['a name with U+0000', { name: 'Said\u0000' }, 'graph.nodes.1.name'],
])('%s is refused, as nobody could look for it', async (_what, odd, field) => {
  const node = { id: 'b', key: 'said', type: 'set', name: 'Said', config: {}, ...odd }
  const { status, body } = await ada.post('/api/workflows', { name: 'Odd', graph: { nodes: [hook, node], edges: [] } })
  const { details } = body.error as { details: { field: string }[] }
  expect([status, details.map((detail) => detail.field)]).toEqual([422, [field]])
})

test('a step whose id no header could hold calls others under a key of its own', async () => {
  const { port } = server.address() as AddressInfo
  const ids = ['шаг 1', 'шаг 2 →', 'a%20b', 'a b']
  const calls = ids.map((id, index) => ({
    ...{ id, key: `call_${index}`, type: 'http', name: id },
    config: { method: 'POST', url: `http://127.0.0.1:${port}/` },
  }))
  const edges = ids.map((to, index) => ({ from: ids[index - 1] ?? 'a', to }))
  const { workflow } = (await ada.post('/api/workflows', { name: 'Steps', graph: { nodes: [hook, ...calls], edges } }))
    .body as { workflow: { id: string; hookPath: string } }
  expect((await ada.post(`/api/workflows/${workflow.id}/publish`, {})).status).toBe(200)
  expect((await fettle.visitor().post(workflow.hookPath, {})).status).toBe(200)
  expect(new Set(keys).size).toBe(ids.length)
})
