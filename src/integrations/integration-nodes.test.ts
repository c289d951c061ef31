import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { z } from '#src/lib/zod.ts'
import { catalogEntry } from '#src/nodes/catalog.ts'
import { checkConfig } from '#src/nodes/check-config.ts'
import { parseAndRun } from '#src/nodes/test-context.ts'
import { defineAction, defineIntegration, defineTrigger, type IntegrationAuth } from '#src/sdk/define-integration.ts'
import type { NodeDefinition } from '#src/sdk/define-node.ts'
import type { Json } from '#src/sdk/json.ts'
import { createEgress } from '#src/server/egress/egress.ts'
import { nodesOf } from './integration-nodes.ts'

interface Asked {
  readonly method: string | undefined
  readonly url: string | undefined
  readonly headers: IncomingHttpHeaders
  readonly body: string
}
let asked: Asked[] = []
let answer: { status: number; headers?: Record<string, string>; body: string } = { status: 200, body: '{}' }
let server: Server
let port = 0
beforeAll(async () => {
  server = createServer(async (request, response) => {
    let body = ''
    for await (const part of request) body += part
    asked.push({ method: request.method, url: request.url, headers: request.headers, body })
    response.writeHead(answer.status, answer.headers).end(answer.body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
})
afterEach(() => {
  asked = []
  answer = { status: 200, body: '{}' }
})
afterAll(() => server.close())

const name = z.string().min(1).meta({ title: 'Name', description: 'What it is called.', control: 'text' })
const Item = z.object({ id: z.int(), name: z.string() })

/** A vendor that is nothing but the server above. */
function vendor(
  auth: IntegrationAuth = { kind: 'api-key', in: 'header', name: 'X-Key' },
  base = '/v1',
): Record<string, NodeDefinition> {
  return nodesOf([
    defineIntegration({
      ...{ name: 'acme', title: 'Acme', icon: 'globe', auth, baseUrl: `http://127.0.0.1:${port}${base}` },
      idempotencyHeader: 'Idempotency-Key',
      messageIn: (body) => z.object({ error: z.string() }).safeParse(body).data?.error,
      actions: {
        'add-item': defineAction({
          ...{
            title: 'add an item',
            description: 'Adds an item twice.',
            input: { name },
            output: Item,
            effect: 'write',
          },
          async run({ http }, input) {
            await http({ method: 'POST', path: '/items', body: { name: input.name } })
            return (await http({ method: 'POST', path: '/items', body: { name: input.name }, query: { copy: true } }))
              .body
          },
        }),
        get: defineAction({
          ...{ title: 'get', description: 'Gets a path.', input: { path: name }, output: z.json(), effect: 'read' },
          run: async ({ http }, { path }) => (await http({ method: 'GET', path })).body,
        }),
      },
      triggers: {
        'new-item': defineTrigger({
          ...{ title: 'new item', description: 'An item is new.', input: {}, output: Item, everyMinutes: 5 },
          async poll({ http }, _input, cursor) {
            const { body } = await http({ method: 'GET', path: '/items', query: { since: cursor as number | null } })
            const items = z.array(Item).parse(body)
            return {
              events: items.map((item) => ({ id: String(item.id), payload: item })),
              cursor: items.at(-1)?.id ?? cursor,
            }
          },
        }),
      },
    }),
  ])
}

const egress = () => createEgress({ allow: [`127.0.0.1:${port}`] })
const doors = () => ({
  secret: async (secret: string) => `value of ${secret}`,
  fetch: (request: Parameters<ReturnType<typeof egress>['fetch']>[0]) => egress().fetch(request),
})
const nodeOf = (type: string, auth?: IntegrationAuth, base?: string): NodeDefinition => {
  const node = vendor(auth, base)[type]
  if (node === undefined) throw new Error(`there is no ${type}`)
  return node
}
const run = (type: string, config: object, auth?: IntegrationAuth, base?: string) =>
  parseAndRun(nodeOf(type, auth, base), config, doors()).catch((error: unknown) => error)

test('an action asks with the proof and a key for each write, and its answer is what it says', async () => {
  answer = { status: 201, body: '{"id":7,"name":"Lamp","more":true}' }
  expect(await run('acme.add-item', { connection: 'ACME', name: 'Lamp' })).toEqual({ output: { id: 7, name: 'Lamp' } })
  expect(asked.map(({ method, url, body }) => [method, url, body])).toEqual([
    ['POST', '/v1/items', '{"name":"Lamp"}'],
    ['POST', '/v1/items?copy=true', '{"name":"Lamp"}'],
  ])
  expect(asked.map(({ headers }) => [headers['x-key'], headers['idempotency-key']])).toEqual([
    ['value of ACME', 'run-1:node-1:0'],
    ['value of ACME', 'run-1:node-1:0:1'],
  ])
})

test.each<[auth: IntegrationAuth, url: string, header: string | undefined]>([
  [{ kind: 'none' }, '/v1/x', undefined],
  [{ kind: 'api-key', in: 'header', name: 'Authorization', prefix: 'Token ' }, '/v1/x', 'Token value of ACME'],
  [{ kind: 'api-key', in: 'query', name: 'key' }, '/v1/x?key=value+of+ACME', undefined],
  [{ kind: 'basic' }, '/v1/x', `Basic ${btoa('value of ACME')}`],
  [
    { kind: 'oauth2', authorizeUrl: 'https://a.example', tokenUrl: 'https://t.example', scopes: [] },
    '/v1/x',
    'Bearer value of ACME',
  ],
])('the proof of %j', async (auth, url, header) => {
  await run('acme.get', { ...(auth.kind !== 'none' && { connection: 'ACME' }), path: '/x' }, auth)
  expect(asked.map((one) => [one.url, one.headers.authorization])).toEqual([[url, header]])
})

test.each([
  [401, '', 'CONNECTION_REFUSED', true],
  [404, '', 'VENDOR_NOT_FOUND', true],
  [422, '{"error":"No such colour"}', 'VENDOR_REFUSED', true],
  [429, '', 'VENDOR_BUSY', false],
  [500, '<html>', 'VENDOR_DOWN', false],
  [302, '', 'VENDOR_REFUSED', true],
])('status %i is told as what it means', async (status, body, code, permanent) => {
  answer = { status, body, headers: { 'retry-after': '7', location: 'https://evil.example/' } }
  const error = await run('acme.get', { connection: 'ACME', path: '/x' })
  expect(error).toMatchObject({ code, permanent, status, retryAfterMs: 7000 })
  if (status === 422) expect(error).toMatchObject({ message: 'Acme answered with status 422: No such colour' })
  expect(asked).toHaveLength(1)
})

test.each([
  ['', '//evil.example/x'],
  ['', '/\\evil.example/x'],
  ['', 'https://evil.example/x'],
  ['', '@evil.example/x'],
  ['/v1', '/../admin'],
  ['/v1', '/%2e%2e/admin'],
  ['/v1', '/../v1admin'],
  ['/v1', 'x'],
])('from "%s" the proof does not go to %s', async (base, path) => {
  expect(await run('acme.get', { connection: 'ACME', path }, undefined, base)).toMatchObject({
    code: 'INVALID_ADDRESS',
  })
  expect(asked).toEqual([])
})

test('a simulated run runs no action of a vendor', () => {
  expect(Object.values(vendor()).map(({ category, reaches }) => `${category} ${reaches}`)).toEqual([
    ...['action outside', 'action outside', 'trigger nothing'],
  ])
})

test('an answer that has changed is found at the step', async () => {
  answer = { status: 200, body: '{"id":"seven","name":"Lamp"}' }
  expect(await run('acme.add-item', { connection: 'ACME', name: 'Lamp' })).toMatchObject({
    code: 'INVALID_RESPONSE',
    message: 'The answer of Acme is not what was expected, at “id”',
  })
})

test('a trigger is a poll with the vendor’s own interval', async () => {
  const { poll, config } = nodeOf('acme.new-item')
  const parsed = config.parse({ connection: 'ACME' })
  answer = { status: 200, body: '[{"id":8,"name":"Lamp"}]' }
  const context = { ...doors(), signal: new AbortController().signal }
  const look = (cursor: Json) => poll?.look(context, parsed, cursor)
  expect([poll?.every(parsed), poll?.startsWithAll(parsed)]).toEqual([300, false])
  expect(await look(7)).toEqual({ events: [{ id: '8', payload: { id: 8, name: 'Lamp' } }], cursor: 8 })
  expect(asked[0]?.url).toBe('/v1/items?since=7')
})

test('the catalogue tells the form what to ask, and publishing what is missing', () => {
  const entry = catalogEntry(nodeOf('acme.add-item'))
  expect(entry).toMatchObject({
    type: 'acme.add-item',
    title: 'Acme: add an item',
    effect: 'write',
    polls: false,
    configSchema: { properties: { connection: { control: 'secret' } }, required: ['connection', 'name'] },
  })
  expect(nodeOf('acme.add-item').output({})).toMatchObject({ properties: { id: { type: 'integer' } } })
  expect(checkConfig(nodeOf('acme.add-item'), { name: '{{ trigger.name }}' }).map(({ path }) => path)).toEqual([
    'connection',
  ])
})
