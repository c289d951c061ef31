import type { Graph, GraphEdge, GraphNode } from '#src/lib/graph/graph.schema.ts'
import { Graph as GraphSchema, MAX_EDGES } from '#src/lib/graph/graph.schema.ts'
import { keyFor } from '#src/lib/graph/keys.ts'
import { cycleIn, reachableFrom } from '#src/lib/graph/order.ts'
import type { JsonObject } from '#src/sdk/json.ts'
import type { FileProblem, WorkflowFile } from '../workflow-file.ts'
import type { ImportNote, ImportReport } from '../workflow-files.schema.ts'
import type { Surroundings } from './n8n-expression.ts'
import { kindOf, type NodeKind } from './n8n-kinds.ts'
import { readParameters } from './n8n-parameters.ts'
import { type N8nNode, N8nWorkflow } from './n8n-shape.ts'

type Imported =
  | { readonly ok: true; readonly file: WorkflowFile; readonly report: ImportReport }
  | { readonly ok: false; readonly problems: readonly FileProblem[] }

export const isN8n = (value: JsonObject): boolean =>
  Array.isArray(value.nodes) && typeof value.connections === 'object' && !('format' in value)

interface Wire {
  readonly from: string
  readonly output: number
  readonly to: string
}

interface Reading {
  readonly nodes: ReadonlyMap<string, N8nNode>
  readonly wires: readonly Wire[]
  readonly keys: ReadonlyMap<string, string>
  /** Names of the nodes that lead to each. */
  readonly before: ReadonlyMap<string, ReadonlySet<string>>
}

/** Makes a workflow of one of n8n: what is not understood stays as a disabled step, and the report says so. */
export function importN8n(value: JsonObject, nodeTypes: ReadonlySet<string>): Imported {
  const parsed = N8nWorkflow.safeParse(value)
  if (!parsed.success)
    return {
      ok: false,
      problems: parsed.error.issues.slice(0, 20).map(({ path, message }) => ({ path: path.join('.'), message })),
    }
  const { name, nodes, connections } = parsed.data
  const twice = nodes.find((node, at) => nodes.findIndex((one) => one.name === node.name) !== at)
  if (twice !== undefined)
    return { ok: false, problems: [{ path: 'nodes', message: `Two nodes are called "${twice.name}"` }] }
  const reading = readWires(nodes, connections)
  if (reading.wires.length > MAX_EDGES)
    return { ok: false, problems: [{ path: 'connections', message: `There are more than ${MAX_EDGES} connections` }] }
  const read = nodes.map((node) => readNode(node, reading, nodeTypes))
  const { edges, notes: loops } = edgesOf(reading, read)
  const notes = [...read.flatMap(({ notes: own }) => own), ...loops, ...severalTriggers(read)]
  const graph = GraphSchema.parse({ nodes: read.map(({ node }) => node), edges })
  const mapped = read.filter(({ isMapped }) => isMapped).length
  return { ok: true, file: { name, graph }, report: { source: 'n8n', mapped, total: nodes.length, notes } }
}

function readWires(nodes: readonly N8nNode[], connections: N8nWorkflow['connections']): Reading {
  const byName = new Map(nodes.map((node) => [node.name, node]))
  const keys = new Map<string, string>()
  for (const { name } of nodes) keys.set(name, keyFor(name, new Set(keys.values())))
  const wires = Object.entries(connections).flatMap(([from, { main }]) =>
    main.flatMap((targets, output) => (targets ?? []).map(({ node }) => ({ from, output, to: node }))),
  )
  const kept = wires.filter(({ from, to }) => byName.has(from) && byName.has(to))
  const before = new Map<string, Set<string>>()
  for (const { from, to } of kept) before.set(to, (before.get(to) ?? new Set<string>()).add(from))
  return { nodes: byName, keys, wires: kept, before }
}

/** The one node that leads to another; undefined where there are several. */
function onlyBefore({ before }: Reading, name: string): string | undefined {
  const [first, ...others] = before.get(name) ?? []
  return others.length > 0 ? undefined : first
}

/** Where the data of a node is: steps that only lead on have that of the step before them. */
function dataOf(reading: Reading, name: string): string | undefined {
  const seen = new Set<string>()
  for (let at: string | undefined = name; at !== undefined && !seen.has(at); at = onlyBefore(reading, at)) {
    seen.add(at)
    const kind = kindOf(reading.nodes.get(at)?.type ?? '')
    const key = reading.keys.get(at)
    if (kind === undefined || key === undefined) return undefined
    if (kind.gives !== 'input') return `steps.${key}${kind.gives}`
  }
  return undefined
}

function surroundingsOf(reading: Reading, name: string): Surroundings {
  const before = onlyBefore(reading, name)
  return {
    input: before === undefined ? undefined : dataOf(reading, before),
    dataOf: (other) => dataOf(reading, other),
  }
}

interface ReadNode {
  readonly node: GraphNode
  readonly kind: NodeKind | undefined
  readonly isMapped: boolean
  readonly notes: readonly ImportNote[]
}

function onErrorOf({ onError, continueOnFail }: N8nNode): GraphNode['onError'] {
  if (onError === 'continueErrorOutput') return 'branch'
  return onError === 'continueRegularOutput' || continueOnFail ? 'continue' : 'stop'
}

function readNode(given: N8nNode, reading: Reading, nodeTypes: ReadonlySet<string>): ReadNode {
  const kind = kindOf(given.type)
  const around = surroundingsOf(reading, given.name)
  const parameters = readParameters(around)
  const config = kind?.config(given.parameters, parameters, around) ?? { text: notText(given) }
  const type = kind?.type ?? 'note'
  const isMapped = kind !== undefined && !kind.isPartial && parameters.notes.length === 0
  if (kind === undefined) parameters.note(`Nodes of the type ${given.type} are not understood`)
  else if (!nodeTypes.has(type)) parameters.note(`There is no step of the type ${type} here`)
  const node: GraphNode = {
    id: `n_${crypto.randomUUID().slice(0, 8)}`,
    key: reading.keys.get(given.name) ?? 'step',
    type,
    version: 1,
    name: given.name,
    config,
    position: { x: given.position[0], y: given.position[1] },
    disabled: given.disabled || !isMapped || !nodeTypes.has(type),
    onError: onErrorOf(given),
    ...(given.retryOnFail && {
      retry: { max: given.maxTries - 1, backoff: 'constant' as const, baseMs: given.waitBetweenTries },
    }),
  }
  return { node, kind, isMapped, notes: parameters.notes.map((message) => ({ node: given.name, message })) }
}

/** Without the credentials, of which the file holds the names. */
const notText = ({ type, parameters }: N8nNode): string =>
  `${type} of n8n\n${JSON.stringify(parameters, null, 2)}`.slice(0, 10_000)

/** Edges by our ports. What leads round in a circle is left out; a step that is not understood is passed by. */
function edgesOf(reading: Reading, read: readonly ReadNode[]): { edges: GraphEdge[]; notes: ImportNote[] } {
  const byName = new Map(read.map((one) => [one.node.name, one]))
  const edges = reading.wires.flatMap(({ from, output, to }): GraphEdge[] => {
    const [source, target] = [byName.get(from), byName.get(to)]
    if (source === undefined || target === undefined) return []
    return [{ from: source.node.id, port: portOf(source, output), to: target.node.id }]
  })
  const notes: ImportNote[] = []
  const nodes = read.map(({ node }) => node)
  return { edges: withoutCircles({ schema: 1, nodes, edges, settings: {} }, notes), notes }
}

function portOf({ node, kind }: ReadNode, output: number): string {
  const ports = kind?.ports(node.config) ?? ['out']
  return ports[output] ?? (node.onError === 'branch' ? 'error' : 'out')
}

function withoutCircles(graph: Graph, notes: ImportNote[]): GraphEdge[] {
  if (cycleIn(graph) === undefined) return [...graph.edges]
  const kept: GraphEdge[] = []
  const nameOf = (id: string) => graph.nodes.find((node) => node.id === id)?.name ?? ''
  for (const edge of graph.edges) {
    const closes = edge.from === edge.to || reachableFrom({ ...graph, edges: kept }, [edge.to]).has(edge.from)
    if (closes) notes.push({ node: nameOf(edge.from), message: `The way back to "${nameOf(edge.to)}" is left out` })
    else kept.push(edge)
  }
  return kept
}

function severalTriggers(read: readonly ReadNode[]): ImportNote[] {
  const triggers = read.filter(({ kind }) => kind?.isTrigger)
  return triggers
    .slice(1)
    .map(({ node }) => ({ node: node.name, message: 'A workflow has one start here: remove all but one' }))
}
