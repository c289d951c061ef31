import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { AppProcess } from '../e2e/support/app-process.ts'
import type { BenchApp } from './bench-app.ts'
import { type Figure, rounded } from './figures.ts'
import { openHeap } from './heap.ts'

const REST_MS = 60_000

/** Proportional set size of a process in MB: shared pages count once over all that share them. */
function pssOf(pid: number): number {
  try {
    const kilobytes = /^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1]
    return Number(kilobytes ?? 0) / 1024
  } catch {
    return 0
  }
}

/** Public pages of every kind, each rendered by the server. */
const PAGES = [
  '/',
  '/explore',
  '/explore?category=finance',
  '/fxn/tip-calculator',
  '/fxn/json-formatter',
  '/auth',
  '/no/such/page',
]
const WARM_UP = 1000
const HITS = 10_000
const AT_ONCE = 10

async function render(url: string, hits: number): Promise<void> {
  let next = 0
  const visitor = async () => {
    for (let hit = next++; hit < hits; hit = next++) {
      const response = await fetch(url + PAGES[hit % PAGES.length])
      await response.arrayBuffer()
      if (response.status !== 200 && response.status !== 404) throw new Error(`${response.url}: ${response.status}`)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, visitor))
}

/** What pages that were rendered leave behind in the server. */
async function growthBench({ process, url, inspectorPort }: BenchApp): Promise<Figure[]> {
  const heap = await openHeap(process.pid, inspectorPort)
  try {
    await render(url, WARM_UP)
    const before = await heap.usedAfterCollection()
    await render(url, HITS)
    const after = await heap.usedAfterCollection()
    return [
      { name: `heap of the server after garbage collection`, value: rounded(before / 2 ** 20), unit: 'MB' },
      {
        name: `its growth by ${HITS.toLocaleString('en')} rendered pages`,
        value: rounded((after / before - 1) * 100),
        unit: '%',
        target: '< 10',
      },
    ]
  } finally {
    heap.close()
  }
}

/** All processes together, in MB. */
export function memoryOf(process: AppProcess): number {
  const all = new Set([process.pid, ...process.processes()])
  return rounded([...all].reduce((sum, pid) => sum + pssOf(pid), 0))
}

/** All processes together, a minute after the load; then the server alone under more of it. */
export async function memoryBench(app: BenchApp): Promise<Figure[]> {
  const { process } = app
  await sleep(REST_MS)
  const count = new Set([process.pid, ...process.processes()]).size
  return [
    {
      name: 'memory of all processes (PSS), a minute after the load',
      value: memoryOf(process),
      unit: 'MB',
      target: '≤ 400',
    },
    { name: 'of this the server', value: rounded(pssOf(process.pid)), unit: 'MB' },
    { name: 'processes', value: count, unit: 'count' },
    ...(await growthBench(app)),
  ]
}
