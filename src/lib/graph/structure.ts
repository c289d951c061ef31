import type { Graph, GraphEdge, GraphNode, Problem } from './graph.schema.ts'
import { isUsableKey } from './keys.ts'
import { cycleIn, nodeById, reachableFrom } from './order.ts'

/** What the structure of a graph depends on, by node type. */
export type NodeKinds = Readonly<Record<string, NodeKind>>
export interface NodeKind {
  readonly title: string
  readonly ports: readonly string[]
  readonly category: string
}

/** The entry of a node's type; undefined for an unknown type, whatever its name. */
export const kindOf = <Kind extends NodeKind>(kinds: Readonly<Record<string, Kind>>, node: GraphNode) =>
  Object.hasOwn(kinds, node.type) ? kinds[node.type] : undefined

export const isTrigger = (kinds: NodeKinds, node: GraphNode): boolean => kindOf(kinds, node)?.category === 'trigger'

const error = (code: string, message: string, nodeId?: string): Problem =>
  nodeId === undefined ? { severity: 'error', code, message } : { severity: 'error', code, message, nodeId }

/** What is wrong with the nodes and edges as such, configs aside. */
export const structureProblems = (graph: Graph, kinds: NodeKinds): Problem[] => [
  ...triggerProblems(graph, kinds),
  ...graph.nodes.flatMap((node) => typeProblems(node, kinds)),
  ...repeated(graph.nodes, 'id', 'DUPLICATE_ID'),
  ...repeated(graph.nodes, 'key', 'DUPLICATE_KEY'),
  ...graph.edges.flatMap((edge) => edgeProblems(graph, edge, kinds)),
  ...cycleProblems(graph),
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
  if (kind && !portsOf(kind, from).includes(edge.port))
    problems.push(error('UNKNOWN_PORT', `"${from.name}" has no way out called "${edge.port}"`, from.id))
  if (isTrigger(kinds, to))
    problems.push(error('EDGE_INTO_TRIGGER', `"${to.name}" starts the workflow, so nothing can lead to it`, to.id))
  return problems
}

/** A node that branches on errors has one more way out. */
const portsOf = (kind: NodeKind, node: GraphNode): readonly string[] =>
  node.onError === 'branch' ? [...kind.ports, 'error'] : kind.ports

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
    .filter((node) => !reached.has(node.id))
    .map((node) => ({
      severity: 'warning',
      code: 'UNREACHABLE',
      message: `Nothing leads to "${node.name}", so it never runs`,
      nodeId: node.id,
    }))
}
