import type { Graph, GraphNode } from '#src/lib/graph/graph.schema.ts'
import { bodiesOf } from '#src/lib/graph/loops.ts'
import type { Effect } from '#src/sdk/define-node.ts'
import type { Lane, NodeRegistry } from '../engine.ts'

/** A node of an unknown type only fails, which touches nothing. */
export function effectOf(node: GraphNode, nodes: NodeRegistry): Effect {
  const effect = nodes[node.type]?.effect ?? 'pure'
  return typeof effect === 'function' ? effect(node.config) : effect
}

/** Whether a node, or for a loop what it repeats, does more than compute. */
export function touches(graph: Graph, id: string, nodes: NodeRegistry): boolean {
  const body = bodiesOf(graph, ({ type }) => nodes[type]?.bodyPort).get(id)
  return graph.nodes.some(
    (node) => (node.id === id || body?.has(node.id)) && !node.disabled && effectOf(node, nodes) !== 'pure',
  )
}

/**
 * Inline where nothing is touched and nothing is repeated: such a run is over in milliseconds, so its row may be written
 * at its end. A loop may take minutes, in which somebody wants to see it, stop it or send its event again.
 */
export const laneOf = (graph: Graph, nodes: NodeRegistry): Lane =>
  graph.nodes.every(
    (node) => node.disabled || (effectOf(node, nodes) === 'pure' && nodes[node.type]?.bodyPort === undefined),
  )
    ? 'inline'
    : 'direct'
