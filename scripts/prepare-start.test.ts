import { expect, test } from 'vitest'
import { runCommand } from './lib/run-command.ts'

test('a wrong value in the environment is refused before anything is built', async () => {
  // Without --if-changed: whatever came so far would build.
  const { passed, output } = await runCommand([process.execPath, 'scripts/prepare-start.ts'], { PORT: 'abc' })
  expect([passed, output]).toEqual([false, 'PORT must be a whole number from 1 to 65535, but is "abc".\n'])
})
