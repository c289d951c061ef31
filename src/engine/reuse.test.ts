import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Graph } from '#src/lib/graph/graph.schema.ts'
import type { NodeContext } from '#src/sdk/define-node.ts'
import type { Json } from '#src/sdk/json.ts'
import { NodeError } from '#src/sdk/node-error.ts'
import { freshDatabase, type TestDatabase } from '#src/server/test-database.ts'
import { doneNodes, reusableNodes } from './decide/reuse.ts'
import type { Engine, StartRequest } from './engine.ts'
import {
  aWorkflow,
  chainOf,
  giveToDead,
  graphOf,
  nodesWith,
  type Owned,
  requestFor,
  startEngine,
} from './engine-fixture.ts'
import { inTransaction } from './in-transaction.ts'
import { fixedOutput, NOTHING_REUSED, type Reuse } from './reuse.ts'
import { readSteps } from './steps.queries.ts'

vi.setConfig({ testTimeout: 30_000, expect: { poll: { timeout: 10_000 } } })

let database: TestDatabase
let engine: Engine
let owned: Owned
/** Every side effect, in its order. */
let ledger: string[] = []
let behave: (name: string, context: NodeContext) => Promise<Json> = async (name) => name

beforeAll(async () => {
  database = await freshDatabase()
  owned = await aWorkflow(database.pool)
  engine = await startEngine(database, {
    nodes: nodesWith((name, context) => {
      ledger.push(name)
      return behave(name, context)
    }),
  })
})
beforeEach(() => {
  ledger = []
  behave = async (name) => name
})
afterAll(async () => {
  await engine.stop()
  await database.drop()
})

const effect = (key: string, more: object = {}) => ({ key, type: 'effect', config: { name: key }, ...more })
const stateOf = async (id: string) =>
  (await database.pool.query('select status, output, error, retry_of from execution where id = $1', [id])).rows[0]
const ended = async (id: string) => {
  await expect.poll(async () => (await stateOf(id)).status).toMatch(/succeeded|failed|cancelled/)
  return stateOf(id)
}
const statusesOf = async (id: string) =>
  (await readSteps(database.pool, id)).map(({ key, status }) => `${key} ${status}`)

async function run(request: StartRequest): Promise<string> {
  const { executionId } = await engine.start(request)
  await ended(executionId)
  return executionId
}

/** What a run of this graph hands on to one that goes on where it failed. */
async function handedOn(id: string, graph: Graph): Promise<Reuse> {
  const { error } = await stateOf(id)
  const done = doneNodes(graph, await readSteps(database.pool, id), error?.nodeId)
  const nodes = reusableNodes({ before: graph, now: graph, done, again: [], bodyPortOf: () => undefined })
  const { reuse, unknown } = (await engine.outcomesOf(id)).handOn(graph, nodes)
  expect(unknown).toEqual([])
  return reuse
}

const fails = () => Promise.reject(new NodeError({ code: 'DOWN', message: 'It is down', permanent: true }))

const graph = graphOf(
  [
    { key: 'start', type: 'webhook' },
    effect('pay'),
    { key: 'wait', type: 'pause', config: { ms: 5 } },
    { key: 'way', type: 'choose', config: { port: 'b' } },
    effect('other'),
    { ...effect('shaky'), onError: 'continue' },
    { key: 'note', type: 'value', config: { value: '{{ run.id + " " + run.startedAt }}' } },
    effect('send'),
    { key: 'end', type: 'value', config: { value: ['{{ steps.pay }}', '{{ steps.note }}', '{{ steps.shaky }}'] } },
  ],
  [
    'start > pay',
    'pay > wait',
    'wait > way',
    'way.a > other',
    'way.b > shaky',
    'shaky > note',
    'note > send',
    'send > end',
  ],
)

test('a run goes on where another failed: what was done is taken over as it was, and not done again', async () => {
  behave = async (name) =>
    name === 'pay' ? { token: 'tok_1', id: 7 } : name === 'send' || name === 'shaky' ? fails() : name
  const first = await run(requestFor(owned, graph, 'direct'))
  expect(ledger).toEqual(['pay', 'shaky', 'send'])
  const { startedAt } = (await handedOn(first, graph)).runs[first] ?? {}

  behave = async (name) => name
  const reuse = await handedOn(first, graph)
  const second = await run({ ...requestFor(owned, graph, 'direct'), repeat: { of: first, reuse } })

  expect(ledger).toEqual(['pay', 'shaky', 'send', 'send'])
  expect(await statusesOf(second)).toEqual([
    'start reused',
    'pay reused',
    'wait reused',
    'way reused',
    'other skipped',
    'shaky reused',
    'note reused',
    'send succeeded',
    'end succeeded',
  ])
  // The log hides the token, the steps after it do not get the hidden one.
  expect(await stateOf(second)).toEqual({
    status: 'succeeded',
    output: [
      { token: 'tok_1', id: 7 },
      `${first} ${startedAt}`,
      { error: { code: 'DOWN', message: 'shaky: It is down' } },
    ],
    error: null,
    retry_of: first,
  })
})

test('a run that takes over from one that has taken over itself, and then runs in the queue', async () => {
  behave = async (name) => (name === 'send' ? fails() : { name })
  const first = await run(requestFor(owned, graph, 'direct'))
  const again = { ...requestFor(owned, graph, 'direct'), repeat: { of: first, reuse: await handedOn(first, graph) } }
  const second = await run(again)
  await engine.forget([first])
  await database.pool.query('delete from execution where id = $1', [first])
  behave = async (name) => ({ name })
  const reuse = await handedOn(second, graph)
  const { executionId: third } = await inTransaction(database.pool, (client) =>
    engine.enqueue(client, { ...requestFor(owned, graph, 'direct'), repeat: { of: second, reuse } }),
  )
  const { status, output } = await ended(third)
  expect(ledger).toEqual(['pay', 'shaky', 'send', 'send', 'send'])
  expect(status).toBe('succeeded')
  expect(output.slice(0, 1)).toEqual([{ name: 'pay' }])
  expect(output[1]).toContain(first)
})

test('what turns have done is taken over by their number, also when the process of the retry dies', async () => {
  const looping = graphOf(
    [
      { key: 'start', type: 'webhook' },
      { key: 'loop', type: 'each', config: { items: [1, 2, 3, 4], atOnce: 2 } },
      { key: 'pay', type: 'effect', config: { name: 'pay{{ item }}' } },
      { key: 'end', type: 'value', config: { value: '{{ steps.loop }}' } },
    ],
    ['start > loop', 'loop.item > pay', 'loop.done > end'],
  )
  behave = async (name) => (name === 'pay3' ? fails() : name)
  const first = await run(requestFor(owned, looping, 'direct'))
  const before = [...ledger]
  expect(before.slice(0, 3).toSorted()).toEqual(['pay1', 'pay2', 'pay3'])
  const { reuse } = (await engine.outcomesOf(first)).handOn(looping, new Set(['n_start']), new Set(['n_pay']))
  const done = Object.keys(reuse.steps).filter((name) => name !== 'n_start')
  expect(done.slice(0, 2).toSorted()).toEqual(['n_pay@0', 'n_pay@1'])

  // It does not answer while it is held, and by then another process has the run.
  const held = Promise.withResolvers<Json>()
  let begun = 0
  behave = (name) => (name === 'pay3' && ++begun === 1 ? held.promise : Promise.resolve(name))
  const { executionId } = await engine.start({ ...requestFor(owned, looping, 'direct'), repeat: { of: first, reuse } })
  await expect.poll(() => begun).toBe(1)
  await giveToDead(database.pool, executionId)
  await expect.poll(async () => (await stateOf(executionId)).status).toBe('succeeded')
  expect((await stateOf(executionId)).output).toEqual(['pay1', 'pay2', 'pay3', 'pay4'])
  const after = ledger.slice(before.length)
  expect(after.filter((name) => name === 'pay1' || name === 'pay2')).toEqual([])
  expect(after.filter((name) => name === 'pay3')).toEqual(['pay3', 'pay3'])
  held.resolve('pay3')
})

test('the answer that ended a pause is taken over with it', async () => {
  const asking = graphOf(
    [
      { key: 'start', type: 'webhook' },
      { key: 'ask', type: 'pause', config: { ms: 3_600_000, endedBy: 'decision' } },
      effect('send'),
      { key: 'reply', type: 'respond', config: { status: 201, body: '{{ steps.ask }}' } },
    ],
    ['start > ask', 'ask > send', 'send > reply'],
  )
  behave = fails
  const { executionId: first } = await engine.start(requestFor(owned, asking, 'direct'))
  await expect.poll(async () => (await stateOf(first)).status).toBe('waiting')
  await inTransaction(database.pool, (client) =>
    engine.wake(client, { executionId: first, nodeId: 'n_ask', answer: { by: 'Ada' } }),
  )
  expect((await ended(first)).status).toBe('failed')
  behave = async (name) => name
  const reuse = await handedOn(first, asking)
  const second = await run({ ...requestFor(owned, asking, 'direct'), repeat: { of: first, reuse } })
  expect(await statusesOf(second)).toEqual(['start reused', 'ask reused', 'send succeeded', 'reply succeeded'])
  expect((await stateOf(second)).output).toEqual({ by: 'Ada' })
  expect(ledger).toEqual(['send', 'send'])
})

test('a fixed output takes the place of its step', async () => {
  const reuse = { ...NOTHING_REUSED, steps: { n_pay: fixedOutput({ id: 1 }, 'out'), n_way: fixedOutput(null, 'a') } }
  const id = await run({ ...requestFor(owned, graph, 'direct'), repeat: { reuse } })
  expect(ledger).toEqual(['other'])
  expect(await statusesOf(id)).toContain('pay reused')
  expect(await statusesOf(id)).toContain('send skipped')
  expect((await stateOf(id)).retry_of).toBeNull()
})

test('of a step with side effects whose outcome is lost is said that it is not known', async () => {
  const id = await run(requestFor(owned, graph, 'direct'))
  await engine.forget([id])
  const { reuse, unknown } = (await engine.outcomesOf(id)).handOn(graph, new Set(['n_start', 'n_pay']))
  expect(unknown.map(({ key }) => key)).toEqual(['pay'])
  expect(reuse.steps).toEqual({ n_start: { run: id } })
})

test('a simulated run ends at a step that reaches further and for which nothing stands', async () => {
  const sleep = { key: 'sleep', type: 'pause', config: { ms: 5 } }
  const chain = chainOf([{ key: 'start', type: 'webhook' }, effect('known'), effect('new'), sleep])
  const start = (steps: Reuse['steps'], more: Partial<Reuse> = { standIns: {} }) =>
    run({ ...requestFor(owned, chain, 'direct'), repeat: { reuse: { ...NOTHING_REUSED, steps, ...more } } })
  const steps = { n_known: fixedOutput(1, 'out') }
  const id = await start(steps)
  expect(await statusesOf(id)).toEqual(['start succeeded', 'known reused', 'new failed'])
  expect((await stateOf(id)).error).toMatchObject({ code: 'NOTHING_STANDS_IN', key: 'new' })
  // A step of an earlier run of which nothing is kept would be done again.
  const again = await start({ ...steps, n_new: { run: id } })
  expect([(await stateOf(again)).status, ledger]).toEqual(['failed', []])
  const waits = await start({ ...steps, n_new: fixedOutput(2, 'out') })
  expect((await stateOf(waits)).error).toMatchObject({ code: 'NOTHING_STANDS_IN', key: 'sleep' })
  await start(steps, {})
  expect(ledger).toEqual(['new'])
})
