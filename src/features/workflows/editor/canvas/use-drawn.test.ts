import { expect, test } from 'vitest'
import { Graph } from '#src/lib/graph/graph.schema.ts'
import { MOST_AT_ONCE } from './in-parts.ts'
import { drawn } from './use-drawn.web.tsx'

const COUNT = MOST_AT_ONCE * 2
const graphAt = (x: number) =>
  Graph.parse({
    nodes: Array.from({ length: COUNT }, (_, at) => ({
      ...{ id: `n${at}`, key: `s${at}`, type: 'set', name: `Step ${at}`, position: { x: x + at * 300, y: 0 } },
    })),
  })
const before = graphAt(0)
const all = before.nodes.map(({ id }) => id)
const still = { types: new Map(), states: new Map(), ids: [] }
const first = drawn({ ...still, graph: before }, undefined)

test('however many steps are chosen, they are so at once', () => {
  const chosen = drawn({ ...still, graph: before, ids: all }, first)
  expect(chosen.nodes.filter(({ selected }) => selected)).toHaveLength(COUNT)
  expect(chosen.goal).toBeUndefined()
  expect(chosen.part).toBe(first.part)
})

test('a choice while many steps are on their way brings all to their places, and is looked at as another part', () => {
  const graph = graphAt(40)
  const moving = drawn({ ...still, graph }, first)
  expect(moving.nodes).toBe(first.nodes)
  const chosen = drawn({ ...still, graph, states: moving.states, ids: ['n3'] }, moving)
  expect(chosen.nodes.map(({ position }) => position.x)).toEqual(graph.nodes.map(({ position }) => position.x))
  expect(chosen.goal).toBeUndefined()
  expect(chosen.part).not.toBe(moving.part)
})
