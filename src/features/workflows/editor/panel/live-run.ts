import type { ExecutionCard, ExecutionStep } from '#src/features/executions/executions.schema.ts'
import { isFinal, isOpenStep, type RunStatus } from '#src/lib/run-status.ts'
import type { KnownStep } from './sources.ts'

/** The last run that was begun from this editor, as far as it is known. */
export interface LiveRun {
  /** Undefined while nothing of this draft has run. */
  readonly executionId: string | undefined
  readonly status: RunStatus | undefined
  /** What each step came to, by its node; of a loop's steps the last turn. */
  readonly steps: ReadonlyMap<string, ExecutionStep>
  readonly error: ExecutionCard['error']
  readonly simulated: boolean
}

export const NO_RUN: LiveRun = {
  executionId: undefined,
  status: undefined,
  steps: new Map(),
  error: null,
  simulated: false,
}

/**
 * The run to take up again after the page was loaded anew: the newest of the draft while it goes on, then the one that
 * is gone through again, then the newest.
 */
export function runToFollow(
  runs: readonly Pick<ExecutionCard, 'id' | 'status'>[],
  debugged: string | undefined,
): string | undefined {
  const [newest] = runs
  return isUnderWay(newest?.status) ? newest?.id : (debugged ?? newest?.id)
}

/** In a loop a step has one entry a turn, in the order in which they began: the last word counts. */
export function stepsByNode(steps: readonly ExecutionStep[]): Map<string, ExecutionStep> {
  return new Map(steps.map((step) => [step.nodeId, step]))
}

export const isUnderWay = (status: RunStatus | undefined): boolean => status !== undefined && !isFinal(status)

/** What is known of each step after a run of some of them: the others keep what they came to before. */
export function withRun(known: ReadonlyMap<string, KnownStep>, run: LiveRun): ReadonlyMap<string, KnownStep> {
  const { executionId } = run
  const ended = [...run.steps].filter(([, { status }]) => !isOpenStep(status) && status !== 'skipped')
  const news = ended.filter(([id, step]) => known.get(id)?.step !== step)
  if (executionId === undefined || news.length === 0) return known
  return new Map([...known, ...news.map(([id, step]) => [id, { step, executionId }] as const)])
}
