import type { Pool, PoolClient } from 'pg'
import type { PauseEnd } from '#src/sdk/define-node.ts'
import type { Schedule } from './dbos.ts'
import { durableId } from './durable-id.ts'
import type { EngineLog } from './engine.ts'
import { inTransaction } from './in-transaction.ts'
import { type PausePoint, RunParked } from './interpreter.ts'
import type { LiveRun } from './live-runs.ts'
import { persistently } from './persistently.ts'
import { saveProgress } from './runs.queries.ts'
import { beginWait, endOfWait, markWaiting } from './wait.queries.ts'

export interface ParkOptions {
  readonly pool: Pool
  readonly executorId: string
  readonly schedule: Schedule
  readonly log: EngineLog
}

/**
 * Ends a run's segment at a pause: in one transaction its log is written, it has no owner any more, and the next
 * segment lies in the queue until it is due. Whoever ends the pause before that makes it due.
 */
export function createPark({ pool, executorId, schedule, log }: ParkOptions) {
  /** How the pause ended, if an answer came before the run did. */
  async function stop(client: PoolClient, run: LiveRun, { place, pause }: PausePoint): Promise<PauseEnd | null> {
    const { id, ownerId } = run.facts
    const segment = run.segment + 1
    if (pause.endedBy !== undefined) {
      const end = await beginWait(client, id, place, segment)
      if (end !== null) return end
    }
    await saveProgress(client, id, run.steps.values(), executorId)
    const wasOurs = await markWaiting(client, { id, segment, dueAt: pause.until, executorId })
    // Somebody else has the run, or has ended it.
    if (!wasOurs) throw new RunParked()
    const dueAt = Date.parse(pause.until)
    await schedule(client, { executionId: id, ownerId, durableId: durableId(id, segment), dueAt })
    return null
  }

  return async function park(run: LiveRun, point: PausePoint): Promise<PauseEnd> {
    const { place, pause } = point
    const isDue = Date.parse(pause.until) <= Date.now()
    if (pause.endedBy === undefined) {
      if (isDue) return { kind: 'due' }
    } else {
      const end = await persistently(() => endOfWait(pool, run.facts.id, place, isDue), log)
      if (end !== null) return end
    }
    const end = await persistently(() => inTransaction(pool, (client) => stop(client, run, point)), log)
    if (end !== null) return end
    throw new RunParked()
  }
}
