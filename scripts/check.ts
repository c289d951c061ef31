import { checks } from './check-list.ts'
import { runCommand } from './lib/run-command.ts'

const seconds = (since: number) => `${((performance.now() - since) / 1000).toFixed(1)} s`

const started = performance.now()
let failures = 0
for (const { name, command } of checks) {
  const since = performance.now()
  const { passed, output } = await runCommand(command)
  console.log(`${passed ? 'ok  ' : 'FAIL'} ${name.padEnd(20)} ${seconds(since).padStart(7)}`)
  if (passed) continue
  failures += 1
  console.log(output.trimEnd())
}
console.log(`${checks.length - failures} passed, ${failures} failed in ${seconds(started)}`)
process.exitCode = failures === 0 ? 0 : 1
