import { expect, test } from 'vitest'
import type { ExecutionStep } from './executions.schema.ts'
import { type ShownStep, withTurns } from './turns.ts'

const step = (nodeId: string, place: { loopId?: string; iteration?: string } = {}): ExecutionStep => ({
  ...{ nodeId, key: nodeId, name: nodeId, type: 'set', status: 'succeeded', attempts: 1, startedAt: null },
  ...{ durationMs: 1, dueAt: null, input: null, output: null, error: null },
  ...place,
})
const lines = (steps: readonly ShownStep[], depth = 0): string[] =>
  steps.flatMap(({ step: { nodeId }, turns }) => [
    `${'-'.repeat(depth)}${nodeId}`,
    ...turns.flatMap(({ index, steps: inside }) => [`${'-'.repeat(depth)}#${index}`, ...lines(inside, depth + 1)]),
  ])

test('steps of loops stand below them, turn by turn, whatever their order in the log', () => {
  const log = [
    step('start'),
    step('outer'),
    step('inner', { loopId: 'outer', iteration: '0' }),
    step('inner', { loopId: 'outer', iteration: '10' }),
    step('inner', { loopId: 'outer', iteration: '2' }),
    step('pay', { loopId: 'inner', iteration: '0.0' }),
    step('pay', { loopId: 'inner', iteration: '0.1' }),
    step('pay', { loopId: 'inner', iteration: '2.0' }),
    step('after'),
  ]
  expect(lines(withTurns(log))).toEqual([
    ...['start', 'outer', '#0', '-inner', '-#0', '--pay', '-#1', '--pay'],
    ...['#2', '-inner', '-#0', '--pay', '#10', '-inner', 'after'],
  ])
})

test('what failed in a turn that is not in the log is not lost', () => {
  const log = [step('outer'), step('pay', { loopId: 'inner', iteration: '35.2' })]
  expect(lines(withTurns(log))).toEqual(['outer', 'pay'])
})
