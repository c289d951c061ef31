import type { Graph } from '#src/lib/graph/graph.schema.ts'
import type { Json, JsonObject } from '#src/sdk/json.ts'

/** trigger.body.order.lines[0].price, but not trigger.body.?tip, which may be missing; with what says that it is a list. */
const pathsFrom = (root: string) =>
  new RegExp(String.raw`(\bsize\(|\bin )?(?<![.\w])${root}((?:\.[A-Za-z_]\w*|\[\d+\])+)(\(|\.\?)?`, 'g')
const PATHS = {
  body: pathsFrom('trigger\\.body'),
  query: pathsFrom('trigger\\.query'),
  item: pathsFrom('trigger\\.item'),
  /** Of the list that a step goes through. */
  turn: pathsFrom('item'),
}
/** A setting that is nothing but a part of the trigger. */
const WHOLE = /^\s*\{\{\s*trigger\.(body|item)((?:\.[A-Za-z_]\w*)+)\s*\}\}\s*$/
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

/** A list or an object tells more of what is asked for than a text or a number, and a list of something more than none. */
const isMore = (leaf: Json, value: Json): boolean =>
  Array.isArray(leaf)
    ? !isObject(value) && (!Array.isArray(value) || value.length === 0)
    : isObject(leaf) && !isNested(value)
const isNested = (value: Json): boolean => isObject(value) || Array.isArray(value)

/** The value with this path in it, at whose end stands `leaf` where nothing does yet. */
function withPath(value: Json | undefined, [part, ...rest]: readonly string[], leaf: Json): Json {
  if (part === undefined) return value === undefined || isMore(leaf, value) ? leaf : value
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
  for (const [, ofList, path = '', next] of texts.flatMap((text) => [...text.matchAll(PATHS[part])])) {
    const parts = partsOf(path)
    const method = next === '(' ? parts.pop() : undefined
    const isList = ofList !== undefined || OF_LISTS.test(method ?? '')
    asked = withPath(asked, parts, isList ? [] : next === '.?' ? {} : sampleOf(parts.at(-1) ?? ''))
  }
  for (const { config } of graph.nodes) {
    const [, root, path = ''] = WHOLE.exec(typeof config.items === 'string' ? config.items : '') ?? []
    if (root === part) asked = withPath(asked, partsOf(path), [sampleTurn(graph)])
  }
  return asked as JsonObject
}

const partsOf = (path: string) => [...path.matchAll(PARTS)].map(([, name, position]) => name ?? position ?? '')

/** One item of a list that steps go through: what they ask of it, else a number. */
function sampleTurn(graph: Graph): Json {
  const item = askedOf('turn', graph)
  return Object.keys(item).length === 0 ? SAMPLE_NUMBER : item
}

/** Whether all of a value is as a sample has it, under whatever names: that tells nothing of what will come. */
export function looksLikeSample(value: Json, name = ''): boolean {
  if (Array.isArray(value)) return value.every((item) => looksLikeSample(item))
  if (isObject(value)) return Object.entries(value).every(([key, part]) => looksLikeSample(part, key))
  return value === sampleOf(name)
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

/** What is longer is no line to be read and pasted. */
const LONGEST_BODY = 4000

/** The body of the last call that is known; undefined where that was none, or no JSON with parts. */
function bodyOf(call: unknown): string | undefined {
  const body = isObject(call as Json) ? (call as JsonObject).body : undefined
  if (typeof body !== 'object' || body === null) return undefined
  const text = JSON.stringify(body)
  return text.length > LONGEST_BODY ? undefined : text
}

function withQuery(graph: Graph, address: string): string {
  const asked = Object.entries(askedOf('query', graph)).map(([name, value]): [string, string] => [name, String(value)])
  return asked.length === 0 ? address : `${address}?${new URLSearchParams(asked)}`
}

/**
 * The line that calls the webhook at this address, ready for a terminal: with what the last call brought where one is
 * known, else with a sample.
 */
export function curlFor(graph: Graph, address: string, lastCall?: unknown): string {
  const { methods } = graph.nodes.find(({ type }) => type === 'webhook')?.config ?? {}
  const [method = 'POST'] = Array.isArray(methods) ? methods.map(String) : []
  if (method === 'GET' || method === 'DELETE') return `curl -X ${method} ${quoted(withQuery(graph, address))}`
  const body = quoted(bodyOf(lastCall) ?? JSON.stringify(sampleBody(graph)))
  return `curl -X ${method} ${quoted(address)} -H 'Content-Type: application/json' -d ${body}`
}
