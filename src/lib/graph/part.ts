import type { Graph } from './graph.schema.ts'
import { loopsAround, outermost } from './loops.ts'
import { ancestorsOf, reachableFrom } from './order.ts'

export interface Bounds {
  /** The step to begin with. */
  readonly from?: string | undefined
  /** The step to end with. */
  readonly upTo?: string | undefined
}

/** A part of a workflow that can be run. */
export interface Part {
  /** The steps of the part and all that lead to them. */
  readonly graph: Graph
  /** Ids of steps that come before its beginning: of them only the outcome is needed. */
  readonly before: ReadonlySet<string>
}

const both = (one: ReadonlySet<string>, other: ReadonlySet<string>) => new Set([...one].filter((id) => other.has(id)))

type Bodies = ReadonlyMap<string, ReadonlySet<string>>

/** With all that the loops among them repeat, but for those around the last step. */
function withBodies(ids: ReadonlySet<string>, bodies: Bodies, last: string | undefined): Set<string> {
  const all = new Set(ids)
  for (const [loop, body] of bodies)
    if (ids.has(loop) && (last === undefined || !body.has(last))) for (const id of body) all.add(id)
  return all
}

/**
 * Undefined when the first step does not lead to the last one. `bodies` has the steps of each loop; who begins in one
 * begins with the loop.
 */
export function partOf(graph: Graph, { from, upTo }: Bounds, bodies: Bodies = new Map()): Part | undefined {
  const all = new Set(graph.nodes.map(({ id }) => id))
  const end = upTo === undefined ? all : withBodies(ancestorsOf(graph, upTo).add(upTo), bodies, upTo)
  const begin = from === undefined ? undefined : outermost(loopsAround(bodies), from)
  const wanted = begin === undefined ? end : both(reachableFrom(graph, [begin]), end)
  if (wanted.size === 0) return undefined
  const needed = new Set(wanted)
  for (const id of wanted) for (const earlier of ancestorsOf(graph, id)) needed.add(earlier)
  const kept = withBodies(needed, bodies, upTo)
  if (kept.size === all.size && from === undefined) return { graph, before: new Set() }
  const part = {
    ...graph,
    nodes: graph.nodes.filter(({ id }) => kept.has(id)),
    edges: graph.edges.filter((edge) => kept.has(edge.from) && kept.has(edge.to)),
  }
  return { graph: part, before: new Set([...kept].filter((id) => !wanted.has(id))) }
}
