import { defineConfig } from 'vitest/config'
import { reporters } from './scripts/lib/run-report.ts'
import { LongestFirst } from './vitest.sequencer.ts'

const PURE = ['src/{lib,sdk,tools,ui,client,nodes}/**/*.test.{ts,tsx}']
const common = { environment: 'node', pool: 'forks' } as const

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
          include: ['src/**/*.test.ts', 'src/**/*.test.tsx', 'scripts/**/*.test.ts', 'db/**/*.test.ts'],
          exclude: PURE,
          // Two cores are shared with PostgreSQL, child processes and the other worker.
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      // Nothing in them is kept from one file to the next, so they need no process each.
      { test: { ...common, name: 'pure', include: PURE, isolate: false } },
    ],
  },
})
