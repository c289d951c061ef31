import { afterAll, beforeAll, expect, test } from 'vitest'
import type { NodeContext } from '#src/sdk/define-node.ts'
import type { Json } from '#src/sdk/json.ts'
import { NodeError } from '#src/sdk/node-error.ts'
import { connect } from '#src/server/database.ts'
import { asEngineTransaction } from '#src/server/engine-transaction.ts'
import { freshDatabase, type TestDatabase } from '#src/server/test-database.ts'
import { dumpOf } from '#src/server/test-dump.ts'
import { createEngine } from './create-engine.ts'
import type { Engine, ExecutionEvent } from './engine.ts'
import { aWorkflow, chainOf, nodesWith, type Owned, requestFor } from './engine-fixture.ts'
import { readSteps } from './steps.queries.ts'

/** Nobody writes this by chance, in any of the ways that it may be written. */
const CANARY = 'canary & bird/7f3a+91'
const WAYS = [
  CANARY,
  encodeURIComponent(CANARY),
  Buffer.from(CANARY).toString('base64'),
  Buffer.from(`user:${CANARY}`).toString('base64'),
  Buffer.from(CANARY).toString('hex'),
]

let database: TestDatabase
let engine: Engine
let owned: Owned
let behave: (name: string, context: NodeContext) => Promise<Json>
let given: Json = {}
const logged: string[] = []
const say = (details: object, message: string) => logged.push(`${message} ${JSON.stringify(details)}`)

beforeAll(async () => {
  database = await freshDatabase()
  owned = await aWorkflow(database.pool)
  engine = await createEngine({
    databaseUrl: database.url,
    pool: database.pool,
    nodes: nodesWith((name, context) => behave(name, context)),
    host: {
      fetch: () => Promise.reject(new Error('no network')),
      runTool: async (_slug, input) => input,
      secret: async (name, ownerId) => (name === 'canary' && ownerId === owned.ownerId ? CANARY : null),
      variables: async () => given as { [name: string]: Json },
    },
    role: 'all',
    log: { info: say, warn: say, error: say },
  })
})
afterAll(async () => {
  await engine.stop()
  await database.drop()
})

const trigger = { key: 'start', type: 'webhook' }
const effect = (name: string, more: object = {}) => ({ key: name, type: 'effect', config: { name }, ...more })
const copy = { key: 'copy', type: 'value', config: { value: 'is {{ steps.canary }}' } }

/** Everything that the run has left behind, and what those who watched it were told. */
async function leftBehind(...nodes: Parameters<typeof chainOf>[0]) {
  const told: ExecutionEvent[] = []
  const { executionId } = await engine.start(requestFor(owned, chainOf([trigger, ...nodes]), 'direct'))
  const stop = engine.subscribe(executionId, (event) => told.push(event))
  const statusOf = async () =>
    (await database.pool.query('select status from execution where id = $1', [executionId])).rows[0].status
  await expect.poll(statusOf).toMatch(/succeeded|failed/)
  stop()
  return {
    steps: await readSteps(database.pool, executionId),
    everything: [await dumpOf(database.pool), JSON.stringify(told), ...logged].join('\n'),
  }
}

test('a node gets the secret, and nothing that it makes of it is left anywhere', async () => {
  let seen = ''
  behave = async (name, context) => {
    if (name !== 'canary') return { again: WAYS }
    seen = await context.secret('canary')
    return WAYS
  }
  const { steps, everything } = await leftBehind(effect('canary'), copy, effect('later'))
  expect(seen).toBe(CANARY)
  const hidden = WAYS.map(() => '[redacted]')
  expect(steps.map(({ status, output }) => [status, output])).toEqual([
    ['succeeded', null],
    ['succeeded', hidden],
    ['succeeded', `is ${JSON.stringify(hidden)}`],
    ['succeeded', { again: hidden }],
  ])
  for (const way of WAYS) expect(everything).not.toContain(way)
})

test('what a node says when it fails is hidden too', async () => {
  behave = async (_name, context) => {
    await context.secret('canary')
    throw new NodeError({
      code: 'REFUSED',
      message: `401 for ${WAYS.join(' ')}`,
      permanent: true,
      details: [{ field: 'key', message: CANARY }],
    })
  }
  const { steps, everything } = await leftBehind(effect('canary'))
  expect(steps[1]?.error?.message).toBe('canary: 401 for [redacted] [redacted] [redacted] [redacted] [redacted]')
  for (const way of WAYS) expect(everything).not.toContain(way)
})

test('so is a bug with the secret in its stack', async () => {
  behave = async (_name, context) => {
    throw new Error(`unexpected ${await context.secret('canary')}`)
  }
  const { steps, everything } = await leftBehind(effect('canary'))
  expect(steps[1]?.error).toMatchObject({ code: 'NODE_CRASHED', technical: expect.stringContaining('[redacted]') })
  expect(everything).not.toContain(CANARY)
})

test('what a caller sent before the first use is hidden in the log at the end', async () => {
  behave = async (_name, context) => {
    await context.secret('canary')
    return null
  }
  const graph = chainOf([trigger, effect('canary')])
  const { executionId, output } = await engine.startAndWait(
    requestFor(owned, graph, 'direct', { payload: { echo: CANARY } }),
    { timeoutMs: 10_000 },
  )
  expect(output).toBe(null)
  const [first] = await readSteps(database.pool, executionId)
  expect(first?.output).toEqual({ echo: '[redacted]' })
})

test('a step that names no secret gets none', async () => {
  behave = (_name, context) => context.secret('canary')
  const { steps } = await leftBehind(effect('other'))
  expect(steps[1]?.error?.code).toBe('SECRET_NOT_NAMED')
})

test('variables keep the value that they had when the run began, also for whoever goes on with it', async () => {
  given = { region: 'eu', unread: 'x' }
  const changed = Promise.withResolvers<Json>()
  behave = () => changed.promise
  const reading = { key: 'reading', type: 'value', config: { value: '{{ vars.region }}' } }
  const graph = chainOf([trigger, effect('slow'), reading])
  const { executionId } = await engine.start(requestFor(owned, graph, 'direct'))
  given = { region: 'us' }
  changed.resolve(null)
  const runOf = async () =>
    (await database.pool.query('select status, output, vars from execution where id = $1', [executionId])).rows[0]
  await expect.poll(async () => (await runOf()).status).toBe('succeeded')
  expect(await runOf()).toEqual({ status: 'succeeded', output: 'eu', vars: { region: 'eu' } })
})

test('a run of the queue keeps those of the moment in which it was accepted', async () => {
  given = { region: 'eu', unread: 'x' }
  const graph = chainOf([
    trigger,
    effect('noted'),
    { key: 'reading', type: 'value', config: { value: '{{ vars.region }}' } },
  ])
  behave = async () => null
  const own = connect({ url: database.url })
  const id = await own.db.transaction().execute(async (transaction) => {
    const { executionId } = await engine.enqueue(asEngineTransaction(transaction), requestFor(owned, graph, 'direct'))
    given = { region: 'us' }
    return executionId
  })
  await own.close()
  const runOf = async () =>
    (await database.pool.query('select status, output, vars from execution where id = $1', [id])).rows[0]
  await expect.poll(async () => (await runOf()).status, { timeout: 10_000 }).toBe('succeeded')
  expect(await runOf()).toEqual({ status: 'succeeded', output: 'eu', vars: { region: 'eu' } })
})

test('a run whose expressions read no variable keeps none', async () => {
  given = { region: 'eu' }
  const graph = chainOf([trigger, { key: 'plain', type: 'value', config: { value: 'vars.region' } }])
  const { executionId } = await engine.startAndWait(requestFor(owned, graph, 'inline'), { timeoutMs: 10_000 })
  const { rows } = await database.pool.query('select output, vars from execution where id = $1', [executionId])
  expect(rows).toEqual([{ output: 'vars.region', vars: null }])
})
