import { globSync, readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import { reporters } from './scripts/lib/run-report.ts'
import { LongestFirst } from './vitest.sequencer.ts'

const ALL = ['src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts', 'db/**/*.test.ts']
/** In a test that starts threads or processes, or changes what all tests of one process share. */
const CHANGES = /child_process|worker_threads|process\.env|vi\.(?:stub|mock|spyOn|useFake|resetModules)/
/** What is here puts back what it changes. */
const TIDY = /^src.(?:lib|sdk|tools|ui|client|nodes)./
const SHARED = globSync(ALL)
  .filter((file) => TIDY.test(file) || !CHANGES.test(readFileSync(file, 'utf8')))
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
      { test: { ...common, name: 'separate', include: ALL, exclude: SHARED } },
      // Nothing in them is kept from one file to the next. Loading the application anew for each took most of the time.
      { test: { ...common, name: 'shared', include: SHARED, isolate: false } },
    ],
  },
})
