import { queryDatabase } from '../e2e/support/app-database.ts'
import { startApp, temporaryFolder } from '../e2e/support/app-process.ts'
import { type Figure, quantile, rounded } from './figures.ts'

const RUNS = 1_000_000
const ROUNDS = 20
const DAY = 86_400_000

/**
 * A million runs in 90 days: nine of ten of one workflow, one of ten has failed, for a common reason or, one in a
 * thousand failures, for a rare one. Each has a key.
 */
const seed = (busy: string, quiet: string) => `
  set session_replication_role = replica;
  insert into execution (id, workflow_id, owner_id, version, graph, status, lane, trigger_kind, key, error, created_at,
                         started_at, finished_at, duration_ms)
  select gen_random_uuid(), w.id, w.owner_id, null, '{}',
         case when n % 10 = 0 then 'failed' when n % 5000 = 1 then 'cancelled' else 'succeeded' end, 'direct', 'webhook',
         'order-' || n, case when n % 10 = 0 then json_build_object('code', 'HTTP_STATUS', 'message',
           'Fetch order: The server answered ' || case when n % 10000 = 0 then '507 storage' else '503 unavailable' end) end,
         at, at, at + interval '40 ms', 40
    from generate_series(1, ${RUNS}) n
    cross join lateral (select now() - n * interval '90 days' / ${RUNS} as at) times
    join workflow w on w.id = case when n % 10 = 3 then '${quiet}' else '${busy}' end::uuid;
  reset session_replication_role`

const from = (days: number) => new Date(Date.now() - days * DAY).toISOString()
const searches = () => ({
  'no filter': '',
  'a common state': 'status=succeeded',
  'a rare state': 'status=cancelled',
  'a state that none is in': 'status=waiting',
  'a day two months ago': `from=${from(60)}&to=${from(59)}`,
  'a state and a time': `status=failed&from=${from(60)}&to=${from(30)}`,
  'words that all failures have': 'text=server+unavailable',
  'words that few failures have': 'text=storage',
  'words that no failure has': 'text=zebra',
  'few failures, and a time': `text=storage&from=${from(60)}&to=${from(30)}`,
  'a key': 'key=order-777777',
})
/** Of all of them, and of the last month. */
const ranges = () => ({ '90 days': 90, '30 days': 30 })
const dayOf = (days: number) => from(days).slice(0, 10)

/** The list of executions through the API over a million of them, one request at a time. */
export async function executionsBench(): Promise<Figure[]> {
  const dataDir = temporaryFolder()
  const env = { LOG_LEVEL: 'warn', TRUST_PROXY: 'true' }
  const first = await startApp({ dataDir, env })
  const headers: Record<string, string> = { 'content-type': 'application/json', 'x-requested-with': 'bench' }
  const person = { name: 'Bench', email: 'bench@example.com', password: 'a long bench password' }
  const post = (path: string, body: object) =>
    fetch(first.url + path, { method: 'POST', headers, body: JSON.stringify(body) })
  headers.cookie = ((await post('/api/register', person)).headers.get('set-cookie') ?? '').split(';')[0] ?? ''
  const create = async (name: string) => {
    const { workflow } = (await (await post('/api/workflows', { name })).json()) as { workflow: { id: string } }
    return workflow.id
  }
  const [busy, quiet] = [await create('Busy'), await create('Quiet')]
  await queryDatabase(dataDir, seed(busy, quiet))
  await queryDatabase(dataDir, 'vacuum analyze execution')
  await first.stop()

  // Started again: PostgreSQL's memory follows what it finds at a start.
  const app = await startApp({ dataDir, env })
  const figures: Figure[] = []
  const measure = async (name: string, paths: readonly string[], target?: string) => {
    const times: number[] = []
    for (let round = -1; round < ROUNDS; round++)
      for (const path of paths) {
        const begun = performance.now()
        const response = await fetch(app.url + path, { headers })
        if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
        await response.arrayBuffer()
        // The first round warms up.
        if (round >= 0) times.push(performance.now() - begun)
      }
    times.sort((a, b) => a - b)
    figures.push({ name, value: rounded(quantile(times, 0.95)), unit: 'ms', ...(target !== undefined && { target }) })
  }
  for (const [what, query] of Object.entries(searches()))
    await measure(
      `list of ${RUNS} executions, ${what}: p95`,
      [busy, quiet].map((id) => `/api/workflows/${id}/executions?${query}`),
      '≤ 300',
    )
  for (const [what, days] of Object.entries(ranges()))
    await measure(`analytics of ${what} of ${RUNS} executions: p95`, [
      `/api/workflows/${busy}/analytics?from=${dayOf(days - 1)}&to=${dayOf(0)}&tz=Europe/Berlin`,
    ])
  await app.stop()
  return figures
}
