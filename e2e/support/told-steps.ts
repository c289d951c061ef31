import type { Page } from 'playwright'
import { largeGraph } from './large-graph.ts'

/** 500 steps, of which the second waits: a run of it goes on, and what is far behind that waits to be told of. */
export function waitingGraph() {
  const graph = largeGraph(500, 700)
  return { ...graph, nodes: graph.nodes.map((node) => (node.id === 'n1_0' ? { ...node, type: 'wait' } : node)) }
}

/** A hundred of its steps that the run cannot have come to. */
export const TOLD: readonly string[] = Array.from({ length: 100 }, (_, at) => `n${12 + Math.floor(at / 10)}_${at % 10}`)

type Told = typeof globalThis & { tell: (step: object) => void; tellAll: (ids: readonly string[]) => Promise<void> }

/** In place of the stream of a run comes what a test says, at its own pace: so fast as no run on this machine is told. */
export const tellByHand = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const MS_BETWEEN = 20
    const Real = globalThis.EventSource
    const streams = new Set<EventTarget>()
    class ByHand extends EventTarget {
      constructor() {
        super()
        streams.add(this)
      }
      close() {
        streams.delete(this)
      }
    }
    const isOfRun = (url: string | URL) => String(url).includes('/api/executions/')
    globalThis.EventSource = new Proxy(Real, {
      construct: (_, [url]: [string | URL]) => (isOfRun(url) ? new ByHand() : new Real(url)),
    })
    const told = globalThis as Told
    told.tell = (step) => {
      for (const stream of streams)
        stream.dispatchEvent(new MessageEvent('step', { data: JSON.stringify({ kind: 'step', step }) }))
    }
    const step = (nodeId: string, status: string, durationMs: number | null) => ({
      ...{ seq: 1, nodeId, key: nodeId, status, attempts: 1, startedAt: '2027-01-01T00:00:00.000Z', durationMs },
      ...{ input: null, output: { n: 1 }, error: null },
    })
    told.tellAll = async (ids) => {
      for (const status of ['running', 'succeeded'])
        for (const id of ids) {
          told.tell(step(id, status, status === 'running' ? null : 7))
          await new Promise((resolve) => setTimeout(resolve, MS_BETWEEN))
        }
    }
  })

/** Begins to tell of them, twice each, fifty times in a second; `telling` in the page is done when all is told. */
export const beginTelling = (page: Page): Promise<unknown> =>
  page.evaluate(`void (window.telling = tellAll(${JSON.stringify(TOLD)}))`)
