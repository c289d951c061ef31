import { defineConfig } from 'vitest/config'

// Not vite.config.ts: the React Router plugin has no business in tests.
export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'src/**/*.test.tsx', 'scripts/**/*.test.ts', 'db/**/*.test.ts'],
    environment: 'node',
    pool: 'forks',
    maxWorkers: 2,
    // Two cores are shared with PostgreSQL, child processes and the other worker.
    testTimeout: 30_000,
    hookTimeout: 60_000,
    globalSetup: 'src/server/test-cluster.ts',
  },
})
