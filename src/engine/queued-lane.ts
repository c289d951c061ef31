import { uuidv7 } from '#src/lib/ids.ts'
import { NEVER, type Schedule } from './dbos.ts'
import { durableId } from './durable-id.ts'
import type { EngineHost, EngineTransaction, StartRequest } from './engine.ts'
import { noRoomFor } from './engine-error.ts'
import { takesRoom } from './input-room.ts'
import { joinLine } from './line.queries.ts'
import type { createPlanCache } from './plan.ts'
import { keepRepeat } from './reuse.queries.ts'
import { insertQueued } from './runs.queries.ts'
import type { VariablesFor } from './variables-for.ts'

export interface QueuedLaneOptions {
  readonly host: Pick<EngineHost, 'sizes'>
  readonly planOf: ReturnType<typeof createPlanCache>
  readonly schedule: Schedule
  readonly variablesFor: VariablesFor
}

/**
 * The lane of runs that nobody waits for: what started the run, its row and its place in the queue are committed
 * together, by whoever starts it. From then on it goes the way of the direct lane.
 */
export function createQueuedLane({ host, planOf, schedule, variablesFor }: QueuedLaneOptions) {
  return async function enqueue(transaction: EngineTransaction, request: StartRequest) {
    const { workflowId, ownerId, version, graph, trigger } = request
    // Refuses a circle now: later nobody would hear of it.
    const plan = planOf(workflowId, version, graph, trigger)
    const { vars } = await variablesFor(ownerId, plan, transaction)
    const line = request.isAwaited ? undefined : plan.line
    const executionId = request.executionId ?? uuidv7()
    const refusal = await takesRoom(host.sizes, { id: executionId, ownerId, payload: trigger.payload }, transaction)
    if (refusal !== null) throw noRoomFor(refusal)
    await insertQueued(transaction, executionId, { ...request, vars: vars ?? null })
    if (request.repeat !== undefined) await keepRepeat(transaction, executionId, request.repeat)
    if (line !== undefined)
      await joinLine(transaction, { executionId, workflowId, key: line.keyOf(trigger.payload), atOnce: line.atOnce })
    // A run that stands in line is not due until it has its turn.
    const dueAt = line === undefined ? {} : { dueAt: NEVER }
    await schedule(transaction, { executionId, ownerId, durableId: durableId(executionId, 0), ...dueAt })
    return { executionId }
  }
}
