import { spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import { removeApps, removeFolders } from '../support/app-process.ts'
import { acceptedWebhooks } from './accepted-webhooks.ts'
import { killedWorkers } from './killed-workers.ts'
import { publishing } from './publishing.ts'
import { restartedDatabase } from './restarted-database.ts'
import { isGood, type Result, table } from './result.ts'
import { type Stage, startStage } from './stage.ts'
import { stoppedWorker } from './stopped-worker.ts'

// `npm run chaos` does everything; `npm run chaos -- workers --seed 7` only that, with the choices of an earlier run.
const { values, positionals } = parseArgs({ options: { seed: { type: 'string' } }, allowPositionals: true })
const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31))

interface Item {
  readonly webs: number
  readonly workers: number
  readonly act: (stage: Stage) => Promise<Result>
}

const items: Readonly<Record<string, Item>> = {
  workers: {
    ...{ webs: 2, workers: 3 },
    act: (stage) =>
      killedWorkers(stage, { runs: 500, runsPerSecond: 6, killEveryMs: 2000, kills: 20, takeoverMs: 15_000, seed }),
  },
  database: {
    ...{ webs: 1, workers: 1 },
    act: (stage) =>
      restartedDatabase(stage, { runs: 5000, callers: 10, restarts: [5, 100], between: [5000, 10_000], seed }),
  },
  stopped: { webs: 1, workers: 3, act: (stage) => stoppedWorker(stage, { runs: 3 }) },
  accepting: {
    ...{ webs: 1, workers: 1 },
    act: (stage) => acceptedWebhooks(stage, { statements: 8, crowds: 20, crowd: 500, seed }),
  },
  publishing: { webs: 2, workers: 0, act: (stage) => publishing(stage, { cycles: 1000, callers: 3 }) },
}

async function carryOut({ webs, workers, act }: Item): Promise<Result> {
  const stage = await startStage({ webs, workers })
  try {
    return await act(stage)
  } finally {
    await stage.stop()
  }
}

console.log(`Seed ${seed}`)
const build = spawnSync(process.execPath, ['scripts/build.ts', '--if-changed'], { stdio: 'inherit' })
if (build.status !== 0) process.exit(1)
const results: (Result & { seconds: number })[] = []
for (const [name, item] of Object.entries(items)) {
  if (positionals.length > 0 && !positionals.includes(name)) continue
  console.log(`${name} …`)
  const began = performance.now()
  const result = await carryOut(item).catch((error: unknown): Result => {
    const wrong = [error instanceof Error ? String(error.stack) : String(error)]
    return { item: name, runs: 0, kills: 0, repeats: 0, wrong, lost: [], note: 'did not come to its end' }
  })
  await removeApps()
  results.push({ ...result, seconds: (performance.now() - began) / 1000 })
  for (const line of [...result.wrong, ...result.lost.map((id) => `lost: ${id}`)].slice(0, 50)) console.log(`  ${line}`)
}
removeFolders()
console.log(`\n${table(results)}`)
process.exitCode = results.every(isGood) ? 0 : 1
