import { isSameJson } from '../same-json.ts'
import type { Graph, GraphEdge, GraphNode } from './graph.schema.ts'

/** A member of a list and the key of the one before it; null for the first. */
interface Placed<T> {
  readonly key: string
  readonly item: T
  readonly after: string | null
}

interface ListPatch<T> {
  readonly removed: readonly Placed<T>[]
  readonly added: readonly Placed<T>[]
  readonly changed: readonly { readonly key: string; readonly before: T; readonly after: T }[]
}

/** What somebody did to a graph: it goes by ids, so it can be done, or undone, to a graph that has changed since. */
export interface GraphPatch {
  readonly nodes: ListPatch<GraphNode>
  readonly edges: ListPatch<GraphEdge>
  readonly settings?: { readonly before: Graph['settings']; readonly after: Graph['settings'] }
}

const nodeKey = ({ id }: GraphNode) => id
export const edgeKey = ({ from, port, to }: GraphEdge) => JSON.stringify([from, port, to])

/** Its key of each; of a draft that repeats one the second is "key #2". */
function keysOf<T>(list: readonly T[], keyOf: (item: T) => string): string[] {
  const seen = new Map<string, number>()
  return list.map((item) => {
    const key = keyOf(item)
    const count = (seen.get(key) ?? 0) + 1
    seen.set(key, count)
    return count === 1 ? key : `${key} #${count}`
  })
}

function placesOf<T>(list: readonly T[], keys: readonly string[], isWanted: (key: string) => boolean): Placed<T>[] {
  return list.flatMap((item, at) => {
    const key = keys[at] ?? ''
    return isWanted(key) ? [{ key, item, after: keys[at - 1] ?? null }] : []
  })
}

const NOTHING: ListPatch<never> = { removed: [], added: [], changed: [] }
/** Changes nothing. */
export const NO_PATCH: GraphPatch = { nodes: NOTHING, edges: NOTHING }
const isNothing = ({ removed, added, changed }: ListPatch<unknown>): boolean =>
  removed.length + added.length + changed.length === 0

function listPatch<T>(before: readonly T[], after: readonly T[], keyOf: (item: T) => string): ListPatch<T> {
  if (before === after) return NOTHING
  const [oldKeys, newKeys] = [keysOf(before, keyOf), keysOf(after, keyOf)]
  const old = new Map(oldKeys.map((key, at) => [key, before[at]]))
  const now = new Map(newKeys.map((key, at) => [key, after[at]]))
  const changed = [...now].flatMap(([key, item]) => {
    const was = old.get(key)
    return was === undefined || item === undefined || isSameJson(was, item) ? [] : [{ key, before: was, after: item }]
  })
  const patch = {
    removed: placesOf(before, oldKeys, (key) => !now.has(key)),
    added: placesOf(after, newKeys, (key) => !old.has(key)),
    changed,
  }
  const isEnough =
    isSameJson(applyList(before, patch, keyOf), after) &&
    isSameJson(applyList(after, inverseList(patch), keyOf), before)
  // In another order, or where ids repeat: everything anew.
  return isEnough
    ? patch
    : { removed: placesOf(before, oldKeys, () => true), added: placesOf(after, newKeys, () => true), changed: [] }
}

const inverseList = <T>({ removed, added, changed }: ListPatch<T>): ListPatch<T> => ({
  removed: added,
  added: removed,
  changed: changed.map(({ key, before, after }) => ({ key, before: after, after: before })),
})

function applyList<T>(
  list: readonly T[],
  patch: ListPatch<T>,
  keyOf: (item: T) => string,
  rebase: (now: T, before: T, after: T) => T = (_now, _before, after) => after,
): readonly T[] {
  if (isNothing(patch)) return list
  const keys = keysOf(list, keyOf)
  const present = new Set(keys)
  const gone = new Set(patch.removed.map(({ key }) => key))
  const changes = new Map(patch.changed.map((change) => [change.key, change]))
  const added = patch.added.filter(({ key }) => !present.has(key) || gone.has(key))
  const next = new Map(added.map((one) => [one.after, one]))
  const written: T[] = []
  const follow = (key: string | null) => {
    for (let one = next.get(key); one !== undefined; one = next.get(one.key)) {
      next.delete(one.after)
      written.push(one.item)
    }
  }
  follow(null)
  for (const [at, item] of list.entries()) {
    const key = keys[at] ?? ''
    if (gone.has(key)) continue
    const change = changes.get(key)
    written.push(change === undefined ? item : rebase(item, change.before, change.after))
    follow(key)
  }
  // Whatever stood before these is gone.
  for (const { item } of next.values()) written.push(item)
  return written
}

type Fields = Readonly<Record<string, unknown>>

/** Only those fields of `after` that differ from `before`; the others as they are now. */
function rebased<T extends object>(now: T, before: T, after: T): T {
  const [was, is] = [before as Fields, after as Fields]
  const result: Record<string, unknown> = { ...(now as Fields) }
  for (const name of new Set([...Object.keys(was), ...Object.keys(is)])) {
    if (isSameJson(was[name], is[name])) continue
    if (Object.hasOwn(is, name)) result[name] = is[name]
    else delete result[name]
  }
  return result as T
}

function rebasedNode(now: GraphNode, before: GraphNode, after: GraphNode): GraphNode {
  if (now === before || isSameJson(now, before)) return after
  return { ...rebased(now, before, after), config: rebased(now.config, before.config, after.config) }
}

/** What was done between two graphs; undefined when nothing was. */
export function patchBetween(before: Graph, after: Graph): GraphPatch | undefined {
  const patch = {
    nodes: listPatch(before.nodes, after.nodes, nodeKey),
    edges: listPatch(before.edges, after.edges, edgeKey),
    ...(!isSameJson(before.settings, after.settings) && {
      settings: { before: before.settings, after: after.settings },
    }),
  }
  return isNothing(patch.nodes) && isNothing(patch.edges) && patch.settings === undefined ? undefined : patch
}

/** Does it to a graph. Where that graph has changed, what the patch does not speak of stays. */
export function applyPatch(graph: Graph, { nodes, edges, settings }: GraphPatch): Graph {
  return {
    ...graph,
    nodes: [...applyList(graph.nodes, nodes, nodeKey, rebasedNode)],
    edges: [...applyList(graph.edges, edges, edgeKey)],
    settings: settings === undefined ? graph.settings : rebased(graph.settings, settings.before, settings.after),
  }
}

/** What undoes it. */
export const inverse = ({ nodes, edges, settings }: GraphPatch): GraphPatch => ({
  nodes: inverseList(nodes),
  edges: inverseList(edges),
  ...(settings && { settings: { before: settings.after, after: settings.before } }),
})
