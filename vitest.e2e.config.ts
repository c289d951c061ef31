import { defineConfig } from 'vitest/config'
import { reporters } from './scripts/lib/run-report.ts'
import { LongestFirst } from './vitest.sequencer.ts'

const SECURITY = 'e2e/security/**/*.test.ts'
const ALONE = ['e2e/processes/**/!(fresh-machine).test.ts', 'e2e/recovery/**/*.test.ts', 'e2e/proof.test.ts']
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
      {
        test: {
          ...common,
          name: 'pages',
          include: ['e2e/**/*.test.ts'],
          exclude: [SECURITY, ...ALONE],
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
      // Processes are started, killed and timed: one file after the other, so that each has the machine to itself.
      { test: { ...common, name: 'alone', include: ALONE, fileParallelism: false, sequence: { groupOrder: 2 } } },
    ],
  },
})
