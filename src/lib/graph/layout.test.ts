import fc from 'fast-check'
import { expect, test } from 'vitest'
import { boundsOf, boxOf, overlap } from './boxes.ts'
import { acyclicGraph, graphOf, kinds, step } from './graph.fixture.ts'
import type { Graph } from './graph.schema.ts'
import { isUnplaced, tidy, withPlaces } from './layout.ts'
import { nodeById } from './order.ts'

const overlaps = ({ nodes }: Graph) =>
  nodes.flatMap((one, at) => nodes.slice(at + 1).filter((other) => overlap(boxOf(one), boxOf(other))))
const xOf = (graph: Graph, id: string) => nodeById(graph, id)?.position.x ?? Number.NaN

function flowsRight(graph: Graph) {
  for (const { from, to } of graph.edges) expect(xOf(graph, to)).toBeGreaterThan(xOf(graph, from))
}

test('whatever is tidied flows to the right, on the raster, and covers nothing', async () => {
  await fc.assert(
    fc.asyncProperty(acyclicGraph, async (graph) => {
      const tidied = await tidy(graph, kinds)
      expect(overlaps(tidied)).toEqual([])
      flowsRight(tidied)
      for (const { position } of tidied.nodes) expect([position.x % 8, position.y % 8].map(Math.abs)).toEqual([0, 0])
      expect(tidied.edges).toBe(graph.edges)
    }),
    { numRuns: 50 },
  )
})

test('hundreds of steps are tidied by a quicker way, as well', async () => {
  const ids = Array.from({ length: 200 }, (_, at) => `s${at}`)
  const graph = graphOf(
    ids,
    ids.slice(2).flatMap((id, at) => [`s${at} ${id}`, `s${at + 1} ${id}`]),
  )
  const tidied = await tidy(graph, kinds)
  expect(overlaps(tidied)).toEqual([])
  flowsRight(tidied)
})

test('a selection is tidied beside the others, which stay, and a note in the way makes room', async () => {
  const note = step('note', { type: 'note', position: { x: 320, y: 0 } })
  const graph = graphOf([step('far', { position: { x: 0, y: 0 } }), 'a', 'b', 'c', note], ['a b', 'b c'])
  const tidied = await tidy(graph, kinds, { ids: ['a', 'b', 'c'] })
  expect(overlaps(tidied)).toEqual([])
  flowsRight(tidied)
  expect(nodeById(tidied, 'far')).toBe(graph.nodes[0])
  const part = boundsOf(tidied.nodes.filter(({ id }) => ['a', 'b', 'c'].includes(id)))
  expect(part).toEqual({ x: 0, y: 120, width: 976, height: 72 })
})

test('the upper left corner stays where it was', async () => {
  const graph = graphOf(
    [step('a', { position: { x: 800, y: 400 } }), step('b', { position: { x: 900, y: 480 } })],
    ['a b'],
  )
  expect((await tidy(graph, kinds)).nodes.map(({ position }) => position)).toEqual([
    { x: 800, y: 400 },
    { x: 1168, y: 400 },
  ])
  expect(await tidy(graphOf([]), kinds)).toEqual(graphOf([]))
})

test('steps that nobody put anywhere get places, all others keep theirs', () => {
  fc.assert(
    fc.property(acyclicGraph, (graph) => {
      const placed = withPlaces(graph, kinds)
      expect(isUnplaced(placed)).toBe(false)
      if (graph.nodes.length > 1) expect(overlaps(placed)).toEqual([])
      flowsRight(placed)
    }),
  )
  const placed = graphOf(['a', step('b', { position: { x: 8, y: 0 } })])
  expect(withPlaces(placed, kinds)).toBe(placed)
  const noted = withPlaces(graphOf(['a', step('n', { type: 'note' })]), kinds)
  expect(noted.nodes[1]?.position).toEqual({ x: 0, y: -120 })
})
