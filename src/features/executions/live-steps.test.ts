import { expect, test } from 'vitest'
import type { StepRecord } from '#src/engine/engine.ts'
import type { ExecutionStep } from './executions.schema.ts'
import { withLiveSteps, withToldStep } from './live-steps.ts'

const told = (nodeId: string, status: StepRecord['status']): StepRecord => ({
  seq: 0,
  nodeId,
  key: `key_${nodeId}`,
  status,
  attempts: 1,
  startedAt: null,
  durationMs: null,
  input: null,
  output: null,
  error: null,
})
const fetched = (nodeId: string, status: ExecutionStep['status']): ExecutionStep => {
  const { seq: _, ...step } = told(nodeId, status)
  return { ...step, dueAt: null, name: `Name ${nodeId}`, type: 'http' }
}
const lines = (steps: readonly ExecutionStep[]) => steps.map(({ name, status }) => `${name} ${status}`)

test('a step that the log does not have yet comes last, by its key', () => {
  expect(lines(withLiveSteps([fetched('a', 'succeeded')], [told('b', 'running')]))).toEqual([
    'Name a succeeded',
    'key_b running',
  ])
})

test('of a step that was told twice the last word counts', () => {
  expect(lines(withLiveSteps([], [told('a', 'running'), told('a', 'failed')]))).toEqual(['key_a failed'])
})

test('of what is told, each step is kept once, with its last word and in its place', () => {
  const words = ['a running', 'b running', 'a waiting', 'a running', 'b succeeded', 'a failed'] as const
  const kept = words.reduce<StepRecord[]>((steps, word) => {
    const [nodeId, status] = word.split(' ') as [string, StepRecord['status']]
    return withToldStep(steps, told(nodeId, status))
  }, [])
  expect(kept.map(({ nodeId, status }) => `${nodeId} ${status}`)).toEqual(['a failed', 'b succeeded'])
})

test('an open step takes the newer state and keeps its name', () => {
  expect(lines(withLiveSteps([fetched('a', 'running')], [told('a', 'succeeded')]))).toEqual(['Name a succeeded'])
})

test('the end of a step is never taken back', () => {
  expect(lines(withLiveSteps([fetched('a', 'succeeded')], [told('a', 'running')]))).toEqual(['Name a succeeded'])
})

test('what was told before stays the very same object when another step is told or the log is read again', () => {
  const log = [fetched('a', 'running'), fetched('b', 'running')]
  const first = withToldStep(withToldStep([], told('a', 'succeeded')), told('c', 'running'))
  const [a, , c] = withLiveSteps(log, first)
  const [same, , other] = withLiveSteps(structuredClone(log), withToldStep(first, told('b', 'succeeded')))
  expect(same).toBe(a)
  expect(other).toBe(c)
  const [renamed] = withLiveSteps([{ ...fetched('a', 'running'), name: 'Renamed' }], first)
  expect(renamed?.name).toBe('Renamed')
})
