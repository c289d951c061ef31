import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from '#src/lib/zod.ts'
import { type Check, checks } from './check-list.ts'
import { ensureChromium } from './chromium.ts'
import { runCommand } from './lib/run-command.ts'

/** Everything that `npm test` runs on top of `npm run check`. */
const further: Check[] = [
  { name: 'build', command: [process.execPath, 'scripts/build.ts', '--if-changed'] },
  {
    name: 'end-to-end tests',
    command: [process.execPath, 'node_modules/vitest/vitest.mjs', 'run', '--config', 'vitest.e2e.config.ts'],
  },
]

const Report = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      message: z.string(),
      assertionResults: z.array(
        z.object({ fullName: z.string(), status: z.string(), failureMessages: z.array(z.string()).nullable() }),
      ),
    }),
  ),
})

interface Count {
  passed: number
  failed: number
}

interface TestRun extends Count {
  /** What failed and why: it stands before the whole output, which is long and often cut. */
  failures: string[]
}

const folder = mkdtempSync(join(tmpdir(), 'fettle-report-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))

const total: Count = { passed: 0, failed: 0 }
await runCheck('Chromium', async () => {
  process.env.CHROMIUM_PATH = await ensureChromium()
  return { passed: true, output: '' }
})
for (const check of [...checks, ...further]) await runCheck(check.name, () => runCommand(withReport(check).command))
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
  if (!passed) console.log([...tests.failures, output.trimEnd()].join('\n\n'))
}

function withReport({ name, command }: Check): Check {
  if (!command.some((word) => word.endsWith('vitest.mjs'))) return { name, command }
  return { name, command: [...command, '--reporter=default', '--reporter=json', `--outputFile.json=${reportOf(name)}`] }
}

function readReport(name: string): TestRun {
  if (!existsSync(reportOf(name))) return { passed: 0, failed: 0, failures: [] }
  const report = Report.parse(JSON.parse(readFileSync(reportOf(name), 'utf8')))
  const failures = report.testResults.flatMap((file) => [
    ...(file.message === '' ? [] : [`FAILED ${file.name}\n${file.message}`]),
    ...file.assertionResults
      .filter(({ status }) => status === 'failed')
      .map((test) => `FAILED ${file.name}: ${test.fullName}\n${(test.failureMessages ?? []).join('\n')}`),
  ])
  return { passed: report.numPassedTests, failed: report.numFailedTests, failures }
}

function reportOf(name: string): string {
  return join(folder, `${name}.json`)
}
