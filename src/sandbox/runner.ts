// The jailed process: one JSON line in, one JSON line out, one call at a time.
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { LIMITS } from '#src/sdk/sandbox-limits.ts'
import { prepareEngine } from './engine.ts'
import type { RunRequest } from './protocol.ts'
import { READY } from './protocol.ts'
import { runCode } from './run-code.ts'
import { runExpressions } from './run-expressions.ts'
import type { RunOutcome } from './sandbox.ts'

/** Processor time of this thread: a busy machine takes nothing away from a tool. */
function clock(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

function expressions(request: Extract<RunRequest, { outputs: unknown }>): RunOutcome {
  const begun = clock()
  const outcome = runExpressions(request)
  return request.measure ? { ...outcome, used: { cpuMs: clock() - begun } } : outcome
}

const engine = await prepareEngine(readFileSync(new URL('./quickjs.wasm', import.meta.url)))
// A first run takes several times as long as a second one: nobody shall wait for that, or be taken for slow because of it.
await runCode(engine, { source: 'const run = (input) => input', input: {}, limits: LIMITS, clock })
process.stdout.write(`${READY}\n`)
for await (const line of createInterface({ input: process.stdin })) {
  const request = JSON.parse(line) as RunRequest
  const outcome = 'outputs' in request ? expressions(request) : await runCode(engine, { ...request, clock })
  process.stdout.write(`${JSON.stringify({ id: request.id, ...outcome })}\n`)
}
