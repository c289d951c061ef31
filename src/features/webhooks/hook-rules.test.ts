import { createHmac } from 'node:crypto'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestApp, type TestApp } from '#src/app/test-app.ts'
import type { Graph } from '#src/lib/graph/graph.schema.ts'

let fettle: TestApp
let ada: Person
beforeAll(async () => {
  fettle = await startTestApp()
  ada = await fettle.aPerson()
})
afterAll(() => fettle.stop())

interface Hook {
  readonly id: string
  readonly path: string
  readonly testPath: string
}

/** A published webhook with these settings; it answers what it received. */
async function aHook(config: Readonly<Record<string, unknown>> = {}): Promise<Hook> {
  const graph = {
    nodes: [
      { id: 'a', key: 'hook', type: 'webhook', name: 'Hook', config },
      { id: 'b', key: 'echo', type: 'set', name: 'Echo', config: { values: { got: '{{ trigger }}' } } },
      { id: 'c', key: 'answer', type: 'respond', name: 'Answer', config: { body: '{{ steps.echo.got }}' } },
    ],
    edges: [
      { from: 'a', to: 'b' },
      { from: 'b', to: 'c' },
    ],
  }
  // Without a respond step where the last step is to answer.
  if (config.respond === 'last') {
    graph.nodes.pop()
    graph.edges.pop()
  }
  const { workflow } = (await ada.post('/api/workflows', { name: 'Hook', graph })).body as {
    workflow: { id: string; hookPath: string }
  }
  expect((await ada.post(`/api/workflows/${workflow.id}/publish`, {})).status).toBe(200)
  return { id: workflow.id, path: workflow.hookPath, testPath: workflow.hookPath.replace('/hooks/', '/hooks-test/') }
}

/** As another program does: bytes, without the headers of our own client. */
async function deliver(path: string, payload: string | Buffer, headers: Readonly<Record<string, string>> = {}) {
  const response = await fettle.app.inject({
    method: 'POST',
    url: path,
    payload,
    headers: { 'content-type': 'application/json', ...headers },
  })
  const { body } = response
  return {
    status: response.statusCode,
    body: body.startsWith('{') ? JSON.parse(body) : body,
    headers: response.headers,
  }
}

const runsOf = async (id: string) => {
  const { executions } = (await ada.get(`/api/workflows/${id}/executions`)).body as {
    executions: { id: string; version: unknown; status: string }[]
  }
  return executions
}

test.each([
  ['text', '{ "n": 1.50 }', '{ "n": 1.50 }', { n: 1.5 }],
  ['base64', '{ "n": 1.50 }', 'eyAibiI6IDEuNTAgfQ==', { n: 1.5 }],
])('the body as it came is there as %s', async (rawBody, sent, raw, parsed) => {
  const { path } = await aHook({ rawBody })
  const { status, body } = await deliver(path, sent)
  expect([status, body.rawBody, body.body]).toEqual([200, raw, parsed])
})

test('a file is taken as base64, and refused where only text is wanted', async () => {
  const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0xff])
  const type = { 'content-type': 'image/png' }
  const asBytes = await deliver((await aHook({ rawBody: 'base64' })).path, png, type)
  expect([asBytes.status, asBytes.body.rawBody, asBytes.body.body]).toEqual([200, png.toString('base64'), null])
  expect((await deliver((await aHook()).path, png, type)).status).toBe(400)
})

test('parts of a form are fields, and files with their bytes; what comes several times is a list', async () => {
  const { path } = await aHook()
  const part = (name: string, value: string | Buffer, more = '') => [
    Buffer.from(`--b\r\ncontent-disposition: form-data; name="${name}"${more}\r\n\r\n`),
    Buffer.from(value),
    Buffer.from('\r\n'),
  ]
  const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0xff])
  const file = '; filename="dot.png"\r\ncontent-type: image/png'
  const parts = [...part('to', 'ada'), ...part('to', 'bob'), ...part('constructor', 'x'), ...part('file', png, file)]
  const type = { 'content-type': 'multipart/form-data; boundary=b' }
  const { status, body } = await deliver(path, Buffer.concat([...parts, Buffer.from('--b--\r\n')]), type)
  expect(status).toBe(200)
  expect(Object.entries(body.body)).toEqual([
    ['to', ['ada', 'bob']],
    ['constructor', 'x'],
    ['file', { name: 'dot.png', type: 'image/png', size: 5, base64: png.toString('base64') }],
  ])
  const repeated = { 'content-type': 'application/x-www-form-urlencoded' }
  expect((await deliver(path, 'a=1&b=2&a=3', repeated)).body.body).toEqual({ a: ['1', '3'], b: '2' })
  const many = Buffer.concat(Array.from({ length: 1001 }, () => part('to', '')).flat())
  for (const broken of ['--c\r\nnothing', Buffer.concat(parts.slice(0, -1)), many])
    expect((await deliver(path, broken, type)).body.error.message).toMatch(/multipart/)
})

test('a packed body is unpacked, up to the limit of others, and signed as it was sent', async () => {
  const { path } = await aHook({ rawBody: 'base64' })
  for (const [coding, pack] of [
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
  ] as const) {
    const packed = pack('{"n":1}')
    const { status, body } = await deliver(path, packed, { 'content-encoding': coding })
    expect([coding, status, body.body, body.rawBody]).toEqual([coding, 200, { n: 1 }, packed.toString('base64')])
  }
  const refused = async (sent: Buffer | string, coding: string) => {
    const { status, body } = await deliver(path, sent, { 'content-encoding': coding })
    return [status, body.error.code]
  }
  expect(await refused(gzipSync('1'.repeat(1_048_577)), 'gzip')).toEqual([413, 'BODY_TOO_LARGE'])
  expect(await refused('{"n":1}', 'gzip')).toEqual([400, 'INVALID_REQUEST'])
  expect(await refused(Buffer.from([0x28, 0xb5, 0x2f, 0xfd]), 'zstd')).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE'])
  expect((await deliver(path, '{"n":1}', { 'content-encoding': 'utf-8' })).body.body).toEqual({ n: 1 })
})

test('a packed number that a body is recognised by counts to its last digit', async () => {
  const { id, path } = await aHook({ respond: 'now', dedupe: 'body', dedupeKey: 'id' })
  const send = (number: string) => deliver(path, gzipSync(`{"id":${number}}`), { 'content-encoding': 'gzip' })
  for (const number of ['9007199254740992', '9007199254740993', '9007199254740993'])
    expect((await send(number)).status).toBeLessThan(300)
  expect(await runsOf(id)).toHaveLength(2)
})

test.each(['json', 'text/;', 'garbage;;;'])('a body of no known type, %s, is taken as text', async (type) => {
  const { status, body } = await deliver((await aHook()).path, '{"n":1}', { 'content-type': type })
  expect([status, body.body, body.headers['content-type']]).toEqual([200, '{"n":1}', type])
})

test('the last step answers where the webhook says so', async () => {
  const { path } = await aHook({ respond: 'last' })
  const { status, body, headers } = await deliver(path, '{"n":1}')
  expect([status, body.got.body]).toEqual([200, { n: 1 }])
  expect(headers['x-execution-id']).toMatch(/^[0-9a-f-]{36}$/)
})

test('an event is committed before it is accepted', async () => {
  const { id, path } = await aHook({ respond: 'now' })
  const { status, body } = await deliver(path, '{}')
  const { rows } = await fettle.database.pool.query('select workflow_id from execution where id = $1', [
    body.executionId,
  ])
  expect([status, rows]).toEqual([202, [{ workflow_id: id }]])
})

test.each([
  [1_048_576, 202],
  [1_048_577, 413],
])('a body of %i bytes is answered %i', async (length, expected) => {
  const { path } = await aHook({ respond: 'now' })
  // Quotes: as JSON they would be twice as many.
  const body = Buffer.alloc(length, '"')
  expect((await deliver(path, body, { 'content-type': 'text/plain' })).status).toBe(expected)
})

test('more requests in a minute than the webhook takes are 429, of another workflow they are none', async () => {
  const [one, other] = [await aHook({ perMinute: 3 }), await aHook({ perMinute: 3 })]
  const statuses = []
  for (let n = 0; n < 4; n += 1) statuses.push((await deliver(one.path, '{}')).status)
  expect(statuses).toEqual([200, 200, 200, 429])
  const { body, headers } = await deliver(one.path, '{}')
  expect([body.error.code, String(body.error.retryAfter)]).toEqual(['TOO_MANY_REQUESTS', headers['retry-after']])
  expect(Number(headers['retry-after'])).toBeGreaterThan(0)
  expect((await deliver(other.path, '{}')).status).toBe(200)
  expect((await runsOf(one.id)).length).toBe(3)
})

test('a hundred deliveries of one event start one run and are marked on it', async () => {
  const { id, path } = await aHook({ respond: 'now', dedupe: 'header', dedupeKey: 'X-Delivery-Id' })
  const answers = await Promise.all(
    Array.from({ length: 100 }, () => deliver(path, '{}', { 'x-delivery-id': 'event 7' })),
  )
  const runs = await runsOf(id)
  expect(runs.length).toBe(1)
  expect(answers.map(({ body }) => body.executionId)).toEqual(Array(100).fill(runs[0]?.id))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([...Array(99).fill(200), 202])
  expect(answers.filter(({ body }) => body.duplicate).length).toBe(99)
  const { execution } = (await ada.get(`/api/executions/${runs[0]?.id}`)).body as { execution: { duplicates: number } }
  expect(execution.duplicates).toBe(99)
})

test('events with other values, or without one, each start a run', async () => {
  const { id, path } = await aHook({ dedupe: 'body', dedupeKey: 'event.id' })
  for (const body of ['{"event":{"id":1}}', '{"event":{"id":"1"}}', '{"event":{"id":1}}', '{}', '{}'])
    await deliver(path, body)
  expect((await runsOf(id)).length).toBe(4)
})

test('ids of so many digits that a number would be rounded are told apart', async () => {
  const { id, path } = await aHook({ dedupe: 'body', dedupeKey: 'id' })
  for (const n of ['1234567890123456781', '1234567890123456782', '1234567890123456782'])
    expect((await deliver(path, `\ufeff{"id":${n}}`)).status).toBe(200)
  const runs = (await ada.get(`/api/workflows/${id}/executions`)).body.executions as { key: string }[]
  expect(runs.map(({ key }) => key).toSorted()).toEqual(['1234567890123456781', '1234567890123456782'])
})

test('after its time is over, or when its first run never came to be, an event starts a run again', async () => {
  const { id, path } = await aHook({ dedupe: 'body', dedupeKey: 'id' })
  await deliver(path, '{"id":1}')
  const { pool } = fettle.database
  await pool.query(`update webhook_delivery set expires_at = now() where workflow_id = $1`, [id])
  await deliver(path, '{"id":1}')
  expect((await runsOf(id)).length).toBe(2)
  // As if the process had ended between the claim and the run.
  await pool.query(
    `update webhook_delivery set execution_id = gen_random_uuid(), claimed_at = now() - interval '61 s'
      where workflow_id = $1`,
    [id],
  )
  await deliver(path, '{"id":1}')
  expect((await runsOf(id)).length).toBe(3)
})

test('a delivery that stood still for a minute before its run was written starts no second run', async () => {
  const { id, path } = await aHook({ respond: 'now', dedupe: 'body', dedupeKey: 'id' })
  const { pool } = fettle.database
  const atWork = async () =>
    (
      await pool.query(
        `select from pg_stat_activity where wait_event_type = 'Lock' and query like '%insert into execution%'`,
      )
    ).rowCount
  const client = await pool.connect()
  await client.query('begin')
  await client.query('lock table execution in share mode')
  const first = deliver(path, '{"id":1}')
  await expect.poll(atWork).toBe(1)
  await pool.query(`update webhook_delivery set claimed_at = now() - interval '61 s' where workflow_id = $1`, [id])
  const second = deliver(path, '{"id":1}')
  await expect.poll(atWork).toBe(2)
  await client.query('commit')
  client.release()
  const answers = await Promise.all([first, second])
  const runs = await runsOf(id)
  expect(runs.length).toBe(1)
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 202])
  expect(answers.map(({ body }) => body.executionId)).toEqual([runs[0]?.id, runs[0]?.id])
})

const sign = (secret: string, body: string) => createHmac('sha256', secret).update(body).digest('hex')

test('a webhook that asks for signatures takes what was signed with its secret, byte for byte', async () => {
  const { id, path } = await aHook({ signature: 'body', signatureHeader: 'X-Sign' })
  const body = '{ "total": 1.50,  "at": "\\u00e9" }'
  expect((await deliver(path, body, { 'x-sign': sign('', body) })).status).toBe(404)
  const set = await ada.send('PUT', `/api/workflows/${id}/signing-secret`, { secret: 'correct horse' })
  expect([set.status, set.body]).toEqual([200, { secret: 'correct horse' }])
  const good = await deliver(path, body, { 'x-sign': `sha256=${sign('correct horse', body)}` })
  expect([good.status, good.body.body]).toEqual([200, { total: 1.5, at: 'é' }])
  const forged = await deliver(path, body, { 'x-sign': sign('wrong horse', body) })
  const changed = await deliver(path, body.replace('  ', ' '), { 'x-sign': sign('correct horse', body) })
  expect([forged, changed, await deliver(path, body)].map((answer) => [answer.status, answer.body.error.code])).toEqual(
    Array(3).fill([401, 'INVALID_SIGNATURE']),
  )
  expect((await runsOf(id)).length).toBe(1)
})

test('the signing secret is sealed, and no answer about the workflow holds it', async () => {
  const { id } = await aHook({ signature: 'body' })
  const { body } = await ada.send('PUT', `/api/workflows/${id}/signing-secret`, {})
  const secret = String(body.secret)
  expect(secret.length).toBe(32)
  const { rows } = await fettle.database.pool.query(
    'select hook_signing_secret as sealed from workflow where id = $1',
    [id],
  )
  expect(rows[0].sealed.includes(Buffer.from(secret))).toBe(false)
  const shown = (await ada.get(`/api/workflows/${id}`)).body as { workflow: { hasSigningSecret: boolean } }
  expect(shown.workflow.hasSigningSecret).toBe(true)
  expect(JSON.stringify(shown)).not.toContain(secret)
})

test('the test address starts the draft while the editor listens, and not before or after', async () => {
  const { id, testPath } = await aHook({ respond: 'now' })
  expect((await deliver(testPath, '{}')).status).toBe(404)
  const { body } = await ada.post(`/api/workflows/${id}/listen`)
  const minutes = (Date.parse(String(body.listensUntil)) - Date.now()) / 60_000
  expect(Math.round(minutes)).toBe(5)
  const answer = await deliver(testPath, '{"try":1}')
  expect(answer.status).toBe(202)
  expect(await runsOf(id)).toEqual([expect.objectContaining({ id: answer.body.executionId, version: 'draft' })])
  expect((await deliver(`${testPath}x`, '{}')).status).toBe(404)
  await ada.send('DELETE', `/api/workflows/${id}/listen`)
  expect((await deliver(testPath, '{}')).status).toBe(404)
})

test('a test call of a draft that cannot run is told which step stands in the way', async () => {
  const { id, testPath } = await aHook()
  const { workflow } = (await ada.get(`/api/workflows/${id}`)).body as { workflow: { graph: Graph; revision: number } }
  const nodes = workflow.graph.nodes.map((node) =>
    node.type === 'set' ? { ...node, config: { values: { got: '{{ trigger. }}' } } } : node,
  )
  const graph = { ...workflow.graph, nodes }
  await ada.send('PUT', `/api/workflows/${id}/draft`, { graph, revision: workflow.revision })
  await ada.post(`/api/workflows/${id}/listen`)
  const refused = await deliver(testPath, '{}')
  expect([refused.status, refused.body.error]).toMatchObject([422, { message: expect.stringMatching(/^Echo: /) }])
})

test('the test address stops by itself when its minutes are over', async () => {
  const { id, testPath } = await aHook()
  await ada.post(`/api/workflows/${id}/listen`)
  await fettle.database.pool.query(`update workflow set hook_listens_until = now() where id = $1`, [id])
  expect((await deliver(testPath, '{}')).status).toBe(404)
})

test('a new address takes the place of the old one at once', async () => {
  const { id, path } = await aHook()
  const { hookPath } = (await ada.post(`/api/workflows/${id}/hook-secret`)).body as { hookPath: string }
  expect(hookPath).not.toBe(path)
  expect([(await deliver(path, '{}')).status, (await deliver(hookPath, '{}')).status]).toEqual([404, 200])
})

test('nobody changes the webhook of somebody else', async () => {
  const { id, path, testPath } = await aHook()
  const eve = await fettle.aPerson()
  const answers = [
    await eve.post(`/api/workflows/${id}/listen`),
    await eve.send('DELETE', `/api/workflows/${id}/listen`),
    await eve.post(`/api/workflows/${id}/hook-secret`),
    await eve.send('PUT', `/api/workflows/${id}/signing-secret`, {}),
  ]
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404])
  expect([(await deliver(path, '{}')).status, (await deliver(testPath, '{}')).status]).toEqual([200, 404])
})

const CYCLES = Number(process.env.PUBLISH_CYCLES ?? 100)

test('publishing and unpublishing act at once, each time', async () => {
  const { id, path } = await aHook()
  const wrong: string[] = []
  for (let n = 0; n < CYCLES; n += 1) {
    await ada.post(`/api/workflows/${id}/publish`, {})
    if ((await deliver(path, '{}')).status !== 200) wrong.push(`${n}: published`)
    await ada.post(`/api/workflows/${id}/unpublish`)
    if ((await deliver(path, '{}')).status !== 404) wrong.push(`${n}: unpublished`)
  }
  expect(wrong).toEqual([])
}, 60_000)

test('a workflow with a limit: events wait for their turn and say for how many, and a draft by hand as well', async () => {
  const graph = {
    nodes: [
      { id: 'a', key: 'hook', type: 'webhook', name: 'Hook', config: { respond: 'now' } },
      { id: 'b', key: 'wait', type: 'wait', name: 'Wait', config: { amount: 1, unit: 'hours' } },
    ],
    edges: [{ from: 'a', to: 'b' }],
    settings: { concurrency: { limit: 1, key: '{{ trigger.body.customer }}' } },
  }
  const { workflow } = (await ada.post('/api/workflows', { name: 'Hook', graph })).body as {
    workflow: { id: string; hookPath: string }
  }
  expect((await ada.post(`/api/workflows/${workflow.id}/publish`, {})).status).toBe(200)
  const ids: string[] = []
  for (const customer of ['ada', 'ada', 'bob'])
    ids.push((await deliver(workflow.hookPath, JSON.stringify({ customer }))).body.executionId)
  const byHand = await ada.post(`/api/workflows/${workflow.id}/run`, {
    input: { customer: 'ada' },
    version: 'draft',
  })
  expect(byHand.status).toBe(202)
  ids.push((byHand.body as { execution: { id: string } }).execution.id)

  const look = async () => {
    const executions = await Promise.all(ids.map((id) => ada.get(`/api/executions/${id}`)))
    return executions.map(({ body }) => {
      const { status, waitsFor } = (body as { execution: { status: string; waitsFor: number | null } }).execution
      return [status, waitsFor]
    })
  }
  await expect.poll(look, { timeout: 30_000 }).toEqual([
    ['waiting', null],
    ['queued', 1],
    ['waiting', null],
    ['queued', 2],
  ])
  expect((await ada.post(`/api/executions/${ids[0]}/cancel`, {})).status).toBe(200)
  await expect.poll(look, { timeout: 30_000 }).toEqual([
    ['cancelled', null],
    ['waiting', null],
    ['waiting', null],
    ['queued', 1],
  ])
})
