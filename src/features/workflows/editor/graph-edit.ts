import type { NodeTypeEntry } from '#src/features/node-types/node-types.schema.ts'
import { COLUMN } from '#src/lib/graph/boxes.ts'
import { moveSteps } from '#src/lib/graph/edit.ts'
import type { Graph, GraphNode } from '#src/lib/graph/graph.schema.ts'
import { keyFor } from '#src/lib/graph/keys.ts'
import { leaving, nodeById } from '#src/lib/graph/order.ts'
import { listedPorts, portsOf as portsFrom } from '#src/lib/graph/ports.ts'
import type { NodeKinds } from '#src/lib/graph/structure.ts'
import type { Json } from '#src/sdk/json.ts'
import { ONWARD, outlineOf } from './outline.ts'

export type NodeTypes = ReadonlyMap<string, NodeTypeEntry>
export const nodeTypesByName = (entries: readonly NodeTypeEntry[]): NodeTypes =>
  new Map(entries.map((entry) => [entry.type, entry]))

/** The same for the operations on graphs. */
export const kindsOf = (types: NodeTypes): NodeKinds => Object.fromEntries(types)

/** The ways out of a step, as its settings make them. */
export const portsOf = (node: GraphNode, types: NodeTypes): readonly string[] => {
  const ports = portsFrom(types.get(node.type)?.ports ?? [], node.config)
  return node.onError === 'branch' ? [...ports, 'error'] : ports
}

const PORT_WORDS: Readonly<Record<string, string>> = {
  true: 'when true',
  false: 'when false',
  error: 'on error',
  item: 'in each turn',
  done: 'when done',
}
/** A way out as people call it. 'out' needs no word: it is the only way. */
export function portText(port: string, node: GraphNode | undefined, types: NodeTypes): string {
  const ports = types.get(node?.type ?? '')?.ports ?? []
  const listed = listedPorts(ports, node?.config ?? {}).find(({ id }) => id === port)
  return listed?.name ?? (port === 'out' ? '' : (PORT_WORDS[port] ?? port))
}

/** What a deadline leads to: few people need a way of their own for it, or it is never taken. */
const SELDOM = 'expired'

/** Of a step with several ways out, those off the main line that lead nowhere yet. */
export function openWays(graph: Graph, node: GraphNode, types: NodeTypes): string[] {
  const taken = new Set(leaving(graph, node.id).map(({ port }) => port))
  return portsOf(node, types).filter((port) => !ONWARD.has(port) && port !== SELDOM && !taken.has(port))
}

const newId = () => `n_${crypto.randomUUID().slice(0, 8)}`

export function newStep(graph: Graph, { type, version }: NodeTypeEntry, name: string): GraphNode {
  return {
    id: newId(),
    key: keyFor(name, new Set(graph.nodes.map((node) => node.key))),
    type,
    version,
    name,
    config: {},
    position: { x: 0, y: 0 },
    disabled: false,
    onError: 'stop',
  }
}

const isNote = (node: GraphNode, types: NodeTypes): boolean => types.get(node.type)?.category === 'note'

/** Triggers begin a run, and notes are only read: of all others something must lead to them. */
export const needsWayIn = ({ type }: GraphNode, types: NodeTypes): boolean =>
  !['trigger', 'note'].includes(types.get(type)?.category ?? '')

/** Puts a trigger in front of everything: it leads to the first step that nothing leads to. */
export function addTrigger(graph: Graph, node: GraphNode, types: NodeTypes): Graph {
  const first = outlineOf(graph).find((row) => !isNote(row.node, types))
  return {
    ...graph,
    nodes: [node, ...graph.nodes],
    edges: first === undefined ? graph.edges : [{ from: node.id, port: 'out', to: first.node.id }, ...graph.edges],
  }
}

/** The same, one column before the step that it leads to. */
export function addTriggerStep(graph: Graph, node: GraphNode, types: NodeTypes): Graph {
  const added = addTrigger(graph, node, types)
  const first = leaving(added, node.id)[0]
  const next = first === undefined ? undefined : nodeById(graph, first.to)
  if (next === undefined) return added
  return moveSteps(added, new Map([[node.id, { x: next.position.x - COLUMN, y: next.position.y }]]))
}

export const hasTrigger = (graph: Graph, types: NodeTypes): boolean =>
  graph.nodes.some((node) => types.get(node.type)?.category === 'trigger')

export const changeStep = (graph: Graph, id: string, change: (node: GraphNode) => GraphNode): Graph => ({
  ...graph,
  nodes: graph.nodes.map((node) => (node.id === id ? change(node) : node)),
})

/** Undefined takes the setting away, so that its default holds. */
export const setConfig = (graph: Graph, id: string, name: string, value: Json | undefined): Graph =>
  changeStep(graph, id, (node) => {
    const { [name]: _, ...others } = node.config
    return { ...node, config: value === undefined ? others : { ...node.config, [name]: value } }
  })

/** Cuts off what hung on ways out that a step has no longer. */
export function cutLostWays(graph: Graph, id: string, types: NodeTypes): Graph {
  const node = nodeById(graph, id)
  if (node === undefined || !types.has(node.type)) return graph
  const ports = portsOf(node, types)
  const edges = graph.edges.filter((edge) => edge.from !== id || ports.includes(edge.port))
  return edges.length === graph.edges.length ? graph : { ...graph, edges }
}

/** Without a branch for errors, what hung on it has no way in any more. */
export const setOnError = (graph: Graph, id: string, onError: GraphNode['onError'], types: NodeTypes): Graph =>
  cutLostWays(
    changeStep(graph, id, (node) => ({ ...node, onError })),
    id,
    types,
  )

/** Another way to start: the step keeps its place and its name among expressions, its settings begin anew. */
export const changeType = (graph: Graph, id: string, { type, version, title }: NodeTypeEntry): Graph =>
  changeStep(graph, id, (node) => ({ ...node, type, version, name: title, config: {} }))
