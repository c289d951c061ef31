import type { Pool } from 'pg'
import { createBatcher } from '#src/lib/batcher.ts'
import { readCheckpoint } from './checkpoints.queries.ts'
import { createCheckpoints } from './checkpoints.ts'
import type { RunHost } from './engine.ts'
import type { EndRuns } from './error-runs.ts'
import { handedOver, runTimedOut } from './failures.ts'
import { interpret } from './interpreter.ts'
import type { Lines } from './lines.ts'
import { heldRun, type LiveEvents, type LiveRun, stepKey } from './live-runs.ts'
import { createPark, type ParkOptions } from './park.ts'
import { RunParked } from './parked.ts'
import { persistently } from './persistently.ts'
import { cancelOpenSteps, closeRuns, type EndedRun, type HeldRun, saveProgress } from './runs.queries.ts'
import type { Outcome, Runtime } from './walk.ts'

export interface DurableWalkOptions extends ParkOptions {
  readonly host: RunHost
  readonly events: LiveEvents
  readonly endRuns: EndRuns
  readonly lines: Pick<Lines, 'leave'>
}

/** Interprets a run of the direct lane from where it stands to its end; to be called inside its durable workflow. */
export function createDurableWalk(options: DurableWalkOptions) {
  const { pool, executorId, host, log, events, endRuns, lines } = options
  const park = createPark(options)
  const checkpoint = createCheckpoints(options)
  /** Runs that this process has ended and not yet told anybody about. */
  const ended = new Set<string>()
  const close = createBatcher<EndedRun & HeldRun>(async (runs) => {
    for (const id of await endRuns(runs, (client) => closeRuns(client, runs, executorId))) ended.add(id)
  })

  const runtimeOf = (run: LiveRun, limit: TimeLimit): Runtime => ({
    host,
    signal: run.abort.signal,
    ...(run.reuse && { reuse: run.reuse }),
    checkpoint: (name, work) => checkpoint(run, name, work),
    recorded: (name) => run.earlier.attempts.get(name),
    recall: (name) => persistently(() => readCheckpoint(pool, heldRun(run), name, executorId), log),
    park: (points, parking) => park(run, points, parking),
    onShortPause: (ms) => limit.extend(ms),
    isLogged: (step) => run.earlier.logged.has(stepKey(step)),
    onStep(step) {
      run.steps.set(stepKey(step), step)
      run.unsaved.add(stepKey(step))
      events.publish(run.facts.id, { kind: 'step', step })
    },
    async onEarlyResponse(response) {
      await persistently(() => saveUnsaved(pool, run, executorId), log)
      run.answer.resolve({ response })
    },
  })

  async function finish(run: LiveRun, outcome: Outcome): Promise<void> {
    const { id, startedAt } = run.facts
    const { errorWorkflowId } = run.plan.graph.settings
    const now = Date.now()
    const times = { finishedAt: new Date(now).toISOString(), durationMs: Math.max(0, now - Date.parse(startedAt)) }
    if (run.takeovers > 0 && outcome.status === 'failed')
      await persistently(() => cancelOpenSteps(pool, heldRun(run), executorId), log)
    const ending = { ...heldRun(run), outcome, ...times, errorWorkflowId }
    await persistently(() => Promise.all([close(ending), host.settled?.()]), log)
    // Of a run that was taken over meanwhile the new owner tells the end.
    if (!ended.delete(id)) return
    const { status, output, error } = outcome
    events.publish(id, { kind: 'execution', status, output, error })
    run.answer.resolve(outcome)
    if (run.plan.line !== undefined) await lines.leave()
  }

  return async function walk(run: LiveRun): Promise<void> {
    const limit = limitRun(run)
    try {
      const outcome = await interpret(run.plan, run.facts, runtimeOf(run, limit))
      if (run.abort.signal.reason !== handedOver) await finish(run, outcome)
    } catch (error) {
      if (!(error instanceof RunParked)) throw error
    } finally {
      limit.release()
    }
  }
}

interface TimeLimit {
  extend(ms: number): void
  release(): void
}

/** Ends the run when its time is over, counted from its first start and without what it has waited. */
function limitRun({ plan, facts, abort, earlier }: LiveRun): TimeLimit {
  const limitMs = plan.graph.settings.timeoutMs
  if (limitMs === undefined) return { extend: () => {}, release: () => {} }
  let endsAt = Date.parse(facts.startedAt) + limitMs + earlier.waitedMs
  const set = () => setTimeout(() => abort.abort(runTimedOut(limitMs)), endsAt - Date.now())
  let timer = set()
  return {
    extend(ms) {
      clearTimeout(timer)
      endsAt += ms
      timer = set()
    },
    release: () => clearTimeout(timer),
  }
}

/** Writes what changed since the last time, for those who look at a run that takes long. */
export async function saveUnsaved(pool: Pool, run: LiveRun, executorId: string): Promise<void> {
  const keys = [...run.unsaved]
  run.unsaved.clear()
  const changed = keys.flatMap((key) => run.steps.get(key) ?? [])
  if (changed.length === 0) return
  try {
    await saveProgress(pool, heldRun(run), changed, executorId)
  } catch (error) {
    for (const key of keys) run.unsaved.add(key)
    throw error
  }
}
