import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Person, startTestApp, type TestApp } from '#src/app/test-app.ts'
import { rollUp } from '#src/features/retention/retention.queries.ts'
import { createSandbox } from '#src/sandbox/pool.ts'
import type { Sandbox } from '#src/sandbox/sandbox.ts'
import { testBundle } from '#src/sandbox/test-bundle.ts'

vi.setConfig({ testTimeout: 60_000, expect: { poll: { timeout: 30_000 } } })

let fettle: TestApp
let sandbox: Sandbox
let server: Server
let base: string
let ada: Person
/** Every call that a run made, in its order. */
let ledger: string[] = []
const told = `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content: 'Yes' }, finish_reason: 'stop' }] })}\n\n`
beforeAll(async () => {
  server = createServer((request, response) => {
    ledger.push(String(request.url))
    const isModel = request.url?.startsWith('/v1') === true
    response
      .writeHead(200, { 'content-type': isModel ? 'text/event-stream' : 'application/json' })
      .end(isModel ? told : JSON.stringify({ called: request.url }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  base = `http://${host}`
  sandbox = createSandbox({ bundleDir: await testBundle(), log: () => undefined })
  const env = { EGRESS_ALLOW: host, AI_BASE_URL: `${base}/v1`, AI_API_KEY: 'sk-0123456789', AI_MODEL: 'small' }
  fettle = await startTestApp({ sandbox, env })
  ada = await fettle.aPerson()
})
afterAll(async () => {
  await fettle.stop()
  await sandbox.stop()
  server.closeAllConnections()
  server.close()
})

const step = (id: string, type: string, config: object) => ({ id, key: id, name: id.toUpperCase(), type, config })
const edge = (way: string) => {
  const [from, to, port = 'out'] = way.split(' ')
  return { from, to, port }
}
const made = async (name: string, steps: object[], ways: readonly string[]) => {
  const graph = { nodes: [step('start', 'manual', {}), ...steps], edges: ways.map(edge) }
  const { body } = await ada.post('/api/workflows', { name, graph })
  expect(body.error).toBeUndefined()
  return (body.workflow as { id: string }).id
}
interface Shown {
  readonly id: string
  readonly status: string
  readonly simulated: boolean
  readonly retryOf: string | null
  readonly error: { code: string; message: string } | null
  readonly output: unknown
  readonly steps: { nodeId: string; status: string; standIn?: string; input: unknown; output: unknown }[]
}
const shown = async (id: string) => (await ada.get(`/api/executions/${id}`)).body.execution as Shown
async function ended(answer: Awaited<ReturnType<Person['post']>>, word = /succeeded|failed|cancelled/): Promise<Shown> {
  expect(answer.body.error).toBeUndefined()
  const { id } = answer.body.execution as { id: string }
  await expect.poll(async () => (await shown(id)).status).toMatch(word)
  return shown(id)
}
const ran = async (id: string, body: object, word?: RegExp) =>
  ended(await ada.post(`/api/workflows/${id}/run`, { version: 'draft', ...body }), word)
const refused = (answer: Awaited<ReturnType<Person['post']>>) => {
  const { code, message, details } = answer.body.error as { code: string; message: string; details: object[] }
  return [answer.status, code, details[0] ?? message]
}
const standInsOf = ({ steps }: Shown) =>
  Object.fromEntries(steps.flatMap(({ nodeId, standIn }) => (standIn === undefined ? [] : [[nodeId, standIn]])))
const stepsOf = ({ steps }: Shown) => steps.map(({ nodeId, status }) => `${nodeId} ${status}`)

/** Every request that this process begins, by whichever of Node's clients. */
const CHANNELS = ['http.client.request.start', 'undici:request:create']
/** What reaches others while something is done: requests, mails, runs of the workflow that is called. */
async function reached(called: string, act: () => Promise<void>) {
  let requests = 0
  const one = () => {
    requests += 1
  }
  const sums = async () => {
    const mails = await fettle.database.db.selectFrom('mail').select('id').execute()
    const { executions } = (await ada.get(`/api/workflows/${called}/executions`)).body as { executions: object[] }
    return { mails: mails.length, runs: executions.length }
  }
  const before = await sums()
  for (const channel of CHANNELS) subscribe(channel, one)
  await act()
  for (const channel of CHANNELS) unsubscribe(channel, one)
  const after = await sums()
  return { requests, mails: after.mails - before.mails, runs: after.runs - before.runs }
}

test('a simulated run asks nobody, mails nobody, calls no workflow and waits for nothing', async () => {
  const called = await made('Called', [step('only', 'set', { values: { ok: true } })], ['start only'])
  expect((await ada.post(`/api/workflows/${called}/publish`, {})).status).toBe(200)
  const code = 'async function run({ n }) { try { await fetch("http://127.0.0.1/") } catch (e) { return n + 1 } }'
  const mail = { to: 'bob@example.com', subject: 'Hello', text: 'Hello.' }
  const id = await made(
    'Reaches',
    [
      step('each', 'loop', { items: '{{ trigger.list }}' }),
      step('read', 'http', { url: `${base}/read?{{ item }}` }),
      step('tell', 'mail', mail),
      step('ways', 'if', { condition: '{{ size(trigger.list) == 2 }}' }),
      step('never', 'http', { url: `${base}/never` }),
      step('write', 'http', { method: 'POST', url: `${base}/write` }),
      step('model', 'ai', { prompt: 'Well?' }),
      step('call', 'workflow', { workflow: called, wait: false }),
      step('called', 'workflow', { workflow: called }),
      step('code', 'code', { code, input: { n: '{{ trigger.list[0] }}' } }),
      step('tip', 'tool', { tool: 'tip-calculator', input: { bill: 10 } }),
      step('sleep', 'wait', { amount: 5, unit: 'days' }),
      step('hook', 'wait', { mode: 'call', amount: 5, unit: 'days' }),
      step('boss', 'approval', { question: 'Well?', approvers: 'bob@example.com' }),
      step('end', 'set', {
        values: {
          code: '{{ steps.code.result }}',
          status: '{{ steps.write.status }}',
          model: '{{ steps.model.answer }}',
        },
      }),
    ],
    [
      ...['start each', 'each read item', 'read tell', 'each ways done', 'ways never false', 'ways write true'],
      ...['write model', 'model call', 'call called', 'called code', 'code tip', 'tip boss', 'boss sleep approved'],
      ...['sleep hook', 'hook end'],
    ],
  )
  const input = { list: [1, 2] }
  ledger = []
  let run: Shown | undefined
  const simulated = await reached(called, async () => {
    run = await ran(id, { simulate: true, input })
  })
  expect([simulated, ledger]).toEqual([{ requests: 0, mails: 0, runs: 0 }, []])
  expect(run?.error).toBeNull()
  expect(run).toMatchObject({ status: 'succeeded', simulated: true, output: { code: 2, status: 200, model: 'Text' } })
  expect(standInsOf(run as Shown)).toEqual({
    ...{ read: 'sample', tell: 'sample', write: 'sample', model: 'sample', call: 'sample' },
    ...{ called: 'sample', sleep: 'passed', hook: 'passed', boss: 'sample' },
  })
  expect(stepsOf(run as Shown).toSorted()).toEqual(
    [
      ...['start succeeded', 'each succeeded', 'read reused', 'tell reused', 'read reused', 'tell reused'],
      ...['ways succeeded', 'never skipped', 'write reused', 'model reused', 'call reused', 'called reused'],
      ...['code succeeded', 'tip succeeded', 'boss reused', 'sleep reused', 'hook reused', 'end succeeded'],
    ].toSorted(),
  )

  // The same workflow, run, does all of it, so that these figures mean something.
  let real: Shown | undefined
  const done = await reached(called, async () => {
    real = await ran(id, { simulate: false, input }, /waiting/)
  })
  expect([done, ledger.toSorted()]).toEqual([
    { requests: 4, mails: 3, runs: 2 },
    ['/read?1', '/read?2', '/v1/chat/completions', '/write'],
  ])
  expect([real?.simulated, standInsOf(real as Shown)]).toEqual([false, {}])
  await ada.post(`/api/executions/${real?.id}/cancel`, {})
  await ended({ status: 202, body: { execution: { id: real?.id } } } as never)

  // Now the last run stands for what it did, and a pin for what is pinned, within the loop as well.
  await ada.send('PUT', `/api/workflows/${id}/pins/tell`, { output: { to: ['ada@example.com'] } })
  let again: Shown | undefined
  const after = await reached(called, async () => {
    again = await ran(id, { simulate: true, input })
  })
  expect(after).toEqual({ requests: 0, mails: 0, runs: 0 })
  expect(again).toMatchObject({ status: 'succeeded', output: { code: 2, status: 200, model: 'Yes' } })
  expect(standInsOf(again as Shown)).toEqual({
    ...{ read: 'last-run', tell: 'pinned', write: 'last-run', model: 'last-run', call: 'last-run' },
    ...{ called: 'last-run', sleep: 'passed', hook: 'passed', boss: 'sample' },
  })
  const outputOf = (node: string) => again?.steps.find(({ nodeId }) => nodeId === node)?.output
  expect(outputOf('read')).toMatchObject({ status: 200, body: { called: '/read?2' } })
  expect([outputOf('called'), outputOf('boss')]).toEqual([
    { ok: true },
    { outcome: 'approved', byDeadline: true, decisions: [] },
  ])
})

/** start → shop → count → tell */
const aShop = (config: object = {}) =>
  made(
    'Shop',
    [
      step('shop', 'http', { url: `${base}/shop` }),
      step('count', 'code', { code: 'function run({ s }) { return s + 1 }', input: { s: '{{ steps.shop.status }}' } }),
      step('tell', 'mail', {
        to: 'bob@example.com',
        subject: 'Hello',
        text: 'Is {{ steps.count.result }}.',
        ...config,
      }),
    ],
    ['start shop', 'shop count', 'count tell'],
  )

test('parts of a draft are simulated, and compute what stands before them', async () => {
  const id = await aShop()
  ledger = []
  expect(stepsOf(await ran(id, { simulate: true, upTo: 'count' }))).toEqual([
    ...['start succeeded', 'shop reused', 'count succeeded'],
  ])
  const one = await ran(id, { simulate: true, from: 'tell', upTo: 'tell' })
  expect(stepsOf(one)).toEqual(['start succeeded', 'shop reused', 'count succeeded', 'tell reused'])
  expect(one.steps.at(-1)?.input).toMatchObject({ text: 'Is 201.' })
  await ada.send('PUT', `/api/workflows/${id}/pins/shop`, { output: { status: 1 } })
  const from = await ran(id, { simulate: true, from: 'shop' })
  expect(from.steps.at(-1)?.input).toMatchObject({ text: 'Is 2.' })
  expect([standInsOf(from), ledger]).toEqual([{ shop: 'pinned', tell: 'sample' }, []])
})

test('what was simulated stays so when it is repeated, and no real run goes on from it', async () => {
  const id = await aShop()
  ledger = []
  const first = await ran(id, { simulate: true })
  for (const retry of [
    { from: 'start', version: 'same' },
    { from: 'start', version: 'latest' },
    { from: 'shop', version: 'same' },
    { from: 'tell', version: 'latest' },
  ]) {
    const again = await ended(await ada.post(`/api/executions/${first.id}/retry`, retry))
    expect(again).toMatchObject({ status: 'succeeded', simulated: true, retryOf: first.id })
    expect(standInsOf(again)).toEqual(standInsOf(first))
  }
  const bulk = { filter: { workflowId: id, status: 'succeeded' }, action: 'retry', from: 'start' }
  // The four that nobody has retried; of the first one that was done above.
  expect((await ada.post('/api/executions/bulk', bulk)).body).toMatchObject({
    ...{ done: 4, leftOut: [{ id: first.id, code: 'ALREADY_RETRIED' }] },
  })
  const list = async () => (await ada.get(`/api/workflows/${id}/executions`)).body.executions as Shown[]
  await expect.poll(async () => (await list()).filter(({ status }) => status === 'succeeded').length).toBe(9)
  expect((await list()).map(({ simulated }) => simulated)).toEqual(Array.from({ length: 9 }, () => true))
  const message = expect.stringContaining('Nothing is known of what “SHOP” gives')
  const part = { version: 'draft', from: 'count' }
  for (const body of [part, { ...part, inputOf: first.id }])
    expect(refused(await ada.post(`/api/workflows/${id}/run`, body))).toEqual([409, 'NOTHING_KNOWN', message])
  expect(ledger).toEqual([])
})

test('a step that something stands for fails when its settings cannot be filled in', async () => {
  const id = await aShop({ subject: '{{ steps.shop.body.name }}' })
  const run = await ran(id, { simulate: true })
  expect(run).toMatchObject({ status: 'failed', error: { code: 'EXPRESSION_FAILED' } })
  expect(stepsOf(run).at(-1)).toBe('tell failed')
  await ada.send('PUT', `/api/workflows/${id}/pins/tell`, { output: null })
  expect((await ran(id, { simulate: true })).status).toBe('succeeded')
})

test('no published version is simulated', async () => {
  const id = await aShop()
  await ada.post(`/api/workflows/${id}/publish`, {})
  const message = 'Only the draft can be simulated, or run in parts or with pinned outputs'
  for (const version of [{}, { version: 1 }])
    expect(refused(await ada.post(`/api/workflows/${id}/run`, { ...version, simulate: true }))).toEqual([
      ...[422, 'INVALID_INPUT', { field: 'simulate', message }],
    ])
  await expect(
    fettle.database.db.updateTable('execution').set({ version: 1, graph: null, stand_ins: '{}' }).execute(),
  ).rejects.toThrow('execution_simulates_drafts')
})

test('simulated runs are no part of the figures of a workflow, kept or deleted', async () => {
  const id = await made('Stops', [step('end', 'stop', { status: 'failed', message: 'No' })], ['start end'])
  expect((await ada.post(`/api/workflows/${id}/publish`, {})).status).toBe(200)
  await ended(await ada.post(`/api/workflows/${id}/run`, {}))
  await ran(id, { simulate: true })
  const total = async () => {
    const { body } = await ada.get(`/api/workflows/${id}/analytics`)
    const { analytics } = body as { analytics: { total: { runs: number }; failures: { count: number }[] } }
    return [analytics.total.runs, analytics.failures.map(({ count }) => count)]
  }
  expect(await total()).toEqual([1, [1]])
  const { db } = fettle.database
  const runs = await db.selectFrom('execution').select('id').where('workflow_id', '=', id).execute()
  const ids = runs.map((run) => run.id)
  expect(await rollUp(db, ids, new Date(Date.now() + 60_000))).toBe(2)
  expect(await total()).toEqual([1, [1]])
})
