import type { Graph, GraphEdge, GraphNode } from './graph.schema.ts'

interface NodeMark {
  readonly id: string
  readonly name: string
}

/** What has become of a graph. */
export interface GraphDiff {
  readonly nodes: {
    readonly added: readonly NodeMark[]
    readonly removed: readonly NodeMark[]
    /** With the paths of the fields that differ: "name", "config.url", "config.headers.accept". */
    readonly changed: readonly (NodeMark & { readonly fields: readonly string[] })[]
  }
  readonly edges: { readonly added: readonly GraphEdge[]; readonly removed: readonly GraphEdge[] }
  /** Paths of the settings that differ. */
  readonly settings: readonly string[]
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

/** A value that differs; undefined where there is none. */
export interface FieldChange {
  readonly path: string
  readonly before: unknown
  readonly after: unknown
}

/** Where two values differ; lists of different lengths differ as a whole. */
function differences(before: unknown, after: unknown, path: string): FieldChange[] {
  if (Object.is(before, after)) return []
  if (!isRecord(before) || !isRecord(after) || Array.isArray(before) !== Array.isArray(after))
    return [{ path, before, after }]
  if (Array.isArray(before) && Array.isArray(after) && before.length !== after.length) return [{ path, before, after }]
  const names = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...names].flatMap((name) => {
    const inner = path === '' ? name : `${path}.${name}`
    const [one, other] = [Object.hasOwn(before, name), Object.hasOwn(after, name)]
    if (one && other) return differences(before[name], after[name], inner)
    return [{ path: inner, before: one ? before[name] : undefined, after: other ? after[name] : undefined }]
  })
}

const pathsOf = (changes: readonly FieldChange[]): string[] => changes.map(({ path }) => path)

const markOf = ({ id, name }: GraphNode): NodeMark => ({ id, name })
const textOf = ({ from, port, to }: GraphEdge) => JSON.stringify([from, port, to])
const without = (edges: readonly GraphEdge[], others: readonly GraphEdge[]): GraphEdge[] => {
  const known = new Set(others.map(textOf))
  return edges.filter((edge) => !known.has(textOf(edge)))
}

/** By id; of a draft that repeats one, the first with the first and so on. */
function byId(nodes: readonly GraphNode[]): ReadonlyMap<string, GraphNode> {
  const seen = new Map<string, number>()
  return new Map(
    nodes.map((node) => {
      const before = seen.get(node.id) ?? 0
      seen.set(node.id, before + 1)
      return [JSON.stringify([node.id, before]), node]
    }),
  )
}

/** Nodes are the same when their ids are. */
export function diffGraphs(before: Graph, after: Graph): GraphDiff {
  const old = byId(before.nodes)
  const now = byId(after.nodes)
  const changed = [...now].flatMap(([id, node]) => {
    const was = old.get(id)
    const fields = was === undefined ? [] : pathsOf(differences(was, node, ''))
    return fields.length === 0 ? [] : [{ ...markOf(node), fields }]
  })
  return {
    nodes: {
      added: [...now].filter(([id]) => !old.has(id)).map(([, node]) => markOf(node)),
      removed: [...old].filter(([id]) => !now.has(id)).map(([, node]) => markOf(node)),
      changed,
    },
    edges: { added: without(after.edges, before.edges), removed: without(before.edges, after.edges) },
    settings: pathsOf(differences(before.settings, after.settings, '')),
  }
}

/** What has become of a step, in one word. */
export type StepMark = 'added' | 'removed' | 'changed' | 'moved'

export interface StepChange {
  readonly id: string
  readonly name: string
  readonly mark: StepMark
  /** Of a changed step what is different, but for its place. */
  readonly fields: readonly FieldChange[]
}

/** Each step that differs, as people read it: changed, removed and added ones, then those that only moved. */
export function stepChanges(before: Graph, after: Graph): StepChange[] {
  const old = byId(before.nodes)
  const now = byId(after.nodes)
  const changed = [...now].flatMap(([key, node]): StepChange[] => {
    const was = old.get(key)
    const all = was === undefined ? [] : differences(was, node, '')
    if (all.length === 0) return []
    const fields = all.filter(({ path }) => !path.startsWith('position'))
    return [{ ...markOf(node), mark: fields.length === 0 ? 'moved' : 'changed', fields }]
  })
  const alone = (nodes: ReadonlyMap<string, GraphNode>, others: ReadonlyMap<string, GraphNode>, mark: StepMark) =>
    [...nodes].flatMap(([key, node]) => (others.has(key) ? [] : [{ ...markOf(node), mark, fields: [] }]))
  return [
    ...changed.filter(({ mark }) => mark === 'changed'),
    ...alone(old, now, 'removed'),
    ...alone(now, old, 'added'),
    ...changed.filter(({ mark }) => mark === 'moved'),
  ]
}

/** Settings of the workflow that differ. */
export const settingChanges = (before: Graph, after: Graph): FieldChange[] =>
  differences(before.settings, after.settings, '')

const counted = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`

/** One sentence without its full stop: "1 step added, 2 changed, 1 connection removed"; '' for no difference. */
export function diffText({ nodes, edges, settings }: GraphDiff): string {
  const parts: readonly (readonly [number, string, string])[] = [
    [nodes.added.length, 'step', 'added'],
    [nodes.removed.length, 'step', 'removed'],
    [nodes.changed.length, 'step', 'changed'],
    [edges.added.length, 'connection', 'added'],
    [edges.removed.length, 'connection', 'removed'],
    [settings.length, 'setting', 'changed'],
  ]
  return parts
    .filter(([count]) => count > 0)
    .map(([count, one, what]) => `${counted(count, one)} ${what}`)
    .join(', ')
}
