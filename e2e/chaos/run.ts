import { spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import { removeApps, removeFolders } from '../support/app-process.ts'
import { killedWorkers } from './killed-workers.ts'
import { restartedDatabase } from './restarted-database.ts'
import { isGood, type Result, table } from './result.ts'
import { stoppedWorker } from './stopped-worker.ts'

// `npm run chaos` does everything; `npm run chaos -- workers --seed 7` only that, with the choices of an earlier run.
const { values, positionals } = parseArgs({ options: { seed: { type: 'string' } }, allowPositionals: true })
const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31))

const items: Readonly<Record<string, () => Promise<Result>>> = {
  workers: () => killedWorkers({ runs: 500, runsPerSecond: 6, killEveryMs: 2000, takeoverMs: 15_000, seed }),
  database: () => restartedDatabase({ runs: 5000, callers: 10, restarts: 5, between: [5000, 10_000], seed }),
  stopped: () => stoppedWorker({ runs: 3 }),
}

console.log(`Seed ${seed}`)
const build = spawnSync(process.execPath, ['scripts/build.ts', '--if-changed'], { stdio: 'inherit' })
if (build.status !== 0) process.exit(1)
const results: (Result & { seconds: number })[] = []
for (const [name, work] of Object.entries(items)) {
  if (positionals.length > 0 && !positionals.includes(name)) continue
  console.log(`${name} …`)
  const began = performance.now()
  const result = await work()
  results.push({ ...result, seconds: (performance.now() - began) / 1000 })
  for (const line of [...result.wrong, ...result.lost.map((id) => `lost: ${id}`)].slice(0, 50)) console.log(`  ${line}`)
}
await removeApps()
removeFolders()
console.log(`\n${table(results)}`)
process.exitCode = results.every(isGood) ? 0 : 1
