import { setTimeout as sleep } from 'node:timers/promises'
import { queryDatabase } from '../e2e/support/app-database.ts'
import { startApp } from '../e2e/support/app-process.ts'
import { type Figure, quantile, rounded } from './figures.ts'

const FLOOD = 10_000
const OTHERS = 50
const PAUSE_MS = 100

/** Holds its place for a moment, as a slow service does. */
const GRAPH = {
  nodes: [
    { id: 'n0', key: 'start', type: 'manual', name: 'Start' },
    { id: 'n1', key: 'hold', type: 'wait', name: 'Hold', config: { amount: 1, unit: 'seconds' } },
  ],
  edges: [{ from: 'n0', to: 'n1' }],
}

interface Started {
  readonly id: string
  run(): Promise<void>
}

/** One account floods the queue; how long do the runs of another one wait there? */
export async function fairnessBench(): Promise<Figure[]> {
  // Nothing runs at once but what the queue lets: each start beyond the first is queued.
  const app = await startApp({ env: { LOG_LEVEL: 'warn', RUNS_AT_ONCE: '1', STARTS_PER_MINUTE: '1000000' } })
  const join = async (name: string): Promise<Started> => {
    const headers: Record<string, string> = { 'content-type': 'application/json', 'x-requested-with': 'bench' }
    const post = async (path: string, body: object) => {
      const response = await fetch(app.url + path, { method: 'POST', headers, body: JSON.stringify(body) })
      if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
      return response
    }
    const person = { name, email: `${name}@example.com`, password: 'a long bench password' }
    headers.cookie = ((await post('/api/register', person)).headers.get('set-cookie') ?? '').split(';')[0] ?? ''
    const answer = await (await post('/api/workflows', { name, graph: GRAPH })).json()
    const { id } = (answer as { workflow: { id: string } }).workflow
    await post(`/api/workflows/${id}/publish`, {})
    return { id, run: async () => void (await (await post(`/api/workflows/${id}/run`, {})).arrayBuffer()) }
  }
  try {
    const [flooding, other] = [await join('flood'), await join('other')]
    for (let started = 0; started < FLOOD; started += 20) await Promise.all(Array.from({ length: 20 }, flooding.run))
    const queued = await queryDatabase(
      app.dataDir,
      `select count(*)::int as runs from execution where workflow_id = $1 and status = 'queued'`,
      [flooding.id],
    )
    for (let started = 0; started < OTHERS; started++) {
      await other.run()
      await sleep(PAUSE_MS)
    }
    await sleep(5000)
    const rows = await queryDatabase(
      app.dataDir,
      `select (extract(epoch from started_at - created_at) * 1000)::float8 as ms from execution
        where workflow_id = $1 and lane = 'queued' and started_at is not null order by ms`,
      [other.id],
    )
    const delays = rows.map(({ ms }) => Number(ms))
    return [
      { name: 'runs of one account in the queue', value: Number(queued[0]?.runs), unit: 'count' },
      { name: 'runs of another account that then began', value: delays.length, unit: 'count' },
      { name: 'their time in the queue, p50', value: rounded(quantile(delays, 0.5)), unit: 'ms' },
      { name: 'their time in the queue, p95', value: rounded(quantile(delays, 0.95)), unit: 'ms', target: '≤ 2000' },
    ]
  } finally {
    await app.stop()
  }
}
