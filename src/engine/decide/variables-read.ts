import { expressionsIn } from '#src/lib/expressions/expressions-in.ts'
import type { Graph } from '#src/lib/graph/graph.schema.ts'
import type { JsonObject } from '#src/sdk/json.ts'

const MENTION = /\bvars\b(?:\s*\.\s*\??\s*([A-Za-z]\w*))?/g

/** Names of the variables that a graph's expressions read; all of them where one is not read as `vars.<name>`. */
export function variablesRead(graph: Graph): ReadonlySet<string> | 'all' {
  const read = new Set<string>()
  for (const { config } of graph.nodes)
    for (const { place } of expressionsIn(config))
      for (const [, name] of place.expression.matchAll(MENTION)) {
        if (name === undefined) return 'all'
        read.add(name)
      }
  return read
}

/** What a run keeps of its account's variables. */
export const chooseVariables = (all: Readonly<JsonObject>, read: ReadonlySet<string> | 'all'): JsonObject =>
  Object.fromEntries(Object.entries(all).filter(([name]) => read === 'all' || read.has(name)))
