import type { Pool } from 'pg'
import { saveUnsaved } from './durable-walk.ts'
import { cancelled } from './failures.ts'
import { abortRun, type LiveRuns } from './live-runs.ts'
import { cancelRequests } from './runs.queries.ts'

export const WATCH_MS = 500
/** Quicker runs write their log once, at the end. */
const SLOW_MS = 400

export interface WatchOptions {
  readonly pool: Pool
  readonly executorId: string
  readonly live: LiveRuns
}

/** One look at the runs of this process: who wants to end one, and which has steps to show. Idle without runs. */
export function createWatch({ pool, executorId, live }: WatchOptions) {
  return async function watch(): Promise<void> {
    if (live.size === 0) return
    for (const id of await cancelRequests(pool, executorId)) abortRun(live, id, cancelled)
    for (const run of live.values())
      if (run.unsaved.size > 0 && Date.now() - run.takenUpAt > SLOW_MS) await saveUnsaved(pool, run, executorId)
  }
}
