import type { Graph, GraphEdge, GraphNode } from './graph.schema.ts'

/** Nodes by id and edges by their ends. Edges to nodes that do not exist, and repeated ids, are left out. */
interface Index {
  readonly nodes: ReadonlyMap<string, GraphNode>
  readonly from: ReadonlyMap<string, readonly GraphEdge[]>
  readonly to: ReadonlyMap<string, readonly GraphEdge[]>
}

const indexes = new WeakMap<Graph, Index>()

// Graphs are immutable values, so an index is made once per graph.
function indexOf(graph: Graph): Index {
  const known = indexes.get(graph)
  if (known) return known
  const nodes = new Map<string, GraphNode>()
  for (const node of graph.nodes) if (!nodes.has(node.id)) nodes.set(node.id, node)
  const edges = graph.edges.filter((edge) => nodes.has(edge.from) && nodes.has(edge.to))
  const index = {
    nodes,
    from: Map.groupBy(edges, (edge) => edge.from),
    to: Map.groupBy(edges, (edge) => edge.to),
  }
  indexes.set(graph, index)
  return index
}

export const nodeById = (graph: Graph, id: string): GraphNode | undefined => indexOf(graph).nodes.get(id)

/** Edges that arrive at a node. */
export const incoming = (graph: Graph, id: string): GraphEdge[] => [...(indexOf(graph).to.get(id) ?? [])]

/** Edges that leave a node. */
export const leaving = (graph: Graph, id: string): GraphEdge[] => [...(indexOf(graph).from.get(id) ?? [])]

/** Nodes that a port of a node leads to, in the order of the edges; each once. */
export function outgoing(graph: Graph, id: string, port: string): GraphNode[] {
  const { nodes, from } = indexOf(graph)
  const ids = new Set((from.get(id) ?? []).filter((edge) => edge.port === port).map((edge) => edge.to))
  return [...ids].flatMap((to) => nodes.get(to) ?? [])
}

/**
 * Every node once, each after all nodes that lead to it; among equals in the order of `graph.nodes`.
 * Nodes on a cycle, or after one, come last: see `cycleIn`.
 */
export function topologicalOrder(graph: Graph): GraphNode[] {
  const sorted = sortedNodes(graph)
  const placed = new Set(sorted)
  const rest = [...indexOf(graph).nodes.values()].filter((node) => !placed.has(node))
  return [...sorted, ...rest]
}

function sortedNodes(graph: Graph): GraphNode[] {
  const { nodes, from, to } = indexOf(graph)
  const waitsFor = new Map([...nodes.keys()].map((id) => [id, to.get(id)?.length ?? 0]))
  const ready = [...nodes.values()].filter((node) => waitsFor.get(node.id) === 0)
  for (const node of ready)
    for (const edge of from.get(node.id) ?? []) {
      const left = (waitsFor.get(edge.to) ?? 0) - 1
      waitsFor.set(edge.to, left)
      const next = nodes.get(edge.to)
      if (left === 0 && next) ready.push(next)
    }
  return ready
}

/** The nodes of one cycle, in the order of its edges; undefined when there is none. */
export function cycleIn(graph: Graph): GraphNode[] | undefined {
  const { nodes, to } = indexOf(graph)
  const sorted = new Set(sortedNodes(graph))
  const stuck = [...nodes.values()].find((node) => !sorted.has(node))
  if (!stuck) return undefined
  // Whoever never became ready waits for another such node: going back, one is met twice.
  const path: GraphNode[] = []
  let at: GraphNode = stuck
  while (!path.includes(at)) {
    path.unshift(at)
    const before = (to.get(at.id) ?? []).map((edge) => nodes.get(edge.from)).find((node) => node && !sorted.has(node))
    if (!before) return undefined
    at = before
  }
  return path.slice(0, path.indexOf(at) + 1)
}

/** Ids of the given nodes and of all that can be reached from them. */
export const reachableFrom = (graph: Graph, ids: Iterable<string>): Set<string> =>
  spread(ids, (id) => (indexOf(graph).from.get(id) ?? []).map((edge) => edge.to))

/** Ids of all nodes that lead to a node, itself only if it is on a cycle. */
export function ancestorsOf(graph: Graph, id: string): Set<string> {
  const before = (one: string) => (indexOf(graph).to.get(one) ?? []).map((edge) => edge.from)
  return spread(before(id), before)
}

function spread(start: Iterable<string>, next: (id: string) => readonly string[]): Set<string> {
  const found = new Set(start)
  for (const id of found) for (const other of next(id)) found.add(other)
  return found
}
