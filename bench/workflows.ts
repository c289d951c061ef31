import { once } from 'node:events'
import { createServer } from 'node:http'
import type { Graph } from '#src/lib/graph/graph.schema.ts'
import type { Json } from '#src/sdk/json.ts'
import type { BenchApp } from './bench-app.ts'
import { type Figure, quantile, rounded } from './figures.ts'
import { load } from './load.ts'

/** The server that the http steps call. Start it before the app, which must be allowed to reach `host`. */
export interface CallTarget {
  readonly url: string
  /** For EGRESS_ALLOW. */
  readonly host: string
  stop(): Promise<void>
}

export async function startCallTarget(): Promise<CallTarget> {
  const server = createServer((request, response) => {
    request.resume()
    response.setHeader('content-type', 'application/json').end('{"ok":true}')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('A TCP server has a port')
  const host = `127.0.0.1:${address.port}`
  return {
    url: `http://${host}/`,
    host,
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

type Step = { type: string; config: { [name: string]: Json } }

const WEBHOOK: Step = { type: 'webhook', config: {} }
const SET: Step = { type: 'set', config: { values: { total: '{{ trigger.body.bill * 1.2 }}' } } }
const RESPOND: Step = { type: 'respond', config: { body: { bill: '{{ trigger.body.bill }}' } } }
const http = (url: string): Step => ({
  type: 'http',
  config: { method: 'POST', url, bodyKind: 'json', body: { n: 1 } },
})

/** Each step leads to the next. */
function chain(steps: readonly Step[]): Pick<Graph, 'nodes' | 'edges'> {
  const ids = steps.map((_step, index) => `n${index}`)
  return {
    nodes: steps.map((step, index) => ({
      ...{ ...step, id: `n${index}`, key: `n${index}`, name: `Step ${index}`, version: 1 },
      ...{ position: { x: index * 200, y: 0 }, disabled: false, onError: 'stop' as const },
    })),
    edges: ids.slice(1).map((to, index) => ({ from: `n${index}`, port: 'out', to })),
  }
}

const BODY = { bill: 84.5 }
const DURABLE_STEPS = 20

/** Milliseconds for each step with a side effect, the call itself included, when steps follow each other. */
async function durableSteps(app: BenchApp, target: CallTarget): Promise<Figure[]> {
  const url = await app.publish(
    'Durable steps',
    chain([WEBHOOK, ...Array.from({ length: DURABLE_STEPS }, () => http(target.url)), RESPOND]),
  )
  const times: number[] = []
  for (let run = 0; run < 40; run++) {
    const began = performance.now()
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(BODY),
    })
    if (answer.status !== 200) throw new Error(`Durable steps: ${answer.status} ${await answer.text()}`)
    await answer.text()
    times.push((performance.now() - began) / DURABLE_STEPS)
  }
  const sorted = times.slice(10).sort((a, b) => a - b)
  return [
    { name: 'durable http step in a row: p50', value: rounded(quantile(sorted, 0.5)), unit: 'ms', target: '≤ 4 ms' },
  ]
}

/** Webhook to answer on both lanes, everything committed and the log kept. */
export async function workflowBench(app: BenchApp, target: CallTarget): Promise<Figure[]> {
  const inline = await app.publish('Inline', chain([WEBHOOK, SET, RESPOND]))
  const forty = await app.publish('Forty', chain([WEBHOOK, ...Array.from({ length: 38 }, () => SET), RESPOND]))
  const direct = await app.publish('Direct', chain([WEBHOOK, http(target.url), RESPOND]))
  return [
    ...(await load({
      name: 'webhook → set → respond',
      url: inline,
      body: BODY,
      connections: 50,
      targets: { rate: '≥ 2,500', p99: '≤ 60 ms' },
    })),
    ...(await load({
      name: 'webhook → set → respond',
      url: inline,
      body: BODY,
      connections: 1,
      targets: { p50: '≤ 2 ms' },
    })),
    ...(await load({ name: '40 light nodes', url: forty, body: BODY, connections: 1, targets: { p50: '≤ 20 ms' } })),
    ...(await load({
      name: 'webhook → http → respond',
      url: direct,
      body: BODY,
      connections: 50,
      targets: { rate: '≥ 500', p99: '≤ 200 ms' },
    })),
    ...(await durableSteps(app, target)),
  ]
}
