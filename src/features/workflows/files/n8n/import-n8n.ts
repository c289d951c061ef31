import type { Graph, GraphEdge, GraphNode } from '#src/lib/graph/graph.schema.ts'
import { Graph as GraphSchema, MAX_EDGES } from '#src/lib/graph/graph.schema.ts'
import { keyFor } from '#src/lib/graph/keys.ts'
import { cycleIn, reachableFrom } from '#src/lib/graph/order.ts'
import type { JsonObject } from '#src/sdk/json.ts'
import type { FileProblem, WorkflowFile } from '../workflow-file.ts'
import type { ImportNote, ImportReport } from '../workflow-files.schema.ts'
import type { Surroundings } from './n8n-expression.ts'
import { kindOf, type NodeKind } from './n8n-kinds.ts'
import { readLoops, type Wire } from './n8n-loops.ts'
import { readParameters } from './n8n-parameters.ts'
import { readSettings } from './n8n-settings.ts'
import { type N8nNode, N8nWorkflow } from './n8n-shape.ts'

type Imported =
  | { readonly ok: true; readonly file: WorkflowFile; readonly report: ImportReport }
  | { readonly ok: false; readonly problems: readonly FileProblem[] }

export const isN8n = (value: JsonObject): boolean =>
  Array.isArray(value.nodes) && typeof value.connections === 'object' && !('format' in value)

interface Reading {
  readonly nodes: ReadonlyMap<string, N8nNode>
  readonly wires: readonly Wire[]
  readonly keys: ReadonlyMap<string, string>
  /** Names of the nodes that lead to each. */
  readonly before: ReadonlyMap<string, ReadonlySet<string>>
  /** Names of the nodes in each loop. */
  readonly bodies: ReadonlyMap<string, ReadonlySet<string>>
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
  const wires = wiresOf(nodes, connections)
  if (wires.length > MAX_EDGES)
    return { ok: false, problems: [{ path: 'connections', message: `There are more than ${MAX_EDGES} connections` }] }
  const reading = readWires(nodes, wires)
  const { settings, timeZone, notes: ofSettings } = readSettings(parsed.data.settings)
  const read = nodes.map((node) => inTimeZone(readNode(node, reading, nodeTypes), timeZone))
  const { edges, notes: circles } = edgesOf(reading, read)
  const notes = [
    ...ofSettings,
    ...read.flatMap(({ notes: own }) => own),
    ...circles,
    ...severalTriggers(read),
    ...lastAnswers(read, edges),
  ]
  const graph = GraphSchema.parse({ nodes: read.map(({ node }) => node), edges, settings })
  const mapped = read.filter(({ isMapped }) => isMapped).length
  return { ok: true, file: { name, graph }, report: { source: 'n8n', mapped, total: nodes.length, notes } }
}

function wiresOf(nodes: readonly N8nNode[], connections: N8nWorkflow['connections']): Wire[] {
  const names = new Set(nodes.map(({ name }) => name))
  return Object.entries(connections)
    .flatMap(([from, { main }]) =>
      main.flatMap((targets, output) => (targets ?? []).map(({ node }) => ({ from, output, to: node }))),
    )
    .filter(({ from, to }) => names.has(from) && names.has(to))
}

function readWires(nodes: readonly N8nNode[], given: readonly Wire[]): Reading {
  const byName = new Map(nodes.map((node) => [node.name, node]))
  const keys = new Map<string, string>()
  for (const { name } of nodes) keys.set(name, keyFor(name, new Set(keys.values())))
  const { wires, bodies } = readLoops(nodes, given)
  const before = new Map<string, Set<string>>()
  for (const { from, to } of wires) before.set(to, (before.get(to) ?? new Set<string>()).add(from))
  return { nodes: byName, keys, wires, before, bodies }
}

/** The one node that leads to another; undefined where there are several. */
function onlyBefore({ before }: Reading, name: string): string | undefined {
  const [first, ...others] = before.get(name) ?? []
  return others.length > 0 ? undefined : first
}

/** Whether a node is in a loop that another one is outside of, so that it has run many times or not at all. */
const isFurtherIn = ({ bodies }: Reading, name: string, reader: string): boolean =>
  [...bodies.values()].some((body) => body.has(name) && !body.has(reader))

/** Where the data of a node is, for a reader: steps that only lead on have that of the step before them. */
function dataOf(reading: Reading, name: string, reader: string): string | undefined {
  if (isFurtherIn(reading, name, reader)) return undefined
  const seen = new Set<string>()
  for (let at: string | undefined = name; at !== undefined && !seen.has(at); at = onlyBefore(reading, at)) {
    seen.add(at)
    const kind = kindOf(reading.nodes.get(at)?.type ?? '')
    const key = reading.keys.get(at)
    if (kind === undefined || key === undefined) return undefined
    if (kind.gives === 'item') return reading.bodies.get(at)?.has(reader) ? `steps.${key}.item` : undefined
    if (kind.gives !== 'input') return `steps.${key}${kind.gives}`
  }
  return undefined
}

function surroundingsOf(reading: Reading, name: string): Surroundings {
  const before = onlyBefore(reading, name)
  return {
    input: before === undefined ? undefined : dataOf(reading, before, name),
    dataOf: (other) => dataOf(reading, other, name),
  }
}

interface ReadNode {
  readonly node: GraphNode
  readonly kind: NodeKind | undefined
  /** Its ways out, by their place in n8n. */
  readonly ports: readonly string[]
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
  const config = kind?.config(given.parameters, parameters, around, given.typeVersion) ?? { text: notText(given) }
  const type = kind?.type ?? 'note'
  const isMapped = kind !== undefined && parameters.notes.length === 0
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
  const messages = [...parameters.notes, ...parameters.remarks]
  const ports = kind?.ports(config, given.typeVersion) ?? ['out']
  return { node, kind, ports, isMapped, notes: messages.map((message) => ({ node: given.name, message })) }
}

/** Times of day are those of the workflow; where the file does not name its zone, that was the one of n8n's server. */
function inTimeZone(read: ReadNode, timeZone: string | undefined): ReadNode {
  const { node, notes } = read
  if (node.type !== 'schedule' || node.config.mode !== 'cron') return read
  if (timeZone !== undefined) return { ...read, node: { ...node, config: { ...node.config, timeZone } } }
  const message = 'The time zone is not in the file: the times are those of UTC now'
  return { ...read, notes: [...notes, { node: node.name, message }] }
}

/** Where the webhook answers with what the last step gives, that is more here than it was. */
function lastAnswers(read: readonly ReadNode[], edges: readonly GraphEdge[]): ImportNote[] {
  if (!read.some(({ node }) => node.type === 'webhook' && node.config.respond === 'last')) return []
  const leads = new Set(edges.map(({ from }) => from))
  return read
    .filter(({ node, kind }) => !leads.has(node.id) && (kind?.gives === '.body' || kind?.gives === '.result'))
    .map(({ node, kind }) => ({
      node: node.name,
      message: `The answer of the webhook is all that this step gives, what it was before is its ${kind?.gives.slice(1)}`,
    }))
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

function portOf({ node, ports }: ReadNode, output: number): string {
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
