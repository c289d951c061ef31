import { expressionsIn } from '#src/lib/expressions/expressions-in.ts'
import type { References } from '#src/lib/expressions/references.ts'
import type { Graph, GraphNode } from '#src/lib/graph/graph.schema.ts'
import type { Json } from '#src/sdk/json.ts'

/** What an expression reads; undefined for one that cannot be compiled. */
export type ReferencesOf = (expression: string) => References | undefined

/** Node types that hand on what they were given. What an http step brings comes from somewhere else. */
const CARRIERS: ReadonlySet<string> = new Set(['webhook', 'set', 'tool'])

/**
 * Whether all that is filled in at this place of a node's config was sent by the caller of the webhook, be it through
 * steps that compute from it. A place inside a template is that template: of "{{ trigger.body }}" also "input.bill".
 */
export function comesFromCaller(graph: Graph, nodeId: string, path: string, referencesOf: ReferencesOf): boolean {
  const byKey = new Map(graph.nodes.map((node) => [node.key, node]))
  const known = new Map<string, boolean>()

  const readsCaller = (expression: string): boolean => {
    const references = referencesOf(expression)
    if (references === undefined || references.anyStep) return false
    const names = references.names.has('trigger') || references.steps.length > 0
    return names && references.steps.every(({ key }) => carries(byKey.get(key)))
  }
  const filledByCaller = (value: Json): boolean => {
    const expressions = expressionsIn(value)
    return expressions.length > 0 && expressions.every(({ place }) => readsCaller(place.expression))
  }
  function carries(node: GraphNode | undefined): boolean {
    if (node === undefined || !CARRIERS.has(node.type)) return false
    const before = known.get(node.key)
    if (before !== undefined) return before
    // A circle, which no published graph has, would be asked about for ever.
    known.set(node.key, false)
    const answer = node.type === 'webhook' || filledByCaller(node.config)
    known.set(node.key, answer)
    return answer
  }

  const node = graph.nodes.find(({ id }) => id === nodeId)
  return node !== undefined && filledByCaller(valueAt(node.config, path))
}

/** The value at a path, or the text on the way that a template makes the rest of. */
function valueAt(config: Json, path: string): Json {
  let value = config
  for (const name of path === '' ? [] : path.split('.')) {
    if (typeof value !== 'object' || value === null) return value
    value = (Object.hasOwn(value, name) ? (value as { [name: string]: Json })[name] : null) ?? null
  }
  return value
}
