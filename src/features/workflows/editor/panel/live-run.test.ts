import { expect, test } from 'vitest'
import type { ExecutionStep } from '#src/features/executions/executions.schema.ts'
import { isUnderWay, NO_RUN, runToFollow, stepsByNode, withRun } from './live-run.ts'

const step = (nodeId: string, output: unknown, iteration?: string): ExecutionStep => ({
  ...{ nodeId, output, key: nodeId, name: nodeId, type: 'set', status: 'succeeded', attempts: 1 },
  ...{ startedAt: null, durationMs: 1, dueAt: null, input: null, error: null },
  ...(iteration !== undefined && { iteration }),
})

test('the newest run of the draft is taken up again, and before one that has ended the one that is debugged', () => {
  const runs = [
    { id: 'r2', status: 'failed' as const },
    { id: 'r1', status: 'succeeded' as const },
  ]
  expect(runToFollow(runs, undefined)).toBe('r2')
  expect(runToFollow(runs, 'old')).toBe('old')
  expect(runToFollow([{ id: 'r3', status: 'running' }, ...runs], 'old')).toBe('r3')
  expect(runToFollow([], undefined)).toBe(undefined)
})

test('of a step in a loop the last turn counts', () => {
  const steps = stepsByNode([step('a', 1), step('b', 'first', '0'), step('b', 'second', '1')])
  expect([...steps].map(([id, { output }]) => [id, output])).toEqual([
    ['a', 1],
    ['b', 'second'],
  ])
})

test('a run is under way until it has ended, and none is not', () => {
  expect((['queued', 'running', 'waiting', 'succeeded', 'cancelled', undefined] as const).map(isUnderWay)).toEqual([
    true,
    true,
    true,
    false,
    false,
    false,
  ])
})

test('a run of some steps leaves what is known of the others', () => {
  const first = withRun(new Map(), { ...NO_RUN, executionId: 'r1', steps: stepsByNode([step('a', 1), step('b', 2)]) })
  const again = stepsByNode([step('b', 3), { ...step('c', null), status: 'running' }])
  const second = withRun(first, { ...NO_RUN, executionId: 'r2', steps: again })
  expect([...second].map(([id, known]) => [id, known.step.output, known.executionId])).toEqual([
    ['a', 1, 'r1'],
    ['b', 3, 'r2'],
  ])
  expect(withRun(second, { ...NO_RUN, executionId: 'r2', steps: again })).toBe(second)
})
