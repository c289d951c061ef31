import type { Pool } from 'pg'
import { isFinal } from '#src/lib/run-status.ts'
import type { EngineLog, ExecutionEvent, StepRecord } from './engine.ts'
import { type LiveEvents, type LiveRuns, stepKey } from './live-runs.ts'
import { readState, readSteps } from './steps.queries.ts'

export const POLL_MS = 1000

export interface SubscribeOptions {
  readonly pool: Pool
  readonly executorId: string
  readonly live: LiveRuns
  readonly events: LiveEvents
  readonly log: EngineLog
}

/** Hands each step on once in each of its states, and the end once and last. */
function createTeller(listener: (event: ExecutionEvent) => void) {
  const seen = new Map<string, string>()
  let isOver = false
  return {
    step(step: StepRecord): void {
      const stamp = `${step.status} ${step.attempts}`
      const key = stepKey(step)
      if (isOver || seen.get(key) === stamp) return
      seen.set(key, stamp)
      listener({ kind: 'step', step })
    },
    end(event: ExecutionEvent & { kind: 'execution' }): void {
      if (isOver) return
      isOver = true
      listener(event)
    },
    isOver: () => isOver,
    stop() {
      isOver = true
    },
  }
}

/**
 * Events of a run of this process come as they happen. Its row is looked at each second all the same: another process
 * may have taken the run over, or run it from the start, and then steps and end are read from the tables. A page that
 * somebody looks at is worth a query, a broadcast of every step is not.
 */
export function createSubscribe({ pool, executorId, live, events, log }: SubscribeOptions) {
  return function subscribe(id: string, listener: (event: ExecutionEvent) => void): () => void {
    const teller = createTeller(listener)
    let timer: NodeJS.Timeout | undefined
    let isElsewhere = false

    async function look(): Promise<void> {
      const state = await readState(pool, id)
      if (teller.isOver() || (state === null && !live.has(id))) return
      const isHere = state === null || state.executorId === executorId
      // One that is nobody's yet may get its turn here.
      isElsewhere = !isHere && state.executorId !== null
      const hasEnded = state !== null && isFinal(state.status)
      if (hasEnded || !isHere) for (const step of await readSteps(pool, id)) teller.step(step)
      if (hasEnded) teller.end({ kind: 'execution', status: state.status, output: state.output, error: state.error })
      else if (!teller.isOver()) again()
    }
    const again = (ms = POLL_MS) => {
      timer = setTimeout(() => {
        look().catch((error: unknown) => {
          log.warn({ err: error, executionId: id }, 'The steps of a run could not be read')
          if (!teller.isOver()) again()
        })
      }, ms)
    }

    for (const step of live.get(id)?.steps.values() ?? []) teller.step(step)
    const forget = events.listen(id, (event) => {
      if (event.kind === 'execution') teller.end(event)
      else if (!isElsewhere) teller.step(event.step)
    })
    again(0)
    return () => {
      teller.stop()
      forget()
      clearTimeout(timer)
    }
  }
}
