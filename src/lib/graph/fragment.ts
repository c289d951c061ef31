import type { Json, JsonObject } from '#src/sdk/json.ts'
import { hostilePath } from '../hostile-path.ts'
import { isObject } from '../json-object.ts'
import { parseJson } from '../parse-json.ts'
import { z } from '../zod.ts'
import { tooMany } from './add.ts'
import { boundsOf, type Point, snapped } from './boxes.ts'
import { Graph, GraphEdge, GraphNode, MAX_EDGES, MAX_NODES } from './graph.schema.ts'
import { isUsableKey, keyFor } from './keys.ts'
import { cycleIn } from './order.ts'
import { withKeys } from './references.ts'
import { type Outcome, type Refusal, refusal, refused } from './refusal.ts'
import { withoutSecrets } from './without-secrets.ts'

const KIND = 'fettle/fragment'
const VERSION = 1
const MAX_LENGTH = 2_000_000

const Fragment = z.strictObject({
  kind: z.literal(KIND),
  version: z.literal(VERSION),
  nodes: z.array(GraphNode).min(1).max(MAX_NODES),
  edges: z.array(GraphEdge).max(MAX_EDGES).default([]),
})
/** Some steps and what connects them, as they stand in the clipboard. */
export type Fragment = z.output<typeof Fragment>

/** JSON Schema of a kind's settings: it says which of them name secrets. */
export type SchemaOf = (type: string) => JsonObject | undefined

/** The steps as they are, for this workflow. */
export function fragmentOf(graph: Graph, ids: Iterable<string>): Fragment {
  const wanted = new Set(ids)
  return {
    kind: KIND,
    version: VERSION,
    nodes: graph.nodes.filter(({ id }) => wanted.has(id)),
    edges: graph.edges.filter(({ from, to }) => wanted.has(from) && wanted.has(to)),
  }
}

/** The steps as text that anybody may read: what names or looks like a secret stays behind. */
export function fragmentText(graph: Graph, ids: Iterable<string>, schemaOf: SchemaOf): string {
  const fragment = fragmentOf(graph, ids)
  const nodes = fragment.nodes.map((node) => ({ ...node, config: withoutSecrets(node.config, schemaOf(node.type)) }))
  return JSON.stringify({ ...fragment, nodes }, null, 2)
}

export type ReadFragment =
  | { readonly ok: true; readonly fragment: Fragment }
  | { readonly ok: false; readonly refusal: Refusal }

const junk = (message: string): ReadFragment => ({ ok: false, refusal: refusal('FRAGMENT', message) })

/** Reads what was copied, also from a message that has words around it. A whole workflow counts as all of its steps. */
export function readFragment(text: string): ReadFragment {
  if (text.length > MAX_LENGTH) return junk('What you paste has more than 2 MB')
  const [first, last] = [text.indexOf('{'), text.lastIndexOf('}')]
  if (first === -1 || last < first) return junk('What you paste holds no steps')
  const parsed = parseJson(text.slice(first, last + 1))
  if (!parsed.ok) return junk(`What you paste ${parsed.problem}`)
  const value = parsed.value as Json
  if (!isObject(value)) return junk('What you paste holds no steps')
  if (hostilePath(value) !== undefined) return junk('What you paste has a property whose name is not allowed')
  const read = Fragment.safeParse(asFragment(value))
  if (!read.success) {
    const [issue] = read.error.issues
    const place = issue === undefined || issue.path.length === 0 ? '' : ` (${issue.path.join('.')}: ${issue.message})`
    return junk(`What you paste is not a piece of a workflow${place}`)
  }
  return faultOf(read.data) ?? { ok: true, fragment: read.data }
}

/** A graph, or the file of a workflow, as a piece of one. */
function asFragment(value: JsonObject): JsonObject {
  if (value.kind === KIND) return value
  const graph = isObject(value.graph) ? value.graph : value
  return Array.isArray(graph.nodes)
    ? { kind: KIND, version: VERSION, nodes: graph.nodes, edges: graph.edges ?? [] }
    : value
}

function faultOf({ nodes, edges }: Fragment): ReadFragment | undefined {
  const graph: Graph = Graph.parse({ nodes, edges })
  const ids = new Set(nodes.map(({ id }) => id))
  if (ids.size < nodes.length) return junk('What you paste has two steps of the same id')
  if (new Set(nodes.map(({ key }) => key)).size < nodes.length)
    return junk('What you paste has two steps that expressions cannot tell apart')
  if (edges.some(({ from, to }) => !ids.has(from) || !ids.has(to)))
    return junk('What you paste has a connection to a step that is not part of it')
  return cycleIn(graph) === undefined ? undefined : junk('What you paste leads back to itself')
}

const newId = () => `n_${crypto.randomUUID().slice(0, 8)}`

/** A new id for each step, unlike those that are there. */
function idsFor(nodes: readonly GraphNode[], taken: Set<string>, makeId: () => string): Map<string, string> {
  return new Map(
    nodes.map(({ id }) => {
      let made = makeId()
      while (taken.has(made)) made = makeId()
      taken.add(made)
      return [id, made]
    }),
  )
}

/** New keys for those that are taken, or that no expression can name. */
function keysFor(nodes: readonly GraphNode[], graph: Graph): Map<string, string> {
  const taken = new Set(graph.nodes.map(({ key }) => key))
  const isFree = (key: string) => !taken.has(key) && isUsableKey(key)
  const lost = nodes.filter(({ key }) => !isFree(key))
  for (const { key } of nodes) taken.add(key)
  return new Map(
    lost.map(({ key }) => {
      const made = keyFor(key, taken)
      taken.add(made)
      return [key, made]
    }),
  )
}

interface Pasted extends Outcome {
  /** Of the new steps. */
  readonly ids: readonly string[]
}

/** Adds the steps with new ids, their keys unlike those that are there, the upper left corner at `at`. */
export function pasteFragment(graph: Graph, fragment: Fragment, at: Point, makeId: () => string = newId): Pasted {
  if (graph.nodes.length + fragment.nodes.length > MAX_NODES) return { ...refused(graph, tooMany()), ids: [] }
  if (graph.edges.length + fragment.edges.length > MAX_EDGES)
    return {
      ...refused(graph, refusal('TOO_MANY', `A workflow has at most ${MAX_EDGES.toLocaleString('en')} connections`)),
      ids: [],
    }
  const ids = idsFor(fragment.nodes, new Set(graph.nodes.map(({ id }) => id)), makeId)
  const keys = keysFor(fragment.nodes, graph)
  const corner = boundsOf(fragment.nodes) ?? { x: 0, y: 0 }
  const idOf = (id: string) => ids.get(id) ?? id
  const nodes = fragment.nodes.map((node) => ({
    ...withKeys(node, keys),
    id: idOf(node.id),
    position: snapped({ x: node.position.x - corner.x + at.x, y: node.position.y - corner.y + at.y }),
  }))
  const edges = fragment.edges.map((edge) => ({ ...edge, from: idOf(edge.from), to: idOf(edge.to) }))
  return {
    graph: { ...graph, nodes: [...graph.nodes, ...nodes], edges: [...graph.edges, ...edges] },
    ids: [...ids.values()],
  }
}

const ASIDE = 32

/** The same steps once more, a little aside. */
export function duplicate(graph: Graph, ids: Iterable<string>, makeId: () => string = newId): Pasted {
  const fragment = fragmentOf(graph, ids)
  const bounds = boundsOf(fragment.nodes)
  if (bounds === undefined) return { graph, ids: [] }
  return pasteFragment(graph, fragment, { x: bounds.x + ASIDE, y: bounds.y + ASIDE }, makeId)
}
