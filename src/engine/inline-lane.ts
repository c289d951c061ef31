import type { Pool } from 'pg'
import { createBatcher } from '#src/lib/batcher.ts'
import type { EngineHost } from './engine.ts'
import { runTimedOut } from './failures.ts'
import { interpret } from './interpreter.ts'
import type { Plan } from './plan.ts'
import { type EndedRun, insertEnded, type NewRun } from './runs.queries.ts'
import type { Outcome } from './walk.ts'

const NEVER = new AbortController().signal

/** A signal that fires when the run is out of time, and the way to let go of its timer. */
function limited(timeoutMs: number | undefined) {
  if (timeoutMs === undefined) return { signal: NEVER, release: () => {} }
  const abort = new AbortController()
  const timer = setTimeout(() => abort.abort(runTimedOut(timeoutMs)), timeoutMs)
  return { signal: abort.signal, release: () => clearTimeout(timer) }
}

/**
 * The lane of graphs that touch nothing: evaluate, then write run and log in one commit, then answer.
 * Nothing was promised before the commit, so a crash loses nothing that was accepted.
 */
export function createInlineLane({ pool, host }: { readonly pool: Pool; readonly host: EngineHost }) {
  const write = createBatcher<NewRun & EndedRun>((runs) => insertEnded(pool, runs))

  return async function runInline(run: NewRun, plan: Plan): Promise<Outcome> {
    const began = performance.now()
    const { signal, release } = limited(plan.graph.settings.timeoutMs)
    const outcome = await interpret(plan, run.facts, { host, signal, checkpoint: (_name, work) => work() })
    release()
    const durationMs = performance.now() - began
    const ended = { ...run, outcome, finishedAt: new Date().toISOString(), durationMs }
    await Promise.all([write(ended), host.settled?.()])
    return outcome
  }
}
