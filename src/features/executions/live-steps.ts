import type { StepRecord } from '#src/engine/engine.ts'
import { isOpenStep } from '#src/lib/run-status.ts'
import type { ExecutionStep } from './executions.schema.ts'

/** Keeps the last word about each step, in the order in which they began: a run may tell thousands of attempts. */
export function withToldStep(told: readonly StepRecord[], step: StepRecord): StepRecord[] {
  const isKnown = told.some(({ nodeId }) => nodeId === step.nodeId)
  return isKnown ? told.map((one) => (one.nodeId === step.nodeId ? step : one)) : [...told, step]
}

/** What the stream told lies over what was fetched, until the log has the end of a step itself. */
export function withLiveSteps(fetched: readonly ExecutionStep[], told: readonly StepRecord[]): ExecutionStep[] {
  const news = new Map(told.map((step) => [step.nodeId, step]))
  const known = new Set(fetched.map((step) => step.nodeId))
  const updated = fetched.map((step) => {
    const live = news.get(step.nodeId)
    return live === undefined || !isOpenStep(step.status) ? step : toStep(live, step)
  })
  // The log has the names of the steps; a step that is not in it yet goes by its key.
  const added = [...news.values()].filter((step) => !known.has(step.nodeId))
  return [...updated, ...added.map((step) => toStep(step, { name: step.key, type: '' }))]
}

const toStep = ({ seq: _, ...step }: StepRecord, { name, type }: Pick<ExecutionStep, 'name' | 'type'>) => ({
  ...step,
  dueAt: step.dueAt ?? null,
  name,
  type,
})
