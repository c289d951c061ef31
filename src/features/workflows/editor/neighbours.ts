import type { Graph, GraphNode } from '#src/lib/graph/graph.schema.ts'
import { incoming, leaving, nodeById } from '#src/lib/graph/order.ts'
import { outlineOf } from './outline.ts'

export type Direction = 'before' | 'after' | 'above' | 'below'

/** Sideways counts more than along: the step straight above is nearer than one far to the side. */
const distance = (from: GraphNode, to: GraphNode): number => {
  const [a, b] = [from.position, to.position]
  return Math.abs(b.y - a.y) + 2 * Math.abs(b.x - a.x)
}

/** The step that an arrow leads to: along the connections to the sides, to the nearest one up and down. */
export function neighbour(graph: Graph, id: string, direction: Direction): string | undefined {
  const node = nodeById(graph, id)
  if (node === undefined) return undefined
  const near = (nodes: readonly (GraphNode | undefined)[]): string | undefined =>
    nodes.filter((one) => one !== undefined).toSorted((a, b) => distance(node, a) - distance(node, b))[0]?.id
  switch (direction) {
    case 'before':
      return near(incoming(graph, id).map(({ from }) => nodeById(graph, from)))
    case 'after':
      return near(leaving(graph, id).map(({ to }) => nodeById(graph, to)))
    case 'above':
      return near(graph.nodes.filter(({ position }) => position.y < node.position.y))
    case 'below':
      return near(graph.nodes.filter(({ position }) => position.y > node.position.y))
  }
}

/** The row above or below in the outline, wherever its step stands on the canvas. */
export function rowBeside(graph: Graph, id: string, direction: 'above' | 'below'): string | undefined {
  const rows = outlineOf(graph)
  const at = rows.findIndex(({ node }) => node.id === id)
  return at === -1 ? undefined : rows[at + (direction === 'above' ? -1 : 1)]?.node.id
}
