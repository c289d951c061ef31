import type { Graph, Problem } from './graph.schema.ts'
import { nodeById } from './order.ts'

/** For those who do not see the step beside it. */
export function problemText(graph: Graph, { nodeId, message }: Problem): string {
  const name = nodeId === undefined ? '' : (nodeById(graph, nodeId)?.name ?? '')
  return name === '' ? message : `${name}: ${message}`
}
