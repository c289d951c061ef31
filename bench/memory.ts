import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { BenchApp } from './bench-app.ts'
import { type Figure, rounded } from './figures.ts'

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

/** All processes together, a minute after the load. */
export async function memoryBench({ process }: BenchApp): Promise<Figure[]> {
  await sleep(REST_MS)
  const all = [...new Set([process.pid, ...process.processes()])]
  const total = all.reduce((sum, pid) => sum + pssOf(pid), 0)
  return [
    {
      name: 'memory of all processes (PSS), a minute after the load',
      value: rounded(total),
      unit: 'MB',
      target: '≤ 400',
    },
    { name: 'of this the server', value: rounded(pssOf(process.pid)), unit: 'MB' },
    { name: 'processes', value: all.length, unit: 'count' },
  ]
}
