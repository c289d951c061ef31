import type { Pool } from 'pg'
import { awaitedRuns } from './call.queries.ts'
import type { EngineLog } from './engine.ts'
import { cancelled } from './failures.ts'
import { abortRun, type LiveEvents, type LiveRuns } from './live-runs.ts'
import { requestCancel } from './runs.queries.ts'
import { endRuns } from './sweep.queries.ts'

/** Time for the owner to end a run in good order, before it is ended from outside. */
const PATIENCE_MS = 1500

export interface CancelOptions {
  readonly pool: Pool
  readonly live: LiveRuns
  readonly events: LiveEvents
  readonly log: EngineLog
}

const DEADLOCK = '40P01'

/** Once more: what a run has called may be ending at the same moment, and tells it so. */
async function afterDeadlock<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === DEADLOCK) return work()
    throw error
  }
}

/**
 * Ends runs in whatever state they are: one of this process at once, one of another process when that sees the request,
 * and one that nobody answers for by force. A slow owner then finds that the run is no longer its own.
 */
export function createCancel({ pool, live, events, log }: CancelOptions) {
  const timers = new Set<NodeJS.Timeout>()
  const error = { code: cancelled.code, message: cancelled.message }

  async function end(id: string): Promise<void> {
    const ended = await afterDeadlock(() => endRuns(pool, [id], 'cancelled', error))
    if (ended.length > 0) events.publish(id, { kind: 'execution', status: 'cancelled', output: null, error })
  }

  function endLater(id: string): void {
    const timer = setTimeout(() => {
      timers.delete(timer)
      end(id).catch((problem: unknown) => log.error({ err: problem, executionId: id }, 'A run could not be cancelled'))
    }, PATIENCE_MS)
    timers.add(timer)
  }

  async function request(id: string): Promise<'requested' | 'already-final'> {
    const status = await requestCancel(pool, id)
    if (status === null) return 'already-final'
    for (const called of await awaitedRuns(pool, id)) await request(called)
    abortRun(live, id, cancelled)
    // Nobody works on a run that waits, so there is nobody to be patient with.
    if (status === 'running') endLater(id)
    else await end(id)
    return 'requested'
  }

  return {
    request,
    stop() {
      for (const timer of timers) clearTimeout(timer)
    },
  }
}
