import { expect, test } from 'vitest'
import type { Trial } from './creator-tools.schema.ts'
import { tileCode, tileContent } from './test-content.ts'
import { trialProblems } from './trial-problems.ts'

const went = (misfits: readonly { output: string; message: string }[]): Trial => ({
  ...{ ok: true, outputs: {}, misfits: [...misfits], durationMs: 1, outputBytes: 2, console: [] },
  used: { cpuMs: 1, memoryBytes: null },
})
const failed = (code: string, message: string, line?: number): Trial => ({
  ...{ ok: false, durationMs: 1, used: null, console: [] },
  error: { code, message, details: [], ...(line !== undefined && { line }) },
})
const twoOutputs = {
  kind: 'config' as const,
  outputs: ['tile', 'tiles'].map((name) => ({ ...tileContent.outputs[0], name })) as typeof tileContent.outputs,
}

test('what went well, or has not run, shows nothing to mend', () => {
  expect(trialProblems(tileContent, undefined)).toEqual([])
  expect(trialProblems(tileContent, went([]))).toEqual([])
})

test('an expression that fails is said at its output', () => {
  const message = 'tiles: input has no field "nope" (at character 7).'
  expect(trialProblems(twoOutputs, failed('TOOL_ERROR', message))).toEqual([{ field: 'outputs.1.expression', message }])
})

test('a value of another type is said at the type of its output', () => {
  const message = '“tiles” should be a number, but is text'
  expect(trialProblems(twoOutputs, went([{ output: 'tiles', message }]))).toEqual([
    { field: 'outputs.1.type', message },
  ])
})

test('code is said with its line, and what it gives besides the outputs at the code', () => {
  expect(trialProblems(tileCode, failed('TOOL_ERROR', 'not today', 3))).toEqual([
    { field: 'source', message: 'Line 3: not today' },
  ])
  const message = '“more” is not among the outputs'
  expect(trialProblems(tileCode, went([{ output: 'more', message }]))).toEqual([{ field: 'source', message }])
})

test('a limit is nobody’s in particular, and inputs are the form’s to say', () => {
  expect(trialProblems(tileContent, failed('TIME_LIMIT', 'Stopped after 1 s'))).toEqual([
    { field: 'outputs', message: 'Stopped after 1 s' },
  ])
  expect(trialProblems(tileContent, failed('INVALID_INPUT', 'Floor is required'))).toEqual([])
})
