import { spawn } from 'node:child_process'
import { checks } from './check-list.ts'

const seconds = (since: number) => `${((performance.now() - since) / 1000).toFixed(1)} s`

/** Both streams as one text, in the order of arrival. */
function run([program = '', ...args]: readonly string[]): Promise<{ passed: boolean; output: string }> {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, FORCE_COLOR: '0' } })
  let output = ''
  const collect = (text: string) => {
    output += text
  }
  child.stdout.setEncoding('utf8').on('data', collect)
  child.stderr.setEncoding('utf8').on('data', collect)
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => resolve({ passed: code === 0, output }))
  })
}

const started = performance.now()
let failures = 0
for (const { name, command } of checks) {
  const since = performance.now()
  const { passed, output } = await run(command)
  console.log(`${passed ? 'ok  ' : 'FAIL'} ${name.padEnd(20)} ${seconds(since).padStart(7)}`)
  if (!passed) {
    failures += 1
    console.log(output.trimEnd())
  }
}
console.log(`${checks.length - failures} passed, ${failures} failed in ${seconds(started)}`)
process.exitCode = failures === 0 ? 0 : 1
