import type { Graph } from '#src/lib/graph/graph.schema.ts'
import type { Json, JsonObject } from '#src/sdk/json.ts'

/** trigger.body.order.lines[0].price, but not trigger.body.?tip, which may be missing. */
const PATHS = {
  body: /\btrigger\.body((?:\.[A-Za-z_]\w*|\[\d+\])+)(\(|\.\?)?/g,
  item: /\btrigger\.item((?:\.[A-Za-z_]\w*|\[\d+\])+)(\(|\.\?)?/g,
}
const PARTS = /\.([A-Za-z_]\w*)|\[(\d+)\]/g
const OF_LISTS = /^(map|filter|all|exists|exists_one|join|flatten)$/
const SAMPLE_NUMBER = 84.5
/** By what it is called; everything else is a number. */
const SAMPLE_TEXTS: readonly (readonly [name: RegExp, text: string])[] = [
  [/e_?mail$/i, 'ada@example.com'],
  [/name$/i, 'Ada'],
  [/date$/i, '2026-01-31'],
  [/(url|link)$/i, 'https://example.com'],
  [/(title|text|message|note|comment|subject|description)$/i, 'Text'],
]
const sampleOf = (name: string): Json => SAMPLE_TEXTS.find(([pattern]) => pattern.test(name))?.[1] ?? SAMPLE_NUMBER

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The value with this path in it, at whose end stands `leaf` where nothing does yet. */
function withPath(value: Json | undefined, [part, ...rest]: readonly string[], leaf: Json): Json {
  if (part === undefined) return value === undefined || (isObject(leaf) && !isObject(value)) ? leaf : value
  if (/^\d/.test(part)) return [withPath(Array.isArray(value) ? value[0] : undefined, rest, leaf)]
  // What a longer path goes through is an object, whatever a shorter one took it for.
  const object = isObject(value) ? value : {}
  return { ...object, [part]: withPath(Object.hasOwn(object, part) ? object[part] : undefined, rest, leaf) }
}

function textsIn(value: Json): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(textsIn)
}

/** All that the expressions ask of a part of the trigger; the values are only there to be replaced. */
function askedOf(part: keyof typeof PATHS, graph: Graph): JsonObject {
  const texts = graph.nodes.flatMap((node) => textsIn(node.config))
  let asked: Json = {}
  for (const [, path = '', next] of texts.flatMap((text) => [...text.matchAll(PATHS[part])])) {
    const parts = [...path.matchAll(PARTS)].map(([, name, position]) => name ?? position ?? '')
    const method = next === '(' ? parts.pop() : undefined
    const leaf = OF_LISTS.test(method ?? '') ? [] : next === '.?' ? {} : sampleOf(parts.at(-1) ?? '')
    asked = withPath(asked, parts, leaf)
  }
  return asked as JsonObject
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
