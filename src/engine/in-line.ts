import type { Pool } from 'pg'
import type { Graph } from '#src/lib/graph/graph.schema.ts'
import type { Engine, RunAnswer, RunResponse, StartRequest } from './engine.ts'
import { inTransaction } from './in-transaction.ts'
import type { LineRule } from './line-rule.ts'
import type { Lines } from './lines.ts'
import { toResponse } from './run-node.ts'
import { readSteps, readStepValue } from './steps.queries.ts'
import { WATCH_MS } from './watch.ts'

interface InLineOptions {
  readonly pool: Pool
  readonly enqueue: Engine['enqueue']
  readonly lines: Pick<Lines, 'admit'>
  readonly subscribe: Engine['subscribe']
}

/** After a respond step: by then its run has ended, or its steps are written. */
const SAVED_SOON_MS = 2 * WATCH_MS

const isResponder = (graph: Graph, nodeId: string) =>
  graph.nodes.some(({ id, type }) => id === nodeId && type === 'respond')

/** Starts runs of workflows with a limit: they go by the queue, where they wait for their turn. */
export function createInLine({ pool, enqueue, lines, subscribe }: InLineOptions) {
  async function start(request: StartRequest, rule: LineRule): Promise<{ executionId: string }> {
    const accepted = await inTransaction(pool, (client) => enqueue(client, request))
    await lines.admit({ workflowId: request.workflowId, key: rule.keyOf(request.trigger.payload) })
    return accepted
  }

  /** What was answered is read where everybody can: the run may have had its turn in another process. */
  async function responseOf(executionId: string, graph: Graph): Promise<RunResponse | null> {
    if (!graph.nodes.some(({ type }) => type === 'respond')) return null
    const steps = await readSteps(pool, executionId)
    const step = steps.find(({ nodeId, status }) => status === 'succeeded' && isResponder(graph, nodeId))
    const found = step && (await readStepValue(pool, executionId, step, 'output'))
    return found === undefined ? null : toResponse(found.value)
  }

  async function startAndWait(request: StartRequest, rule: LineRule, timeoutMs: number): Promise<RunAnswer> {
    const { executionId } = await start(request, rule)
    const { promise: end, resolve } = Promise.withResolvers<Omit<RunAnswer, 'executionId'>>()
    const running = () => resolve({ status: 'running' })
    const timers = [setTimeout(running, timeoutMs)]
    const stop = subscribe(executionId, (event) => {
      if (event.kind === 'step' && event.step.status === 'succeeded' && isResponder(request.graph, event.step.nodeId))
        timers.push(setTimeout(running, SAVED_SOON_MS))
      else if (event.kind === 'execution')
        resolve({ status: event.status, output: event.output, ...(event.error && { error: event.error }) })
    })
    try {
      const known = await end
      const response = await responseOf(executionId, request.graph)
      return { executionId, ...known, ...(response && { response }) }
    } finally {
      stop()
      for (const timer of timers) clearTimeout(timer)
    }
  }

  return { start, startAndWait }
}

export type InLine = ReturnType<typeof createInLine>
