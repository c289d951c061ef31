import { DBOS } from '@dbos-inc/dbos-sdk'
import type { Pool } from 'pg'
import { createBatcher } from './batcher.ts'
import { claimRun } from './claim.queries.ts'
import type { EngineHost, EngineLog, StepRecord } from './engine.ts'
import { cancelled, handedOver, lostRun, runTimedOut } from './failures.ts'
import { interpret, type Outcome, type Runtime } from './interpreter.ts'
import { type LiveEvents, type LiveRun, type LiveRuns, liveRun } from './live-runs.ts'
import { persistently } from './persistently.ts'
import type { createPlanCache, Plan } from './plan.ts'
import { closeRuns, type EndedRun, insertRunning, type NewRun, saveProgress } from './runs.queries.ts'

export interface DirectLaneOptions {
  readonly pool: Pool
  readonly executorId: string
  readonly host: EngineHost
  readonly log: EngineLog
  readonly live: LiveRuns
  readonly events: LiveEvents
  readonly planOf: ReturnType<typeof createPlanCache>
}

export interface DirectLane {
  /** Returns when the run is committed. */
  start(run: NewRun, plan: Plan): Promise<LiveRun>
  /** Runs, in this process, an accepted run that never got its durable row. */
  startAgain(id: string): void
}

/**
 * The lane of graphs with side effects: the run is committed first, then each side effect is remembered when it is
 * done, so that after a crash another process goes on where this one was.
 */
export function createDirectLane({ pool, executorId, host, log, live, events, planOf }: DirectLaneOptions): DirectLane {
  const insert = createBatcher<NewRun>((runs) => insertRunning(pool, runs, executorId))
  const close = createBatcher<EndedRun & { readonly id: string }>((runs) => closeRuns(pool, runs, executorId))
  const save = (run: LiveRun) => saveUnsaved(pool, run, executorId)

  function runtimeOf(run: LiveRun): Runtime {
    return {
      host,
      signal: run.abort.signal,
      checkpoint: (name, work) => DBOS.runStep(work, { name }),
      onStep(step: StepRecord) {
        run.steps.set(step.seq, step)
        run.unsaved.add(step.seq)
        events.publish(run.facts.id, { kind: 'step', step })
      },
      async onEarlyResponse(response) {
        await persistently(() => save(run), log)
        run.answer.resolve({ response })
      },
    }
  }

  async function finish(run: LiveRun, outcome: Outcome): Promise<void> {
    const { id, startedAt } = run.facts
    const now = Date.now()
    const times = { finishedAt: new Date(now).toISOString(), durationMs: Math.max(0, now - Date.parse(startedAt)) }
    await persistently(() => Promise.all([close({ id, outcome, ...times }), host.settled?.()]), log)
    const { status, output, error } = outcome
    events.publish(id, { kind: 'execution', status, output, error })
    run.answer.resolve(outcome)
  }

  async function walk(run: LiveRun): Promise<void> {
    const limitMs = run.plan.graph.settings.timeoutMs
    const left = limitMs === undefined ? undefined : Date.parse(run.facts.startedAt) + limitMs - Date.now()
    const timer = left === undefined ? undefined : setTimeout(() => run.abort.abort(runTimedOut(limitMs ?? 0)), left)
    try {
      const outcome = await interpret(run.plan, run.facts, runtimeOf(run))
      if (run.abort.signal.reason !== handedOver) await finish(run, outcome)
    } finally {
      clearTimeout(timer)
    }
  }

  async function takeUp(id: string): Promise<LiveRun | null> {
    const claimed = await persistently(() => claimRun(pool, id, executorId), log)
    if (claimed === null) return null
    const { facts, workflowId, version, graph, kind } = claimed
    const run = liveRun(facts, planOf(workflowId, version, graph, kind))
    if (claimed.cancelRequested) run.abort.abort(cancelled)
    return run
  }

  // Runs that this process has accepted and not yet begun: they need no reading back.
  const accepted = new Map<string, LiveRun>()

  const runGraph = DBOS.registerWorkflow(
    async (id: string): Promise<null> => {
      const run = accepted.get(id) ?? (await takeUp(id))
      accepted.delete(id)
      if (run === null) return null
      live.set(id, run)
      try {
        await walk(run)
      } finally {
        // After a long sleep this process may have taken the run over from itself.
        if (live.get(id) === run) live.delete(id)
        run.answer.reject(new Error(lostRun.message))
      }
      return null
    },
    { name: 'runGraph' },
  )

  function begin(id: string): void {
    DBOS.startWorkflow(runGraph, { workflowID: id })(id)
      .then((handle) => handle.getResult())
      .catch((error: unknown) => {
        // The sweep finds the run by its row and goes on with it.
        accepted.delete(id)
        live.delete(id)
        log.warn({ err: error, executionId: id }, 'A run stopped here before its end; it will be taken over')
      })
  }

  return {
    async start(run, plan) {
      const { id } = run.facts
      const entry = liveRun(run.facts, plan)
      live.set(id, entry)
      try {
        await insert(run)
      } catch (error) {
        live.delete(id)
        throw error
      }
      accepted.set(id, entry)
      begin(id)
      return entry
    },
    startAgain: begin,
  }
}

/** Writes what changed since the last time, for those who look at a run that takes long. */
export async function saveUnsaved(pool: Pool, run: LiveRun, executorId: string): Promise<void> {
  const changed = [...run.unsaved].flatMap((seq) => run.steps.get(seq) ?? [])
  run.unsaved.clear()
  if (changed.length > 0) await saveProgress(pool, run.facts.id, changed, executorId)
}
