import type { BenchApp } from './bench-app.ts'
import type { Figure } from './figures.ts'
import { load } from './load.ts'

/** A built-in tool through the API, its run counted and committed. */
export async function toolBench(app: BenchApp): Promise<Figure[]> {
  const url = `${app.url}/api/tools/tip-calculator/run`
  const body = { bill: 84.5, tipPercent: 20, people: 3 }
  const name = 'built-in tool through the API'
  return [
    ...(await load({ name, url, body, connections: 1, targets: { p50: '≤ 3 ms' } })),
    ...(await load({ name, url, body, connections: 50, targets: { rate: '≥ 2,000' } })),
  ]
}
