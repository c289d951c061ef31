import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type Person, startTestApp, type TestApp } from '#src/app/test-app.ts'
import { uuidv7 } from '#src/lib/ids.ts'

vi.setConfig({ testTimeout: 30_000, expect: { poll: { timeout: 20_000 } } })

let fettle: TestApp
let ledgerServer: Server
let base: string
let ada: Person
/** Every call that a workflow made, in its order. */
let ledger: string[] = []
let isDown = false

beforeAll(async () => {
  ledgerServer = createServer((request, response) => {
    ledger.push(String(request.url))
    const body = { token: 'tok_1', filler: 'x'.repeat(50_000) }
    const cannot = isDown && /^\/send(\?n=3)?$/.test(request.url ?? '')
    response.writeHead(cannot ? 404 : 200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(request.url === '/pay' ? body : { path: request.url }))
  })
  await new Promise<void>((resolve) => ledgerServer.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(ledgerServer.address() as AddressInfo).port}`
  base = `http://${host}`
  fettle = await startTestApp({ env: { EGRESS_ALLOW: host } })
  ada = await fettle.aPerson()
})
beforeEach(async () => {
  // What the test before has begun does not call any more.
  await vi.waitUntil(
    async () => {
      const { rowCount } = await fettle.database.pool.query('select from execution where finished_at is null')
      return rowCount === 0
    },
    { timeout: 20_000 },
  )
  ledger = []
  isDown = true
})
afterAll(async () => {
  await fettle.stop()
  ledgerServer.close()
})

const call = (id: string, path: string) => ({
  ...{ id, key: id, name: id, type: 'http' },
  config: { method: 'POST', url: base + path },
})
const graphWith = (paths: { pay?: string; send?: string } = {}) => ({
  nodes: [
    { id: 'start', key: 'start', name: 'start', type: 'manual' },
    call('pay', paths.pay ?? '/pay'),
    call('send', paths.send ?? '/send'),
    {
      ...{ id: 'end', key: 'end', name: 'end', type: 'set' },
      config: { values: { token: '{{ steps.pay.body.token }}', size: '{{ size(steps.pay.body.filler) }}' } },
    },
  ],
  edges: [
    { from: 'start', to: 'pay' },
    { from: 'pay', to: 'send' },
    { from: 'send', to: 'end' },
  ],
})

const created = async (person: Person) =>
  (await person.post('/api/workflows', { name: 'Pay', graph: graphWith() })).body.workflow as { id: string }
const publish = (id: string) => ada.post(`/api/workflows/${id}/publish`, {})
const save = async (id: string, graph: object) => {
  const { revision } = (await ada.get(`/api/workflows/${id}`)).body.workflow as { revision: number }
  await ada.send('PUT', `/api/workflows/${id}/draft`, { graph, revision })
}

interface Shown {
  readonly id: string
  readonly status: string
  readonly version: number | 'draft'
  readonly output: unknown
  readonly retryOf: string | null
  readonly retries: { id: string; status: string }[]
  readonly steps: { key: string; status: string }[]
}
const shown = async (id: string) => (await ada.get(`/api/executions/${id}`)).body.execution as Shown
const idOf = ({ body }: { body: Readonly<Record<string, unknown>> }) => (body.execution as { id: string }).id
const ended = async (id: string) => {
  await expect.poll(async () => (await shown(id)).status).toMatch(/succeeded|failed|cancelled/)
  return shown(id)
}
const statusesOf = ({ steps }: Shown) => steps.map(({ key, status }) => `${key} ${status}`)
const retry = (id: string, from: string, version = 'same', headers = {}) =>
  ada.post(`/api/executions/${id}/retry`, { from, version }, headers)
const refusal = ({ status, body }: { status: number; body: Readonly<Record<string, unknown>> }) => {
  const { code, details } = body.error as { code: string; details: { field: string }[] }
  return [status, code, ...details.map(({ field }) => field)]
}

/** A published workflow, and a run of it that failed at its second call. */
async function aFailedRun() {
  const { id: workflowId } = await created(ada)
  await publish(workflowId)
  const { id } = await ended(idOf(await ada.post(`/api/workflows/${workflowId}/run`, {})))
  expect(ledger).toEqual(['/pay', '/send'])
  isDown = false
  return { workflowId, id }
}

test('from where it failed: what was paid is not paid again, and its answer goes on whole', async () => {
  const { id } = await aFailedRun()
  const answer = await retry(id, 'failed', 'same', { 'idempotency-key': 'retry-1' })
  const repeated = await retry(id, 'failed', 'same', { 'idempotency-key': 'retry-1' })
  expect([answer.status, idOf(repeated)]).toEqual([202, idOf(answer)])
  const second = await ended(idOf(answer))
  expect(ledger).toEqual(['/pay', '/send', '/send'])
  expect(statusesOf(second)).toEqual(['start reused', 'pay reused', 'send succeeded', 'end succeeded'])
  expect(second).toMatchObject({ status: 'succeeded', version: 1, retryOf: id, retries: [] })
  const { rows } = await fettle.database.pool.query('select output from execution where id = $1', [second.id])
  expect(rows[0].output).toEqual({ token: 'tok_1', size: 50_000 })
  const first = await shown(id)
  expect(first.retryOf).toBeNull()
  expect(first.retries).toEqual([{ id: second.id, status: 'succeeded', createdAt: expect.any(String) }])
})

/** Four turns, each of which reserves and then sends; the third cannot send. */
const looping = (body: { send?: string } = {}) => ({
  nodes: [
    { id: 'start', key: 'start', name: 'start', type: 'manual' },
    call('pay', '/pay'),
    { id: 'loop', key: 'loop', name: 'loop', type: 'loop', config: { items: [1, 2, 3, 4] } },
    call('reserve', '/reserve?n={{ item }}'),
    call('send', body.send ?? '/send?n={{ item }}'),
    {
      ...{ id: 'end', key: 'end', name: 'end', type: 'set' },
      config: { values: { sent: '{{ steps.loop.results.map(one, one.body.path) }}' } },
    },
  ],
  edges: [
    { from: 'start', to: 'pay' },
    { from: 'pay', to: 'loop' },
    { from: 'loop', port: 'item', to: 'reserve' },
    { from: 'reserve', to: 'send' },
    { from: 'loop', port: 'done', to: 'end' },
  ],
})
const BEFORE = ['/pay', '/reserve?n=1', '/send?n=1', '/reserve?n=2', '/send?n=2', '/reserve?n=3', '/send?n=3']

async function aFailedLoop() {
  const { workflow } = (await ada.post('/api/workflows', { name: 'Loop', graph: looping() })).body as {
    workflow: { id: string }
  }
  expect((await publish(workflow.id)).status).toBe(200)
  const first = await ended(idOf(await ada.post(`/api/workflows/${workflow.id}/run`, {})))
  expect([first.status, ledger]).toEqual(['failed', BEFORE])
  isDown = false
  return { workflowId: workflow.id, id: first.id }
}

test('a loop that failed goes on turn by turn: only what was not done is done', async () => {
  const { id } = await aFailedLoop()
  const second = await ended(idOf(await retry(id, 'failed')))
  expect(ledger).toEqual([...BEFORE, '/send?n=3', '/reserve?n=4', '/send?n=4'])
  expect(second).toMatchObject({ status: 'succeeded', output: { sent: [1, 2, 3, 4].map((n) => `/send?n=${n}`) } })
  expect(statusesOf(second)).toEqual([
    ...['start reused', 'pay reused', 'loop succeeded'],
    ...['reserve reused', 'reserve reused', 'reserve reused', 'reserve succeeded', 'end succeeded'],
    ...['send reused', 'send reused', 'send succeeded', 'send succeeded'],
  ])
})

test('a loop that has changed, or is retried from inside, goes around again as a whole', async () => {
  const { workflowId, id } = await aFailedLoop()
  const whole = (path: string) => [1, 2, 3, 4].flatMap((n) => [`/reserve?n=${n}`, `${path}?n=${n}`])
  ledger = []
  await ended(idOf(await retry(id, 'send')))
  expect(ledger).toEqual(whole('/send'))
  await save(workflowId, looping({ send: '/send-2?n={{ item }}' }))
  await publish(workflowId)
  ledger = []
  await ended(idOf(await retry(id, 'failed', 'latest')))
  expect(ledger).toEqual(whole('/send-2'))
})

test('from the start everything runs again, from a step that step and what follows', async () => {
  const { id } = await aFailedRun()
  expect(statusesOf(await ended(idOf(await retry(id, 'start'))))).toEqual([
    ...['start succeeded', 'pay succeeded', 'send succeeded', 'end succeeded'],
  ])
  expect(ledger).toEqual(['/pay', '/send', '/pay', '/send'])
  const again = await ended(idOf(await retry(id, 'pay')))
  expect(statusesOf(again)).toEqual(['start reused', 'pay succeeded', 'send succeeded', 'end succeeded'])
})

test('on the latest version what was changed runs again, with everything after it', async () => {
  const { workflowId, id } = await aFailedRun()
  await save(workflowId, graphWith({ send: '/send-2' }))
  await publish(workflowId)
  const second = await ended(idOf(await retry(id, 'failed', 'latest')))
  expect([second.version, ledger]).toEqual([2, ['/pay', '/send', '/send-2']])
  await save(workflowId, graphWith({ pay: '/pay-2' }))
  await publish(workflowId)
  await ended(idOf(await retry(id, 'failed', 'latest')))
  expect(ledger).toEqual(['/pay', '/send', '/send-2', '/pay-2', '/send'])
  await ada.post(`/api/workflows/${workflowId}/unpublish`)
  expect(refusal(await retry(id, 'failed', 'latest'))).toEqual([409, 'NOT_PUBLISHED'])
  expect((await ended(idOf(await retry(id, 'failed', 'same')))).version).toBe(1)
})

test('of a run of the draft the latest version is the draft', async () => {
  const { id: workflowId } = await created(ada)
  const { id } = await ended(idOf(await ada.post(`/api/workflows/${workflowId}/run`, { version: 'draft' })))
  await save(workflowId, graphWith({ send: '/draft' }))
  expect((await ended(idOf(await retry(id, 'failed', 'latest')))).version).toBe('draft')
  expect(ledger).toEqual(['/pay', '/send', '/draft'])
})

test('what cannot be retried says why', async () => {
  const { id } = await aFailedRun()
  expect(refusal(await retry(id, 'nowhere'))).toEqual([422, 'INVALID_INPUT', 'from'])
  expect(refusal(await retry(uuidv7(), 'start'))).toEqual([404, 'NOT_FOUND'])
  const eve = await fettle.aPerson()
  expect((await eve.post(`/api/executions/${id}/retry`, { from: 'start', version: 'same' })).status).toBe(404)

  const succeeded = idOf(await retry(id, 'failed'))
  await ended(succeeded)
  expect(refusal(await retry(succeeded, 'failed'))).toEqual([409, 'NOTHING_FAILED'])

  const { pool } = fettle.database
  await pool.query(`update execution set status = 'running', finished_at = null where id = $1`, [succeeded])
  expect(refusal(await retry(succeeded, 'start'))).toEqual([409, 'EXECUTION_RUNNING'])
  await pool.query(`update execution set status = 'failed', finished_at = now() where id = $1`, [succeeded])

  await fettle.parts.engine.forget([id])
  expect(refusal(await retry(id, 'failed'))).toEqual([409, 'OUTCOME_UNKNOWN'])
  expect((await retry(id, 'start')).status).toBe(202)
})

test('all that fit a filter at once: those of the own workflow, and each for itself', async () => {
  const { workflowId, id } = await aFailedRun()
  isDown = true
  const other = await ended(idOf(await ada.post(`/api/workflows/${workflowId}/run`, { key: 'other' })))
  isDown = false
  const bulk = async (person: Person, filter: object, action = 'retry') =>
    person.post('/api/executions/bulk', { filter: { workflowId, ...filter }, action })
  const byKey = await bulk(ada, { key: 'other' })
  expect([byKey.status, byKey.body]).toEqual([200, { done: 1, leftOut: [], cursor: null }])
  expect((await bulk(ada, { status: 'failed' })).body).toMatchObject({ done: 1, leftOut: [{ id: other.id }] })
  const succeeded = async () =>
    ((await ada.get(`/api/workflows/${workflowId}/executions?status=succeeded`)).body.executions as Shown[]).map(
      (run) => run.id,
    )
  await expect.poll(async () => (await succeeded()).length).toBe(2)
  expect(ledger.filter((path) => path === '/pay')).toHaveLength(2)
  expect((await shown(id)).retries).toHaveLength(1)
  expect((await shown(other.id)).retries).toHaveLength(1)
  const left = (await bulk(ada, { status: 'succeeded' })).body as { done: number; leftOut: { code: string }[] }
  expect([left.done, left.leftOut.map(({ code }) => code)]).toEqual([0, Array(2).fill('NOTHING_FAILED')])
  const cancelled = (await bulk(ada, { status: 'failed' }, 'cancel')).body as { leftOut: { code: string }[] }
  expect(cancelled.leftOut.map(({ code }) => code)).toEqual(['EXECUTION_FINISHED', 'EXECUTION_FINISHED'])
  expect(refusal(await bulk(await fettle.aPerson(), {}))).toEqual([404, 'NOT_FOUND'])
})

test('what is pinned in the draft is not done by a retry of one of its runs either', async () => {
  isDown = false
  const { id: workflowId } = await created(ada)
  const pinned = await ada.send('PUT', `/api/workflows/${workflowId}/pins/send`, { output: { sent: false } })
  expect(pinned.status).toBeLessThan(300)
  const { id } = await ended(idOf(await ada.post(`/api/workflows/${workflowId}/run`, { version: 'draft' })))
  expect(ledger).toEqual(['/pay'])
  const again = await ended(idOf(await retry(id, 'start')))
  expect(statusesOf(again)).toEqual(['start succeeded', 'pay succeeded', 'send reused', 'end succeeded'])
  await ended(idOf(await retry(id, 'pay')))
  expect(ledger).toEqual(['/pay', '/pay', '/pay'])
  await ended(idOf(await retry(id, 'send')))
  expect(ledger).toEqual(['/pay', '/pay', '/pay', '/send'])
})
