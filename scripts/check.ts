import { build, type Check, staticChecks, unitTests, weights } from './check-list.ts'
import { runCommand } from './lib/run-command.ts'
import { twoAtATime } from './lib/two-at-a-time.ts'

const seconds = (since: number) => `${((performance.now() - since) / 1000).toFixed(1)} s`

async function run({ name, command }: Check) {
  const since = performance.now()
  return { name, ...(await runCommand(command)), took: seconds(since) }
}

const started = performance.now()
let passes = 0
let failures = 0
function tell({ name, passed, output, took }: Awaited<ReturnType<typeof run>>): void {
  console.log(`${passed ? 'ok  ' : 'FAIL'} ${name.padEnd(20)} ${took.padStart(7)}`)
  if (!passed) console.log(output.trimEnd())
  if (passed) passes += 1
  else failures += 1
}

// The build reads the sources as the static checks do, so it need not wait for them.
for (const outcome of twoAtATime([...staticChecks, build], run)) tell(await outcome)
for (const check of [weights, unitTests]) tell(await run(check))
console.log(`${passes} passed, ${failures} failed in ${seconds(started)}`)
process.exitCode = failures === 0 ? 0 : 1
