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
async function anEcho(headers: Readonly<Record<string, string>> = {}) {
  const graph = {
    nodes: [
      { id: 'a', key: 'hook', type: 'webhook', name: 'Hook', config: { methods: ['GET'] } },
      { id: 'b', key: 'answer', type: 'respond', name: 'Answer', config: { headers, body: '{{ trigger }}' } },
    ],
    edges: [{ from: 'a', to: 'b' }],
  }
  const { workflow } = (await ada.post('/api/workflows', { name: 'Echo', graph })).body as {
    workflow: { id: string; hookPath: string }
  }
  const { status } = await ada.post(`/api/workflows/${workflow.id}/publish`, {})
  return { path: workflow.hookPath, published: status === 200 }
}

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

test('an answer keeps its headers and our policy for it', async () => {
  const { path } = await anEcho({ 'x-flow': 'echo' })
  const { headers } = await ada.get(path)
  expect(headers['x-flow']).toBe('echo')
  expect(headers['content-security-policy']).toMatch(/^sandbox; default-src 'none'/)
})

test.each(['set-cookie', 'content-security-policy', 'clear-site-data', 'nel', 'report-to'])(
  'a workflow that would set %s is not published',
  async (name) => {
    expect((await anEcho({ [name]: 'x' })).published).toBe(false)
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
  expect(lines.join('')).toContain('/hooks/0190/…')
  expect(lines.join('')).not.toMatch(/s3cret|t0ken/)
})
