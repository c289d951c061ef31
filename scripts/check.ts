import { type Check, staticChecks, unitTests } from './check-list.ts'
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

for (const outcome of twoAtATime(staticChecks, run)) tell(await outcome)
tell(await run(unitTests))
console.log(`${passes} passed, ${failures} failed in ${seconds(started)}`)
process.exitCode = failures === 0 ? 0 : 1
