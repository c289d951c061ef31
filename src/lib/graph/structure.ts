import type { Join } from '#src/sdk/define-node.ts'
import type { Graph, GraphEdge, GraphNode, Problem } from './graph.schema.ts'
import { isUsableKey } from './keys.ts'
import { type BodyPortOf, bodiesOf, loopsAround } from './loops.ts'
import { cycleIn, incoming, leaving, nodeById, reachableFrom } from './order.ts'
import { ordinaryPort, type Ports, portsOf } from './ports.ts'

/** What the structure of a graph depends on, by node type. */
export type NodeKinds = Readonly<Record<string, NodeKind>>
export interface NodeKind {
  readonly title: string
  readonly ports: Ports
  readonly category: string
  join?(config: GraphNode['config']): Join
  /** The way out of a loop that leads to its body. */
  readonly bodyPort?: string | undefined
  /** Why it is not tried again and has no time limit, as a sentence. */
  readonly triedOnce?: string | undefined
}

/** The entry of a node's type; undefined for an unknown type, whatever its name. */
export const kindOf = <Kind extends NodeKind>(kinds: Readonly<Record<string, Kind>>, node: GraphNode) =>
  Object.hasOwn(kinds, node.type) ? kinds[node.type] : undefined

export const isNote = (kinds: NodeKinds, node: GraphNode): boolean => kindOf(kinds, node)?.category === 'note'
export const isTrigger = (kinds: NodeKinds, node: GraphNode): boolean => kindOf(kinds, node)?.category === 'trigger'

const error = (code: string, message: string, nodeId?: string): Problem =>
  nodeId === undefined ? { severity: 'error', code, message } : { severity: 'error', code, message, nodeId }
const warning = (code: string, message: string, nodeId: string): Problem => ({
  ...{ severity: 'warning', code, message, nodeId },
})

/** What is wrong with the nodes and edges as such, configs aside. */
export const structureProblems = (graph: Graph, kinds: NodeKinds): Problem[] => [
  ...triggerProblems(graph, kinds),
  ...graph.nodes.flatMap((node) => typeProblems(node, kinds)),
  ...repeated(graph.nodes, 'id', 'DUPLICATE_ID'),
  ...repeated(graph.nodes, 'key', 'DUPLICATE_KEY'),
  ...graph.edges.flatMap((edge) => edgeProblems(graph, edge, kinds)),
  ...cycleProblems(graph),
  ...graph.nodes.flatMap((node) => [...otherwiseProblems(graph, node, kinds), ...joinProblems(graph, node, kinds)]),
  ...graph.nodes.flatMap((node) => onwardProblems(node, kindOf(kinds, node))),
  ...loopProblems(graph, kinds),
  ...graph.nodes.flatMap((node) => onceProblems(node, kindOf(kinds, node)?.triedOnce)),
  ...unreachable(graph, kinds),
]

function triggerProblems(graph: Graph, kinds: NodeKinds): Problem[] {
  const [first, ...others] = graph.nodes.filter((node) => isTrigger(kinds, node))
  if (first === undefined) return [error('TRIGGER_MISSING', 'Nothing starts this workflow: add a trigger')]
  return others.map((node) =>
    error('SEVERAL_TRIGGERS', `"${first.name}" starts this workflow already: remove one of the triggers`, node.id),
  )
}

function typeProblems(node: GraphNode, kinds: NodeKinds): Problem[] {
  const problems: Problem[] = []
  if (kindOf(kinds, node) === undefined)
    problems.push(error('UNKNOWN_NODE_TYPE', `There is no kind of step called "${node.type}"`, node.id))
  if (!isUsableKey(node.key))
    problems.push(error('UNUSABLE_KEY', `Expressions cannot name a step "${node.key}": choose another key`, node.id))
  return problems
}

function repeated(nodes: readonly GraphNode[], field: 'id' | 'key', code: string): Problem[] {
  const seen = new Set<string>()
  return nodes.flatMap((node) => {
    const value = node[field]
    if (!seen.has(value)) {
      seen.add(value)
      return []
    }
    return [error(code, `Two steps have the ${field} "${value}"`, node.id)]
  })
}

function edgeProblems(graph: Graph, edge: GraphEdge, kinds: NodeKinds): Problem[] {
  const from = nodeById(graph, edge.from)
  const to = nodeById(graph, edge.to)
  if (from === undefined || to === undefined) {
    const [missing, end] = from === undefined ? [edge.from, to] : [edge.to, from]
    return [error('EDGE_TO_NOWHERE', `A connection leads to or from "${missing}", which does not exist`, end?.id)]
  }
  const problems: Problem[] = []
  const kind = kindOf(kinds, from)
  if (kind && !waysOutOf(kind, from).includes(edge.port))
    problems.push(error('UNKNOWN_PORT', `"${from.name}" has no way out called "${edge.port}"`, from.id))
  if (isTrigger(kinds, to))
    problems.push(error('EDGE_INTO_TRIGGER', `"${to.name}" starts the workflow, so nothing can lead to it`, to.id))
  if (isNote(kinds, to)) problems.push(error('EDGE_INTO_NOTE', `"${to.name}" is a note: nothing leads to it`, to.id))
  return problems
}

/** A node that branches on errors has one more way out. */
export function waysOutOf({ ports }: NodeKind, { config, onError }: GraphNode): readonly string[] {
  const ways = portsOf(ports, config)
  return onError === 'branch' ? [...ways, 'error'] : ways
}

function otherwiseProblems(graph: Graph, node: GraphNode, kinds: NodeKinds): Problem[] {
  const ports = kindOf(kinds, node)?.ports ?? []
  if (!('each' in ports) || leaving(graph, node.id).some(({ port }) => port === ports.otherwise)) return []
  const message = `Nothing follows "${node.name}" when none of its cases fits: connect "${ports.otherwise}"`
  return [warning('OTHERWISE_MISSING', message, node.id)]
}

/** Which way would a question go on that has no answer? */
function onwardProblems({ id, name, config, onError, disabled }: GraphNode, kind: NodeKind | undefined): Problem[] {
  if (kind === undefined || disabled || onError !== 'continue') return []
  const ways = portsOf(kind.ports, config).filter((port) => port !== kind.bodyPort)
  if (ways.length === 0 || ordinaryPort(ways) !== undefined) return []
  const message = `"${name}" cannot go on when it fails, as only its result says which way: choose the error way, or to stop the run`
  return [error('NO_WAY_ONWARDS', message, id)]
}

function joinProblems(graph: Graph, node: GraphNode, kinds: NodeKinds): Problem[] {
  const join = kindOf(kinds, node)?.join?.(node.config)
  const sources = new Set(incoming(graph, node.id).map(({ from }) => from)).size
  if (typeof join !== 'number' || join <= sources) return []
  const message = `"${node.name}" waits for ${join} steps, but only ${sources} can lead to it, so it never runs`
  return [error('JOIN_TOO_MANY', message, node.id)]
}

/** A connection by which something else than the loop leads into its body. */
interface LoopEntry {
  readonly edge: GraphEdge
  readonly source: GraphNode
  readonly target: GraphNode
  readonly loop: GraphNode
}

const bodyPortIn =
  (kinds: NodeKinds): BodyPortOf =>
  (node) =>
    kindOf(kinds, node)?.bodyPort

/** Each turn of a loop begins at its beginning, so these must not be. */
export function loopEntries(graph: Graph, kinds: NodeKinds): LoopEntry[] {
  const portOf = bodyPortIn(kinds)
  const bodies = bodiesOf(graph, portOf)
  if (bodies.size === 0) return []
  const innermost = loopsAround(bodies)
  return graph.edges.flatMap((edge) => {
    const source = nodeById(graph, edge.from)
    const loop = nodeById(graph, innermost.get(edge.to)?.[0] ?? '')
    const target = nodeById(graph, edge.to)
    if (source === undefined || loop === undefined || target === undefined) return []
    if (bodies.get(loop.id)?.has(edge.from) || (edge.from === loop.id && edge.port === portOf(loop))) return []
    return [{ edge, source, target, loop }]
  })
}

/** A loop needs something to repeat, and nothing but the loop may lead into it. */
function loopProblems(graph: Graph, kinds: NodeKinds): Problem[] {
  const portOf = bodyPortIn(kinds)
  const bodies = bodiesOf(graph, portOf)
  const empty = graph.nodes.filter((node) => !node.disabled && bodies.get(node.id)?.size === 0)
  const entered = loopEntries(graph, kinds).map(({ source, target, loop }) => {
    const message = `"${target.name}" is in the loop "${loop.name}", so only steps of this loop may lead to it; "${source.name}" does too`
    return error('LOOP_ENTERED', message, target.id)
  })
  const limited = graph.nodes.filter(
    (node) => !node.disabled && node.timeoutMs !== undefined && portOf(node) !== undefined,
  )
  return [
    ...limited.map(({ id, name }) =>
      warning(
        'LOOP_TIME_LIMIT',
        `The time limit of "${name}" is not kept, as it is a loop: limit the steps in it, or the whole run`,
        id,
      ),
    ),
    ...empty.map((node) =>
      error('LOOP_BODY_MISSING', `"${node.name}" repeats nothing: connect its way "${portOf(node)}"`, node.id),
    ),
    ...entered,
  ]
}

function onceProblems({ id, name, disabled, retry, timeoutMs }: GraphNode, reason: string | undefined): Problem[] {
  if (reason === undefined || disabled || (retry === undefined && timeoutMs === undefined)) return []
  return [warning('TRIED_ONCE', `"${name}" is not tried again and has no time limit of its own. ${reason}`, id)]
}

function cycleProblems(graph: Graph): Problem[] {
  const cycle = cycleIn(graph)
  const [first] = cycle ?? []
  if (cycle === undefined || first === undefined) return []
  const names = [...cycle, first].map((node) => node.name).join(' → ')
  return [error('CYCLE', `These steps lead back to themselves: ${names}`, first.id)]
}

function unreachable(graph: Graph, kinds: NodeKinds): Problem[] {
  const triggers = graph.nodes.filter((node) => isTrigger(kinds, node)).map((node) => node.id)
  if (triggers.length === 0) return []
  const reached = reachableFrom(graph, triggers)
  return graph.nodes
    .filter((node) => !reached.has(node.id) && !isNote(kinds, node))
    .map((node) => warning('UNREACHABLE', `Nothing leads to "${node.name}", so it never runs`, node.id))
}
