import type { Pool } from 'pg'
import { Graph } from '#src/lib/graph/graph.schema.ts'
import { uuidv7 } from '#src/lib/ids.ts'
import { z } from '#src/lib/zod.ts'
import { defineNode, type NodeContext } from '#src/sdk/define-node.ts'
import type { Json } from '#src/sdk/json.ts'
import { NodeError } from '#src/sdk/node-error.ts'
import { createEngine, type EngineOptions } from './create-engine.ts'
import { durableIdOf } from './durable-id.ts'
import type { Engine, EngineLog, Lane, NodeRegistry, StartRequest } from './engine.ts'

/** Nodes, graphs and rows for the tests of the engine. */

const AnyValue = z.json().default(null)
const describe = (type: string) =>
  ({ type, version: 1, title: type, description: '', category: 'logic', icon: 'box', output: () => ({}) }) as const

const start = defineNode({
  ...describe('webhook'),
  category: 'trigger',
  config: z.strictObject({}),
  ports: ['out'],
  reaches: 'nothing',
  effect: 'pure',
  run: ({ trigger }) => ({ output: trigger }),
})

const value = defineNode({
  ...describe('value'),
  config: z.strictObject({ value: AnyValue }),
  ports: ['out'],
  reaches: 'nothing',
  effect: 'pure',
  run: (_context, config) => ({ output: config.value }),
})

const choose = defineNode({
  ...describe('choose'),
  config: z.strictObject({ port: z.string() }),
  ports: ['a', 'b'],
  reaches: 'nothing',
  effect: 'pure',
  run: (_context, { port }) => ({ output: port, port }),
})

const broken = defineNode({
  ...describe('broken'),
  config: z.strictObject({}),
  ports: ['out'],
  reaches: 'nothing',
  effect: 'pure',
  run: () => {
    throw new NodeError({ code: 'BROKEN', message: 'It is broken', permanent: true })
  },
})

const respond = defineNode({
  ...describe('respond'),
  config: z.strictObject({ status: z.int().default(200), body: AnyValue }),
  ports: [],
  reaches: 'nothing',
  effect: 'pure',
  run: (_context, { status, body }) => ({ output: { status, headers: {}, body } }),
})

const pause = defineNode({
  ...describe('pause'),
  config: z.strictObject({ ms: z.number(), endedBy: z.enum(['call', 'decision']).optional() }),
  ports: ['out', 'late'],
  reaches: 'time',
  effect: 'read',
  run: (_context, { ms, endedBy }) => ({
    output: null,
    pause: { until: new Date(Date.now() + ms).toISOString(), ...(endedBy !== undefined && { endedBy }) },
  }),
  resume: ({ endedBy }, end) =>
    end.kind === 'ended' ? { output: end.answer } : { output: 'due', port: endedBy === undefined ? 'out' : 'late' },
})

/** Runs its body for each item, several at the same time if it is told to. */
const each = defineNode({
  ...describe('each'),
  config: z.strictObject({ items: z.array(z.json()), atOnce: z.int().default(1), goesOn: z.boolean().default(false) }),
  ports: ['item', 'done'],
  bodyPort: 'item',
  reaches: 'nothing',
  effect: 'pure',
  run: async ({ body }, { items, atOnce, goesOn }) => {
    const results: Json[] = []
    let next = 0
    let failure: NodeError | undefined
    async function goRound(): Promise<void> {
      while (next < items.length && failure === undefined) {
        const index = next++
        const end = await body.run({ item: items[index] ?? null, index })
        if (end.kind === 'ended') return
        if (end.kind === 'done') results[index] = end.output
        else if (goesOn) results[index] = end.code
        else if (failure === undefined) {
          failure = new NodeError({ code: end.code, message: `Turn ${index}: ${end.message}`, permanent: true })
          body.abandon()
        }
      }
    }
    await Promise.all(Array.from({ length: atOnce }, goRound))
    if (failure !== undefined) throw failure
    return { output: results, port: 'done' }
  },
})

/** Goes on when the first of those that lead to it is there, and says which. */
const race = defineNode({
  ...describe('race'),
  config: z.strictObject({}),
  ports: ['out'],
  join: () => 1,
  joinsEarly: true,
  reaches: 'nothing',
  effect: 'pure',
  run: ({ arrivals }) => ({ output: arrivals.map(({ key }) => key) }),
})

export type Effects = (name: string, context: NodeContext) => Promise<Json>

/** What nodes of type `effect` do, by the name in their config. */
export const nodesWith = (effects: Effects): NodeRegistry => ({
  webhook: start,
  value,
  choose,
  broken,
  each,
  race,
  respond,
  pause,
  effect: defineNode({
    ...describe('effect'),
    config: z.strictObject({ name: z.string(), value: AnyValue }),
    ports: ['out'],
    reaches: 'outside',
    effect: 'write',
    run: async (context, { name }) => ({ output: await effects(name, context) }),
  }),
})

export const LEDGER =
  'create table ledger (place bigint generated always as identity, key int, n int, event text, by text)'

/** An effect that says when it begins and ends, in the order in which all processes do. */
export async function noteInLedger(pool: Pool, { trigger }: NodeContext, by: string): Promise<Json> {
  const { key, n } = trigger as { key: number; n: number }
  for (const event of ['begins', 'ends'])
    await pool.query('insert into ledger (key, n, event, by) values ($1, $2, $3, $4)', [key, n, event, by])
  return null
}

type NodeInput = { key: string; type: string; config?: { [name: string]: Json } } & Partial<
  Pick<Graph['nodes'][number], 'disabled' | 'onError' | 'retry' | 'timeoutMs'>
>

/** Edges are written `a > b` or, with a port, `a.true > b`. */
export function graphOf(
  nodes: readonly NodeInput[],
  edges: readonly string[],
  settings: Graph['settings'] = {},
): Graph {
  return Graph.parse({
    nodes: nodes.map((node) => ({ ...node, id: `n_${node.key}`, name: node.key })),
    edges: edges.map((edge) => {
      const [source = '', to = ''] = edge.split(' > ')
      const [from = '', port = 'out'] = source.split('.')
      return { from: `n_${from}`, port, to: `n_${to}` }
    }),
    settings,
  })
}

/** Each node leads to the next. */
export const chainOf = (nodes: readonly NodeInput[], settings?: Graph['settings']): Graph =>
  graphOf(
    nodes,
    nodes.slice(1).map((node, index) => `${nodes[index]?.key} > ${node.key}`),
    settings,
  )

/** An engine that takes runs over and reaches nothing outside of its database. */
export const startEngine = (
  database: { readonly url: string; readonly pool: Pool },
  options: Pick<EngineOptions, 'nodes'> & Partial<EngineOptions>,
): Promise<Engine> =>
  createEngine({
    databaseUrl: database.url,
    pool: database.pool,
    host: { fetch: () => Promise.reject(new Error('no network')), runTool: async (_slug, input) => input },
    role: 'all',
    log: silentLog,
    heartbeatMs: 200,
    ...options,
  })

export interface Owned {
  readonly workflowId: string
  readonly ownerId: string
}

/** A person with one workflow whose versions are these graphs. */
export async function aWorkflow(pool: Pool, versions: readonly Graph[] = []): Promise<Owned> {
  const ownerId = uuidv7()
  const workflowId = uuidv7()
  await pool.query(`insert into "user" (id, name, email, password_hash) values ($1, 'Ada', $2, '')`, [
    ownerId,
    `${ownerId}@example.com`,
  ])
  await pool.query(
    `insert into workflow (id, owner_id, name, draft, hook_secret) values ($1, $2, 'Orders', '{}', 'secret')`,
    [workflowId, ownerId],
  )
  for (const [index, graph] of versions.entries())
    await pool.query('insert into workflow_version (workflow_id, version, graph, lane) values ($1, $2, $3, $4)', [
      workflowId,
      index + 1,
      JSON.stringify(graph),
      'direct',
    ])
  return { workflowId, ownerId }
}

export const requestFor = (
  owned: Owned,
  graph: Graph,
  lane: Lane,
  { payload = null, version = null }: { payload?: Json; version?: number | null } = {},
): StartRequest => ({ ...owned, graph, lane, version, trigger: { kind: 'webhook', payload } })

/**
 * From here on the rows say that another process has this run, which is gone: killed, or `signedOff` in good order. In
 * one statement and under a name of its own: between two, the engine could forget the process before it has the run.
 */
export async function giveToDead(pool: Pool, id: string, { signedOff = false } = {}): Promise<void> {
  await pool.query(
    `with dead as (insert into executor (id, application_version, heartbeat_at)
        select $2, 'interp-1', now() - interval '1 hour' where not $3),
      durable as (update dbos.workflow_status set executor_id = $2, owner_xid = $2
        where workflow_uuid = (select ${durableIdOf('e')} from execution e where e.id = $1))
      update execution set executor_id = $2 where id = $1`,
    [id, `dead-${uuidv7()}`, signedOff],
  )
}

export const silentLog: EngineLog = { info: () => {}, warn: () => {}, error: () => {} }
