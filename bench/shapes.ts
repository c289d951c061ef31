import autocannon from 'autocannon'
import type { Graph } from '#src/lib/graph/graph.schema.ts'
import type { Json } from '#src/sdk/json.ts'
import type { BenchApp } from './bench-app.ts'
import { type Figure, quantile, rounded } from './figures.ts'
import { memoryOf } from './memory.ts'
import type { CallTarget } from './workflows.ts'

/**
 * The scenario shapes of n8n's own benchmark (packages/@n8n/benchmark), as graphs of ours. There a run passes when it
 * is answered within 100 s; here every request counts, with its time.
 */

type StepInput = { readonly type: string; readonly config?: { readonly [name: string]: Json } }
type Steps = Readonly<Record<string, StepInput>>

/** Edges are written "a > b". */
function graph(steps: Steps, ...edges: string[]): Pick<Graph, 'nodes' | 'edges'> {
  return {
    nodes: Object.entries(steps).map(([key, { type, config = {} }], index) => ({
      ...{ id: key, key, name: key, type, version: 1, config: { ...config } },
      ...{ position: { x: index * 200, y: 0 }, disabled: false, onError: 'stop' as const },
    })),
    edges: edges.map((edge) => {
      const [from = '', to = ''] = edge.split(' > ')
      return { from, port: 'out', to }
    }),
  }
}

const hook = { type: 'webhook' }
const respond = (body: Json): StepInput => ({ type: 'respond', config: { body } })

const single = () => graph({ hook, answer: respond('{{ trigger.body }}') }, 'hook > answer')

const ASSIGNMENTS = {
  copied: '{{ trigger.body.name }}',
  '{{ trigger.body.key }}': '{{ trigger.body.value }}',
  joined: '{{ trigger.body.name + " " + trigger.body.value }}',
  number: 42,
  object: { name: '{{ trigger.body.name }}', nested: { key: '{{ trigger.body.key }}' } },
  values: ['{{ trigger.body.name }}', '{{ trigger.body.key }}', 1],
}
const expressions = () =>
  graph(
    { hook, set: { type: 'set', config: { values: ASSIGNMENTS } }, answer: respond('{{ steps.set }}') },
    'hook > set',
    'set > answer',
  )

const RECORDS = `const records = () => Array.from({ length: 5 }, (_, id) =>
  ({ id, name: Math.random().toString(36).slice(2), email: 'person' + id + '@example.com', secret: String(Math.random()) }))`
const CHANGE = `const change = (one) => {
  const [user, domain] = one.email.split('@')
  const masked = [...one.name].map((letter, at) => at % 2 ? '*' : letter).join('')
  const { secret, ...kept } = one
  return { ...kept, name: masked, user, domain, seen: true }
}`
const codeStep = (source: string, input: { [name: string]: Json } = {}): StepInput => ({
  type: 'code',
  config: { code: source, input },
})
const codeOnce = () =>
  graph(
    {
      hook,
      code: codeStep(`${RECORDS}\n${CHANGE}\nfunction run() { return records().map(change) }`),
      answer: respond('{{ steps.code.result }}'),
    },
    'hook > code',
    'code > answer',
  )

/** Not of n8n: the four steps that Activepieces measures, a webhook, arithmetic, code and the answer. */
const fourSteps = () =>
  graph(
    {
      hook,
      sum: { type: 'set', config: { values: { total: '{{ 6 * 7 + size(trigger.body.name) }}' } } },
      code: codeStep('function run({ total }) { return { doubled: total * 2 } }', { total: '{{ steps.sum.total }}' }),
      answer: respond('{{ steps.code.result }}'),
    },
    'hook > sum',
    'sum > code',
    'code > answer',
  )

/** A loop over the records: five runs of the sandbox behind the one that makes them. */
const codePerItem = () => {
  const { nodes, edges } = graph(
    {
      hook,
      make: codeStep(`${RECORDS}\nfunction run() { return records() }`),
      each: { type: 'loop', config: { items: '{{ steps.make.result }}' } },
      change: codeStep(`${CHANGE}\nfunction run({ one }) { return change(one) }`, { one: '{{ item }}' }),
      answer: respond('{{ steps.each.results }}'),
    },
    'hook > make',
    'make > each',
    'each > change',
    'each > answer',
  )
  const ways = new Map([
    ['change', 'item'],
    ['answer', 'done'],
  ])
  return { nodes, edges: edges.map((edge) => ({ ...edge, port: ways.get(edge.to) ?? edge.port })) }
}

const threeCalls = (url: string) => {
  const call: StepInput = { type: 'http', config: { url } }
  return graph(
    {
      ...{ hook, one: call, two: call, three: call },
      merge: { type: 'merge', config: { wait: 'all' } },
      answer: respond(['{{ steps.one.status }}', '{{ steps.two.status }}', '{{ steps.three.status }}']),
    },
    ...['one', 'two', 'three'].flatMap((key) => [`hook > ${key}`, `${key} > merge`]),
    'merge > answer',
  )
}

const BINARY_BYTES = 100_000
const binary = () =>
  graph(
    { hook: { type: 'webhook', config: { rawBody: 'base64' } }, answer: respond('{{ trigger.rawBody }}') },
    'hook > answer',
  )

interface Shape {
  readonly graphs: (target: CallTarget) => Pick<Graph, 'nodes' | 'edges'>[]
  readonly body?: Buffer
  readonly connections?: number
  readonly targets?: { readonly p50: string; readonly p99: string }
}

const SHAPES = {
  'single-webhook': { graphs: () => [single()] },
  'multiple-webhooks': { graphs: () => Array.from({ length: 10 }, single) },
  'set-expressions': { graphs: () => [expressions()] },
  'code-once': { graphs: () => [codeOnce()] },
  'code-per-item': { graphs: () => [codePerItem()] },
  'http-three-calls': { graphs: ({ url }) => [threeCalls(url)] },
  // An account has one place in the sandbox: as many connections as places, as Activepieces measured it.
  'four-steps': { graphs: () => [fourSteps()], connections: 1, targets: { p50: '< 20', p99: '< 100' } },
  binary: { graphs: () => [binary()], body: Buffer.alloc(BINARY_BYTES, 'fettle') },
} satisfies Record<string, Shape>

export const SHAPE_NAMES = Object.keys(SHAPES) as (keyof typeof SHAPES)[]

const CONNECTIONS = 10
const WARM_UP_SECONDS = 2
const SECONDS = 6
const JSON_BODY = Buffer.from(JSON.stringify({ name: 'Ada', key: 'colour', value: 'petrol' }))

/** Every answer of one load, in milliseconds, and how many were none. */
async function timesOf(
  urls: readonly string[],
  { body = JSON_BODY, connections = CONNECTIONS }: Shape,
  duration: number,
) {
  const headers = { 'content-type': body === JSON_BODY ? 'application/json' : 'application/octet-stream' }
  const times: number[] = []
  const [first = ''] = urls
  const load = autocannon({
    url: new URL(first).origin,
    connections,
    duration,
    requests: urls.map((url) => ({ method: 'POST' as const, path: new URL(url).pathname, headers, body })),
  })
  void load.on('response', (_client, _status, _bytes, ms) => times.push(ms))
  const { requests, non2xx, errors, timeouts } = await load
  return { times: times.sort((a, b) => a - b), rate: requests.average, failed: non2xx + errors + timeouts }
}

export async function shapeBench(app: BenchApp, target: CallTarget, name: keyof typeof SHAPES): Promise<Figure[]> {
  const shape: Shape = SHAPES[name]
  const { graphs, connections = CONNECTIONS, targets } = shape
  const urls: string[] = []
  for (const [index, one] of graphs(target).entries()) urls.push(await app.publish(`${name} ${index}`, one))
  await timesOf(urls, shape, WARM_UP_SECONDS)
  const { times, rate, failed } = await timesOf(urls, shape, SECONDS)
  const at = (share: number) => rounded(quantile(times, share))
  return [
    {
      name: `${name}, ${connections} ${connections === 1 ? 'connection' : 'connections'}`,
      value: rounded(rate),
      unit: 'req/s',
    },
    { name: `${name}: p50`, value: at(0.5), unit: 'ms', ...(targets && { target: targets.p50 }) },
    { name: `${name}: p95`, value: at(0.95), unit: 'ms' },
    { name: `${name}: p99`, value: at(0.99), unit: 'ms', ...(targets && { target: targets.p99 }) },
    { name: `${name}: errors`, value: failed, unit: 'count', target: '0' },
    { name: `${name}: memory of all processes (PSS)`, value: memoryOf(app.process), unit: 'MB' },
  ]
}
