import { spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import { removeApps, removeFolders } from '../support/app-process.ts'
import { acceptedWebhooks } from './accepted-webhooks.ts'
import { decidedApprovals } from './decided-approvals.ts'
import { killedWorkers } from './killed-workers.ts'
import { livesOfMoney } from './lives-of-money.ts'
import { missedTicks } from './missed-ticks.ts'
import { publishing } from './publishing.ts'
import { restartedDatabase } from './restarted-database.ts'
import { isGood, type Result, table } from './result.ts'
import { type Stage, startStage } from './stage.ts'
import { stoppedWorker } from './stopped-worker.ts'

// `npm run chaos` does everything; `npm run chaos -- workers --seed 7` only that, with the choices of an earlier run.
// `--at-once 2` lives the lives of money on two cores.
const { values, positionals } = parseArgs({
  options: { seed: { type: 'string' }, 'at-once': { type: 'string', default: '1' } },
  allowPositionals: true,
})
const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31))

const items: Readonly<Record<string, () => Promise<Result>>> = {
  workers: () =>
    onStage({ webs: 2, workers: 3 }, (stage) =>
      killedWorkers(stage, { runs: 500, runsPerSecond: 6, killEveryMs: 2000, kills: 20, takeoverMs: 15_000, seed }),
    ),
  database: () =>
    onStage({ webs: 1, workers: 1 }, (stage) =>
      restartedDatabase(stage, { runs: 5000, callers: 10, restarts: [5, 100], between: [5000, 10_000], seed }),
    ),
  stopped: () => onStage({ webs: 1, workers: 3 }, (stage) => stoppedWorker(stage, { runs: 3, takeoverMs: 15_000 })),
  accepting: () =>
    onStage({ webs: 1, workers: 1 }, (stage) =>
      acceptedWebhooks(stage, { doors: 2, statements: 8, every: 1, accepted: 10_000, crowd: 500, seed }),
    ),
  deciding: () => onStage({ webs: 1, workers: 1 }, (stage) => decidedApprovals(stage, { statements: 16, every: 1 })),
  publishing: () => onStage({ webs: 2, workers: 0 }, (stage) => publishing(stage, { cycles: 1000, callers: 3 })),
  ticks: () => onStage({ webs: 1, workers: 2 }, missedTicks),
  graphs: async () =>
    property('random graphs', 2000, 'src/engine/interpreter.property.test.ts', { CHAOS_GRAPHS: '2000' }),
  states: async () =>
    property('moves of a run by chance', 1_200_000, 'src/engine/run-machine.property.test.ts', {
      CHAOS_STATES: '1200000',
    }),
  rows: async () =>
    property('rows against the model', 200, 'src/engine/run-rows.property.test.ts', { CHAOS_ROWS: '200' }),
  money: () => livesOfMoney({ seed, atOnce: Number(values['at-once']) }),
}

async function onStage(members: { webs: number; workers: number }, act: (stage: Stage) => Promise<Result>) {
  const stage = await startStage(members)
  try {
    return await act(stage)
  } finally {
    // What is found must not be lost over a process that takes its time: removeApps ends that one.
    await stage.stop().catch((error: unknown) => console.log(`  stopping: ${String(error)}`))
  }
}

/** A property test with more runs than it has among the others. */
function property(item: string, runs: number, file: string, env: Readonly<Record<string, string>>): Result {
  const { status } = spawnSync(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', file], {
    stdio: 'inherit',
    env: { ...process.env, ...env, CHAOS_SEED: String(seed) },
  })
  const wrong = status === 0 ? [] : ['see above']
  return { item, runs, kills: 0, repeats: 0, wrong, lost: [], note: '' }
}

console.log(`Seed ${seed}`)
const build = spawnSync(process.execPath, ['scripts/build.ts', '--if-changed'], { stdio: 'inherit' })
if (build.status !== 0) process.exit(1)
const results: (Result & { seconds: number })[] = []
for (const [name, work] of Object.entries(items)) {
  if (positionals.length > 0 && !positionals.includes(name)) continue
  console.log(`${name} …`)
  const began = performance.now()
  const result = await work().catch((error: unknown): Result => {
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
