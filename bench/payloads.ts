import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { queryDatabase } from '../e2e/support/app-database.ts'
import { type AppProcess, startApp } from '../e2e/support/app-process.ts'
import { type Figure, quantile, rounded } from './figures.ts'
import { memoryOf } from './memory.ts'

/** `BENCH_LARGE_RUNS` makes it smaller. */
const RUNS = Number(process.env.BENCH_LARGE_RUNS ?? 1000)
const PARTS = 6
const PART_BYTES = 9_000_000
const STORED_MB = 2000
const PAUSE_MS = 200
const ENDED_WITHIN_MS = 60 * 60_000

/** Each run of it takes in 54 MB, in six answers. */
const heavyGraph = (url: string) => ({
  nodes: [
    { id: 'n0', key: 'start', type: 'manual', name: 'Start' },
    ...Array.from({ length: PARTS }, (_, part) => ({
      ...{ id: `n${part + 1}`, key: `part_${part}`, type: 'http', name: `Part ${part}` },
      config: { url },
    })),
  ],
  edges: Array.from({ length: PARTS }, (_, part) => ({ from: `n${part}`, to: `n${part + 1}` })),
})
/** The other account: not so small that it needs no room. */
const NOTE = JSON.stringify({ n: 1, note: 'x'.repeat(50_000) })
const LIGHT = {
  nodes: [
    { id: 'n0', key: 'hook', type: 'webhook', name: 'Hook' },
    { id: 'n1', key: 'sum', type: 'set', name: 'Sum', config: { values: { sum: '{{ trigger.body.n + 1 }}' } } },
    { id: 'n2', key: 'answer', type: 'respond', name: 'Answer', config: { body: '{{ steps.sum }}' } },
  ],
  edges: [
    { from: 'n0', to: 'n1' },
    { from: 'n1', to: 'n2' },
  ],
}

async function startSource() {
  // Random: the database packs what repeats itself.
  const body = randomBytes((PART_BYTES / 4) * 3).toString('base64')
  const server = createServer((_request, response) => response.setHeader('content-type', 'text/plain').end(body))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { server, host: `127.0.0.1:${(server.address() as AddressInfo).port}` }
}

/** Somebody with one published workflow. */
async function join(app: AppProcess, name: string, graph: object) {
  const headers: Record<string, string> = { 'content-type': 'application/json', 'x-requested-with': 'bench' }
  const send = async (path: string, body?: object): Promise<unknown> => {
    const call = body && { method: 'POST', body: JSON.stringify(body) }
    const response = await fetch(app.url + path, { headers, ...call })
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    headers.cookie ??= (response.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
    return response.json()
  }
  await send('/api/register', { name, email: `${name}@example.com`, password: 'a long bench password' })
  const { workflow } = (await send('/api/workflows', { name, graph })) as { workflow: { id: string; hookPath: string } }
  await send(`/api/workflows/${workflow.id}/publish`, {})
  return { ...workflow, send }
}

/** The other account calls its webhook all the time; how long does each answer take? */
function startCalling(url: string) {
  const times: number[] = []
  let failed = 0
  let isOver = false
  const calling = (async () => {
    while (!isOver) {
      const began = performance.now()
      const answer = await fetch(url, {
        ...{ method: 'POST', headers: { 'content-type': 'application/json' }, body: NOTE },
      }).catch(() => undefined)
      if ((await answer?.text().catch(() => '')) !== '{"sum":2}') failed += 1
      times.push(performance.now() - began)
      await sleep(PAUSE_MS)
    }
  })()
  return async () => {
    isOver = true
    await calling
    return { times: times.sort((a, b) => a - b), failed }
  }
}

async function untilEnded(app: AppProcess, workflowId: string): Promise<number> {
  const deadline = performance.now() + ENDED_WITHIN_MS
  let most = 0
  while (performance.now() < deadline) {
    most = Math.max(most, memoryOf(app))
    const [row] = await queryDatabase(
      app.dataDir,
      'select count(*)::int as live from execution where workflow_id = $1 and finished_at is null',
      [workflowId],
    )
    if (row?.live === 0) return most
    await sleep(PAUSE_MS)
  }
  throw new Error('The runs did not end within an hour')
}

const databaseMb = async (app: AppProcess) =>
  Number((await queryDatabase(app.dataDir, 'select pg_database_size(current_database())::float8 as bytes'))[0]?.bytes) /
  1_000_000

/** A thousand runs of 54 MB each in one account: what they leave behind, and what somebody else feels of it. */
export async function payloadBench(): Promise<Figure[]> {
  const { server, host } = await startSource()
  const limits = { STORED_MB: String(STORED_MB), STARTS_PER_MINUTE: '1000000' }
  const app = await startApp({ env: { LOG_LEVEL: 'error', EGRESS_ALLOW: host, ...limits } })
  try {
    const heavy = await join(app, 'heavy', heavyGraph(`http://${host}/`))
    const light = await join(app, 'light', LIGHT)
    const [restMb, emptyMb] = [memoryOf(app), await databaseMb(app)]
    const stopCalling = startCalling(app.url + light.hookPath)
    const began = performance.now()
    for (let started = 0; started < RUNS; started += 10)
      await Promise.all(Array.from({ length: 10 }, () => heavy.send(`/api/workflows/${heavy.id}/run`, {})))
    const peakMb = await untilEnded(app, heavy.id)
    const seconds = (performance.now() - began) / 1000
    const others = await stopCalling()
    const ends = await queryDatabase(
      app.dataDir,
      `select coalesce(error ->> 'code', status) as end, count(*)::int as runs from execution
        where workflow_id = $1 group by 1 order by 1`,
      [heavy.id],
    )
    const { usage } = (await heavy.send('/api/usage')) as { usage: { stored: { used: number } } }
    return [
      { name: `${RUNS} runs of ${(PARTS * PART_BYTES) / 1_000_000} MB`, value: rounded(seconds * 1000), unit: 'ms' },
      ...ends.map(({ end, runs }) => ({ name: `of these ended: ${end}`, value: Number(runs), unit: 'count' as const })),
      {
        name: 'what their account is counted for',
        value: rounded(usage.stored.used / 1_000_000),
        unit: 'MB',
        target: `≤ ${STORED_MB}`,
      },
      { name: 'growth of the database', value: rounded((await databaseMb(app)) - emptyMb), unit: 'MB' },
      { name: 'memory of all processes (PSS) before', value: restMb, unit: 'MB' },
      { name: 'memory of all processes (PSS), the most', value: peakMb, unit: 'MB' },
      { name: 'calls of another account meanwhile', value: others.times.length, unit: 'count' },
      { name: 'of these failed', value: others.failed, unit: 'count', target: '0' },
      { name: 'their answers, p50', value: rounded(quantile(others.times, 0.5)), unit: 'ms' },
      { name: 'their answers, p95', value: rounded(quantile(others.times, 0.95)), unit: 'ms' },
      { name: 'their answers, the slowest', value: rounded(others.times.at(-1) ?? 0), unit: 'ms' },
    ]
  } finally {
    await app.stop()
    server.close()
  }
}
