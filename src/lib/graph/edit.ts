import type { Graph, GraphEdge, GraphNode } from './graph.schema.ts'
import { incoming, leaving, nodeById, topologicalOrder } from './order.ts'

const COLUMN = 260

interface Ways {
  /** The way out of the step before that leads to the new step. */
  readonly port?: string
  /** The way out of the new step that leads on. */
  readonly onward?: string
}

/** Adds a step at the end of the list, led to from the last one. */
export function appendStep(graph: Graph, node: GraphNode, ways: Ways = {}): Graph {
  const last = topologicalOrder(graph).at(-1)
  return last === undefined ? { ...graph, nodes: [node] } : insertAfter(graph, last.id, node, ways)
}

/** Puts a step behind another one: what followed there now follows the new step. */
export function insertAfter(
  graph: Graph,
  afterId: string,
  node: GraphNode,
  { port = 'out', onward = 'out' }: Ways = {},
): Graph {
  const after = nodeById(graph, afterId)
  if (after === undefined || nodeById(graph, node.id) !== undefined) return graph
  const placed = { ...node, position: { x: after.position.x + COLUMN, y: after.position.y } }
  const moved = graph.edges.map((edge) =>
    edge.from === afterId && edge.port === port ? { ...edge, from: node.id, port: onward } : edge,
  )
  return { ...graph, nodes: [...graph.nodes, placed], edges: [...moved, { from: afterId, port, to: node.id }] }
}

/**
 * Takes a step out and joins what led to it with what followed it. Of several ways out the one called `out`,
 * or the one behind a loop, is followed, else that of the first edge.
 */
export function removeStep(graph: Graph, id: string): Graph {
  if (nodeById(graph, id) === undefined) return graph
  const onward = leaving(graph, id)
  const way = ['out', 'done'].find((port) => onward.some((edge) => edge.port === port)) ?? onward[0]?.port
  const targets = onward.filter((edge) => edge.port === way && edge.to !== id).map((edge) => edge.to)
  const joined = incoming(graph, id)
    .filter((edge) => edge.from !== id)
    .flatMap((edge) => targets.map((to) => ({ ...edge, to })))
  const others = graph.edges.filter((edge) => edge.from !== id && edge.to !== id)
  return {
    ...graph,
    nodes: graph.nodes.filter((node) => node.id !== id),
    edges: withoutRepeats([...others, ...joined]),
  }
}

const withoutRepeats = (edges: readonly GraphEdge[]): GraphEdge[] => [
  ...new Map(edges.map((edge) => [JSON.stringify([edge.from, edge.port, edge.to]), edge])).values(),
]

/**
 * Swaps a step with the one before it. The same graph when it cannot: next to a fork or a join, or when the one
 * before it is where the workflow starts.
 */
export function moveUp(graph: Graph, id: string): Graph {
  const [link, ...joins] = incoming(graph, id)
  if (link === undefined || joins.length > 0) return graph
  const before = nodeById(graph, link.from)
  const node = nodeById(graph, id)
  const after = leaving(graph, id)
  if (!before || !node || after.length > 1) return graph
  if (incoming(graph, before.id).length === 0 || leaving(graph, before.id).length > 1) return graph
  return swapped(graph, { before, node, link, onward: after[0] })
}

interface Pair {
  readonly before: GraphNode
  readonly node: GraphNode
  readonly link: GraphEdge
  readonly onward: GraphEdge | undefined
}

function swapped(graph: Graph, { before, node, link, onward }: Pair): Graph {
  const edges = graph.edges.map((edge) => {
    if (edge === link) return { from: node.id, port: onward?.port ?? 'out', to: before.id }
    if (edge === onward) return { from: before.id, port: link.port, to: edge.to }
    return edge.to === before.id ? { ...edge, to: node.id } : edge
  })
  const nodes = graph.nodes.map((one) => {
    if (one.id === node.id) return { ...one, position: before.position }
    return one.id === before.id ? { ...one, position: node.position } : one
  })
  return { ...graph, nodes, edges }
}

/** Swaps a step with the one after it; the same graph when it cannot. */
export function moveDown(graph: Graph, id: string): Graph {
  const [onward, ...forks] = leaving(graph, id)
  return onward === undefined || forks.length > 0 ? graph : moveUp(graph, onward.to)
}
