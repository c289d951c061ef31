import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { build, type Check, node, staticChecks, unitTests, weights } from './check-list.ts'
import { ensureChromium, ensureLightChromium, findChromium } from './chromium.ts'
import { type Outcome, runCommand } from './lib/run-command.ts'
import { failedOnlyAtFirst, REPORT_VARIABLE, RunReport, toAskAgain, withSecond } from './lib/run-report.ts'
import { twoAtATime } from './lib/two-at-a-time.ts'

const endToEndTests = (...files: readonly string[]) =>
  node(
    files.length === 0 ? 'end-to-end tests' : 'end-to-end tests, asked again',
    ...['node_modules/vitest/vitest.mjs', 'run', '--config', 'vitest.e2e.config.ts', ...files],
  )
/** Beside others on two cores, what fails once is asked again. What is killed and recovered is never asked twice. */
const ASKED_AGAIN = ['pages', 'security']
/** More than so many files do not fail by chance. */
const MOST_ASKED_AGAIN = 6

interface Count {
  passed: number
  failed: number
}

interface Timed extends Outcome {
  name: string
  seconds: string
  tests: RunReport
}

const folder = mkdtempSync(join(tmpdir(), 'fettle-report-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))

const total: Count = { passed: 0, failed: 0 }
const browser = await timed('Chromium', async () => {
  await ensureChromium()
  await ensureLightChromium()
  return { passed: true, output: '' }
})
// Which of them draws the pages decides how long they take.
tell(
  browser.passed
    ? { ...browser, name: `Chromium, ${basename(findChromium(process.env, { light: true }) ?? '')}` }
    : browser,
)
// The build reads the sources as the static checks do, so it need not wait for them.
for (const outcome of twoAtATime([...staticChecks, build], run)) tell(await outcome)
for (const check of [weights, unitTests]) tell(await run(check))
await runEndToEnd()
console.log(`${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed === 0 ? 0 : 1

/** Files that failed get new apps and the machine to themselves, and what they left of the first time is gone. */
async function runEndToEnd(): Promise<void> {
  const first = await run(endToEndTests())
  const files = first.passed ? [] : toAskAgain(first.tests, ASKED_AGAIN)
  if (files.length === 0 || files.length > MOST_ASKED_AGAIN) return tell(first)
  const second = await run(endToEndTests(...files))
  for (const failure of failedOnlyAtFirst(first.tests, second.tests)) {
    console.log(`     passed when asked again: ${failure.replaceAll('\n', '\n       ')}`)
  }
  const seconds = `${first.seconds} + ${second.seconds}`
  tell({ ...second, name: first.name, seconds, tests: withSecond(first.tests, second.tests) })
}

function run({ name, command }: Check): Promise<Timed> {
  return timed(name, () => runCommand(command, { [REPORT_VARIABLE]: reportOf(name) }))
}

async function timed(name: string, work: () => Promise<Outcome>): Promise<Timed> {
  const begun = performance.now()
  const outcome = await work().catch((error) => ({ passed: false, output: String(error) }))
  const seconds = ((performance.now() - begun) / 1000).toFixed(1)
  return { name, ...outcome, seconds, tests: readReport(name) }
}

/** Each check counts as one, and each test of a test run as one more. */
function tell({ name, passed, output, seconds, tests }: Timed): void {
  const sum = (count: 'passed' | 'failed') => tests.files.reduce((all, file) => all + file[count], 0)
  const [good, bad] = [sum('passed'), sum('failed')]
  total.passed += good + (passed ? 1 : 0)
  total.failed += bad + (passed ? 0 : 1)
  const counted = good + bad === 0 ? '' : `, ${good} passed, ${bad} failed`
  console.log(`${passed ? 'ok  ' : 'FAIL'} ${name} (${seconds} s${counted})`)
  // What failed comes before the whole output, which is long and often cut.
  const failures = [...tests.outside, ...tests.files.flatMap((file) => file.failures)]
  if (!passed) console.log([...failures, output.trimEnd()].join('\n\n'))
}

function readReport(name: string): RunReport {
  if (!existsSync(reportOf(name))) return { files: [], outside: [] }
  return RunReport.parse(JSON.parse(readFileSync(reportOf(name), 'utf8')))
}

function reportOf(name: string): string {
  return join(folder, `${name}.json`)
}
