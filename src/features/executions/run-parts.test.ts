import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type Person, startTestApp, type TestApp } from '#src/app/test-app.ts'

vi.setConfig({ testTimeout: 30_000, expect: { poll: { timeout: 20_000 } } })

let fettle: TestApp
let ledgerServer: Server
let base: string
let ada: Person
/** Every call that a workflow made, in its order. */
let ledger: string[] = []

beforeAll(async () => {
  ledgerServer = createServer((request, response) => {
    ledger.push(String(request.url))
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ called: request.url }))
  })
  await new Promise<void>((resolve) => ledgerServer.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(ledgerServer.address() as AddressInfo).port}`
  base = `http://${host}`
  fettle = await startTestApp({ env: { EGRESS_ALLOW: host } })
  ada = await fettle.aPerson()
})
beforeEach(() => {
  ledger = []
})
afterAll(async () => {
  await fettle.stop()
  ledgerServer.close()
})

const call = (id: string, path = `/${id}`) => ({
  ...{ id, key: id, name: id.toUpperCase(), type: 'http' },
  config: { method: 'POST', url: base + path },
})
/** start → a → b → c → end */
const graphWith = (b = '/b') => ({
  nodes: [
    { id: 'start', key: 'start', name: 'Start', type: 'manual' },
    ...[call('a'), call('b', b), call('c')],
    {
      ...{ id: 'end', key: 'end', name: 'End', type: 'set' },
      config: { values: { input: '{{ trigger.n }}', a: '{{ steps.a.body.called }}', c: '{{ steps.c.body.called }}' } },
    },
  ],
  edges: ['start a', 'a b', 'b c', 'c end'].map((edge) => ({ from: edge.split(' ')[0], to: edge.split(' ')[1] })),
})

const aWorkflow = async (person = ada) =>
  ((await person.post('/api/workflows', { name: 'Parts', graph: graphWith() })).body.workflow as { id: string }).id

interface Shown {
  readonly id: string
  readonly status: string
  readonly version: number | 'draft'
  readonly output: unknown
  readonly steps: { key: string; status: string; output: { body?: unknown } }[]
}
const run = async (id: string, body: object) => {
  const answer = await ada.post(`/api/workflows/${id}/run`, body)
  expect(answer.body.error).toBeUndefined()
  const execution = answer.body.execution as { id: string }
  const shown = async () => (await ada.get(`/api/executions/${execution.id}`)).body.execution as Shown
  await expect.poll(async () => (await shown()).status).toMatch(/succeeded|failed|cancelled/)
  return shown()
}
const draft = (id: string, body: object = {}) => run(id, { version: 'draft', ...body })
const statusesOf = ({ steps }: Shown) => steps.map(({ key, status }) => `${key} ${status}`)
const refusal = async (id: string, body: object) => {
  const { status, body: answer } = await ada.post(`/api/workflows/${id}/run`, body)
  const { code, message, details } = answer.error as { code: string; message: string; details: { field: string }[] }
  return [status, code, details[0]?.field ?? message]
}
const UNKNOWN = 'Nothing is known of what “A” gives. Run the workflow up to here first, or pin the output of that step.'

test('a step that nothing leads to is told so, and not that the workflow had no start', async () => {
  const graph = graphWith()
  const { workflow } = (await ada.post('/api/workflows', { name: 'Loose', graph })).body as { workflow: { id: string } }
  const nodes = [...graph.nodes, call('d')]
  const saved = await ada.send('PUT', `/api/workflows/${workflow.id}/draft`, {
    graph: { ...graph, nodes },
    revision: 1,
  })
  expect(saved.status).toBe(200)
  const message = 'Nothing leads to “D”, so it never runs: connect it to the step before it first'
  for (const bounds of [{ upTo: 'd' }, { from: 'd', upTo: 'd' }, { from: 'd' }])
    expect(await refusal(workflow.id, { version: 'draft', ...bounds })).toEqual([422, 'GRAPH_HAS_PROBLEMS', message])
  expect(ledger).toEqual([])
})

test('up to a step, from a step and one step alone', async () => {
  const id = await aWorkflow()
  expect(await refusal(id, { version: 'draft', from: 'b' })).toEqual([409, 'NOTHING_KNOWN', UNKNOWN])
  expect(ledger).toEqual([])

  expect(statusesOf(await draft(id, { upTo: 'a', input: { n: 7 } }))).toEqual(['start succeeded', 'a succeeded'])
  expect(ledger).toEqual(['/a'])

  expect(statusesOf(await draft(id, { from: 'b', upTo: 'b' }))).toEqual(['start reused', 'a reused', 'b succeeded'])
  expect(ledger).toEqual(['/a', '/b'])

  const rest = await draft(id, { from: 'c' })
  expect(statusesOf(rest)).toEqual(['start reused', 'a reused', 'b reused', 'c succeeded', 'end succeeded'])
  expect([rest.version, rest.output]).toEqual(['draft', { input: 7, a: '/a', c: '/c' }])
  expect(ledger).toEqual(['/a', '/b', '/c'])
})

test('what was changed since its last run is not known any more', async () => {
  const id = await aWorkflow()
  await draft(id, { input: { n: 1 } })
  await ada.send('PUT', `/api/workflows/${id}/draft`, { graph: graphWith('/b-2'), revision: 1 })
  expect(await refusal(id, { version: 'draft', from: 'c' })).toEqual([409, 'NOTHING_KNOWN', UNKNOWN.replace('A', 'B')])
  await draft(id, { from: 'b', upTo: 'b' })
  expect(statusesOf(await draft(id, { from: 'c', upTo: 'c' }))).toContain('b reused')
  expect(ledger).toEqual(['/a', '/b', '/c', '/b-2', '/c'])
})

test('a pinned output takes the place of its step in the draft, and in nothing else', async () => {
  const id = await aWorkflow()
  const pins = `/api/workflows/${id}/pins`
  const output = { status: 200, body: { called: 'pinned' } }
  expect((await ada.send('PUT', `${pins}/a`, { output })).status).toBe(200)
  expect((await ada.get(pins)).body).toEqual({ pins: { a: { output, port: 'out' } } })

  const tried = await draft(id, { input: { n: 1 } })
  expect(tried.steps[1]).toMatchObject({ key: 'a', status: 'reused', output })
  expect(ledger).toEqual(['/b', '/c'])

  await ada.post(`/api/workflows/${id}/publish`, {})
  expect(statusesOf(await run(id, { input: { n: 1 } }))).toContain('a succeeded')
  expect(ledger).toEqual(['/b', '/c', '/a', '/b', '/c'])

  await draft(id, { from: 'a', upTo: 'a' })
  await draft(id, { pins: { b: { output: null } }, upTo: 'b', input: { n: 1 } })
  expect(ledger.slice(5)).toEqual(['/a', '/a'])

  await ada.send('DELETE', `${pins}/a`)
  await draft(id, { upTo: 'a', input: { n: 1 } })
  expect(ledger.slice(5)).toEqual(['/a', '/a', '/a'])
})

test('a step whose output was pinned in its last run is known only while it is pinned', async () => {
  const id = await aWorkflow()
  await ada.send('PUT', `/api/workflows/${id}/pins/a`, { output: {} })
  await draft(id, { from: 'b', upTo: 'b', input: { n: 1 } })
  await ada.send('DELETE', `/api/workflows/${id}/pins/a`)
  expect(await refusal(id, { version: 'draft', from: 'b' })).toEqual([409, 'NOTHING_KNOWN', UNKNOWN])
})

test('what is not a part says which field is wrong', async () => {
  const id = await aWorkflow()
  const draftOf = (more: object) => ({ version: 'draft', ...more })
  expect(await refusal(id, draftOf({ upTo: 'x' }))).toEqual([422, 'INVALID_INPUT', 'upTo'])
  expect(await refusal(id, draftOf({ from: 'x' }))).toEqual([422, 'INVALID_INPUT', 'from'])
  expect(await refusal(id, draftOf({ from: 'c', upTo: 'a' }))).toEqual([422, 'INVALID_INPUT', 'upTo'])
  await ada.post(`/api/workflows/${id}/publish`, {})
  expect(await refusal(id, { from: 'a' })).toEqual([422, 'INVALID_INPUT', 'from'])
  expect(await refusal(id, { pins: {}, version: 1 })).toEqual([422, 'INVALID_INPUT', 'pins'])
})

test('pins are limited, hold no secret, and are their owner’s', async () => {
  const id = await aWorkflow()
  const pin = async (output: unknown, person = ada, nodeId = 'a') => {
    const { status, body } = await person.send('PUT', `/api/workflows/${id}/pins/${nodeId}`, { output })
    return [status, (body.error as { code: string } | undefined)?.code]
  }
  expect(await pin('x'.repeat(256 * 1024))).toEqual([422, 'INVALID_INPUT'])
  expect(await pin('x'.repeat(256 * 1024 - 2))).toEqual([200, undefined])
  await ada.send('PUT', '/api/secrets/KEY', { value: 'a secret that is long enough' })
  expect(await pin({ header: 'Bearer a secret that is long enough' })).toEqual([422, 'INVALID_INPUT'])
  expect(await pin(1, await fettle.aPerson())).toEqual([404, 'NOT_FOUND'])
  for (let at = 1; at < 100; at++) expect(await pin(at, ada, `n${at}`)).toEqual([200, undefined])
  expect(await pin(1, ada, 'one more')).toEqual([409, 'TOO_MANY_PINS'])
  expect(await pin(2)).toEqual([200, undefined])
})

const manual = (values: object) => ({
  nodes: [
    { id: 'start', key: 'start', name: 'Start', type: 'manual' },
    { id: 'end', key: 'end', name: 'End', type: 'set', config: { values } },
  ],
  edges: [{ from: 'start', to: 'end' }],
})
const made = async (graph: object) =>
  ((await ada.post('/api/workflows', { name: 'Typed', graph })).body.workflow as { id: string }).id

test('an input that does not fit the schema of the workflow is refused, and an output that does not fails the run', async () => {
  const number = (name: string) => ({ type: 'object', properties: { [name]: { type: 'number' } }, required: [name] })
  const settings = { inputSchema: number('n'), outputSchema: number('half') }
  const id = await made({ ...manual({ half: '{{ trigger.n == 1 ? "none" : trigger.n / 2 }}' }), settings })
  const started = (input: unknown) => ada.post(`/api/workflows/${id}/run`, { version: 'draft', input })
  const refused = await started({ n: 'two' })
  expect([refused.status, (refused.body.error as { details: unknown }).details]).toEqual([
    422,
    [{ field: 'input', message: expect.stringMatching(/^n: /) }],
  ])
  const shown = async (input: unknown) => {
    const { execution } = (await started(input)).body as { execution: { id: string } }
    const path = `/api/executions/${execution.id}`
    const state = async () => (await ada.get(path)).body.execution as Shown & { error: { code: string } | null }
    await expect.poll(async () => (await state()).status).toMatch(/succeeded|failed/)
    return state()
  }
  expect(await shown({ n: 4 })).toMatchObject({ status: 'succeeded', output: { half: 2 } })
  expect(await shown({ n: 1 })).toMatchObject({ status: 'failed', output: null, error: { code: 'OUTPUT_MISFIT' } })
})

test('a draft that names a secret which is not there does not begin', async () => {
  const graph = manual({ ok: true })
  const secured = { id: 'call', key: 'call', name: 'Call', type: 'http' }
  const id = await made({
    nodes: [...graph.nodes, { ...secured, config: { url: base, auth: 'bearer', secret: 'missing' } }],
    edges: [...graph.edges, { from: 'end', to: 'call' }],
  })
  const { status, body } = await ada.post(`/api/workflows/${id}/run`, { version: 'draft' })
  expect([status, (body.error as { code: string }).code]).toEqual([422, 'GRAPH_HAS_PROBLEMS'])
  expect((body.error as { message: string }).message).toBe('Call: There is no secret called "missing"')
  expect(ledger).toEqual([])
})

test('a trial takes over what a past run came with, whatever has run since', async () => {
  const id = await aWorkflow()
  await ada.post(`/api/workflows/${id}/publish`, {})
  const past = await run(id, { input: { n: 7 } })
  const later = await draft(id, { input: { n: 8 } })
  const { executions } = (await ada.get(`/api/workflows/${id}/executions?version=draft`)).body
  expect((executions as Shown[]).map((one) => one.id)).toEqual([later.id])
  expect((await draft(id, { inputOf: past.id })).output).toMatchObject({ input: 7 })
  expect(await draft(id, { inputOf: past.id, upTo: 'a' })).toMatchObject({ input: { n: 7 } })
  expect((await draft(id, { inputOf: past.id, input: { n: 9 } })).output).toMatchObject({ input: 9 })
  expect(await refusal(id, { inputOf: past.id })).toEqual([422, 'INVALID_INPUT', 'inputOf'])
  const other = await aWorkflow()
  expect(await refusal(other, { version: 'draft', inputOf: past.id })).toEqual([422, 'INVALID_INPUT', 'inputOf'])
})
