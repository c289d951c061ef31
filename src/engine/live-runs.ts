import type { Attempt, RunFacts } from './attempt.ts'
import type { Failure } from './decide/after-failure.ts'
import type { ExecutionEvent, RunResponse, StepRecord } from './engine.ts'
import type { Plan } from './plan.ts'
import type { Reuse } from './reuse.ts'
import type { HeldRun } from './runs.queries.ts'
import type { Outcome } from './walk.ts'

/** A run of the direct lane that this process interprets. */
export interface LiveRun {
  readonly facts: RunFacts
  readonly plan: Plan
  /** How often it has stopped to wait before. */
  readonly segment: number
  /** What the segments before this one have left. */
  readonly earlier: Earlier
  /** What it need not do again. */
  readonly reuse?: Reuse
  /** Fires with the Failure that ends the run early. */
  readonly abort: AbortController
  /** Numbers the times that it was taken over: what an earlier owner still does must not count. */
  readonly takeovers: number
  /** By `stepKey`, as they stand now. */
  readonly steps: Map<string, StepRecord>
  /** Keys of the steps that changed since they were last written. */
  readonly unsaved: Set<string>
  /** When this process began with it; after a crash later than the run's start. Milliseconds. */
  readonly takenUpAt: number
  /** Settles with the first of an early response and the outcome. */
  readonly answer: PromiseWithResolvers<Outcome | { readonly response: RunResponse }>
}

export const heldRun = ({ facts: { id }, segment, takeovers }: LiveRun): HeldRun => ({ id, segment, takeovers })

/** One row of a run's log. */
export const stepKey = ({ seq, iteration = '' }: Pick<StepRecord, 'seq' | 'iteration'>): string => `${seq} ${iteration}`

export interface Earlier {
  /** What attempts gave, by the name of their checkpoint. */
  readonly attempts: ReadonlyMap<string, Attempt>
  /** Keys of the steps whose end is written. */
  readonly logged: ReadonlySet<string>
  /** Milliseconds that the run has waited. */
  readonly waitedMs: number
}

const NOTHING: Earlier = { attempts: new Map(), logged: new Set(), waitedMs: 0 }

type LiveRunParts = Partial<Pick<LiveRun, 'segment' | 'takeovers' | 'earlier'>> & {
  readonly reuse?: Reuse | undefined
}

export function liveRun(
  facts: RunFacts,
  plan: Plan,
  { segment = 0, takeovers = 0, earlier = NOTHING, reuse }: LiveRunParts = {},
): LiveRun {
  const answer: LiveRun['answer'] = Promise.withResolvers()
  // Often nobody waits.
  answer.promise.catch(() => {})
  return {
    facts,
    plan,
    segment,
    takeovers,
    earlier,
    ...(reuse && { reuse }),
    abort: new AbortController(),
    steps: new Map(),
    unsaved: new Set(),
    takenUpAt: Date.now(),
    answer,
  }
}

export type LiveRuns = Map<string, LiveRun>

/** Ids of runs that the queue has given to this process and that it is about to make its own. */
export type ArrivingRuns = Set<string>

/** Ends a run of this process as soon as its current step lets go. */
export function abortRun(live: LiveRuns, id: string, reason: Failure): void {
  const run = live.get(id)
  if (run && !run.abort.signal.aborted) run.abort.abort(reason)
}

type Listener = (event: ExecutionEvent) => void

export interface LiveEvents {
  publish(id: string, event: ExecutionEvent): void
  listen(id: string, listener: Listener): () => void
}

/** Events inside this process. */
export function createLiveEvents(): LiveEvents {
  const listeners = new Map<string, Set<Listener>>()
  return {
    publish(id, event) {
      for (const listener of listeners.get(id) ?? []) listener(event)
    },
    listen(id, listener) {
      const group = listeners.get(id) ?? new Set()
      listeners.set(id, group.add(listener))
      return () => {
        group.delete(listener)
        if (group.size === 0) listeners.delete(id)
      }
    },
  }
}
