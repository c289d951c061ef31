import type { StepRecord } from '#src/engine/engine.ts'
import type { ExecutionStep } from './executions.schema.ts'

const OPEN: ReadonlySet<ExecutionStep['status']> = new Set(['pending', 'queued', 'running', 'waiting'])

/** What the stream told lies over what was fetched, until the log has the end of a step itself. */
export function withLiveSteps(fetched: readonly ExecutionStep[], told: readonly StepRecord[]): ExecutionStep[] {
  const news = new Map(told.map((step) => [step.nodeId, step]))
  const known = new Set(fetched.map((step) => step.nodeId))
  const updated = fetched.map((step) => {
    const live = news.get(step.nodeId)
    return live === undefined || !OPEN.has(step.status) ? step : toStep(live, step)
  })
  // The log has the names of the steps; a step that is not in it yet goes by its key.
  const added = [...news.values()].filter((step) => !known.has(step.nodeId))
  return [...updated, ...added.map((step) => toStep(step, { name: step.key, type: '' }))]
}

const toStep = ({ seq: _, ...step }: StepRecord, { name, type }: Pick<ExecutionStep, 'name' | 'type'>) => ({
  ...step,
  name,
  type,
})
