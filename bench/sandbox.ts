import { createSandbox } from '#src/sandbox/pool.ts'
import { type Figure, quantile, rounded } from './figures.ts'

const SOURCE = 'function run({ bill, percent }) { return { tip: (bill * percent) / 100 } }'
const RUNS = 4000
const CLIENTS = 8

/** A small creator's tool through the jailed pool, warm, with two runners. Needs the built runner. */
export async function sandboxBench(bundleDir = 'build/runner'): Promise<Figure[]> {
  const sandbox = createSandbox({ bundleDir, maxRunners: 2, log: () => undefined })
  const run = async (account: string) => {
    const since = performance.now()
    const outcome = await sandbox.run({ source: SOURCE, input: { bill: 84.5, percent: 20 }, account })
    if (!outcome.ok) throw new Error(outcome.error.message)
    return performance.now() - since
  }
  try {
    const cold = await run('first')
    await each(CLIENTS, RUNS / 10, run)
    const alone = await each(1, 500, run)
    const since = performance.now()
    await each(CLIENTS, RUNS, run)
    const seconds = (performance.now() - since) / 1000
    return [
      { name: 'sandbox: first run, with start', unit: 'ms', value: rounded(cold) },
      { name: 'sandbox: p50, one at a time', unit: 'ms', value: rounded(quantile(alone, 0.5)), target: '≤ 10 ms' },
      { name: 'sandbox: p99, one at a time', unit: 'ms', value: rounded(quantile(alone, 0.99)) },
      { name: `sandbox: ${CLIENTS} accounts`, unit: 'runs/s', value: Math.round(RUNS / seconds), target: '≥ 500' },
    ]
  } finally {
    await sandbox.stop()
  }
}

/** `runs` calls by `clients` accounts side by side; the durations in ascending order. */
async function each(clients: number, runs: number, run: (account: string) => Promise<number>): Promise<number[]> {
  const times: number[] = []
  const client = async (_: unknown, index: number) => {
    for (let done = 0; done < runs / clients; done++) times.push(await run(`account ${index}`))
  }
  await Promise.all(Array.from({ length: clients }, client))
  return times.sort((a, b) => a - b)
}
