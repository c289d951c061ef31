import { expect, test } from 'vitest'
import type { RunFailure, SandboxCall, SandboxFailure, SandboxOutcome } from '#src/sandbox/sandbox.ts'
import { createCodeRunner } from './code-runner.ts'

async function answered(outcome: SandboxOutcome | { ok: false; error: RunFailure | SandboxFailure }) {
  const calls: SandboxCall[] = []
  const run = async (call: SandboxCall) => {
    calls.push(call)
    // TypeScript does not find the two kinds of failure in one.
    return outcome as SandboxOutcome
  }
  const runCode = createCodeRunner({ run, stop: async () => {} })
  const signal = new AbortController().signal
  const result = await runCode('script', { n: 1 }, { ownerId: 'ada', signal }).catch((error: unknown) => error)
  return { calls, result }
}

test('the code runs as a script in the slot of the owner', async () => {
  const { calls, result } = await answered({ ok: true, outputs: { value: [1], console: ['a', 'b'] } })
  expect(calls).toEqual([{ script: 'script', input: { n: 1 }, account: 'ada' }])
  expect(result).toEqual({ value: [1], console: ['a', 'b'] })
})

test.each([
  [
    { code: 'TOOL_ERROR', message: 'TypeError: no', line: 3, console: ['x', 'y'] },
    { code: 'CODE_ERROR', message: 'TypeError: no (line 3)', permanent: true, technical: 'x\ny' },
  ],
  [
    { code: 'TOOL_ERROR', message: 'The tool stopped unexpectedly.', console: [] },
    { code: 'CODE_ERROR', message: 'The code stopped unexpectedly.', permanent: true, technical: undefined },
  ],
  [
    { code: 'TIME_LIMIT', message: '…' },
    { code: 'TIME_LIMIT', message: 'The code was stopped after 1 s of processor time', permanent: true },
  ],
  [
    { code: 'MEMORY_LIMIT', message: '…' },
    { code: 'MEMORY_LIMIT', message: 'The code was stopped at 64 MB of memory', permanent: true },
  ],
  [
    { code: 'SANDBOX_BUSY', message: 'Later', retryAfter: 2 },
    { code: 'SANDBOX_BUSY', message: 'Later', permanent: false, retryAfterMs: 2000 },
  ],
] as const)('%j fails the step as %j', async (error, failure) => {
  expect((await answered({ ok: false, error })).result).toMatchObject(failure)
})
