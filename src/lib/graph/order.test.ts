import fc from 'fast-check'
import { expect, test } from 'vitest'
import { acyclicGraph, anyGraph, graphOf } from './graph.fixture.ts'
import { ancestorsOf, cycleIn, incoming, leaving, outgoing, reachableFrom, topologicalOrder } from './order.ts'

const keys = (nodes: readonly { key: string }[] | undefined) => nodes?.map((node) => node.key).join(' ')

const diamond = graphOf(
  ['end', 'start', 'left', 'right'],
  ['start.true left', 'start.false right', 'left end', 'right end'],
)

test('the order follows the edges, then the list of nodes', () => {
  expect(keys(topologicalOrder(diamond))).toBe('start left right end')
  expect(keys(topologicalOrder(graphOf(['b', 'a'])))).toBe('b a')
})

test('neighbours', () => {
  expect(keys(outgoing(diamond, 'start', 'true'))).toBe('left')
  expect(outgoing(diamond, 'start', 'out')).toEqual([])
  expect(incoming(diamond, 'end').map((edge) => edge.from)).toEqual(['left', 'right'])
  expect(leaving(diamond, 'start').map((edge) => edge.port)).toEqual(['true', 'false'])
  expect(keys(outgoing(graphOf(['a', 'b'], ['a b', 'a b', 'a nowhere']), 'a', 'out'))).toBe('b')
})

test('what a node reaches and what reaches it', () => {
  expect(reachableFrom(diamond, ['left'])).toEqual(new Set(['left', 'end']))
  expect(ancestorsOf(diamond, 'end')).toEqual(new Set(['left', 'right', 'start']))
  expect(ancestorsOf(diamond, 'start')).toEqual(new Set())
})

test.each([
  [['a b', 'b c', 'c b', 'c d'], 'b c'],
  [['a a'], 'a'],
  [['a b', 'b c', 'c d', 'd a'], 'a b c d'],
])('%j has a cycle of %s', (edges, nodes) => {
  const graph = graphOf(['a', 'b', 'c', 'd'], edges)
  expect(keys(cycleIn(graph))?.split(' ').toSorted().join(' ')).toBe(nodes)
  expect(topologicalOrder(graph)).toHaveLength(4)
})

test('every node comes once, after all that lead to it', () => {
  fc.assert(
    fc.property(acyclicGraph, (graph) => {
      const order = topologicalOrder(graph).map((node) => node.id)
      expect(order.toSorted()).toEqual(graph.nodes.map((node) => node.id).toSorted())
      for (const { from, to } of graph.edges) expect(order.indexOf(from)).toBeLessThan(order.indexOf(to))
      expect(cycleIn(graph)).toBeUndefined()
    }),
  )
})

test('a cycle that is named is one, and without cycle there is an order', () => {
  fc.assert(
    fc.property(anyGraph, (graph) => {
      const cycle = cycleIn(graph)?.map((node) => node.id)
      if (cycle === undefined) {
        const order = topologicalOrder(graph).map((node) => node.id)
        for (const { from, to } of graph.edges)
          if (order.includes(from) && order.includes(to)) expect(order.indexOf(from)).toBeLessThan(order.indexOf(to))
        return
      }
      cycle.forEach((from, index) => {
        const to = cycle[(index + 1) % cycle.length]
        expect(graph.edges).toContainEqual(expect.objectContaining({ from, to }))
      })
    }),
    { numRuns: 500 },
  )
})
