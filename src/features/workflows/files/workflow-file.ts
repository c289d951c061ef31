import { Graph, type GraphNode } from '#src/lib/graph/graph.schema.ts'
import { isUsableKey } from '#src/lib/graph/keys.ts'
import { cycleIn } from '#src/lib/graph/order.ts'
import { hostilePath } from '#src/lib/hostile-path.ts'
import { parseJson } from '#src/lib/parse-json.ts'
import { z } from '#src/lib/zod.ts'
import type { JsonObject } from '#src/sdk/json.ts'
import { MAX_FILE_LENGTH } from './workflow-file-limits.ts'

const FORMAT = 'fettle-workflow'
const VERSION = 1
const MAX_PROBLEMS = 20

/** Why a file is refused. */
export interface FileProblem {
  /** Where in the file: "graph.nodes.0.key"; '' for the whole of it. */
  readonly path: string
  readonly message: string
}

export interface WorkflowFile {
  readonly name: string
  readonly graph: Graph
}

type Refused = { readonly ok: false; readonly problems: readonly FileProblem[] }
export type ReadFile = { readonly ok: true; readonly file: WorkflowFile } | Refused

/** What is written into a file: everything that makes the workflow, nothing of its owner. */
export const writeFile = ({ name, graph }: WorkflowFile) => ({
  format: FORMAT,
  version: VERSION,
  name,
  graph: withoutOwner(graph),
})

/** What a graph names of its account's other workflows means nothing elsewhere. */
function withoutOwner(graph: Graph): Graph {
  const { errorWorkflowId: _, ...settings } = graph.settings
  return { ...graph, settings }
}

const File = z.strictObject({
  format: z.literal(FORMAT),
  version: z.literal(VERSION),
  name: z.string().trim().min(1).max(200),
  graph: Graph,
})

/** From each version to the next one. Version 0 is a bare graph, as the API gives it. */
const MIGRATIONS: readonly ((file: JsonObject) => JsonObject)[] = [
  (graph) => ({ format: FORMAT, version: 1, name: 'Imported workflow', graph }),
]

const problem = (path: string, message: string): FileProblem => ({ path, message })
const refused = (...problems: FileProblem[]): Refused => ({ ok: false, problems: problems.slice(0, MAX_PROBLEMS) })

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

type Parsed = { readonly ok: true; readonly value: JsonObject } | Refused

/** The JSON of a file whose shape is not looked at yet, be it ours or somebody else's. */
export function parseFile(text: string): Parsed {
  if (text.length > MAX_FILE_LENGTH)
    return refused(problem('', `The file has more than ${MAX_FILE_LENGTH / 1_000_000} MB`))
  const parsed = parseJson(text)
  if (!parsed.ok) return refused(problem('', `The file ${parsed.problem}`))
  if (!isObject(parsed.value)) return refused(problem('', 'The file must hold an object'))
  const hostile = hostilePath(parsed.value)
  if (hostile !== undefined) return refused(problem(hostile, 'No property may have this name'))
  return { ok: true, value: parsed.value }
}

const isBareGraph = (value: JsonObject): boolean => !('format' in value) && Array.isArray(value.nodes)

type Migrated =
  | { readonly ok: true; readonly value: JsonObject }
  | { readonly ok: false; readonly problem: FileProblem }

function migrated(value: JsonObject): Migrated {
  const no = (path: string, message: string): Migrated => ({ ok: false, problem: problem(path, message) })
  if (!isBareGraph(value) && value.format !== FORMAT) return no('format', 'This is not the file of a workflow')
  const version = isBareGraph(value) ? 0 : value.version
  if (typeof version !== 'number' || !Number.isInteger(version) || version < 0)
    return no('version', 'The version must be a whole number')
  if (version > VERSION)
    return no('version', `Version ${version} is newer than this server, which reads up to ${VERSION}`)
  return { ok: true, value: MIGRATIONS.slice(version).reduce((file, next) => next(file), value) }
}

/** A workflow of our own format, in any version; or what is wrong with it. */
export function readFile(value: JsonObject): ReadFile {
  const current = migrated(value)
  if (!current.ok) return refused(current.problem)
  const parsed = File.safeParse(current.value)
  if (!parsed.success)
    return refused(...parsed.error.issues.map(({ path, message }) => problem(path.join('.'), message)))
  const { name, graph } = parsed.data
  const problems = graphFaults(graph)
  return problems.length > 0
    ? refused(...problems)
    : { ok: true, file: { name, graph: withNewIds(withoutOwner(graph)) } }
}

/** What no editor of ours would have written. */
export function graphFaults(graph: Graph): FileProblem[] {
  const ids = new Set(graph.nodes.map(({ id }) => id))
  const cycle = cycleIn(graph)
  return [
    ...repeats(graph.nodes, 'id'),
    ...repeats(graph.nodes, 'key'),
    ...graph.nodes.flatMap(({ key }, at) =>
      isUsableKey(key) ? [] : [problem(`graph.nodes.${at}.key`, `Expressions cannot name a step "${key}"`)],
    ),
    ...graph.edges.flatMap((edge, at) =>
      (['from', 'to'] as const)
        .filter((end) => !ids.has(edge[end]))
        .map((end) => problem(`graph.edges.${at}.${end}`, `There is no step "${edge[end]}"`)),
    ),
    ...(cycle === undefined
      ? []
      : [problem('graph.edges', `These steps form a circle: ${cycle.map(({ name }) => name).join(', ')}`)]),
  ]
}

function repeats(nodes: readonly GraphNode[], field: 'id' | 'key'): FileProblem[] {
  const seen = new Set<string>()
  return nodes.flatMap((node, at) => {
    if (!seen.has(node[field])) {
      seen.add(node[field])
      return []
    }
    return [problem(`graph.nodes.${at}.${field}`, `Two steps have the ${field} "${node[field]}"`)]
  })
}

/** Ids of our own: what a file says may be anybody's. References go by keys, which stay. */
function withNewIds(graph: Graph): Graph {
  const ids = new Map(graph.nodes.map(({ id }) => [id, `n_${crypto.randomUUID().slice(0, 8)}`]))
  const now = (id: string) => ids.get(id) ?? id
  return {
    ...graph,
    nodes: graph.nodes.map((node) => ({ ...node, id: now(node.id) })),
    edges: graph.edges.map((edge) => ({ ...edge, from: now(edge.from), to: now(edge.to) })),
  }
}
