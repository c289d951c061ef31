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

/** a → (loop: x → y) → b, where x and y are what the loop l repeats. */
const looping = Graph.parse({
  nodes: ['a', 'l', 'x', 'y', 'b'].map((id) => ({ id, key: id, type: 'set', name: id })),
  edges: [
    { from: 'a', to: 'l' },
    { from: 'l', port: 'item', to: 'x' },
    { from: 'x', to: 'y' },
    { from: 'l', port: 'done', to: 'b' },
  ],
})
const bodies = new Map([['l', new Set(['x', 'y'])]])

test.each<[string, Bounds, string, string]>([
  ['a loop on the way brings what it repeats', { upTo: 'b' }, 'albxy', ''],
  ['up to a step in a loop: its turns end there', { upTo: 'x' }, 'alx', ''],
  ['from a step in a loop: from the loop', { from: 'y' }, 'albxy', 'a'],
  ['from behind a loop', { from: 'b' }, 'albxy', 'alxy'],
])('%s', (_name, bounds, kept, before) => {
  const part = partOf(looping, bounds, bodies)
  expect(
    part?.graph.nodes
      .map(({ id }) => id)
      .toSorted()
      .join(''),
  ).toBe([...kept].toSorted().join(''))
  expect([...(part?.before ?? [])].toSorted().join('')).toBe([...before].toSorted().join(''))
})
