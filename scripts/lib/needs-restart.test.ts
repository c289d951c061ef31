import { expect, test } from 'vitest'
import { needsRestart } from './needs-restart.ts'

test.each([
  ['src/server/env.ts', true],
  ['src/tools/tip-calculator.tool.ts', true],
  ['src/features/accounts/accounts.schema.ts', true],
  ['db/migrations/0001_accounts.sql', true],
  ['src/server/env.test.ts', false],
  ['src/features/catalog/explore.page.tsx', false],
  ['src/client/api-client.ts', false],
  ['src/ui/theme.ts', false],
  ['src/app/routes.ts', false],
  ['src/app/main.ts', true],
  ['src/app/app.css', false],
])('a change of %s restarts the server: %s', (file, restarts) => {
  expect(needsRestart(file)).toBe(restarts)
})
