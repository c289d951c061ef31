import { DBOS } from '@dbos-inc/dbos-sdk'
import type { Pool } from 'pg'
import { createBatcher } from '#src/lib/batcher.ts'
import type { EngineHost, EngineLog } from './engine.ts'
import { handedOver, runTimedOut } from './failures.ts'
import { interpret, type Outcome, type Runtime } from './interpreter.ts'
import type { LiveEvents, LiveRun } from './live-runs.ts'
import { persistently } from './persistently.ts'
import { closeRuns, type EndedRun, saveProgress } from './runs.queries.ts'

export interface DurableWalkOptions {
  readonly pool: Pool
  readonly executorId: string
  readonly host: EngineHost
  readonly log: EngineLog
  readonly events: LiveEvents
}

/** Interprets a run of the direct lane from where it stands to its end; to be called inside its durable workflow. */
export function createDurableWalk({ pool, executorId, host, log, events }: DurableWalkOptions) {
  /** Runs that this process has ended and not yet told anybody about. */
  const ended = new Set<string>()
  const close = createBatcher<EndedRun & { readonly id: string }>(async (runs) => {
    for (const id of await closeRuns(pool, runs, executorId)) ended.add(id)
  })

  const runtimeOf = (run: LiveRun): Runtime => ({
    host,
    signal: run.abort.signal,
    checkpoint: (name, work) => DBOS.runStep(work, { name }),
    onStep(step) {
      run.steps.set(step.seq, step)
      run.unsaved.add(step.seq)
      events.publish(run.facts.id, { kind: 'step', step })
    },
    async onEarlyResponse(response) {
      await persistently(() => saveUnsaved(pool, run, executorId), log)
      run.answer.resolve({ response })
    },
  })

  async function finish(run: LiveRun, outcome: Outcome): Promise<void> {
    const { id, startedAt } = run.facts
    const now = Date.now()
    const times = { finishedAt: new Date(now).toISOString(), durationMs: Math.max(0, now - Date.parse(startedAt)) }
    await persistently(() => Promise.all([close({ id, outcome, ...times }), host.settled?.()]), log)
    // Of a run that was taken over meanwhile the new owner tells the end.
    if (!ended.delete(id)) return
    const { status, output, error } = outcome
    events.publish(id, { kind: 'execution', status, output, error })
    run.answer.resolve(outcome)
  }

  return async function walk(run: LiveRun): Promise<void> {
    const stopTimer = limitRun(run)
    try {
      const outcome = await interpret(run.plan, run.facts, runtimeOf(run))
      if (run.abort.signal.reason !== handedOver) await finish(run, outcome)
    } finally {
      stopTimer()
    }
  }
}

/** Ends the run when its time is over, counted from its first start. Returns the way to stop watching. */
function limitRun({ plan, facts, abort }: LiveRun): () => void {
  const limitMs = plan.graph.settings.timeoutMs
  if (limitMs === undefined) return () => {}
  const left = Date.parse(facts.startedAt) + limitMs - Date.now()
  const timer = setTimeout(() => abort.abort(runTimedOut(limitMs)), left)
  return () => clearTimeout(timer)
}

/** Writes what changed since the last time, for those who look at a run that takes long. */
export async function saveUnsaved(pool: Pool, run: LiveRun, executorId: string): Promise<void> {
  const places = [...run.unsaved]
  run.unsaved.clear()
  const changed = places.flatMap((seq) => run.steps.get(seq) ?? [])
  if (changed.length === 0) return
  try {
    await saveProgress(pool, run.facts.id, changed, executorId)
  } catch (error) {
    for (const seq of places) run.unsaved.add(seq)
    throw error
  }
}
