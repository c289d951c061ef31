import { boundsOf, COLUMN, type Point } from './boxes.ts'
import { connect, isSameEdge, onwardPort, refusalOf } from './connect.ts'
import { addFree, insertAfter } from './edit.ts'
import { type Graph, type GraphEdge, type GraphNode, MAX_NODES } from './graph.schema.ts'
import { leaving, nodeById } from './order.ts'
import { type Outcome, type Refusal, refusal, refused } from './refusal.ts'
import { isNote, isTrigger, kindOf, type NodeKinds, waysOutOf } from './structure.ts'

/** Where a new step goes. */
export type Spot =
  /** Nothing leads to it. */
  | { readonly at: Point }
  /** Behind this step: by its first way out that leads nowhere yet, else between it and what follows. */
  | { readonly after: string; readonly port?: string }
  /** At the end of a line that was drawn from a way out to an empty place. */
  | { readonly at: Point; readonly from: string; readonly port: string }
  /** At the end of a line that was drawn from the way into a step to an empty place. */
  | { readonly at: Point; readonly to: string }
  /** On a connection. */
  | { readonly on: GraphEdge }

export const tooMany = (): Refusal =>
  refusal('TOO_MANY', `A workflow has at most ${MAX_NODES.toLocaleString('en')} steps`)

/** Adds a step at a spot, wired as far as its kind can be; what cannot be wired is refused. */
export function addStepAt(graph: Graph, node: GraphNode, spot: Spot, kinds: NodeKinds): Outcome {
  if (graph.nodes.length >= MAX_NODES) return refused(graph, tooMany())
  if ('on' in spot) return addOn(graph, node, spot.on, kinds)
  if ('from' in spot || 'to' in spot) {
    const edge =
      'from' in spot
        ? { from: spot.from, port: spot.port, to: node.id }
        : { from: node.id, port: onwardPort(node, kinds) ?? 'out', to: spot.to }
    const { graph: added, refusal: why } = connect(addFree(graph, node, spot.at), edge, kinds)
    return why === undefined ? { graph: added } : refused(graph, why)
  }
  if ('at' in spot) return { graph: addFree(graph, node, spot.at) }
  return addBehind(graph, node, spot, kinds)
}

function addBehind(
  graph: Graph,
  node: GraphNode,
  { after, port: wanted }: { readonly after: string; readonly port?: string },
  kinds: NodeKinds,
): Outcome {
  const before = nodeById(graph, after)
  if (before === undefined) return refused(graph, refusal('UNKNOWN_STEP', `There is no step "${after}" any more`))
  const beside = { x: before.position.x + COLUMN, y: before.position.y }
  if (isTrigger(kinds, node) || isNote(kinds, node) || isNote(kinds, before))
    return { graph: addFree(graph, node, beside) }
  const port = wanted ?? wayFrom(graph, before, kinds)
  const why = refusalOf(addFree(graph, node, beside), { from: after, port: port ?? 'out', to: node.id }, kinds)
  if (port === undefined || why !== undefined)
    return refused(graph, why ?? refusal('NO_WAY_OUT', `"${before.name}" ends the run, so nothing follows it`))
  const onward = onwardPort(node, kinds)
  const isEnd = !leaving(graph, after).some((edge) => edge.port === port)
  if (onward === undefined && !isEnd)
    return refused(graph, refusal('NO_WAY_OUT', `"${node.name}" ends the run, so it cannot stand between two steps`))
  return { graph: insertAfter(graph, after, node, { port, ...(onward !== undefined && { onward }) }) }
}

/** The first way out that leads nowhere; of those that all lead somewhere the one that leads on. */
export function wayFrom(graph: Graph, node: GraphNode, kinds: NodeKinds): string | undefined {
  const kind = kindOf(kinds, node)
  const taken = new Set(leaving(graph, node.id).map(({ port }) => port))
  const free = kind === undefined ? undefined : waysOutOf(kind, node).find((port) => !taken.has(port))
  return free ?? onwardPort(node, kinds)
}

function addOn(graph: Graph, node: GraphNode, edge: GraphEdge, kinds: NodeKinds): Outcome {
  if (!graph.edges.some((one) => isSameEdge(one, edge)))
    return refused(graph, refusal('UNKNOWN_STEP', 'This connection is gone'))
  const before = {
    ...graph,
    edges: graph.edges.filter((one) => isSameEdge(one, edge) || one.from !== edge.from || one.port !== edge.port),
  }
  const { graph: added, refusal: why } = addBehind(before, node, { after: edge.from, port: edge.port }, kinds)
  if (why !== undefined) return refused(graph, why)
  if (isTrigger(kinds, node) || isNote(kinds, node)) return { graph: addFree(graph, node, node.position) }
  const others = graph.edges.filter((one) => !before.edges.includes(one))
  return { graph: { ...added, edges: [...added.edges, ...others] } }
}

/** Beside all that stands there: for a step that is added with nothing chosen. */
export function nextFree(graph: Graph): Point {
  const bounds = boundsOf(graph.nodes)
  return bounds === undefined ? { x: 0, y: 0 } : { x: bounds.x + bounds.width + COLUMN / 4, y: bounds.y }
}
