import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { type Person, startTestApp, type TestApp } from '#src/app/test-app.ts'
import { loseAnswers } from '#src/server/lost-answers-fixture.ts'

vi.setConfig({ testTimeout: 40_000, expect: { poll: { timeout: 30_000 } } })

let fettle: TestApp
let ledgerServer: Server
let base: string
let ada: Person
/** The run of each call that a workflow made. */
let ledger: string[] = []
let restore: () => void = () => undefined

beforeAll(async () => {
  ledgerServer = createServer((request, response) => {
    ledger.push(String(request.url))
    response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => ledgerServer.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(ledgerServer.address() as AddressInfo).port}`
  base = `http://${host}`
  fettle = await startTestApp({ env: { EGRESS_ALLOW: host } })
  ada = await fettle.aPerson()
})
afterEach(async () => {
  restore()
  const isOver = async () => (await count('select from execution where finished_at is null')) === 0
  await vi.waitUntil(isOver, { timeout: 30_000 })
  ledger = []
})
afterAll(async () => {
  await fettle.stop()
  ledgerServer.close()
})

const count = async (sql: string, values: unknown[] = []) => (await fettle.database.pool.query(sql, values)).rowCount
const runsOf = (workflowId: string) => count('select from execution where workflow_id = $1', [workflowId])
const idOf = ({ body }: { body: Readonly<Record<string, unknown>> }) => (body.execution as { id: string }).id
const aKey = () => ({ 'idempotency-key': crypto.randomUUID() })

const start = { id: 'start', key: 'start', name: 'start', type: 'manual' }
const calls = () => ({
  ...{ id: 'call', key: 'call', name: 'call', type: 'http' },
  config: { method: 'POST', url: `${base}/{{ run.id }}` },
})
const computes = () => ({ id: 'call', key: 'call', name: 'call', type: 'set', config: { values: { one: '{{ 1 }}' } } })

/** A published workflow of a start and this step. */
async function aWorkflow(step: object = calls(), settings: object = {}): Promise<string> {
  const graph = { nodes: [start, step], edges: [{ from: 'start', to: 'call' }], settings }
  const { workflow } = (await ada.post('/api/workflows', { name: 'Once', graph })).body as { workflow: { id: string } }
  expect((await ada.post(`/api/workflows/${workflow.id}/publish`, {})).status).toBe(200)
  return workflow.id
}
const run = (id: string, key: Readonly<Record<string, string>>) => ada.post(`/api/workflows/${id}/run`, {}, key)
const retry = (id: string, key: Readonly<Record<string, string>>) =>
  ada.post(`/api/executions/${id}/retry`, { from: 'start', version: 'same' }, key)
const ended = async (id: string) => {
  await expect.poll(() => count('select from execution where id = $1 and finished_at is not null', [id])).toBe(1)
  return id
}
/** As if the process had been killed three minutes ago, before it could keep the answer. */
const killed = (key: Readonly<Record<string, string>>) =>
  fettle.database.pool.query(
    `update idempotency set status = null, answer = null, created_at = now() - interval '3 minutes' where key = $1`,
    [key['idempotency-key']],
  )

const STATE = 'select execution.status, finished_at'
const INSERTS = { direct: 'engine-insert-running', inline: 'engine-insert-ended' }

test.each([
  ['the answer to its commit', [INSERTS.direct], calls],
  ['the answer to its commit, and what it looks for then', [INSERTS.direct, STATE], calls],
  ['the answer to the commit of one that only computes', [INSERTS.inline, STATE], computes],
  ['how far it is', [STATE], calls],
])('a run whose start loses %s is the one that a repeat gets', async (_, lost, step) => {
  const id = await aWorkflow(step())
  const key = aKey()
  restore = loseAnswers(lost)
  const first = await run(id, key)
  restore()
  const repeated = await run(id, key)
  expect([repeated.status, await runsOf(id)]).toEqual([202, 1])
  if (first.status === 202) expect(idOf(repeated)).toBe(idOf(first))
  await ended(idOf(repeated))
  expect(new Set(ledger).size).toBe(step === calls ? 1 : 0)
})

test('an answer that could not be kept is told, and the key stays taken', async () => {
  const id = await aWorkflow()
  const key = aKey()
  const { pool } = fettle.database
  await pool.query(`create function refuse() returns trigger language plpgsql as $$ begin raise 'no room'; end $$`)
  await pool.query('create trigger full_disk before update of status on idempotency execute function refuse()')
  const first = await run(id, key)
  await pool.query('drop trigger full_disk on idempotency')
  expect(first.status).toBe(202)
  const { body, status } = await run(id, key)
  expect([status, (body.error as { code: string }).code]).toEqual([409, 'REQUEST_IN_PROGRESS'])
  await killed(key)
  expect(idOf(await run(id, key))).toBe(idOf(first))
  expect(await runsOf(id)).toBe(1)
})

test('after a kill a repeat gets the run, or the retry, that was started', async () => {
  const id = await aWorkflow()
  const [key, again] = [aKey(), aKey()]
  const first = await ended(idOf(await run(id, key)))
  await killed(key)
  expect(idOf(await run(id, key))).toBe(first)
  const second = await ended(idOf(await retry(first, again)))
  await killed(again)
  expect(idOf(await retry(first, again))).toBe(second)
  expect([await runsOf(id), ledger.length]).toEqual([2, 2])
})

test('a retry whose answer is lost is the one that a repeat gets', async () => {
  const id = await aWorkflow()
  const first = await ended(idOf(await run(id, aKey())))
  const key = aKey()
  restore = loseAnswers(['commit', STATE], 50)
  expect((await retry(first, key)).status).toBe(503)
  restore()
  expect((await retry(first, key)).status).toBe(202)
  expect(await runsOf(id)).toBe(2)
})

test('a repeat that overtakes the first one, which stood still, starts no second run', async () => {
  const id = await aWorkflow(calls(), { concurrency: { limit: 1 } })
  const key = aKey()
  const { pool } = fettle.database
  const client = await pool.connect()
  await client.query('begin')
  await client.query('lock table execution in share mode')
  const first = run(id, key)
  await expect.poll(() => count('select from idempotency where key = $1', [key['idempotency-key']])).toBe(1)
  await killed(key)
  const second = run(id, key)
  await expect
    .poll(() =>
      count(`select from pg_stat_activity where wait_event_type = 'Lock' and query like 'insert into execution%'`),
    )
    .toBe(2)
  await client.query('commit')
  client.release()
  expect(idOf(await second)).toBe(idOf(await first))
  expect(await runsOf(id)).toBe(1)
})

/** Runs of a workflow that have failed. */
async function failedRuns(id: string, many: number): Promise<string[]> {
  const runs: string[] = []
  for (let n = 0; n < many; n++) runs.push(await ended(idOf(await run(id, aKey()))))
  return runs
}
const childrenOf = async (workflowId: string) => {
  const { rows } = await fettle.database.pool.query<{ of: string }>(
    'select retry_of as of from execution where workflow_id = $1 and retry_of is not null',
    [workflowId],
  )
  return rows.map((row) => row.of).toSorted()
}

test('a page of retries that broke off is gone through again without a second retry of any', async () => {
  const id = await aWorkflow()
  const runs = await failedRuns(id, 3)
  const { pool } = fettle.database
  await pool.query(
    `create function break_off() returns trigger language plpgsql as $$ begin
       if new.retry_of = '${runs[0]}' then raise 'broken off'; end if; return new; end $$`,
  )
  await pool.query('create trigger broken before update on execution for each row execute function break_off()')
  const key = aKey()
  const page = { filter: { workflowId: id, status: 'failed' }, action: 'retry', from: 'start' }
  const broken = await ada.post('/api/executions/bulk', page, key)
  await pool.query('drop trigger broken on execution')
  expect([broken.status, await childrenOf(id)]).toEqual([500, runs.slice(1).toSorted()])
  // What was begun fails, too, so that it fits the filter itself.
  await expect.poll(() => count('select from execution where finished_at is null')).toBe(0)
  const repeated = await ada.post('/api/executions/bulk', page, key)
  expect([repeated.status, repeated.body]).toEqual([200, { done: 3, leftOut: [], cursor: null }])
  expect(await childrenOf(id)).toEqual(runs.toSorted())
})

test('a later page of the same retries retries none a second time, even under another key', async () => {
  const id = await aWorkflow(computes())
  const { pool } = fettle.database
  await pool.query(
    `insert into execution (id, workflow_id, owner_id, version, status, lane, trigger_kind, error, created_at, finished_at)
     select gen_random_uuid(), id, owner_id, 1, 'failed', 'inline', 'manual', '{}', now() - n * interval '1 s', now()
       from workflow, generate_series(1, 52) n where id = $1`,
    [id],
  )
  const page = (cursor?: unknown) => ({
    ...{ filter: { workflowId: id, status: 'failed' }, action: 'retry', from: 'start' },
    ...(cursor !== undefined && { cursor }),
  })
  const first = await ada.post('/api/executions/bulk', page(), aKey())
  expect(first.body).toMatchObject({ done: 50, leftOut: [] })
  for (const key of [aKey(), aKey()])
    expect((await ada.post('/api/executions/bulk', page(first.body.cursor), key)).body).toEqual({
      ...{ done: 2, leftOut: [], cursor: null },
    })
  const children = await childrenOf(id)
  expect([children.length, new Set(children).size]).toEqual([52, 52])
})

test('retries of all that begin anew leave out what was retried, unless its retry was cancelled', async () => {
  const id = await aWorkflow()
  const runs = await failedRuns(id, 4)
  const { pool } = fettle.database
  const page = { filter: { workflowId: id, status: 'failed' }, action: 'retry', from: 'start' }
  const retryAll = async () =>
    (await ada.post('/api/executions/bulk', page)).body as { done: number; leftOut: { id: string; code: string }[] }
  const allEnded = () => expect.poll(() => count('select from execution where finished_at is null')).toBe(0)
  const retriesOf = async (of: unknown) =>
    (await pool.query<{ id: string }>('select id from execution where retry_of = $1', [of])).rows.map((row) => row.id)
  const nowIs = (status: string, ids: string[]) =>
    pool.query('update execution set status = $2 where id = any($1::uuid[])', [ids, status])

  expect(await retryAll()).toMatchObject({ done: 4, leftOut: [] })
  await allEnded()
  const [succeeded = '', failed, cancelled = '', stopped = ''] = (await Promise.all(runs.map(retriesOf))).flat()
  await nowIs('succeeded', [succeeded])
  await nowIs('cancelled', [cancelled, stopped])
  const last = await ended(idOf(await retry(stopped, aKey())))

  const { done, leftOut } = await retryAll()
  expect([done, new Set(leftOut.map((one) => one.id))]).toEqual([3, new Set([runs[0], runs[1], runs[3]])])
  expect(new Set(leftOut.map(({ code }) => code))).toEqual(new Set(['ALREADY_RETRIED']))
  await allEnded()
  const found = await Promise.all([failed, runs[2], last, ...leftOut.map((one) => one.id)].map(retriesOf))
  expect(found.map((ids) => ids.length)).toEqual([1, 2, 1, 1, 1, 1])

  // Whoever says so has all of them retried once more.
  expect((await ada.post('/api/executions/bulk', { ...page, again: true })).body).toMatchObject({ leftOut: [] })
  await allEnded()
  const more = await Promise.all([failed, ...runs].map(retriesOf))
  expect(more.map((ids) => ids.length)).toEqual([2, 2, 2, 3, 2])
})
