import { defineConfig } from 'vitest/config'

/** Real processes and a real browser: one file after the other, so that each has the machine to itself. */
export default defineConfig({
  test: {
    include: ['e2e/**/*.test.ts'],
    environment: 'node',
    pool: 'forks',
    fileParallelism: false,
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
})
