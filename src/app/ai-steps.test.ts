import http, { type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dumpOf } from '#src/server/test-dump.ts'
import { type Person, startTestApp, type TestApp } from './test-app.ts'

const KEY = 'sk-canary-0123456789'

/** How the model server answers the next requests; the last one stays. */
let answers: ((response: ServerResponse, request: IncomingMessage) => void)[] = []
let asked = 0
let fettle: TestApp
let ada: Person
const server = http.createServer((request, response) => {
  request.resume()
  request.on('end', () => {
    asked += 1
    const answer = answers.length > 1 ? answers.shift() : answers[0]
    answer?.(response, request)
  })
})

const event = (body: unknown) => `data: ${JSON.stringify(body)}\n\n`
const says = (content: string) => (response: ServerResponse) =>
  void response
    .writeHead(200, { 'content-type': 'text/event-stream' })
    .end(event({ choices: [{ index: 0, delta: { content }, finish_reason: 'stop' }] }))

beforeAll(async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  server.listen(0, '127.0.0.1', resolve)
  await promise
  const { port } = server.address() as AddressInfo
  fettle = await startTestApp({
    env: { AI_BASE_URL: `http://127.0.0.1:${port}/v1`, AI_API_KEY: KEY, AI_MODEL: 'small', AI_MODELS: 'large' },
  })
  ada = await fettle.aPerson()
})
afterAll(async () => {
  await fettle.stop()
  server.closeAllConnections()
  server.close()
})

const graph = (config: object, more: object = {}) => ({
  nodes: [
    { id: 'a', key: 'hook', type: 'webhook', name: 'Hook' },
    { id: 'b', key: 'ask', type: 'ai', name: 'Ask', config: { prompt: '{{ trigger.body.q }}', ...config }, ...more },
    { id: 'c', key: 'answer', type: 'respond', name: 'Answer', config: { body: '{{ steps.ask.answer }}' } },
  ],
  edges: [
    { from: 'a', to: 'b' },
    { from: 'b', to: 'c' },
  ],
})

async function published(config: object, more: object = {}) {
  const { workflow } = (await ada.post('/api/workflows', { name: 'Ask', graph: graph(config, more) })).body as {
    workflow: { id: string; hookPath: string }
  }
  const { status, body } = await ada.post(`/api/workflows/${workflow.id}/publish`, {})
  return { ...workflow, status, body }
}

const topics = { type: 'object', properties: { topic: { type: 'string' } }, required: ['topic'] }

test('the answer of a model is checked, repaired once, and goes on as data', async () => {
  answers = [says('An order.'), says('{"topic":"order"}')]
  const { hookPath } = await published({ answerKind: 'json', schema: topics, model: 'large' })
  const { status, body } = await fettle.visitor().post(hookPath, { q: 'I want two.' })
  expect([status, body]).toEqual([200, { topic: 'order' }])
})

test('a model that the operator does not offer stands in the way of publishing', async () => {
  const { status, body } = await published({ model: 'huge' })
  expect(status).toBe(422)
  expect(JSON.stringify(body)).toContain('This server does not offer that model')
})

test('a busy server is asked again when it says so', async () => {
  asked = 0
  answers = [(response) => void response.writeHead(429, { 'retry-after': '1' }).end(), says('Hello')]
  const { hookPath } = await published({}, { retry: { max: 1, backoff: 'constant', baseMs: 1 } })
  const start = performance.now()
  expect((await fettle.visitor().post(hookPath, { q: 'Hi' })).status).toBe(200)
  expect(performance.now() - start).toBeGreaterThan(950)
  expect(asked).toBe(2)
})

test('a key that the server repeats is left nowhere', async () => {
  const leaks = (response: ServerResponse, { headers }: IncomingMessage) =>
    says(`You are ${headers.authorization} ${Buffer.from(String(headers.authorization)).toString('base64')}`)(response)
  answers = [leaks]
  const { id, hookPath } = await published({})
  const { status, body } = await fettle.visitor().post(hookPath, { q: 'Who am I?' })
  expect([status, JSON.stringify(body)]).toEqual([200, expect.not.stringContaining(KEY)])
  const { body: list } = await ada.get(`/api/workflows/${id}/executions`)
  const [run] = list.executions as { id: string }[]
  const everything = [
    JSON.stringify((await ada.get(`/api/executions/${run?.id}`)).body),
    JSON.stringify((await ada.get('/api/nodes')).body),
    await dumpOf(fettle.database.pool),
  ].join('\n')
  expect(everything).toContain('You are Bearer')
  expect(everything).not.toContain(KEY)
  expect(everything).not.toContain(Buffer.from(`Bearer ${KEY}`).toString('base64').slice(0, 24))
})

test('a run that is cancelled ends its exchange with a server that hangs', async () => {
  const { promise: reached, resolve: onReached } = Promise.withResolvers<void>()
  const { promise: closed, resolve: onClosed } = Promise.withResolvers<number>()
  answers = [
    (_response, request) => {
      request.socket.once('close', () => onClosed(performance.now()))
      onReached()
    },
  ]
  const { id } = await published({ prompt: 'Hi' })
  const { execution } = (await ada.post(`/api/workflows/${id}/run`, { input: {} })).body as {
    execution: { id: string }
  }
  await reached
  const start = performance.now()
  expect((await ada.post(`/api/executions/${execution.id}/cancel`)).status).toBe(200)
  expect((await closed) - start).toBeLessThan(2000)
  const stateOf = async () => (await ada.get(`/api/executions/${execution.id}`)).body.execution
  await expect.poll(stateOf).toMatchObject({ status: 'cancelled' })
})
