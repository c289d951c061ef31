import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import http from 'node:http'
import { text } from 'node:stream/consumers'
import Fastify, { type FastifyInstance } from 'fastify'
import { Pool } from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { startTestApp, type TestApp } from '#src/app/test-app.ts'
import { createLogger } from '#src/server/log.ts'
import { tooManyRequests, unavailable } from './app-error.ts'
import { createHttpApp, sendError } from './http-app.ts'

let fettle: TestApp
beforeAll(async () => {
  fettle = await startTestApp()
})
afterAll(() => fettle.stop())

test('a bug answers 500 in the envelope without a word of what it was', async () => {
  const app = await createHttpApp({ log: createLogger({ logLevel: 'silent' }), trustProxy: false, https: false })
  app.get('/bug', () => {
    throw new Error('secret table user_secrets')
  })
  const answer = await app.inject('/bug')
  expect(answer.statusCode).toBe(500)
  expect(answer.json()).toEqual({
    error: {
      code: 'INTERNAL_ERROR',
      message: 'Something went wrong on our side',
      details: [],
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      requestId: answer.headers['x-request-id'],
      retryAfter: null,
    },
  })
})

test('while the database is away a request is answered 503, and when to send it again', async () => {
  const app = await createHttpApp({ log: createLogger({ logLevel: 'silent' }), trustProxy: false, https: false })
  const pool = new Pool({ host: '127.0.0.1', port: 1 })
  app.get('/count', () => pool.query('select 1'))
  const answer = await app.inject('/count')
  expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '5'])
  expect(answer.json().error).toMatchObject({
    code: 'SERVICE_UNAVAILABLE',
    message: 'The database does not answer. Try again in 5 s.',
    retryAfter: 5,
  })
})

test.each([
  [tooManyRequests(7), 429, '7'],
  [unavailable('Busy', 3), 503, '3'],
])('%s sets Retry-After to retryAfter', async (error, status, seconds) => {
  const app = Fastify()
  app.get('/', (request, reply) => sendError(error, request, reply))
  const answer = await app.inject('/')
  expect([answer.statusCode, answer.headers['retry-after'], answer.json().error.retryAfter]).toEqual([
    status,
    seconds,
    Number(seconds),
  ])
})

test('the request id is ours, not the caller’s', async () => {
  const answer = await fettle.visitor().get('/api/tags', { 'x-request-id': 'forged' })
  expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
})

test('an unknown address of the API is 404 in JSON', async () => {
  const answer = await fettle.visitor().get('/api/no-such-thing')
  expect([answer.status, answer.body.error]).toEqual([404, expect.objectContaining({ code: 'NOT_FOUND' })])
})

test('a method that an address of the API does not take is 405, and Allow says which it does', async () => {
  const { body } = await fettle.visitor().get('/api/openapi.json')
  const paths = Object.entries(body.paths as Record<string, object>).map(([path, operations]) => ({
    url: path.replace(/\{\w+\}/g, '0'),
    route: path.replace(/\{(\w+)\}/g, ':$1'),
    pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`),
    methods: Object.keys(operations).map((name) => name.toUpperCase()),
  }))
  let refused = 0
  for (const { url, route } of paths) {
    // An address such as /api/things/options may also be a thing by the name of options.
    const taken = paths.filter(({ pattern }) => pattern.test(url)).flatMap(({ methods }) => methods)
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const) {
      // Mails unsubscribe by a form, which is no call of the API and stands in no contract.
      if (taken.includes(method) || fettle.app.hasRoute({ method, url: route })) continue
      const { statusCode, headers } = await fettle.app.inject({ method, url })
      expect([method, url, statusCode, String(headers.allow).split(', ')]).toEqual([
        method,
        url,
        405,
        expect.arrayContaining(taken),
      ])
      refused += 1
    }
  }
  expect(refused).toBeGreaterThan(paths.length)
  const run = await fettle.visitor().get('/api/tools/tip-calculator/run?bill=1')
  expect([run.headers.allow, run.body.error]).toEqual(['POST', expect.objectContaining({ code: 'METHOD_NOT_ALLOWED' })])
})

test('a body of more than a megabyte is refused', async () => {
  const answer = await fettle.visitor().post('/api/login', { email: 'x'.repeat(1_100_000) })
  expect([answer.status, answer.body.error]).toEqual([413, expect.objectContaining({ code: 'BODY_TOO_LARGE' })])
})

test('__proto__ in a body is refused', async () => {
  const answer = await fettle.app.inject({
    method: 'POST',
    url: '/api/tools/tip-calculator/run',
    payload: '{"bill":1,"__proto__":{"admin":true}}',
    headers: { 'content-type': 'application/json', 'x-requested-with': 'test' },
  })
  expect([answer.statusCode, answer.json().error?.code]).toEqual([400, 'INVALID_REQUEST'])
})

test('every answer carries the headers that keep a page to itself', async () => {
  const { headers } = await fettle.visitor().get('/api/tags')
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'strict-origin-when-cross-origin',
  })
  const policy = String(headers['content-security-policy'])
  expect(policy).toMatch(/script-src 'nonce-[\w+/=]{24}' 'strict-dynamic'(;|$)/)
  expect(policy).not.toMatch(/unsafe/)
})

test('without Stripe the policy of a page where cards are entered is that of every page', async () => {
  const { headers } = await fettle.app.inject({ url: '/fxn/tip-calculator' })
  expect(String(headers['content-security-policy']).replaceAll(/'nonce-[^']+'/g, 'nonce')).toBe(
    "default-src 'none'; script-src nonce 'strict-dynamic'; style-src 'self' nonce; img-src 'self' data: blob:; " +
      "font-src 'self'; connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; " +
      "form-action 'self'; frame-ancestors 'none'",
  )
})

test('the OpenAPI document names every call, with its parameters, body and failures', async () => {
  const { body } = await fettle.visitor().get('/api/openapi.json')
  const paths = body.paths as Record<string, Record<string, { parameters: { name: string }[]; requestBody?: object }>>
  expect(body.openapi).toBe('3.1.0')
  expect(Object.keys(paths)).toEqual(
    expect.arrayContaining([
      '/api/user',
      '/api/tools/{id}/run',
      '/api/discovery/search',
      '/api/workflows/{id}/publish',
    ]),
  )
  expect(paths['/api/discovery/search']?.get?.parameters.map(({ name }) => name)).toEqual([
    'search',
    'category',
    'sort',
    'tags',
    'facets',
    'page',
    'from',
  ])
  expect(paths['/api/login']?.post?.requestBody).toBeDefined()
})

test('every reference of the OpenAPI document leads to a part of it', async () => {
  const { body } = await fettle.visitor().get('/api/openapi.json')
  const references = new Set<string>()
  JSON.stringify(body, (key, value) => {
    if (key === '$ref') references.add(value)
    expect(key).not.toBe('$defs')
    return value
  })
  expect([...references].sort()).toEqual(['#/components/schemas/ErrorEnvelope', '#/components/schemas/JsonValue'])
  const { schemas } = body.components as { schemas: object }
  expect(Object.keys(schemas).sort()).toEqual(['ErrorEnvelope', 'JsonValue'])
})

test.each(['/api/tools/%00', '/api/discovery/search?tags=%00', '/api/tools/%E0%A4%A'])(
  '%s is a malformed request',
  async (url) => {
    const answer = await fettle.visitor().get(url)
    expect([answer.status, answer.body.error]).toEqual([400, expect.objectContaining({ code: 'INVALID_REQUEST' })])
    expect(answer.headers['x-request-id']).toBe((answer.body.error as { requestId: string }).requestId)
  },
)

test.each([
  '/cards/%00.png',
  '/api/avatars/%00',
  '/api/billing/%00/pdf',
  '/api/account/exports/%00/download',
  '/api/executions/%00/events',
  '/api/executions/%00/files/%00',
  '/hooks/%00/%00',
  '/hooks-test/%00/%00',
  '/hooks/resume/%00',
])('%s leads nowhere', async (url) => {
  const person = await fettle.aPerson()
  const answer = await person.get(url)
  expect([answer.status, answer.body.error]).toEqual([404, expect.objectContaining({ code: 'NOT_FOUND' })])
})

test('a call may have an Idempotency-Key whatever the length of its address', async () => {
  // Random: an index compresses what repeats itself.
  const url = `/api/workflows?x=${randomBytes(4000).toString('hex')}`
  const person = await fettle.aPerson()
  const make = async (to: string) => {
    const { status, body } = await person.post(to, { name: 'Long' }, { 'idempotency-key': 'long' })
    return { status, id: (body.workflow as { id: string } | undefined)?.id }
  }
  const first = await make(url)
  expect(first).toEqual({ status: 201, id: expect.any(String) })
  expect(await make(url)).toEqual(first)
  const other = await make(`${url}0`)
  expect([other.status, other.id === first.id]).toEqual([201, false])
})

/** As node:http sends it, whatever it is. */
const answerTo = async (app: FastifyInstance, target: string) => {
  const { port } = new URL(app.listeningOrigin)
  const request = http.get({ port, path: target })
  const [answer] = (await once(request, 'response')) as [http.IncomingMessage]
  return { status: answer.statusCode, body: await text(answer) }
}

test.each([
  ['/a?b=1', 200, '/a?b=1'],
  ['http://other/a?b=1', 200, '/a?b=1'],
  ['HTTPS://other?b=1', 200, '/?b=1'],
  ['*', 404, 'NOT_FOUND'],
  ['*.other/a', 404, 'NOT_FOUND'],
  ['ftp://other/a', 404, 'NOT_FOUND'],
])('the request target %s is answered %i', async (target, status, body) => {
  const app = await createHttpApp({ log: createLogger({ logLevel: 'silent' }), trustProxy: false, https: false })
  app.get('/*', (request) => request.url)
  await app.listen({ port: 0 })
  onTestFinished(() => app.close())
  expect(await answerTo(app, target)).toEqual({ status, body: expect.stringContaining(body) })
})

test('behind a proxy the address is the one that the proxy saw', async () => {
  const app = await createHttpApp({ log: createLogger({ logLevel: 'silent' }), trustProxy: true, https: false })
  app.get('/', (request) => request.ip)
  const answer = await app.inject({ url: '/', headers: { 'x-forwarded-for': '198.51.100.1, 203.0.113.9' } })
  expect(answer.body).toBe('203.0.113.9')
})

test('a log names the address, but not its query', async () => {
  const lines: string[] = []
  const log = pino({ level: 'debug' }, { write: (line: string) => void lines.push(line) })
  const app = await createHttpApp({ log, trustProxy: false, https: false })
  app.get('/auth', () => {
    throw new Error('a bug')
  })
  await app.inject('/auth?code=signs-somebody-in&state=1')
  expect(lines).toHaveLength(2)
  for (const line of lines) expect(JSON.parse(line).url).toBe('/auth?…')
  expect(lines.join('')).not.toContain('signs-somebody-in')
})

test.each(['/unsubscribe/', '/api/approvals/', '/run-files/'])(
  'a log holds no token that stands behind %s',
  async (path) => {
    const lines: string[] = []
    const log = pino({ level: 'debug' }, { write: (line: string) => void lines.push(line) })
    const app = await createHttpApp({ log, trustProxy: false, https: false })
    await app.inject(`${path}s3cr3t`)
    expect(lines.map((line) => JSON.parse(line).url)).toEqual([`${path}…`])
  },
)
