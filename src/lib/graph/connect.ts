import { type Graph, type GraphEdge, type GraphNode, MAX_EDGES } from './graph.schema.ts'
import { nodeById, reachableFrom } from './order.ts'
import { type Outcome, type Refusal, refusal, refused } from './refusal.ts'
import { isNote, isTrigger, kindOf, loopEntries, type NodeKinds, waysOutOf } from './structure.ts'

export const isSameEdge = (one: GraphEdge, other: GraphEdge): boolean =>
  one.from === other.from && one.port === other.port && one.to === other.to

const has = (graph: Graph, edge: GraphEdge): boolean => graph.edges.some((one) => isSameEdge(one, edge))

const missing = (id: string): Refusal => refusal('UNKNOWN_STEP', `There is no step "${id}" any more`)

/** Why a connection cannot be made; undefined when it can. */
export function refusalOf(graph: Graph, edge: GraphEdge, kinds: NodeKinds): Refusal | undefined {
  const from = nodeById(graph, edge.from)
  const to = nodeById(graph, edge.to)
  if (from === undefined) return missing(edge.from)
  if (to === undefined) return missing(edge.to)
  return refusalOfEnds(from, to, edge.port, kinds) ?? refusalOfPath(graph, { from, to, edge }, kinds)
}

function refusalOfEnds(from: GraphNode, to: GraphNode, port: string, kinds: NodeKinds): Refusal | undefined {
  if (from.id === to.id) return refusal('ITSELF', `"${from.name}" cannot lead to itself`)
  const note = [from, to].find((node) => isNote(kinds, node))
  if (note !== undefined) return refusal('NOTE', `"${note.name}" is a note: it never runs, so nothing connects to it`)
  if (isTrigger(kinds, to))
    return refusal('INTO_TRIGGER', `"${to.name}" starts the workflow, so nothing can lead to it`)
  const kind = kindOf(kinds, from)
  // Of a kind that this server does not know, nobody knows the ways out.
  const ways = kind === undefined ? [port] : waysOutOf(kind, from)
  if (ways.length === 0) return refusal('NO_WAY_OUT', `"${from.name}" ends the run, so nothing follows it`)
  if (!ways.includes(port)) return refusal('UNKNOWN_PORT', `"${from.name}" has no way out called "${port}"`)
  return undefined
}

interface Wanted {
  readonly from: GraphNode
  readonly to: GraphNode
  readonly edge: GraphEdge
}

function refusalOfPath(graph: Graph, { from, to, edge }: Wanted, kinds: NodeKinds): Refusal | undefined {
  if (has(graph, edge)) return refusal('DUPLICATE', `"${from.name}" leads to "${to.name}" already`)
  if (reachableFrom(graph, [to.id]).has(from.id))
    return refusal('CYCLE', `"${to.name}" leads to "${from.name}", so the run would go round in a circle`)
  if (graph.edges.length >= MAX_EDGES)
    return refusal('TOO_MANY', `A workflow has at most ${MAX_EDGES.toLocaleString('en')} connections`)
  const before = new Set(loopEntries(graph, kinds).map(({ edge: one }) => JSON.stringify(one)))
  const entry = loopEntries(withEdge(graph, edge), kinds).find(({ edge: one }) => !before.has(JSON.stringify(one)))
  if (entry === undefined) return undefined
  const { target, loop, source } = entry
  return refusal(
    'LOOP_BORDER',
    `"${target.name}" would be in the loop "${loop.name}", which only its own steps lead into, and "${source.name}" is none of them`,
  )
}

const withEdge = (graph: Graph, edge: GraphEdge): Graph => ({ ...graph, edges: [...graph.edges, edge] })

export function connect(graph: Graph, edge: GraphEdge, kinds: NodeKinds): Outcome {
  const why = refusalOf(graph, edge, kinds)
  return why === undefined ? { graph: withEdge(graph, edge) } : refused(graph, why)
}

/** Steps that a way out may lead to: all that "Connect to…" offers. */
export const targetsOf = (graph: Graph, from: string, port: string, kinds: NodeKinds): GraphNode[] =>
  graph.nodes.filter((node) => refusalOf(graph, { from, port, to: node.id }, kinds) === undefined)

export function disconnect(graph: Graph, edge: GraphEdge): Graph {
  const edges = graph.edges.filter((one) => !isSameEdge(one, edge))
  return edges.length === graph.edges.length ? graph : { ...graph, edges }
}

/** Leads a connection elsewhere, or from elsewhere; refused, it stays as it is. */
export function reconnect(graph: Graph, edge: GraphEdge, wanted: GraphEdge, kinds: NodeKinds): Outcome {
  if (isSameEdge(edge, wanted)) return { graph }
  if (!has(graph, edge)) return refused(graph, refusal('UNKNOWN_STEP', 'This connection is gone'))
  const why = refusalOf(disconnect(graph, edge), wanted, kinds)
  if (why !== undefined) return refused(graph, why)
  return { graph: { ...graph, edges: graph.edges.map((one) => (isSameEdge(one, edge) ? wanted : one)) } }
}

/** The way out that leads on: behind a loop, not into it. */
export function onwardPort(node: GraphNode, kinds: NodeKinds): string | undefined {
  const kind = kindOf(kinds, node)
  return kind === undefined ? 'out' : waysOutOf(kind, node).find((port) => port !== kind.bodyPort)
}

/** Puts a step that is there on a connection: what the connection led to follows the step now. */
export function splice(graph: Graph, id: string, edge: GraphEdge, kinds: NodeKinds): Outcome {
  const node = nodeById(graph, id)
  if (node === undefined) return refused(graph, missing(id))
  if (!has(graph, edge)) return refused(graph, refusal('UNKNOWN_STEP', 'This connection is gone'))
  const port = onwardPort(node, kinds)
  if (port === undefined)
    return refused(graph, refusal('NO_WAY_OUT', `"${node.name}" ends the run, so nothing follows it`))
  const led = reconnect(graph, edge, { ...edge, to: id }, kinds)
  if (led.refusal !== undefined) return refused(graph, led.refusal)
  const whole = connect(led.graph, { from: id, port, to: edge.to }, kinds)
  return whole.refusal === undefined ? whole : refused(graph, whole.refusal)
}
