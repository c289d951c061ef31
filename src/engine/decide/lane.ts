import type { Graph, GraphNode } from '#src/lib/graph/graph.schema.ts'
import type { Effect } from '#src/sdk/define-node.ts'
import type { Lane, NodeRegistry } from '../engine.ts'

/** A node of an unknown type only fails, which touches nothing. */
export function effectOf(node: GraphNode, nodes: NodeRegistry): Effect {
  const effect = nodes[node.type]?.effect ?? 'pure'
  return typeof effect === 'function' ? effect(node.config) : effect
}

export const laneOf = (graph: Graph, nodes: NodeRegistry): Lane =>
  graph.nodes.every((node) => node.disabled || effectOf(node, nodes) === 'pure') ? 'inline' : 'direct'
