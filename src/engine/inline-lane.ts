import { createBatcher } from '#src/lib/batcher.ts'
import type { Attempt } from './attempt.ts'
import type { EngineHost } from './engine.ts'
import type { EndRuns } from './error-runs.ts'
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
export function createInlineLane({ host, endRuns }: { readonly host: EngineHost; readonly endRuns: EndRuns }) {
  const write = createBatcher<NewRun & EndedRun>(async (runs) => {
    await endRuns(runs, (client) => insertEnded(client, runs))
  })

  return async function runInline(run: NewRun, plan: Plan): Promise<Outcome> {
    const began = performance.now()
    const { timeoutMs, errorWorkflowId } = plan.graph.settings
    const { signal, release } = limited(timeoutMs)
    const runtime = { host, signal, checkpoint: (_name: string, work: () => Promise<Attempt>) => work() }
    const outcome = await interpret(plan, run.facts, runtime).finally(release)
    const durationMs = performance.now() - began
    const ended = { ...run, outcome, finishedAt: new Date().toISOString(), durationMs, errorWorkflowId }
    await Promise.all([write(ended), host.settled?.()])
    return outcome
  }
}
