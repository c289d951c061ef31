import { expect, test } from 'vitest'
import { Graph } from './graph.schema.ts'
import { type Bounds, partOf } from './part.ts'

/** a → b → d → e, a → c → d, and f beside them. */
const graph = Graph.parse({
  nodes: ['a', 'b', 'c', 'd', 'e', 'f'].map((id) => ({ id, key: id, type: 'set', name: id })),
  edges: ['ab', 'bd', 'ac', 'cd', 'de'].map(([from, to]) => ({ from, to })),
})

test.each<[string, Bounds, string, string]>([
  ['all of it', {}, 'abcdef', ''],
  ['up to a step: it and what leads to it', { upTo: 'b' }, 'ab', ''],
  ['up to a step where ways meet', { upTo: 'd' }, 'abcd', ''],
  ['from a step: what follows, and what all that needs', { from: 'b' }, 'abcde', 'ac'],
  ['one step', { from: 'd', upTo: 'd' }, 'abcd', 'abc'],
  ['from one step to another', { from: 'b', upTo: 'd' }, 'abcd', 'ac'],
  ['the first step alone', { from: 'a', upTo: 'a' }, 'a', ''],
])('%s', (_name, bounds, kept, before) => {
  const part = partOf(graph, bounds)
  expect(part?.graph.nodes.map(({ id }) => id).join('')).toBe(kept)
  expect([...(part?.before ?? [])].toSorted().join('')).toBe(before)
})

test('connections to what is left out are left out', () => {
  expect(partOf(graph, { upTo: 'b' })?.graph.edges).toEqual([{ from: 'a', port: 'out', to: 'b' }])
})

test('a step that does not lead to the other', () => {
  expect(partOf(graph, { from: 'b', upTo: 'c' })).toBeUndefined()
})
