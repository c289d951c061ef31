import { freePlace, type SizeOf, STEP_SIZE } from './boxes.ts'
import type { Graph, GraphEdge } from './graph.schema.ts'

const textOf = ({ from, port, to }: GraphEdge): string => JSON.stringify([from, port, to])

/**
 * Two states of a workflow drawn as one: what is there afterwards, and what was only there before, beside it where its
 * place is taken.
 */
export function overlaid(before: Graph, after: Graph, sizeOf: SizeOf = () => STEP_SIZE): Graph {
  const ids = new Set(after.nodes.map(({ id }) => id))
  const edges = new Set(after.edges.map(textOf))
  const nodes = [...after.nodes]
  for (const node of before.nodes) {
    if (ids.has(node.id)) continue
    const position = freePlace({ ...after, nodes }, node.position, sizeOf(node), sizeOf)
    nodes.push({ ...node, position })
  }
  return { ...after, nodes, edges: [...after.edges, ...before.edges.filter((edge) => !edges.has(textOf(edge)))] }
}
