import { spawnSync } from 'node:child_process'
import { ChromiumMissingError, ensureChromium } from './chromium.ts'

/** Ends like a command that ran in our place. */
function runOrExit(...args: string[]): void {
  const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}

try {
  await ensureChromium()
  runOrExit('scripts/build.ts', '--if-changed')
  runOrExit('node_modules/vitest/vitest.mjs', 'run', '--config', 'vitest.e2e.config.ts', ...process.argv.slice(2))
} catch (error) {
  if (!(error instanceof ChromiumMissingError)) throw error
  console.error(error.message)
  process.exitCode = 1
}
