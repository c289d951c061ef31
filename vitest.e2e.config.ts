import { defineConfig } from 'vitest/config'
import { reporters } from './scripts/lib/run-report.ts'
import { LongestFirst } from './vitest.sequencer.ts'

const SECURITY = 'e2e/security/**/*.test.ts'
/** Held to seconds, so that each needs the machine to itself. */
const TIMED = 'e2e/processes/{cancel-elsewhere,repeated-calls,stop}.test.ts'
const KILLED = ['e2e/processes/**/!(fresh-machine).test.ts', 'e2e/recovery/**/*.test.ts', 'e2e/proof.test.ts']
const common = {
  environment: 'node',
  pool: 'forks',
  testTimeout: 60_000,
  hookTimeout: 120_000,
  // A draft is saved most of a second after the last change; of itself, a second would be all the time there is.
  expect: { poll: { timeout: 10_000 } },
} as const

export default defineConfig({
  test: {
    reporters: reporters(),
    globalSetup: 'e2e/support/prepared-data.ts',
    sequence: { sequencer: LongestFirst },
    projects: [
      // Each file has apps of its own and waits for them most of the time: three fit beside each other.
      { test: { ...common, name: 'security', include: [SECURITY], maxWorkers: 3, sequence: { groupOrder: 0 } } },
      // A browser waits for its app, the app for its database, and both for what is saved a moment after the last key.
      {
        test: {
          ...common,
          name: 'pages',
          include: ['e2e/**/*.test.ts'],
          exclude: [SECURITY, ...KILLED],
          maxWorkers: 3,
          sequence: { groupOrder: 1 },
        },
      },
      // Processes are started and killed, and mostly one core is busy with the next start.
      {
        test: {
          ...common,
          name: 'killed',
          include: KILLED,
          exclude: [TIMED],
          maxWorkers: 2,
          sequence: { groupOrder: 2 },
        },
      },
      { test: { ...common, name: 'alone', include: [TIMED], fileParallelism: false, sequence: { groupOrder: 3 } } },
    ],
  },
})
