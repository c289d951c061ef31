import type { Graph, GraphNode } from './graph.schema.ts'
import { leaving, reachableFrom } from './order.ts'

/** Turns of each loop whose steps the log has, from the first one; of all others it has what failed. */
export const TOLD_TURNS = 20

/** The way out of a node that leads to its body; undefined for a node that is no loop. */
export type BodyPortOf = (node: GraphNode) => string | undefined

/** Ids of the nodes in the body of each loop: all that its body port leads to. */
export function bodiesOf(graph: Graph, bodyPortOf: BodyPortOf): ReadonlyMap<string, ReadonlySet<string>> {
  const bodies = new Map<string, ReadonlySet<string>>()
  for (const node of graph.nodes) {
    const bodyPort = bodyPortOf(node)
    if (bodyPort === undefined) continue
    const first = leaving(graph, node.id).filter(({ port }) => port === bodyPort)
    const ids = first.map(({ to }) => to)
    bodies.set(node.id, reachableFrom(graph, ids))
  }
  return bodies
}

/** Ids of the loops around each node that is in one, the innermost first. */
export function loopsAround(bodies: ReadonlyMap<string, ReadonlySet<string>>): ReadonlyMap<string, readonly string[]> {
  const around = new Map<string, string[]>()
  const bySize = [...bodies].toSorted(([, a], [, b]) => a.size - b.size)
  for (const [loop, body] of bySize) for (const id of body) around.set(id, [...(around.get(id) ?? []), loop])
  return around
}

/** The loop that a node is in, of several the one around all others; else the node itself. */
export function outermost(around: ReadonlyMap<string, readonly string[]>, id: string): string {
  return around.get(id)?.at(-1) ?? id
}
