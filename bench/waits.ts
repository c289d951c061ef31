import { setTimeout as sleep } from 'node:timers/promises'
import type { BenchApp } from './bench-app.ts'
import { type Figure, quantile, rounded } from './figures.ts'
import { openHeap } from './heap.ts'

const RUNS = 10_000
/** So many begin each second, and later come to their time. */
const RATE = 80
/** Long enough that the first one still waits when the last one begins to. */
const WAIT_S = RUNS / RATE + 25
const TICK_MS = 100

const GRAPH = {
  nodes: [
    { id: 'n0', key: 'start', type: 'webhook', name: 'Start', config: { respond: 'now' } },
    { id: 'n1', key: 'hold', type: 'wait', name: 'Hold', config: { amount: WAIT_S, unit: 'seconds' } },
  ],
  edges: [{ from: 'n0', to: 'n1' }],
}

interface Page {
  readonly executions: readonly { readonly status: string; readonly durationMs: number | null }[]
  readonly cursor: string | null
}

async function startAll(url: string): Promise<void> {
  const startOne = async () => {
    const answer = await fetch(url, { method: 'POST' })
    if (answer.status !== 202) throw new Error(`${answer.status} ${await answer.text()}`)
    await answer.arrayBuffer()
  }
  const began = performance.now()
  for (let started = 0; started < RUNS; await sleep(TICK_MS)) {
    const due = Math.min(RUNS, Math.round(((performance.now() - began) / 1000) * RATE))
    await Promise.all(Array.from({ length: due - started }, startOne))
    started = due
  }
}

/** All runs of the workflow, once none of them is under way. */
async function whenDone(app: BenchApp, id: string): Promise<number[]> {
  for (;;) {
    const { executions } = (await app.api('GET', `/api/workflows/${id}/executions?status=waiting`)) as Page
    const running = (await app.api('GET', `/api/workflows/${id}/executions?status=running`)) as Page
    if (executions.length + running.executions.length === 0) break
    await sleep(1000)
  }
  const durations: number[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const query = cursor === '' ? '' : `?cursor=${encodeURIComponent(cursor)}`
    const page = (await app.api('GET', `/api/workflows/${id}/executions${query}`)) as Page
    for (const { status, durationMs } of page.executions)
      if (status === 'succeeded' && durationMs !== null) durations.push(durationMs)
    cursor = page.cursor
  }
  return durations
}

/** What ten thousand runs that wait cost, and how long after their time they have gone on and ended. */
export async function waitBench(app: BenchApp): Promise<Figure[]> {
  const url = await app.publish('Waits', GRAPH)
  const id = new URL(url).pathname.split('/')[2] ?? ''
  const heap = await openHeap(app.process.pid, app.inspectorPort)
  try {
    const before = await heap.usedAfterCollection()
    await startAll(url)
    await sleep(2000)
    const waiting = await heap.usedAfterCollection()
    const durations = await whenDone(app, id)
    const afterwards = await heap.usedAfterCollection()
    const late = durations.map((ms) => ms - WAIT_S * 1000).sort((a, b) => a - b)
    return [
      { name: 'runs that waited together and then ended', value: durations.length, unit: 'count', target: `${RUNS}` },
      { name: 'heap before they began', value: rounded(before / 2 ** 20), unit: 'MB' },
      { name: 'heap while they waited', value: rounded(waiting / 2 ** 20), unit: 'MB' },
      { name: 'heap afterwards', value: rounded(afterwards / 2 ** 20), unit: 'MB' },
      { name: 'from their time to their end, p50', value: rounded(quantile(late, 0.5)), unit: 'ms' },
      { name: 'from their time to their end, p95', value: rounded(quantile(late, 0.95)), unit: 'ms', target: '≤ 1500' },
      { name: 'from their time to their end, max', value: rounded(late.at(-1) ?? Number.NaN), unit: 'ms' },
    ]
  } finally {
    heap.close()
  }
}
