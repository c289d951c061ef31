import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import { createEngine } from '#src/engine/create-engine.ts'
import type { Engine, EngineHost, StartRequest } from '#src/engine/engine.ts'
import { Graph } from '#src/lib/graph/graph.schema.ts'
import { createNodes } from '#src/nodes/index.ts'
import { connect, type Database } from '#src/server/database.ts'
import { asEngineTransaction } from '#src/server/engine-transaction.ts'
import { migrate } from '#src/server/migrations.ts'
import { startPostgres } from '#src/server/postgres/cluster.ts'
import { temporaryFolder } from '../e2e/support/app-process.ts'
import { type Figure, rounded } from './figures.ts'
import { addAccount, type Owned } from './queue.ts'

/** As Windmill measures: so many jobs that take 100 ms each, a hundred of them at once. `BENCH_JOBS` makes it smaller. */
const JOBS = Number(process.env.BENCH_JOBS ?? 10_000)
const JOB_MS = 100
const AT_ONCE = 100
/** In the queue no account has all places. */
const ACCOUNTS = 20
const COMMITS_AT_ONCE = 10
const LOOK_MS = 20

const GRAPH = Graph.parse({
  nodes: [
    { id: 'n0', key: 'start', type: 'webhook', name: 'Start' },
    { id: 'n1', key: 'job', type: 'http', name: 'Job', config: { method: 'POST', url: 'https://example.com/job' } },
  ],
  edges: [{ from: 'n0', to: 'n1' }],
})
const HOST: EngineHost = {
  fetch: async () => {
    await sleep(JOB_MS)
    return { status: 200, headers: {}, body: '' }
  },
  runTool: async (_tool, input) => input,
}
const silent = {
  info: () => {},
  warn: () => {},
  error: (details: object, message: string) => console.error(message, details),
}

const requestOf = (owned: Owned): StartRequest => ({
  ...owned,
  version: 1,
  graph: GRAPH,
  lane: 'direct',
  trigger: { kind: 'webhook', payload: null },
})

/** Works through the numbers of all jobs, so many at once. */
async function eachJob(atOnce: number, work: (job: number) => Promise<unknown>): Promise<void> {
  let next = 0
  const goOn = async () => {
    for (let job = next++; job < JOBS; job = next++) await work(job)
  }
  await Promise.all(Array.from({ length: atOnce }, goOn))
}

async function succeeded(pool: Pool): Promise<number> {
  const { rows } = await pool.query(`select count(*)::int as runs from execution where status = 'succeeded'`)
  return rows[0].runs
}

const perSecond = (began: number) => rounded(JOBS / ((performance.now() - began) / 1000))

/** Each is begun when one has ended, and its end is committed. */
async function accepted({ pool }: Database, engine: Engine): Promise<number> {
  const owned = await addAccount(pool, GRAPH)
  const began = performance.now()
  await eachJob(AT_ONCE, async () => {
    const { status } = await engine.startAndWait(requestOf(owned), { timeoutMs: 60_000 })
    if (status !== 'succeeded') throw new Error(`A job ${status}`)
  })
  return perSecond(began)
}

/** All of them lie in the queue when a worker begins. */
async function queued({ db, pool }: Database, start: (role: 'web' | 'worker') => Promise<Engine>): Promise<number> {
  const accounts = await Promise.all(Array.from({ length: ACCOUNTS }, () => addAccount(pool, GRAPH)))
  const web = await start('web')
  await eachJob(COMMITS_AT_ONCE, async (job) => {
    const owned = accounts[job % ACCOUNTS]
    if (owned === undefined) throw new Error('There are so many accounts')
    await db.transaction().execute((transaction) => web.enqueue(asEngineTransaction(transaction), requestOf(owned)))
  })
  await web.stop()
  const before = await succeeded(pool)
  const began = performance.now()
  const worker = await start('worker')
  try {
    while ((await succeeded(pool)) < before + JOBS) await sleep(LOOK_MS)
    return perSecond(began)
  } finally {
    await worker.stop()
  }
}

/** How many jobs of 100 ms come to their end in a second, with each run, its step and its end committed. */
export async function jobBench(): Promise<Figure[]> {
  const postgres = await startPostgres({ dataDir: temporaryFolder() })
  const { url } = postgres.connection
  await migrate({ url })
  const database = connect({ url })
  const nodes = createNodes({ isPureTool: () => false })
  const start = (role: 'web' | 'worker') =>
    createEngine({
      ...{ databaseUrl: url, pool: database.pool, nodes, host: HOST, log: silent, role },
      runsAtOnce: AT_ONCE + 1,
    })
  try {
    const web = await start('web')
    const direct = await accepted(database, web)
    await web.stop()
    const fromQueue = await queued(database, start)
    return [
      { name: `${JOBS} jobs of 100 ms, 100 at once, as they come`, value: direct, unit: 'runs/s', target: '≥ 475' },
      { name: `${JOBS} jobs of 100 ms from the queue, 20 accounts`, value: fromQueue, unit: 'runs/s' },
    ]
  } finally {
    await database.close()
    await postgres.stop()
  }
}
