import { afterAll, beforeAll, expect, test } from 'vitest'
import { Graph } from '#src/lib/graph/graph.schema.ts'
import { type ApiSession, register } from '../support/api-session.ts'
import { queryDatabase } from '../support/app-database.ts'
import { type AppProcess, removeApps, startApp } from '../support/app-process.ts'
import { type CallLedger, startCallLedger } from '../support/call-ledger.ts'

// Many more, of processes that share a database, are in faults.test.ts.
const KILLS = 6
const STEPS = ['reserve', 'pay', 'mail'] as const

let ledger: CallLedger
let app: AppProcess
let api: ApiSession

const start = (from?: AppProcess) =>
  startApp({
    env: { EGRESS_ALLOW: ledger.host, LOG_LEVEL: 'warn' },
    ...(from && { dataDir: from.dataDir, port: from.port }),
  })

beforeAll(async () => {
  ledger = await startCallLedger()
  app = await start()
  api = await register(app.url)
})
afterAll(async () => {
  await removeApps()
  await ledger.stop()
})

const http = (step: string) => ({ type: 'http', config: { method: 'POST', url: `${ledger.url}/${step}` } })

/** webhook → set → reserve → pay → mail → respond */
function orderGraph(): Graph {
  const nodes = [
    { key: 'order', type: 'webhook', config: {} },
    { key: 'total', type: 'set', config: { values: { cents: '{{ trigger.body.price * 100 }}' } } },
    ...STEPS.map((step) => ({ key: step, ...http(step) })),
    { key: 'answer', type: 'respond', config: { body: { cents: '{{ steps.total.cents }}' } } },
  ]
  const ids = nodes.map(({ key }) => `n_${key}`)
  return Graph.parse({
    nodes: nodes.map((node) => ({ ...node, id: `n_${node.key}`, name: node.key })),
    edges: ids.slice(1).map((to, index) => ({ from: ids[index], to })),
  })
}

test(
  `a run survives kill -9 of the app, ${KILLS} times`,
  async () => {
    const workflow = await api.publish('Orders', orderGraph())
    for (let kill = 0; kill < KILLS; kill++) {
      ledger.calls.length = 0
      const step = STEPS[kill % STEPS.length] ?? 'pay'
      const inFlight = ledger.hold(step)
      const caller = fetch(app.url + workflow.hookPath, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ price: kill }),
      }).catch(() => undefined)
      await inFlight
      await app.kill9()
      await caller
      app = await start(app)

      const [run] = await api.executions(workflow.id)
      const id = run?.id ?? ''
      await expect.poll(async () => (await api.execution(id)).status, { timeout: 15_000 }).toBe('succeeded')
      const { output, steps } = await api.execution(id)
      expect(output).toEqual({ cents: kill * 100 })
      expect(steps.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 'succeeded'))
      // Only the step in flight was repeated, and with its own key again.
      const expected = STEPS.flatMap((each) => (each === step ? [each, each] : [each]))
      expect(ledger.calls).toMatchObject(expected.map((each) => ({ step: each, idempotencyKey: `${id}:n_${each}:0` })))
    }
    expect(await api.executions(workflow.id)).toHaveLength(KILLS)
  },
  KILLS * 20_000,
)

const AT_ONCE = 200

test('kill -9 with 200 webhooks in flight: what was answered with 2xx runs, each once, and nothing is half there', async () => {
  const graph = orderGraph()
  const accepting = await api.publish('Accepted', {
    ...graph,
    nodes: graph.nodes.map((node) => (node.type === 'webhook' ? { ...node, config: { respond: 'now' } } : node)),
  })
  ledger.calls.length = 0
  let answered = 0
  const { promise: some, resolve } = Promise.withResolvers<void>()
  const callers = Array.from({ length: AT_ONCE }, async (_, price) => {
    const answer = await fetch(app.url + accepting.hookPath, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ price }),
    }).catch(() => undefined)
    if (answer?.ok && ++answered === AT_ONCE / 4) resolve()
    return answer?.ok ? price : undefined
  })
  await some
  await app.kill9()
  const accepted = (await Promise.all(callers)).filter((price) => price !== undefined)
  app = await start(app)

  const rows = () =>
    queryDatabase(
      app.dataDir,
      `select status, (input -> 'body' ->> 'price')::int as price, output ->> 'cents' as cents from execution
        where workflow_id = $1`,
      [accepting.id],
    )
  await expect
    .poll(async () => [...new Set((await rows()).map(({ status }) => status))], { timeout: 60_000 })
    .toEqual(['succeeded'])
  const prices = (await rows()).map(({ price }) => Number(price))
  expect(new Set(prices).size).toBe(prices.length)
  expect(accepted.filter((price) => !prices.includes(price))).toEqual([])
  expect((await rows()).filter(({ price, cents }) => Number(cents) !== Number(price) * 100)).toEqual([])
  // Each step of each run has one key, and only what was in flight was called a second time.
  const keys = ledger.calls.map(({ idempotencyKey }) => idempotencyKey)
  expect(new Set(keys).size).toBe(prices.length * STEPS.length)
}, 120_000)
