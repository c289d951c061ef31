import type { Graph } from '#src/lib/graph/graph.schema.ts'
import type { Json, JsonObject } from '#src/sdk/json.ts'

/** trigger.body.bill, but not trigger.body.?tip, which may be missing. */
const BODY_NAMES = /\btrigger\.body\.([A-Za-z_]\w*)/g
const SAMPLE_NUMBER = 84.5

function textsIn(value: Json): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(textsIn)
}

/** A body that has all that the expressions ask of it; the values are only there to be replaced. */
export function sampleBody(graph: Graph): JsonObject {
  const texts = graph.nodes.flatMap((node) => textsIn(node.config))
  const names = texts.flatMap((text) => [...text.matchAll(BODY_NAMES)].map((match) => match[1] ?? ''))
  return Object.fromEntries(names.map((name) => [name, SAMPLE_NUMBER]))
}

const SAMPLES: Readonly<Record<string, Json>> = {
  number: SAMPLE_NUMBER,
  checkbox: true,
  email: 'ada@example.com',
  date: '2026-01-31',
}

/** An answer to each question of a form that is written down well enough to have a name. */
function sampleAnswers(fields: Json | undefined): JsonObject {
  const list = Array.isArray(fields) ? fields : []
  const named = list.filter(
    (field): field is JsonObject => typeof field === 'object' && field !== null && 'name' in field,
  )
  return Object.fromEntries(named.map(({ name, type }) => [String(name), SAMPLES[String(type)] ?? 'Text']))
}

/** What the input of a run could look like. */
export function sampleInput(graph: Graph): Json {
  const manual = graph.nodes.find(({ type }) => type === 'manual')
  if (manual !== undefined) return manual.config.sample ?? null
  const form = graph.nodes.find(({ type }) => type === 'form')
  if (form !== undefined) return { values: sampleAnswers(form.config.fields), submittedAt: '2026-01-31T12:00:00.000Z' }
  return graph.nodes.some(({ type }) => type === 'webhook') ? sampleBody(graph) : null
}

// POSIX: inside single quotes nothing is special but the quote itself.
const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`

/** The line that calls the production webhook, ready for a terminal. */
export function curlFor(graph: Graph, address: string): string {
  const { methods } = graph.nodes.find(({ type }) => type === 'webhook')?.config ?? {}
  const [method = 'POST'] = Array.isArray(methods) ? methods.map(String) : []
  if (method === 'GET' || method === 'DELETE') return `curl -X ${method} ${quoted(address)}`
  const body = quoted(JSON.stringify(sampleBody(graph)))
  return `curl -X ${method} ${quoted(address)} -H 'Content-Type: application/json' -d ${body}`
}
