import { expect, test } from 'vitest'
import type { Graph } from '#src/lib/graph/graph.schema.ts'
import { chainOf, graphOf } from '../engine-fixture.ts'
import { doneNodes, passedBy, resumedNodes, reusableNodes } from './reuse.ts'

const value = (key: string, config = {}) => ({ key, type: 'value', config })
const before = graphOf(
  [value('a'), value('b'), value('c'), value('d'), value('e')],
  ['a > b', 'b > c', 'a > d', 'c > e', 'd > e'],
)
const change = (id: string, changed: Partial<Graph['nodes'][number]>): Graph => ({
  ...before,
  nodes: before.nodes.map((node) => (node.id === id ? { ...node, ...changed } : node)),
})
const without = (from: string, to: string): Graph => ({
  ...before,
  edges: before.edges.filter((edge) => edge.from !== from || edge.to !== to),
})
const ALL = ['n_a', 'n_b', 'n_c', 'n_d', 'n_e']

test.each<[string, { now?: Graph; done?: string[]; again?: string[] }, string[]]>([
  ['everything that is done, when nothing is to run again', {}, ALL],
  ['nothing that was not done', { done: ['n_a', 'n_d'] }, ['n_a', 'n_d']],
  ['nothing after what runs again, but the other branch', { again: ['n_b'] }, ['n_a', 'n_d']],
  ['nothing after a changed setting', { now: change('n_d', { config: { value: 1 } }) }, ['n_a', 'n_b', 'n_c']],
  ['nothing after another key', { now: change('n_b', { key: 'other' }) }, ['n_a', 'n_d']],
  ['nothing after a step that was switched off', { now: change('n_b', { disabled: true }) }, ['n_a', 'n_d']],
  ['nothing after a lost connection', { now: without('n_c', 'n_e') }, ['n_a', 'n_b', 'n_c', 'n_d']],
  ['another name and place mean the same', { now: change('n_a', { name: 'A', position: { x: 1, y: 1 } }) }, ALL],
  ['another patience means the same', { now: change('n_a', { timeoutMs: 5, retry: undefined }) }, ALL],
  [
    'a step that is not there any more',
    {
      now: {
        ...before,
        nodes: before.nodes.filter(({ id }) => id !== 'n_c'),
        edges: before.edges.filter(({ from, to }) => from !== 'n_c' && to !== 'n_c'),
      },
    },
    ['n_a', 'n_b', 'n_d'],
  ],
])('is taken over: %s', (_name, { now = before, done = ALL, again = [] }, expected) => {
  expect([...reusableNodes({ before, now, done: new Set(done), again, bodyPortOf: () => undefined })]).toEqual(expected)
})

test('a loop is taken over with all its turns or not at all', () => {
  const looping = graphOf(
    [value('a'), { key: 'l', type: 'loop', config: {} }, value('x'), value('y'), value('b')],
    ['a > l', 'l.item > x', 'x > y', 'l.done > b'],
  )
  const bodyPortOf = ({ type }: { type: string }) => (type === 'loop' ? 'item' : undefined)
  const done = new Set(['n_a', 'n_l', 'n_b'])
  const kept = (now: Graph, again: string[] = []) => [
    ...reusableNodes({ before: looping, now, done, again, bodyPortOf }),
  ]
  expect(kept(looping)).toEqual(['n_a', 'n_l', 'n_b'])
  expect(kept(looping, ['n_y'])).toEqual(['n_a'])
  expect(kept({ ...looping, nodes: looping.nodes.filter(({ id }) => id !== 'n_y') })).toEqual(['n_a'])
  const changed = looping.nodes.map((node) => (node.id === 'n_x' ? { ...node, config: { value: 1 } } : node))
  expect(kept({ ...looping, nodes: changed })).toEqual(['n_a'])
})

test('steps in loops are never at an end by themselves', () => {
  const steps = [
    { nodeId: 'n_a', status: 'succeeded' },
    { nodeId: 'n_b', status: 'succeeded', iteration: '3' },
  ] as const
  expect([...doneNodes(before, steps, undefined)]).toEqual(['n_a'])
})

test('a failure is an end to go on from only where the workflow caters for it', () => {
  const graph = chainOf([
    value('a'),
    { ...value('b'), onError: 'continue' },
    { ...value('c'), onError: 'branch' },
    value('d'),
  ])
  const steps = [
    { nodeId: 'n_a', status: 'succeeded' },
    { nodeId: 'n_b', status: 'failed' },
    { nodeId: 'n_c', status: 'failed' },
    { nodeId: 'n_d', status: 'failed' },
    { nodeId: 'n_e', status: 'skipped' },
  ] as const
  expect([...doneNodes(graph, steps, 'n_d')]).toEqual(['n_a', 'n_b', 'n_c'])
  expect([...doneNodes(graph, steps, 'n_c')]).toEqual(['n_a', 'n_b'])
  expect([...doneNodes(graph, steps, 'n_a')]).toEqual(['n_b', 'n_c'])
})

test('a loop goes around again as it did where nothing before it or in it is another', () => {
  const bodyPortOf = ({ type }: { type: string }) => (type === 'loop' ? 'item' : undefined)
  const looping = graphOf(
    [
      ...[value('a'), value('skipped'), { key: 'l', type: 'loop', config: {} }, value('x')],
      ...[{ key: 'inner', type: 'loop', config: {} }, value('y'), value('b')],
    ],
    ['a > l', 'skipped > l', 'l.item > x', 'x > inner', 'inner.item > y', 'l.done > b'],
  )
  const resumed = (now: Graph, done: readonly string[], again: readonly string[] = []) => [
    ...resumedNodes({
      ...{ before: looping, now, again, bodyPortOf },
      done: new Set(done),
      passedBy: passedBy([{ nodeId: 'n_skipped', status: 'skipped' }]),
    }),
  ]
  const changed = (id: string): Graph => ({
    ...looping,
    nodes: looping.nodes.map((node) => (node.id === id ? { ...node, config: { value: 1 } } : node)),
  })
  expect(resumed(looping, ['n_a'])).toEqual(['n_x', 'n_inner', 'n_y'])
  expect(resumed(looping, ['n_a', 'n_l'])).toEqual([])
  expect(resumed(looping, [])).toEqual([])
  expect(resumed(looping, ['n_a'], ['n_y'])).toEqual([])
  for (const id of ['n_a', 'n_skipped', 'n_l', 'n_y']) expect(resumed(changed(id), ['n_a'])).toEqual([])
  expect(resumed(changed('n_b'), ['n_a'])).toEqual(['n_x', 'n_inner', 'n_y'])
})
