import { setTimeout as sleep } from 'node:timers/promises'
import { Client, type Pool } from 'pg'
import { createEngine } from '#src/engine/create-engine.ts'
import type { Engine, EngineHost, StartRequest } from '#src/engine/engine.ts'
import { Graph } from '#src/lib/graph/graph.schema.ts'
import { createNodes } from '#src/nodes/index.ts'
import { connect, type Database } from '#src/server/database.ts'
import { asEngineTransaction } from '#src/server/engine-transaction.ts'
import { migrate } from '#src/server/migrations.ts'
import { startPostgres } from '#src/server/postgres/cluster.ts'
import { temporaryFolder } from '../e2e/support/app-process.ts'
import { type Figure, quantile, rounded } from './figures.ts'

const ACCOUNTS = 20
const DRAIN_MS = 30_000
const NEW_ACCOUNTS = 20

const GRAPH = Graph.parse({
  nodes: [
    { id: 'n0', key: 'start', type: 'manual', name: 'Start' },
    { id: 'n1', key: 'note', type: 'set', name: 'Note', config: { values: { n: 1 } } },
  ],
  edges: [{ from: 'n0', to: 'n1' }],
})
const HOST: EngineHost = {
  fetch: () => Promise.reject(new Error('no network')),
  runTool: async (_tool, input) => input,
}
const silent = {
  info: () => {},
  warn: () => {},
  error: (details: object, message: string) => console.error(message, details),
}

export interface Owned {
  readonly workflowId: string
  readonly ownerId: string
}

export async function addAccount(pool: Pool, graph: Graph = GRAPH): Promise<Owned> {
  const { rows } = await pool.query<Owned>(
    `with u as (insert into "user" (id, name, email, password_hash)
        select id, 'Bench', id || '@example.com', '' from uuidv7() id returning id),
      w as (insert into workflow (id, owner_id, name, draft, hook_secret)
        select uuidv7(), id, 'Bench', '{}', 'secret' from u returning id, owner_id),
      v as (insert into workflow_version (workflow_id, version, graph, lane) select id, 1, $1::json, 'direct' from w)
      select id as "workflowId", owner_id as "ownerId" from w`,
    [JSON.stringify(graph)],
  )
  const [owned] = rows
  if (owned === undefined) throw new Error('No account was made')
  return owned
}

const requestOf = (owned: Owned): StartRequest => ({
  ...owned,
  version: 1,
  graph: GRAPH,
  lane: 'direct',
  trigger: { kind: 'schedule', payload: null },
})

const enqueue = ({ db }: Database, engine: Engine, owned: Owned): Promise<string> =>
  db.transaction().execute(async (transaction) => {
    const { executionId } = await engine.enqueue(asEngineTransaction(transaction), requestOf(owned))
    return executionId
  })

/** Copies of the runs that are queued: made one by one they would take an hour. */
const copies = (runs: number) => [
  `set session_replication_role = replica`,
  `create temp table copy as select uuidv7() as id, e.id as original
     from generate_series(1, ${Math.floor(runs / ACCOUNTS)}), execution e where e.status = 'queued'`,
  `insert into execution (id, workflow_id, owner_id, version, status, lane, trigger_kind)
     select copy.id, workflow_id, owner_id, version, status, lane, trigger_kind
     from copy join execution e on e.id = copy.original`,
  `insert into dbos.workflow_status (workflow_uuid, status, name, authenticated_user, assumed_role, authenticated_roles,
       executor_id, created_at, updated_at, application_version, application_id, recovery_attempts, queue_name, priority,
       queue_partition_key, serialization, was_forked_from, rate_limited, is_debounced, application_name)
     select copy.id, status, name, authenticated_user, assumed_role, authenticated_roles, executor_id, created_at + 1,
       updated_at, application_version, application_id, recovery_attempts, queue_name, priority, queue_partition_key,
       serialization, was_forked_from, rate_limited, is_debounced, application_name
     from copy join dbos.workflow_status w on w.workflow_uuid = copy.original::text`,
  `insert into dbos.workflow_input (workflow_uuid, inputs, retention_timestamp)
     select copy.id, replace(inputs, copy.original::text, copy.id::text), retention_timestamp
     from copy join dbos.workflow_input i on i.workflow_uuid = copy.original::text`,
  `reset session_replication_role`,
  `vacuum analyze`,
]

interface Timed {
  readonly text: string
  readonly ms: number
}

const valuesOf = ([first, second]: readonly unknown[]): readonly unknown[] => {
  if (Array.isArray(second)) return second
  return (first as { values?: unknown[] }).values ?? []
}
const isClaim = ({ text }: Pick<Statement, 'text'>) => text.trim().startsWith('UPDATE')

interface Statement {
  readonly text: string
  readonly values: readonly unknown[]
}

interface Watch {
  readonly dequeues: number[]
  readonly statements: Timed[]
  /** Of the last transaction that took runs. */
  sample(): readonly Statement[]
  stop(): void
}

/** Times every statement, and every transaction in which runs are taken from the queue. */
function watchStatements(): Watch {
  const dequeues: number[] = []
  let sample: readonly Statement[] = []
  const statements: Timed[] = []
  const original = Client.prototype.query
  const open = new WeakMap<Client, { began: number; takes: boolean; all: Statement[] }>()
  const timed = function (this: Client, ...given: Parameters<typeof original>) {
    const [first] = given as readonly unknown[]
    const text = typeof first === 'string' ? first : String((first as { text?: string }).text)
    const began = performance.now()
    if (text.startsWith('BEGIN')) open.set(this, { began, takes: false, all: [] })
    const transaction = open.get(this)
    transaction?.all.push({ text, values: valuesOf(given) })
    if (transaction && /FOR UPDATE SKIP LOCKED/.test(text) && /queue_partition_key/.test(text)) transaction.takes = true
    const done = () => {
      statements.push({ text, ms: performance.now() - began })
      if (text !== 'COMMIT' || transaction === undefined) return
      if (transaction.takes) dequeues.push(performance.now() - transaction.began)
      if (transaction.takes && transaction.all.some(isClaim)) sample = transaction.all
      open.delete(this)
    }
    const callback = given.at(-1) as unknown
    if (typeof callback !== 'function') {
      const outcome: unknown = Reflect.apply(original as (...all: unknown[]) => unknown, this, given)
      return outcome instanceof Promise ? outcome.finally(done) : outcome
    }
    const tell = (...results: unknown[]) => {
      done()
      Reflect.apply(callback, undefined, results)
    }
    return Reflect.apply(original, this, [...given.slice(0, -1), tell])
  }
  Client.prototype.query = timed as typeof original
  const stop = () => {
    Client.prototype.query = original
  }
  return { dequeues, statements, sample: () => sample, stop }
}

const ALONE = 500

/** The same transaction again and again, on a server that does nothing else: what the database takes for it. */
async function dequeueAlone(url: string, sample: readonly Statement[]): Promise<number[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  const times: number[] = []
  for (let count = 0; count < ALONE; count++) {
    const began = performance.now()
    let ids: unknown[] = []
    for (const { text, values } of sample) {
      const given = isClaim({ text }) ? values.map((value) => (Array.isArray(value) ? ids : value)) : [...values]
      const { rows } = await client.query(text, given)
      if (/FOR UPDATE SKIP LOCKED/.test(text)) ids = rows.map((row) => row.workflow_uuid)
    }
    times.push(performance.now() - began)
    if (ids.length === 0) throw new Error('This account has no more runs')
  }
  await client.end()
  return times.slice(10).sort((a, b) => a - b)
}

async function countOf(pool: Pool, status: string): Promise<number> {
  const { rows } = await pool.query('select count(*)::int as count from execution where status = $1', [status])
  return rows[0].count
}

/** Milliseconds from the commit of an account's first run to its end, while all the others wait. */
async function startDelay(database: Database, engine: Engine): Promise<number> {
  const owned = await addAccount(database.pool)
  const id = await enqueue(database, engine, owned)
  const began = performance.now()
  for (;;) {
    const { rows } = await database.pool.query('select status from execution where id = $1', [id])
    if (rows[0].status === 'succeeded') return performance.now() - began
    await sleep(5)
  }
}

const sorted = (times: readonly number[]) => times.toSorted((a, b) => a - b)

/** The statements that took longest, for whoever looks for the reason. */
function printSlowest(statements: readonly Timed[]): void {
  const byText = Map.groupBy(statements, ({ text }) => text.replace(/\s+/g, ' ').slice(0, 110))
  const slowest = [...byText]
    .map(([text, all]) => ({ text, count: all.length, times: sorted(all.map(({ ms }) => ms)) }))
    .sort((a, b) => quantile(b.times, 0.99) - quantile(a.times, 0.99))
  for (const { text, count, times } of slowest.slice(0, 12))
    console.log(
      `  ${count} × p50 ${rounded(quantile(times, 0.5))} p99 ${rounded(quantile(times, 0.99))} max ${rounded(times.at(-1) ?? 0)} ms: ${text}`,
    )
}

/** How long a worker takes to find the next runs among a million that wait, and what others notice of them. */
export async function queueBench(runs = 1_000_000): Promise<Figure[]> {
  const postgres = await startPostgres({ dataDir: temporaryFolder() })
  const { url } = postgres.connection
  await migrate({ url })
  const database = connect({ url })
  const common = {
    databaseUrl: url,
    pool: database.pool,
    nodes: createNodes({ isPureTool: () => false }),
    host: HOST,
    log: silent,
  }
  try {
    const web = await createEngine({ ...common, role: 'web' })
    for (let account = 0; account < ACCOUNTS; account++) await enqueue(database, web, await addAccount(database.pool))
    await web.stop()
    const client = new Client({ connectionString: url })
    await client.connect()
    for (const statement of copies(runs)) await client.query(statement)
    await client.end()
    const queued = await countOf(database.pool, 'queued')
    const watch = watchStatements()
    const worker = await createEngine({ ...common, role: 'worker' })
    await sleep(DRAIN_MS)
    watch.stop()
    const done = await countOf(database.pool, 'succeeded')
    const delays: number[] = []
    for (let account = 0; account < NEW_ACCOUNTS; account++) delays.push(await startDelay(database, worker))
    await worker.stop()
    const alone = await dequeueAlone(url, watch.sample())
    printSlowest(watch.statements)
    const dequeues = sorted(watch.dequeues)
    const late = sorted(delays)
    return [
      { name: 'runs queued at the start', value: queued, unit: 'count' },
      { name: 'runs taken and ended', value: rounded(done / (DRAIN_MS / 1000)), unit: 'runs/s' },
      { name: 'dequeue, nothing else to do: p50', value: rounded(quantile(alone, 0.5)), unit: 'ms' },
      {
        name: 'dequeue, nothing else to do: p99',
        value: rounded(quantile(alone, 0.99)),
        unit: 'ms',
        target: '≤ 20 ms',
      },
      { name: 'dequeue beside the runs: p50', value: rounded(quantile(dequeues, 0.5)), unit: 'ms' },
      { name: 'dequeue beside the runs: p99', value: rounded(quantile(dequeues, 0.99)), unit: 'ms' },
      { name: 'run of another account, to its end: p50', value: rounded(quantile(late, 0.5)), unit: 'ms' },
      {
        name: 'run of another account, to its end: p95',
        value: rounded(quantile(late, 0.95)),
        unit: 'ms',
        target: '≤ 2000 ms',
      },
    ]
  } finally {
    await database.close()
    await postgres.stop()
  }
}
