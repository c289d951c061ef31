import type { Client } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type Fleet, type Member, startFleet } from '../chaos/fleet.ts'
import { type ApiSession, register } from '../support/api-session.ts'
import { removeApps, removeFolders } from '../support/app-process.ts'

// A call with an Idempotency-Key, whose process is killed or stands still in the middle of it, is repeated elsewhere.

/** Within which a process that gives no sign of life is taken for dead. */
const TAKEOVER_MS = 15_000

let fleet: Fleet
let api: ApiSession
let first: Member
let second: Member
/** Each holds a lock of its own. */
let locks: readonly Client[] = []
beforeAll(async () => {
  fleet = await startFleet({})
  // The first one makes the tables.
  first = await fleet.add('web')
  second = await fleet.add('web')
  api = await register(first.app.url)
})
beforeEach(async () => {
  locks = [await fleet.connect(), await fleet.connect()]
})
afterEach(async () => {
  await Promise.all(locks.map((lock) => lock.end()))
})
afterAll(async () => {
  await fleet.stop()
  await removeApps()
  removeFolders()
})

const node = (id: string, type: string, config: object) => ({ id, key: id, type, name: id, config })
const aWorkflow = async () => {
  const nodes = [node('start', 'manual', {}), node('said', 'set', { values: { is: 'ok' } })]
  return (await api.publish('Called', { nodes, edges: [{ from: 'start', to: 'said' }] })).id
}

interface Answer {
  readonly execution?: { readonly id: string }
  readonly error?: { readonly code: string }
}

/** What the call comes to at this process. */
async function call({ app }: Member, workflowId: string, key: string) {
  const answer = await fetch(`${app.url}/api/workflows/${workflowId}/run`, {
    method: 'POST',
    headers: { ...api.headers, 'content-type': 'application/json', 'idempotency-key': key },
    body: '{}',
  })
  return { status: answer.status, ...((await answer.json()) as Answer) }
}

const runsOf = async (workflowId: string) =>
  (await fleet.query<{ id: string }>('select id from execution where workflow_id = $1', [workflowId])).map(
    ({ id }) => id,
  )
const isHeldUp = async (table: string) =>
  (
    await fleet.query(
      `select from pg_stat_activity where wait_event_type = 'Lock' and query ~ ('(insert into|update) "?' || $1)`,
      [table],
    )
  ).length > 0

const [ofRuns, ofKeys] = [0, 1]
const letGo = (lock: number) => locks[lock]?.query('rollback')
async function takeLock(lock: number, table: string): Promise<void> {
  await locks[lock]?.query(`begin; lock table ${table} in share mode`)
}

/** Holds the call up where it writes its run, or where it keeps the answer. */
async function heldUp(workflowId: string, key: string, isRunThere: boolean) {
  await takeLock(ofRuns, 'execution')
  const cut = call(second, workflowId, key).catch(() => 'cut off')
  await vi.waitUntil(() => isHeldUp('execution'), { timeout: 10_000 })
  if (isRunThere) {
    await takeLock(ofKeys, 'idempotency')
    await letGo(ofRuns)
    await vi.waitUntil(() => isHeldUp('idempotency'), { timeout: 10_000 })
  }
  return { cut }
}

test.each([
  ['before its run is there', false],
  ['before its answer is kept', true],
] as const)(
  'kill -9 of the process of a call %s: its repeat is let through at once, and starts no second run',
  async (_when, isRunThere) => {
    const id = await aWorkflow()
    const key = crypto.randomUUID()
    const { cut } = await heldUp(id, key, isRunThere)
    await fleet.kill9(second)
    expect(await cut).toBe('cut off')
    await letGo(ofRuns)
    await letGo(ofKeys)
    const { status, execution } = await call(first, id, key)
    expect([status, await runsOf(id)]).toEqual([202, [execution?.id]])
    await fleet.startAgain(second)
  },
)

test('a process that stands still in the middle of a call keeps its repeat until it is taken for dead, and then starts no second run', async () => {
  const id = await aWorkflow()
  const key = crypto.randomUUID()
  const { cut } = await heldUp(id, key, false)
  process.kill(second.app.pid, 'SIGSTOP')
  await letGo(ofRuns)
  const stopped = performance.now()
  expect(await call(first, id, key)).toMatchObject({ status: 409, error: { code: 'REQUEST_IN_PROGRESS' } })
  await expect.poll(async () => (await call(first, id, key)).status, { timeout: 30_000 }).toBe(202)
  expect(performance.now() - stopped).toBeLessThan(TAKEOVER_MS)
  process.kill(second.app.pid, 'SIGCONT')
  const runs = await runsOf(id)
  expect(await cut).toMatchObject({ status: 202, execution: { id: runs[0] } })
  expect(await runsOf(id)).toEqual(runs)
})
