import type { Pool } from 'pg'
import { isFinal } from './decide/statuses.ts'
import type { EngineLog, ExecutionEvent } from './engine.ts'
import type { LiveEvents, LiveRuns } from './live-runs.ts'
import { readState, readSteps } from './steps.queries.ts'

export const POLL_MS = 1000

export interface SubscribeOptions {
  readonly pool: Pool
  readonly live: LiveRuns
  readonly events: LiveEvents
  readonly log: EngineLog
}

/**
 * Events of a run of this process come as they happen. One that another process runs, or that has ended, is read from
 * the tables each second until it ends: a page that somebody looks at is worth a query, a broadcast of every step is not.
 */
export function createSubscribe({ pool, live, events, log }: SubscribeOptions) {
  return function subscribe(id: string, listener: (event: ExecutionEvent) => void): () => void {
    if (live.has(id)) {
      for (const step of live.get(id)?.steps.values() ?? []) listener({ kind: 'step', step })
      return events.listen(id, listener)
    }
    const seen = new Map<number, string>()
    let timer: NodeJS.Timeout | undefined
    let isOver = false
    async function look(): Promise<void> {
      const state = await readState(pool, id)
      for (const step of await readSteps(pool, id)) {
        const stamp = `${step.status} ${step.attempts}`
        if (isOver || seen.get(step.seq) === stamp) continue
        seen.set(step.seq, stamp)
        listener({ kind: 'step', step })
      }
      if (isOver || state === null) return
      if (isFinal(state.status)) listener({ kind: 'execution', ...state })
      else again()
    }
    const again = (ms = POLL_MS) => {
      timer = setTimeout(() => {
        look().catch((error: unknown) => {
          log.warn({ err: error, executionId: id }, 'The steps of a run could not be read')
          if (!isOver) again()
        })
      }, ms)
    }
    again(0)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }
}
