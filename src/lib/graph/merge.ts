import { isSameJson } from '../same-json.ts'
import type { Graph } from './graph.schema.ts'
import { isSound } from './history.ts'
import { keyFor } from './keys.ts'
import { applyPatch, edgeKey, type GraphPatch, patchBetween } from './patch.ts'
import { withKeys } from './references.ts'

/** What two people who began with the same graph made of it. */
interface Sides {
  readonly base: Graph
  readonly mine: Graph
  readonly theirs: Graph
}

/** What both have touched. */
export interface Clash {
  /** Of steps. */
  readonly nodeIds: readonly string[]
  /** Both have changed the workflow's own settings, or together their changes make no sense. */
  readonly whole: boolean
}

export type Merged = { readonly ok: true; readonly graph: Graph } | { readonly ok: false; readonly clash: Clash }

interface Touched {
  readonly nodes: ReadonlySet<string>
  /** Steps that are gone. */
  readonly removed: ReadonlySet<string>
  readonly edges: ReadonlySet<string>
  /** Steps at the ends of what was connected or cut. */
  readonly ends: ReadonlySet<string>
  readonly settings: boolean
}

function touchedBy(patch: GraphPatch | undefined): Touched {
  const edges = [...(patch?.edges.added ?? []), ...(patch?.edges.removed ?? [])].map(({ item }) => item)
  const removed = new Set((patch?.nodes.removed ?? []).map(({ item }) => item.id))
  return {
    nodes: new Set([
      ...(patch?.nodes.added ?? []).map(({ item }) => item.id),
      ...(patch?.nodes.changed ?? []).map(({ after }) => after.id),
      ...removed,
    ]),
    removed,
    edges: new Set(edges.map(edgeKey)),
    ends: new Set(edges.flatMap(({ from, to }) => [from, to])),
    settings: patch?.settings !== undefined,
  }
}

const common = (one: ReadonlySet<string>, other: ReadonlySet<string>): string[] =>
  [...one].filter((id) => other.has(id))

/**
 * Puts both changes together when no step and no connection was touched on both sides; else says what was. Who
 * connects a step that the other took away clashes, too.
 */
export function mergeGraphs({ base, mine, theirs }: Sides): Merged {
  if (isSameJson(mine, theirs)) return { ok: true, graph: theirs }
  const ownPatch = patchBetween(base, mine)
  if (ownPatch === undefined) return { ok: true, graph: theirs }
  const [own, other] = [touchedBy(ownPatch), touchedBy(patchBetween(base, theirs))]
  const nodeIds = new Set([
    ...common(own.nodes, other.nodes),
    ...common(own.removed, other.ends),
    ...common(own.ends, other.removed),
    ...common(own.edges, other.edges).flatMap((edge) => JSON.parse(edge).filter((_: string, at: number) => at !== 1)),
  ])
  const bothSettings = own.settings && other.settings
  if (nodeIds.size > 0 || bothSettings) return { ok: false, clash: { nodeIds: [...nodeIds], whole: bothSettings } }
  const graph = applyPatch(theirs, withOwnKeys(ownPatch, theirs))
  // Each alone was fine: what is not is what they are together, a circle for example.
  if (isSound(mine) && isSound(theirs) && !isSound(graph)) return { ok: false, clash: { nodeIds: [], whole: true } }
  return { ok: true, graph }
}

/** Both may have added a step of the same key: ours gets another one, also where our steps name it. */
function withOwnKeys(patch: GraphPatch, theirs: Graph): GraphPatch {
  const taken = new Set(theirs.nodes.map(({ key }) => key))
  const lost = patch.nodes.added.filter(({ item }) => taken.has(item.key)).map(({ item }) => item.key)
  if (lost.length === 0) return patch
  for (const { item } of patch.nodes.added) taken.add(item.key)
  const keys = new Map(
    lost.map((key) => {
      const made = keyFor(key, taken)
      taken.add(made)
      return [key, made]
    }),
  )
  return {
    ...patch,
    nodes: {
      ...patch.nodes,
      added: patch.nodes.added.map((one) => ({ ...one, item: withKeys(one.item, keys) })),
      changed: patch.nodes.changed.map(({ key, before, after }) => ({
        ...{ key, before },
        after: { ...withKeys(after, keys), key: after.key },
      })),
    },
  }
}
