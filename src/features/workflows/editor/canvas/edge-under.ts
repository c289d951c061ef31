import type { Box } from '#src/lib/graph/boxes.ts'
import type { Graph, GraphEdge, GraphNode } from '#src/lib/graph/graph.schema.ts'
import { incoming, leaving, nodeById } from '#src/lib/graph/order.ts'
import { type NodeTypes, needsWayIn, portsOf } from '../graph-edit.ts'
import { sizeOnCanvas, wayHeight } from './flow-model.ts'

interface Dragged {
  readonly id: string
  readonly position: { readonly x: number; readonly y: number }
}

/** The connection on which a dragged step lies, where it could be put between: only one that nothing connects to yet. */
export function edgeUnder(graph: Graph, { id, position }: Dragged, types: NodeTypes): GraphEdge | undefined {
  const node = nodeById(graph, id)
  if (node === undefined || !needsWayIn(node, types) || portsOf(node, types).length === 0) return undefined
  if (incoming(graph, id).length > 0 || leaving(graph, id).length > 0) return undefined
  const box = { ...position, ...sizeOnCanvas(node, types) }
  return graph.edges.find((edge) => {
    const middle = middleOf(graph, edge, types)
    return middle !== undefined && isInside(middle, box)
  })
}

const isInside = ({ x, y }: Point, box: Box): boolean =>
  x > box.x && x < box.x + box.width && y > box.y && y < box.y + box.height

interface Point {
  readonly x: number
  readonly y: number
}

/** The point half way along a connection. */
export function middleOf(graph: Graph, edge: GraphEdge, types: NodeTypes): Point | undefined {
  const [from, to] = [nodeById(graph, edge.from), nodeById(graph, edge.to)]
  if (from === undefined || to === undefined) return undefined
  const start = wayPoint(from, edge.port, types)
  const end = { x: to.position.x, y: to.position.y + sizeOnCanvas(to, types).height / 2 }
  return { x: (start.x + end.x) / 2, y: (start.y + end.y) / 2 }
}

/** Where on the canvas a way out begins. */
function wayPoint(node: GraphNode, port: string, types: NodeTypes): Point {
  const { width, height } = sizeOnCanvas(node, types)
  const ports = portsOf(node, types)
  const index = Math.max(0, ports.indexOf(port))
  return {
    x: node.position.x + width,
    y: node.position.y + wayHeight(height, index, ports.length),
  }
}
