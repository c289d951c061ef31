import { uuidv7 } from '#src/lib/ids.ts'
import type { Schedule } from './dbos.ts'
import { durableId } from './durable-id.ts'
import type { EngineTransaction, StartRequest } from './engine.ts'
import type { createPlanCache } from './plan.ts'
import { insertQueued } from './runs.queries.ts'
import type { VariablesFor } from './variables-for.ts'

export interface QueuedLaneOptions {
  readonly planOf: ReturnType<typeof createPlanCache>
  readonly schedule: Schedule
  readonly variablesFor: VariablesFor
}

/**
 * The lane of runs that nobody waits for: what started the run, its row and its place in the queue are committed
 * together, by whoever starts it. From then on it goes the way of the direct lane.
 */
export function createQueuedLane({ planOf, schedule, variablesFor }: QueuedLaneOptions) {
  return async function enqueue(transaction: EngineTransaction, request: StartRequest) {
    const { workflowId, ownerId, version, graph, trigger } = request
    // Refuses a circle now: later nobody would hear of it.
    const { vars } = await variablesFor(ownerId, planOf(workflowId, version, graph, trigger))
    const executionId = request.executionId ?? uuidv7()
    await insertQueued(transaction, executionId, { ...request, vars: vars ?? null })
    await schedule(transaction, { executionId, ownerId, durableId: durableId(executionId, 0) })
    return { executionId }
  }
}
