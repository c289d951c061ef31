import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Check, checks } from './check-list.ts'
import { ensureChromium } from './chromium.ts'
import { runCommand } from './lib/run-command.ts'
import { REPORT_VARIABLE, TestReport } from './lib/test-report.ts'

/** Everything that `npm test` runs on top of `npm run check`. */
const further: Check[] = [
  { name: 'build', command: [process.execPath, 'scripts/build.ts', '--if-changed'] },
  {
    name: 'end-to-end tests',
    command: [process.execPath, 'node_modules/vitest/vitest.mjs', 'run', '--config', 'vitest.e2e.config.ts'],
  },
]

interface Count {
  passed: number
  failed: number
}

const folder = mkdtempSync(join(tmpdir(), 'fettle-report-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))

const total: Count = { passed: 0, failed: 0 }
await runCheck('Chromium', async () => {
  process.env.CHROMIUM_PATH = await ensureChromium()
  return { passed: true, output: '' }
})
for (const check of [...checks, ...further])
  await runCheck(check.name, () => runCommand(check.command, { [REPORT_VARIABLE]: reportOf(check.name) }))
console.log(`${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed === 0 ? 0 : 1

/** Each check counts as one, and each test of a test run as one more. */
async function runCheck(name: string, work: () => Promise<{ passed: boolean; output: string }>): Promise<void> {
  const begun = performance.now()
  const { passed, output } = await work().catch((error) => ({ passed: false, output: String(error) }))
  const tests = readReport(name)
  total.passed += tests.passed + (passed ? 1 : 0)
  total.failed += tests.failed + (passed ? 0 : 1)
  const seconds = ((performance.now() - begun) / 1000).toFixed(1)
  const counted = tests.passed + tests.failed === 0 ? '' : `, ${tests.passed} passed, ${tests.failed} failed`
  console.log(`${passed ? 'ok  ' : 'FAIL'} ${name} (${seconds} s${counted})`)
  for (const test of tests.repeated) console.log(`     passed when asked again: ${test}`)
  // What failed comes before the whole output, which is long and often cut.
  if (!passed) console.log([...tests.failures, output.trimEnd()].join('\n\n'))
}

function readReport(name: string): TestReport {
  if (!existsSync(reportOf(name))) return { passed: 0, failed: 0, failures: [], repeated: [] }
  return TestReport.parse(JSON.parse(readFileSync(reportOf(name), 'utf8')))
}

function reportOf(name: string): string {
  return join(folder, `${name}.json`)
}
