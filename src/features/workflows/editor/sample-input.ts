import type { Graph } from '#src/lib/graph/graph.schema.ts'
import type { Json, JsonObject } from '#src/sdk/json.ts'

/** trigger.body.bill, but not trigger.body.?tip, which may be missing. */
const NAMES = { body: /\btrigger\.body\.([A-Za-z_]\w*)/g, item: /\btrigger\.item\.([A-Za-z_]\w*)/g }
const SAMPLE_NUMBER = 84.5

function textsIn(value: Json): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(textsIn)
}

/** All that the expressions ask of a part of the trigger; the values are only there to be replaced. */
function askedOf(part: keyof typeof NAMES, graph: Graph): JsonObject {
  const texts = graph.nodes.flatMap((node) => textsIn(node.config))
  const names = texts.flatMap((text) => [...text.matchAll(NAMES[part])].map((match) => match[1] ?? ''))
  return Object.fromEntries(names.map((name) => [name, SAMPLE_NUMBER]))
}

export const sampleBody = (graph: Graph): JsonObject => askedOf('body', graph)

/** A file of a run by hand is nobody's: steps that send it on fail and say so. */
const SAMPLE_FILE = {
  file: '00000000-0000-7000-8000-000000000000',
  name: 'file.pdf',
  type: 'application/pdf',
  bytes: 1000,
}

const SAMPLES: Readonly<Record<string, Json>> = {
  number: SAMPLE_NUMBER,
  checkbox: true,
  email: 'ada@example.com',
  date: '2026-01-31',
  file: SAMPLE_FILE,
}

/** As the failure of a run of another workflow would come. */
const SAMPLE_FAILURE: JsonObject = {
  execution: {
    id: '00000000-0000-7000-8000-000000000001',
    url: 'https://example.com/workflows/1/executions/1',
    trigger: 'webhook',
    startedAt: '2026-01-31T12:00:00.000Z',
    finishedAt: '2026-01-31T12:00:01.000Z',
    error: { code: 'UPSTREAM_FAILED', message: 'Fetch order: The server answered 503', details: [] },
    failedNode: { id: 'n_fetch', key: 'fetch_order', name: 'Fetch order', type: 'http' },
  },
  workflow: { id: '00000000-0000-7000-8000-000000000002', name: 'Orders', version: 3 },
}
const SAMPLE_TICK: JsonObject = {
  scheduledAt: '2026-01-31T08:00:00.000Z',
  localTime: '2026-01-31T09:00:00',
  timeZone: 'Europe/Berlin',
}

/** An answer to each question of a form that is written down well enough to have a name. */
function sampleAnswers(fields: Json | undefined): JsonObject {
  const list = Array.isArray(fields) ? fields : []
  const named = list.filter(
    (field): field is JsonObject => typeof field === 'object' && field !== null && 'name' in field,
  )
  return Object.fromEntries(named.map(({ name, type }) => [String(name), SAMPLES[String(type)] ?? 'Text']))
}

/** What triggers of each type bring, the likeliest first. */
const BY_TRIGGER: readonly (readonly [type: string, sample: (graph: Graph, config: JsonObject) => Json])[] = [
  ['manual', (_graph, { sample = null }) => sample],
  ['form', (_graph, { fields }) => ({ values: sampleAnswers(fields), submittedAt: '2026-01-31T12:00:00.000Z' })],
  ['webhook', sampleBody],
  ['error', () => SAMPLE_FAILURE],
  ['feed', (graph) => ({ id: '1', item: askedOf('item', graph) })],
  ['schedule', () => SAMPLE_TICK],
]

/** What the input of a run could look like. */
export function sampleInput(graph: Graph): Json {
  for (const [type, sample] of BY_TRIGGER) {
    const trigger = graph.nodes.find((node) => node.type === type)
    if (trigger !== undefined) return sample(graph, trigger.config)
  }
  return null
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
