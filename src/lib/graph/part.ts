import type { Graph } from './graph.schema.ts'
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

/** Undefined when the first step does not lead to the last one. */
export function partOf(graph: Graph, { from, upTo }: Bounds): Part | undefined {
  const all = new Set(graph.nodes.map(({ id }) => id))
  const end = upTo === undefined ? all : ancestorsOf(graph, upTo).add(upTo)
  const wanted = from === undefined ? end : both(reachableFrom(graph, [from]), end)
  if (wanted.size === 0) return undefined
  const kept = new Set(wanted)
  for (const id of wanted) for (const earlier of ancestorsOf(graph, id)) kept.add(earlier)
  if (kept.size === all.size && from === undefined) return { graph, before: new Set() }
  const part = {
    ...graph,
    nodes: graph.nodes.filter(({ id }) => kept.has(id)),
    edges: graph.edges.filter((edge) => kept.has(edge.from) && kept.has(edge.to)),
  }
  return { graph: part, before: new Set([...kept].filter((id) => !wanted.has(id))) }
}
