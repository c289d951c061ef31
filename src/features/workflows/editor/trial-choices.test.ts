import { expect, test } from 'vitest'
import type { NodeTypeEntry } from '#src/features/node-types/node-types.schema.ts'
import type { GraphNode } from '#src/lib/graph/graph.schema.ts'
import { boundsOf, canPin, trialChoices } from './trial-choices.ts'

const node = { id: 'a', disabled: false } as GraphNode
const typeOf = (category: string) => ({ category }) as NodeTypeEntry

const RUNS = ['Run this step', 'Run up to here', 'Run from here']
const SIMULATIONS = ['Simulate this step', 'Simulate up to here', 'Simulate from here']

test.each<[string, GraphNode, NodeTypeEntry | undefined, string[], boolean]>([
  ['a step', node, typeOf('action'), [...RUNS, ...SIMULATIONS], true],
  ['a trigger', node, typeOf('trigger'), ['Run from here', 'Simulate from here'], false],
  ['a note', node, typeOf('note'), [], false],
  ['a step that is passed by', { ...node, disabled: true }, typeOf('action'), [], true],
  ['an unknown kind of step', node, undefined, [], false],
])('what can be tried at %s', (_name, at, type, labels, pinnable) => {
  expect(trialChoices(at, type).map(({ label }) => label)).toEqual(labels)
  const simulated = trialChoices(at, type).filter(({ simulate }) => simulate)
  expect(simulated.map(({ label }) => label)).toEqual(labels.filter((label) => SIMULATIONS.includes(label)))
  expect(canPin(type)).toBe(pinnable)
})

test('each part has its bounds', () => {
  expect([boundsOf('a', 'step'), boundsOf('a', 'upTo'), boundsOf('a', 'from')]).toEqual([
    { from: 'a', upTo: 'a' },
    { upTo: 'a' },
    { from: 'a' },
  ])
})
