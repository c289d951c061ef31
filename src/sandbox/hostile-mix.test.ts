import { afterAll, beforeAll, expect, test } from 'vitest'
import { answerOf, runOfMix } from './hostile-fixture.ts'
import { createSandbox } from './pool.ts'
import { runnerPids, stateOf } from './runner-pids-fixture.ts'
import type { Sandbox } from './sandbox.ts'
import { testBundle } from './test-bundle.ts'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = createSandbox({ bundleDir: await testBundle(), log: () => undefined })
}, 60_000)
afterAll(() => sandbox.stop())

/** Short where time is what runs out, so that the test is; never where a slow machine would make it another failure. */
const LIMITED = {
  TIME_LIMIT: { ms: 40 },
  MEMORY_LIMIT: { memoryBytes: 4 * 1024 * 1024 },
  OUTPUT_LIMIT: {},
  TOOL_ERROR: {},
}

test('among a thousand runs, one in ten hostile, every honest one gets its own answer, and nothing goes on afterwards', async () => {
  const mix = Array.from({ length: 1000 }, (_, n) => runOfMix(n, { sandbox, limitsOf: (code) => LIMITED[code] }))
  // A hundred at a time: on a slow machine, a thousand would wait for longer than a call may.
  for (let from = 0; from < 1000; from += 100) {
    const batch = mix.slice(from, from + 100)
    expect(await Promise.all(batch.map(async ({ run }) => answerOf(await run())))).toEqual(
      batch.map(({ expected }) => expected),
    )
  }
  // What outlived its limits would compute still.
  const atWork = () => runnerPids().filter((pid) => stateOf(pid) !== 'S')
  await expect.poll(atWork, { timeout: 10_000 }).toEqual([])
  expect(runnerPids().length).toBeGreaterThan(0)
  await sandbox.stop()
  expect(runnerPids()).toEqual([])
}, 120_000)
