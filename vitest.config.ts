import { globSync, readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import { reporters } from './scripts/lib/run-report.ts'
import { LongestFirst } from './vitest.sequencer.ts'

const ALL = ['src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts', 'db/**/*.test.ts']
/** In a test that starts something, or that changes what the tests of one process share. */
const STARTS =
  /startTestApp|freshDatabase|test-|startPostgres|startEngine|database|child_process|worker_threads|node:(?:fs|net|http)|process\.env|vi\.(?:stub|mock|spyOn|useFake)/
const isPure = (file: string) =>
  /^src.(?:lib|sdk|tools|ui|client|nodes)./.test(file) || !STARTS.test(readFileSync(file, 'utf8'))
const PURE = globSync(ALL)
  .filter(isPure)
  .map((file) => file.replaceAll('\\', '/'))
const common = {
  environment: 'node',
  pool: 'forks',
  // Two cores are shared with PostgreSQL, child processes and the other worker.
  testTimeout: 30_000,
  hookTimeout: 60_000,
  // What becomes true on two busy cores may take longer than the second that is given by default.
  expect: { poll: { timeout: 10_000 } },
} as const

// Not vite.config.ts: the React Router plugin has no business in tests.
export default defineConfig({
  test: {
    maxWorkers: 2,
    reporters: reporters(),
    globalSetup: 'src/server/test-cluster.ts',
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          ...common,
          name: 'whole',
          include: ALL,
          exclude: PURE,
        },
      },
      // Nothing in them is kept from one file to the next, so they need no process each.
      { test: { ...common, name: 'pure', include: PURE, isolate: false } },
    ],
  },
})
