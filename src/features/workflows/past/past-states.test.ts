import { expect, test } from 'vitest'
import { graphOf, step } from '#src/lib/graph/graph.fixture.ts'
import { pastStates, wayMarks } from './past-states.ts'

const before = graphOf(['a', 'b', 'gone'], ['a b', 'b gone'])
const after = graphOf(['a', step('b', { name: 'Other' }), 'new'], ['a b', 'b.error new'])
const steps = new Map([
  ['a', { status: 'succeeded', durationMs: 3 } as const],
  ['b', { status: 'failed', durationMs: null } as const],
])
const plain = { status: undefined, durationMs: null, isPinned: false, problems: 0 }

test('a step shows how the run went there and what has become of it', () => {
  expect([...pastStates({ before, after, steps })]).toEqual([
    ['a', { ...plain, status: 'succeeded', durationMs: 3 }],
    ['b', { ...plain, status: 'failed', mark: 'changed' }],
    ['gone', { ...plain, mark: 'removed' }],
    ['new', { ...plain, mark: 'added' }],
  ])
  expect(pastStates({ before, after: before, steps: new Map() }).size).toBe(0)
})

test('connections that came and went are marked by their way', () => {
  expect([...wayMarks(before, after)]).toEqual([
    ['b error new', 'added'],
    ['b out gone', 'removed'],
  ])
})
