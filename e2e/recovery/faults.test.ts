import { afterAll, beforeAll, expect, test } from 'vitest'
import { acceptedWebhooks } from '../chaos/accepted-webhooks.ts'
import { decidedApprovals } from '../chaos/decided-approvals.ts'
import { killedWorkers } from '../chaos/killed-workers.ts'
import { missedTicks } from '../chaos/missed-ticks.ts'
import { publishing } from '../chaos/publishing.ts'
import { restartedDatabase } from '../chaos/restarted-database.ts'
import { type Stage, startStage } from '../chaos/stage.ts'
import { stoppedWorker } from '../chaos/stopped-worker.ts'
import { removeApps, removeFolders } from '../support/app-process.ts'

// A short form of `npm run chaos`, on one machine that stands for four: one process serves and three work.
const seed = 1
let stage: Stage

beforeAll(async () => {
  stage = await startStage({ webs: 1, workers: 3 })
})
afterAll(async () => {
  await stage.stop()
  await removeApps()
  removeFolders()
})

const good = { wrong: [], lost: [] }

test('workers that are killed with -9 lose no run and repeat only what was in flight', async () => {
  // Five of them call another workflow, each once.
  const options = { runs: 40, runsPerSecond: 8, killEveryMs: 1500, kills: 3, takeoverMs: 60_000, seed }
  expect(await killedWorkers(stage, options)).toMatchObject({ ...good, runs: 45 })
}, 240_000)

test('a worker that was stopped past its lease is not heard when it wakes up', async () => {
  expect(await stoppedWorker(stage, { runs: 1, takeoverMs: 15_000 })).toMatchObject({ ...good, repeats: 1 })
}, 120_000)

test('a database that restarts under load loses no run', async () => {
  const options = { runs: 200, callers: 4, restarts: [1, 1], between: [300, 600], seed } as const
  expect(await restartedDatabase(stage, options)).toMatchObject({ ...good, kills: 1 })
}, 240_000)

test('publishing and unpublishing act at once', async () => {
  expect(await publishing(stage, { cycles: 30, callers: 2 })).toMatchObject(good)
}, 120_000)

test('ticks that were missed are made up for as their schedules say', async () => {
  expect(await missedTicks(stage)).toMatchObject(good)
}, 120_000)

test('a kill between any two statements that accept a request loses none that was answered', async () => {
  const options = { doors: 1, statements: 6, every: 23, accepted: 20, crowd: 30, seed }
  expect(await acceptedWebhooks(stage, options)).toMatchObject(good)
}, 240_000)

test('a kill between any two statements that take a vote leaves it heard once, or not at all', async () => {
  expect(await decidedApprovals(stage, { statements: 16, every: 13 })).toMatchObject(good)
}, 240_000)
