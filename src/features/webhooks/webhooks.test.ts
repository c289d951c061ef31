import { Writable } from 'node:stream'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestApp, type TestApp } from '#src/app/test-app.ts'
import { createHttpApp } from '#src/server/http/http-app.ts'

let fettle: TestApp
let ada: Person
beforeAll(async () => {
  fettle = await startTestApp()
  ada = await fettle.aPerson()
})
afterAll(() => fettle.stop())

/** The path of a published webhook that answers GET with what it received, under these headers. */
async function anEcho(headers: Readonly<Record<string, string>> | string = {}, body: unknown = '{{ trigger }}') {
  const graph = {
    nodes: [
      { id: 'a', key: 'hook', type: 'webhook', name: 'Hook', config: { methods: ['GET'] } },
      { id: 'b', key: 'answer', type: 'respond', name: 'Answer', config: { headers, body } },
    ],
    edges: [{ from: 'a', to: 'b' }],
  }
  const { workflow } = (await ada.post('/api/workflows', { name: 'Echo', graph })).body as {
    workflow: { id: string; hookPath: string }
  }
  const { status } = await ada.post(`/api/workflows/${workflow.id}/publish`, {})
  return { path: workflow.hookPath, published: status === 200 }
}

/** The path of the workflow that every new account has: its body goes to the tip calculator. */
async function theStarter(): Promise<string> {
  const { workflows } = (await ada.get('/api/workflows')).body as { workflows: { id: string; name: string }[] }
  const starter = workflows.find(({ name }) => name === 'Bill received')
  const { workflow } = (await ada.get(`/api/workflows/${starter?.id}`)).body as { workflow: { hookPath: string } }
  return workflow.hookPath
}

test.each([
  [{ bill: -5 }, 'INVALID_INPUT', 'bill'],
  [{ bill: 'a lot' }, 'INVALID_INPUT', 'bill'],
  [{ bill: 10, people: 0 }, 'INVALID_INPUT', 'people'],
  [{}, 'INVALID_INPUT', 'bill'],
])('a body that the tool of a workflow refuses, %j, is answered 422 with its reason', async (body, code, field) => {
  const answer = await fettle.visitor().post(await theStarter(), body)
  const error = answer.body.error as { message: string; executionId: string; details: { message: string }[] }
  expect([answer.status, error]).toEqual([
    422,
    expect.objectContaining({ code, details: [{ field, message: error.message }] }),
  ])
  expect(answer.headers['x-execution-id']).toBe(error.executionId)
  expect(error.message).not.toMatch(/Work out|config/)
})

test('a call without a body to a workflow that reads one is answered 422', async () => {
  const answer = await fettle.visitor().post(await theStarter())
  expect([answer.status, answer.body.error]).toEqual([422, expect.objectContaining({ code: 'INVALID_INPUT' })])
})

test('a service that does not answer is 502 to the caller', async () => {
  const graph = {
    nodes: [
      { id: 'a', key: 'hook', type: 'webhook', name: 'Hook', config: { methods: ['GET'] } },
      { id: 'b', key: 'call', type: 'http', name: 'Call', config: { url: 'http://127.0.0.1:9/' } },
      { id: 'c', key: 'answer', type: 'respond', name: 'Answer', config: { body: '{{ steps.call.body }}' } },
    ],
    edges: [
      { from: 'a', to: 'b' },
      { from: 'b', to: 'c' },
    ],
  }
  const { workflow } = (await ada.post('/api/workflows', { name: 'Calls', graph })).body as {
    workflow: { id: string; hookPath: string }
  }
  await ada.post(`/api/workflows/${workflow.id}/publish`, {})
  const answer = await fettle.visitor().get(workflow.hookPath)
  expect([answer.status, answer.body.error]).toEqual([502, expect.objectContaining({ code: 'UPSTREAM_FAILED' })])
  expect(JSON.stringify(answer.body)).not.toContain('127.0.0.1')
})

test('the session of a visitor never reaches the workflow', async () => {
  const eve = await fettle.aPerson()
  const { path } = await anEcho()
  const { status, body } = await eve.get(path, { 'x-note': 'kept' })
  expect(status).toBe(200)
  expect(body.headers).toMatchObject({ 'x-note': 'kept' })
  expect(body.headers).not.toHaveProperty('cookie')
})

test('a query may hold question marks', async () => {
  const { path } = await anEcho()
  const { body } = await ada.get(`${path}?next=/a?b=1&page=2`)
  expect(body.query).toEqual({ next: '/a?b=1', page: '2' })
})

const JSON_TYPE = 'application/json; charset=utf-8'
const TEXT_TYPE = 'text/plain; charset=utf-8'
test.each([
  ['{"page": {{ trigger.query.page }}}', JSON_TYPE, '{"page": 2}'],
  ['\n[{{ trigger.query.page }}, "ü"]', JSON_TYPE, '\n[2, "ü"]'],
  ['{page: {{ trigger.query.page }}}', TEXT_TYPE, '{page: 2}'],
  ['Page {{ trigger.query.page }}', TEXT_TYPE, 'Page 2'],
  ['{{ trigger.query.page }}', TEXT_TYPE, '2'],
  [{ page: '{{ int(trigger.query.page) }}' }, JSON_TYPE, '{"page":2}'],
])('the body %j is answered as %s', async (body, type, text) => {
  const { path } = await anEcho({}, body)
  const answer = await fettle.app.inject(`${path}?page=2`)
  expect([answer.headers['content-type'], answer.body]).toEqual([type, text])
})

test('a text keeps the type that its step gives it', async () => {
  const { path } = await anEcho({ 'content-type': 'text/csv' }, '[1]')
  expect((await fettle.app.inject(path)).headers['content-type']).toBe('text/csv')
})

test('an answer keeps its headers and our policy for it', async () => {
  const { path } = await anEcho({ 'x-flow': 'echo', 'content-type': 'text/javascript', 'x-content-type-options': 'no' })
  const { headers } = await ada.get(path)
  expect(headers['x-flow']).toBe('echo')
  expect(headers['content-security-policy']).toMatch(/^sandbox; default-src 'none'/)
  expect(headers['x-content-type-options']).toBe('nosniff')
})

test('a refusal under /hooks has the same policy, however the address is spelt', async () => {
  const { path } = await anEcho()
  const answers = await Promise.all(
    ['/hooks/x/y', path.replace('/hooks', '/%68ooks'), path.slice(0, -1)].map((url) => ada.get(url)),
  )
  expect(answers.map(({ status }) => status)).toEqual([404, 200, 404])
  for (const { headers } of answers) expect(headers['content-security-policy']).toMatch(/^sandbox; default-src 'none'/)
})

test.each(['set-cookie', 'content-security-policy', 'clear-site-data', 'nel', 'report-to', 'trailer', 'date'])(
  'a workflow that would set %s is not published',
  async (name) => {
    expect((await anEcho({ [name]: 'x' })).published).toBe(false)
  },
)

test.each(['set-cookie', 'trailer', 'upgrade', 'keep-alive', 'te', 'date', 'x-request-id', 'x-execution-id'])(
  'a run that would set %s by an expression fails in the envelope',
  async (name) => {
    const { path, published } = await anEcho('{{ trigger.query }}')
    const answer = await fettle.visitor().get(`${path}?${name}=x`)
    const error = answer.body.error as Record<string, unknown>
    expect([published, answer.status, error]).toEqual([
      true,
      expect.any(Number),
      expect.objectContaining({ message: expect.stringContaining('These headers cannot be set') }),
    ])
    expect([answer.headers['x-request-id'], answer.headers['x-execution-id']]).toEqual([
      error.requestId,
      error.executionId,
    ])
  },
)

test('the log of a failed request does not hold the secret of the webhook', async () => {
  const lines: string[] = []
  const stream = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk))
      done()
    },
  })
  const app = await createHttpApp({ log: pino(stream), trustProxy: false, https: false })
  app.get('/hooks/:id/:secret', () => {
    throw new Error('broken')
  })
  await app.inject('/hooks/0190/s3cret?token=t0ken')
  await app.inject('/%68ooks/0190/s3cret?token=t0ken')
  expect(lines.join('')).toContain('/hooks/0190/…')
  expect(lines.join('')).not.toMatch(/s3cret|t0ken/)
})
