import { type Graph, MAX_RUNS_AT_ONCE } from '#src/lib/graph/graph.schema.ts'
import { isObject } from '#src/lib/json-object.ts'
import { schemaProblem } from '#src/lib/json-schema-rules.ts'
import type { Json, JsonObject } from '#src/sdk/json.ts'
import { toNumber } from '#src/sdk/validate-input.ts'

type Settings = Graph['settings']

/** Undefined takes a setting away. */
export function withSetting<Name extends keyof Settings>(graph: Graph, name: Name, value: Settings[Name]): Graph {
  const { [name]: _, ...others } = graph.settings
  return { ...graph, settings: value === undefined ? others : { ...others, [name]: value } }
}

interface Choice {
  readonly value: string
  readonly label: string
}

const LIMITS: readonly (readonly [ms: number, label: string])[] = [
  [60_000, '1 minute'],
  [300_000, '5 minutes'],
  [900_000, '15 minutes'],
  [3_600_000, '1 hour'],
  [21_600_000, '6 hours'],
  [86_400_000, '24 hours'],
]

/** How long a run may take, with the limit that is set, which an API may have chosen freely. */
export function limitChoices(set: number | undefined): Choice[] {
  const known = set === undefined || LIMITS.some(([ms]) => ms === set)
  const all = known ? LIMITS : [...LIMITS, [set, `${set / 1000} s`] as const].toSorted(([a], [b]) => a - b)
  return [{ value: '', label: 'None' }, ...all.map(([ms, label]) => ({ value: String(ms), label }))]
}

/** What was typed as a number of runs; nothing typed is no limit. */
export function readLimit(text: string): { readonly limit: number | undefined } | { readonly problem: string } {
  if (text.trim() === '') return { limit: undefined }
  const limit = toNumber(text)
  if (limit === undefined || !Number.isInteger(limit) || limit < 1 || limit > MAX_RUNS_AT_ONCE)
    return { problem: `Enter a whole number from 1 to ${MAX_RUNS_AT_ONCE}` }
  return { limit }
}

/** Without a limit there is nothing that a key could count. */
export const withLimit = (graph: Graph, limit: number | undefined): Graph =>
  withSetting(graph, 'concurrency', limit === undefined ? undefined : { ...graph.settings.concurrency, limit })

export function withLineKey(graph: Graph, key: string): Graph {
  const { concurrency } = graph.settings
  if (concurrency === undefined) return graph
  const { limit } = concurrency
  return withSetting(graph, 'concurrency', key.trim() === '' ? { limit } : { limit, key })
}

/** What was typed as a JSON Schema; nothing typed is no schema. */
export function readSchema(text: string): { readonly schema: JsonObject | undefined } | { readonly problem: string } {
  if (text.trim() === '') return { schema: undefined }
  let json: Json
  try {
    json = JSON.parse(text)
  } catch {
    return { problem: 'This is not JSON yet, and is not saved' }
  }
  const problem = schemaProblem(json)
  if (problem !== undefined) return { problem: `${problem}. It is not saved.` }
  return { schema: isObject(json) ? json : undefined }
}
