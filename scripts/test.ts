import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build, type Check, node, staticChecks, unitTests, weights } from './check-list.ts'
import { ensureChromium } from './chromium.ts'
import { type Outcome, runCommand } from './lib/run-command.ts'
import { REPORT_VARIABLE, RunReport } from './lib/run-report.ts'
import { twoAtATime } from './lib/two-at-a-time.ts'

const endToEndTests = node(
  'end-to-end tests',
  ...['node_modules/vitest/vitest.mjs', 'run', '--config', 'vitest.e2e.config.ts'],
)

interface Count {
  passed: number
  failed: number
}

interface Timed extends Outcome {
  name: string
  seconds: string
}

const folder = mkdtempSync(join(tmpdir(), 'fettle-report-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))

const total: Count = { passed: 0, failed: 0 }
tell(
  await timed('Chromium', async () => {
    await ensureChromium()
    return { passed: true, output: '' }
  }),
)
// The build reads the sources as the static checks do, so it need not wait for them.
for (const outcome of twoAtATime([...staticChecks, build], run)) tell(await outcome)
for (const check of [weights, unitTests, endToEndTests]) tell(await run(check))
console.log(`${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed === 0 ? 0 : 1

function run({ name, command }: Check): Promise<Timed> {
  return timed(name, () => runCommand(command, { [REPORT_VARIABLE]: reportOf(name) }))
}

async function timed(name: string, work: () => Promise<Outcome>): Promise<Timed> {
  const begun = performance.now()
  const outcome = await work().catch((error) => ({ passed: false, output: String(error) }))
  return { name, ...outcome, seconds: ((performance.now() - begun) / 1000).toFixed(1) }
}

/** Each check counts as one, and each test of a test run as one more. */
function tell({ name, passed, output, seconds }: Timed): void {
  const tests = readReport(name)
  total.passed += tests.passed + (passed ? 1 : 0)
  total.failed += tests.failed + (passed ? 0 : 1)
  const counted = tests.passed + tests.failed === 0 ? '' : `, ${tests.passed} passed, ${tests.failed} failed`
  console.log(`${passed ? 'ok  ' : 'FAIL'} ${name} (${seconds} s${counted})`)
  for (const test of tests.repeated) console.log(`     passed when asked again: ${test.replaceAll('\n', '\n       ')}`)
  // What failed comes before the whole output, which is long and often cut.
  if (!passed) console.log([...tests.failures, output.trimEnd()].join('\n\n'))
}

function readReport(name: string): RunReport {
  if (!existsSync(reportOf(name))) return { passed: 0, failed: 0, failures: [], repeated: [] }
  return RunReport.parse(JSON.parse(readFileSync(reportOf(name), 'utf8')))
}

function reportOf(name: string): string {
  return join(folder, `${name}.json`)
}
